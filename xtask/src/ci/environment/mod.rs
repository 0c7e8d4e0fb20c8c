//! Runs one program where the system allows less than usual: as another user, with fewer capabilities, a seccomp
//! filter, little shared memory, low limits, under Slurm, or in Kubernetes' layouts. The program must give correct
//! results or, where it cannot run, fail with a sentence.
mod cgroup;
mod checkers;
mod disagreement;
mod family;
mod files;
mod heap;
mod kubernetes;
mod launchers;
mod limits;
mod outlived;
mod quota;
mod service;
mod slurm;
mod survivors;

use crate::process::Program;
use crate::python::Python;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// The system calls that a container's seccomp profile refuses.
const REFUSED: [&str; 3] = ["process_vm_readv", "process_vm_writev", "membarrier"];
/// Programs that use windows of every kind.
const WINDOWS: [&str; 4] = ["win_put", "win_accumulate", "win_atomic", "win_lock"];
/// A program of the C interfaces' tests that uses connections and notes.
const DEPOSITS: &str = "deposits";
/// The user and group `nobody`.
const NOBODY: &str = "65534";
/// Time limit of one program, in seconds.
const SECONDS: u64 = 60;

/// The compiled programs, in a directory that every user can read.
struct Place {
    home: PathBuf,
    passed: u64,
}

/// Runs all cases. Returns how many passed; prints the cases that this machine does not allow, and does not count them.
pub fn check(prefix: &Path, python: &Python, home: &Path) -> Result<u64> {
    // A directory outside the repository, because only the owner may be able to read the repository's.
    let at = std::env::temp_dir().join(format!("clump-environment-{}", std::process::id()));
    let _removed = Removed(at.clone());
    let mut place = Place::prepare(prefix, at)?;
    place.users()?;
    place.filters()?;
    place.little_shared_memory()?;
    place.container()?;
    checkers::check(&mut place)?;
    disagreement::check(&mut place)?;
    family::check(&mut place)?;
    survivors::check(&mut place)?;
    service::check(&mut place)?;
    files::check(&mut place)?;
    limits::check(&mut place)?;
    cgroup::check(&mut place)?;
    quota::check(&mut place)?;
    heap::check(&mut place, python, home)?;
    place.children_of_python(python, home)?;
    launchers::check(&mut place)?;
    kubernetes::check(&mut place)?;
    slurm::check(&mut place)?;
    Ok(place.passed)
}

/// Removes the directory, whether the cases passed or not.
struct Removed(PathBuf);
impl Drop for Removed {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

impl Place {
    fn prepare(prefix: &Path, home: PathBuf) -> Result<Place> {
        use std::os::unix::fs::PermissionsExt;
        std::fs::create_dir_all(&home)?;
        std::fs::set_permissions(&home, PermissionsExt::from_mode(0o755))?;
        Program::new("cp").arg("-a").arg(prefix).arg(home.join("prefix")).run()?;
        let tests = crate::paths::root().join("crates/mpi/tests");
        let programs =
            ["exchange", "oversubscribed", "all_pairs", "board", "collectives", "heap", "heap_used", "strided_shared"];
        for name in programs.into_iter().chain(WINDOWS).chain(["spawn", "ports"]) {
            let source = tests.join("c").join(name).with_extension("c");
            let mpicc = Program::new(home.join("prefix/bin/mpicc")).args(["-std=gnu11", "-O1", "-Wall", "-o"]);
            mpicc.arg(home.join(name)).arg(source).run()?;
        }
        let mpicxx = Program::new(home.join("prefix/bin/mpicxx")).args(["-O1", "-pthread", "-o"]);
        mpicxx.arg(home.join("exceptions")).arg(tests.join("c/exceptions.cc")).run()?;
        let own = ["disagree", "family", "file_death", "in_flight", "killed", "launched", "listeners"];
        for name in own.into_iter().chain([
            "service",
            "stuck",
            "survivor_calls",
            "different_calls",
            "survivors",
            "held",
            "respawned",
            "dead_objects",
            "turns",
        ]) {
            let source = tests.join("environment").join(name).with_extension("c");
            let mpicc = Program::new(home.join("prefix/bin/mpicc")).args(["-std=gnu11", "-O1", "-Wall", "-o"]);
            mpicc.arg(home.join(name)).arg(source).run()?;
        }
        for name in ["survive", "refill"] {
            let example = crate::paths::root().join("examples").join(name).with_extension("c");
            let mpicc = Program::new(home.join("prefix/bin/mpicc")).args(["-O2", "-Wall", "-Wextra", "-Werror", "-o"]);
            mpicc.arg(home.join(name)).arg(example).run()?;
        }
        for name in ["refuse", "refused"] {
            let source = tests.join("environment").join(name).with_extension("c");
            Program::new("cc").args(["-std=gnu11", "-Wall", "-o"]).arg(home.join(name)).arg(source).run()?;
        }
        let deposits = super::capi::program(&home.join("prefix"), &home, DEPOSITS)?;
        std::fs::copy(deposits, home.join(DEPOSITS))?;
        Ok(Place { home, passed: 0 })
    }

    fn path(&self, name: &str) -> String {
        self.home.join(name).display().to_string()
    }

    /// Returns the command `clump run -n RANKS`, started by the command in `behind`, which may reduce what it is
    /// allowed.
    fn launch(&self, behind: &[&str], ranks: &str) -> Program {
        let clump = self.path("prefix/bin/clump");
        let words = behind.iter().copied().chain([clump.as_str(), "run", "--timeout", "50", "-n", ranks]);
        let mut words = words.collect::<Vec<_>>().into_iter();
        Program::new(words.next().unwrap_or_default()).args(words).dir(&self.home)
    }

    fn succeed(&mut self, what: &str, program: Program) -> Result<()> {
        let said = program.within(SECONDS).run().with_context(|| what.to_owned())?;
        if !said.is_empty() {
            bail!("{what}: all went well, and yet it said:\n{said}");
        }
        self.passed += 1;
        Ok(())
    }

    /// Checks that the program fails with a sentence that contains `words`, by an exit code, without a signal or
    /// backtrace.
    fn explain(&mut self, what: &str, program: Program, words: &[&str]) -> Result<()> {
        let outcome = program.within(SECONDS).outcome()?;
        let code = outcome.status.code().unwrap_or(128);
        let missing = words.iter().find(|w| !outcome.output.contains(**w));
        if !(1..=123).contains(&code) || outcome.output.contains("panicked") {
            bail!("{what}: it should fail with a sentence, and ended with {}:\n{}", outcome.status, outcome.output);
        }
        if let Some(word) = missing {
            bail!("{what}: `{word}` is not in what it said:\n{}", outcome.output);
        }
        self.passed += 1;
        Ok(())
    }

    fn users(&mut self) -> Result<()> {
        let exchange = self.path("exchange");
        if !is_root() {
            skipped("another user, no CAP_SYS_PTRACE", "this is not root (so both hold already)");
            return self.succeed("as this user", self.launch(&[], "3").arg(&exchange));
        }
        let other = ["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups"];
        self.succeed("as another user than root", self.launch(&other, "3").arg(&exchange))?;
        for name in WINDOWS.into_iter().chain([DEPOSITS]) {
            let program = self.launch(&other, "3").arg(self.path(name));
            self.succeed(&format!("{name}: as another user than root"), program)?;
        }
        let bare = ["setpriv", "--bounding-set", "-sys_ptrace", "--inh-caps", "-sys_ptrace"];
        self.succeed("as root without CAP_SYS_PTRACE", self.launch(&bare, "3").arg(&exchange))?;
        // Rank 0 may read the other ranks' memory, but the other ranks may not read the memory of rank 0.
        let mixed = self.launch(&[], "1").arg(&exchange).args([":", "-n", "2"]).args(bare).arg(&exchange);
        self.succeed("some ranks without CAP_SYS_PTRACE", mixed)
    }

    fn filters(&mut self) -> Result<()> {
        let (refuse, exchange) = (self.path("refuse"), self.path("exchange"));
        let all = REFUSED.join(",");
        let probe = Program::new(&refuse).args([all.as_str(), "true"]).outcome()?;
        if probe.status.code() == Some(77) {
            skipped("seccomp filters", probe.output.trim());
            return Ok(());
        }
        for call in REFUSED {
            let shown = Program::new(&refuse).args([&all, &self.path("refused")]).arg(call);
            self.succeed(&format!("the filter refuses {call}"), shown)?;
        }
        for calls in REFUSED.iter().copied().chain([all.as_str()]) {
            for name in ["exchange", "board", "heap"] {
                let ranks = if name == "heap" { "2" } else { "3" };
                let program = self.launch(&[&refuse, calls], ranks).arg(self.path(name));
                self.succeed(&format!("{name}: {calls} refused everywhere"), program)?;
            }
        }
        let reading = "process_vm_readv,process_vm_writev";
        let strided = self.launch(&[&refuse, reading], "2").arg(self.path("strided_shared"));
        self.succeed(&format!("strided_shared: {reading} refused everywhere"), strided)?;
        for name in WINDOWS.into_iter().chain([DEPOSITS]) {
            let program = self.launch(&[&refuse, all.as_str()], "3").arg(self.path(name));
            self.succeed(&format!("{name}: {all} refused everywhere"), program)?;
            let mixed = self.launch(&[], "1").args([&refuse, reading, &self.path(name), ":", "-n", "2"]);
            self.succeed(
                &format!("{name}: {reading} refused to the first of three ranks"),
                mixed.arg(self.path(name)),
            )?;
        }
        let mixed = self.launch(&[], "1").args([&refuse, REFUSED[0], &self.path("board"), ":", "-n", "2"]);
        self.succeed("board: process_vm_readv refused to the first of three ranks", mixed.arg(self.path("board")))?;
        for calls in ["process_vm_readv", "membarrier", all.as_str()] {
            let first = self.launch(&[], "1").args([&refuse, calls, &exchange]).args([":", "-n", "1"]).arg(&exchange);
            self.succeed(&format!("{calls} refused to the first of two ranks"), first)?;
            let last = self.launch(&[], "2").arg(&exchange).args([":", "-n", "1", &refuse, calls, &exchange]);
            self.succeed(&format!("{calls} refused to the last of three ranks"), last)?;
        }
        let behind = |calls: &str| self.launch(&[&refuse, calls], "2").arg(&exchange);
        let (unlimited, unwatched) = (behind("prlimit64"), behind("pidfd_open"));
        self.succeed("the limit of open files is not told", unlimited)?;
        self.explain("pidfd_open refused", unwatched, &["pidfd_open", "seccomp profile"])?;
        Ok(())
    }

    fn little_shared_memory(&mut self) -> Result<()> {
        let exchange = self.path("exchange");
        if !Program::new("unshare").args(["-m", "true"]).works() {
            skipped("a small /dev/shm", "no mount namespace can be made here");
            return Ok(());
        }
        for (what, options) in [("of 64 MB", "size=64m"), ("of one page", "size=4k"), ("that is read-only", "ro")] {
            let mount = format!("mount -t tmpfs -o {options} tmpfs /dev/shm && exec \"$@\"");
            let program = self.launch(&["unshare", "-m", "sh", "-c", &mount, "sh"], "3").arg(&exchange);
            self.succeed(&format!("a /dev/shm {what}"), program)?;
            for name in [WINDOWS[0], DEPOSITS] {
                let program = self.launch(&["unshare", "-m", "sh", "-c", &mount, "sh"], "3").arg(self.path(name));
                self.succeed(&format!("{name}: a /dev/shm {what}"), program)?;
            }
        }
        Ok(())
    }

    /// Combines all limits, as a container does: 64 MB of /dev/shm, not root, no CAP_SYS_PTRACE, a filter.
    fn container(&mut self) -> Result<()> {
        let (refuse, all) = (self.path("refuse"), REFUSED.join(","));
        let mount = "mount -t tmpfs -o size=64m tmpfs /dev/shm && chmod 1777 /dev/shm && exec \"$@\"";
        let mut behind = vec!["unshare", "-m", "sh", "-c", mount, "sh"];
        behind.extend(["setpriv", "--reuid", NOBODY, "--regid", NOBODY, "--clear-groups", "--bounding-set", "-all"]);
        behind.extend([refuse.as_str(), &all]);
        if !is_root() || !Program::new(behind[0]).args(&behind[1..]).arg("true").works() {
            skipped("a small container", "no mount namespace, other user or filter can be had here");
            return Ok(());
        }
        for name in WINDOWS.into_iter().chain([DEPOSITS]) {
            let program = self.launch(&behind, "3").arg(self.path(name));
            self.succeed(&format!("{name}: in a small container"), program)?;
        }
        Ok(())
    }

    /// Runs os.fork, subprocess and os.system in an MPI program.
    fn children_of_python(&mut self, python: &Python, home: &Path) -> Result<()> {
        let script = crate::paths::root().join("crates/mpi/tests/environment/children.py");
        let program = self.launch(&[], "2").arg(&python.bin).arg("-B").arg(script).dir(home);
        self.succeed("children of a Python program", program)
    }
}

fn is_root() -> bool {
    Program::new("id").arg("-u").run().is_ok_and(|id| id.trim() == "0")
}

fn skipped(what: &str, why: &str) {
    println!("    skipped: {what}: {why}");
}
