//! Tests the shared heap under forks, limits, refused system calls, and ranks that are killed in the middle of a copy.
use super::{Place, SECONDS};
use crate::hydra;
use crate::process::Program;
use crate::python::Python;
use anyhow::{Result, bail};
use std::path::Path;

/// How many times a rank is killed in the middle of a copy. See decision 9.
const KILLED: u64 = 30;

pub fn check(place: &mut Place, python: &Python, home: &Path) -> Result<()> {
    let heap = place.path("heap");
    let script = crate::paths::root().join("crates/mpi/tests/environment/fork.py");
    for options in [&[][..], &["--no-shared-heap"]] {
        let program = place.launch(&[], "2").args(options).arg(&python.bin).arg("-B").arg(&script).dir(home);
        place.succeed(&format!("a Python program that forks {}", options.concat()), program)?;
    }
    let without = place.launch(&[], "2").arg("--no-shared-heap").arg(&heap);
    place.succeed("heap: without the library", without)?;
    for (what, limit) in [("files of 1 GiB", "ulimit -f 1048576"), ("4 GiB of addresses", "ulimit -v 4194304")] {
        let behind = ["sh", "-c", &format!("{limit} && exec \"$@\""), "sh"].map(str::to_owned);
        let behind: Vec<&str> = behind.iter().map(String::as_str).collect();
        let program = place.launch(&behind, "2").arg(&heap);
        place.succeed(&format!("heap: {what} at most"), program)?;
    }
    // The program file is unreadable, so neither /proc nor process_vm_readv gives ranks access to each other's memory.
    if super::is_root() {
        let other = ["setpriv", "--reuid", super::NOBODY, "--regid", super::NOBODY, "--clear-groups"];
        Program::new("chmod").args(["711", &heap]).run()?;
        let program = place.launch(&other, "2").arg(&heap);
        place.succeed("heap: ranks that may not be looked at", program)?;
        Program::new("chmod").args(["755", &heap]).run()?;
    }
    other_launcher(place)?;
    killed(place)
}

/// Runs a job under Hydra, MPICH's launcher, with the shared heap preloaded by hand.
fn other_launcher(place: &mut Place) -> Result<()> {
    let mpiexec = hydra::peers()?.join("v_mpich/bin/mpiexec");
    let library = place.path("prefix/lib/libclump_heap.so");
    for name in ["heap_used", "heap"] {
        let program = Program::new(&mpiexec).args(["-n", "2", "-genv", "LD_PRELOAD", &library]).arg(place.path(name));
        place.succeed(&format!("{name}: under Hydra, preloaded by hand"), program)?;
    }
    let without = Program::new(&mpiexec).args(["-n", "2"]).arg(place.path("heap_used"));
    place.succeed("heap_used: under Hydra, without the library", without)
}

/// Kills a rank at different points of a copy. Checks that the job ends at once and names the rank.
fn killed(place: &mut Place) -> Result<()> {
    for i in 0..KILLED {
        let after = (i * 7919 % 3000).to_string();
        let program: Program = place.launch(&[], "2").arg(place.path("killed")).arg(&after);
        let outcome = program.within(SECONDS).outcome()?;
        if outcome.status.code() != Some(137) || !outcome.output.contains("rank 1 ") {
            bail!("a rank killed after {after} us of copying: ended with {}:\n{}", outcome.status, outcome.output);
        }
    }
    place.passed += 1;
    Ok(())
}
