//! Jobs that start or meet other jobs: without a launcher, by a published name, and when a process of one of them dies.
use super::Place;
use crate::process::Program;
use anyhow::{Result, bail};

/// Seconds within which a job whose process has died has ended, on a loaded machine.
const ENDED: u64 = 20;

/// The exit code of a job that an error of the class MPI_ERR_PROC_ABORTED ends.
const ABORTED: i32 = 58;

pub fn check(place: &mut Place) -> Result<()> {
    let spawn = place.path("spawn");
    Program::new(&spawn).dir(&place.home).within(super::SECONDS).run()?;
    let family = place.path("family");
    let alone = Program::new(&family).dir(&place.home).arg("ordinary");
    place.succeed("a program that no launcher has started spawns others", alone)?;
    names(place)?;
    bound(place, &family)?;
    let dies = |place: &Place, what: &str| {
        let launch = place.launch(&[], "2").arg(&family).arg(what).within(ENDED);
        launch.outcome()
    };
    for (what, code, says) in [
        ("parent-dies", 137, &["rank 0", "killed by signal 9"][..]),
        ("parent-dies-amid", 137, &["rank 0", "killed by signal 9"]),
        ("child-dies", 137, &["killed by signal 9", "rank 0 notices it", "rank 1 notices it"]),
        ("child-dies-amid", ABORTED, &["killed by signal 9", "MPI_Barrier", "of the connected job has died"]),
        ("child-aborts", 128 + 15, &["MPI_Abort on MPI_COMM_PARENT with code 7", "ends that job too"]),
        ("child-outlives", 3, &["the child ends"]),
    ] {
        let outcome = dies(place, what)?;
        let missing = says.iter().find(|word| !outcome.output.contains(**word));
        if let (Some(true), None) = (outcome.status.code().map(|ended| ended == code), missing) {
            place.passed += 1;
            continue;
        }
        bail!("{what}: ended with {}, and lacks {missing:?}:\n{}", outcome.status, outcome.output);
    }
    place.passed += 1;
    Ok(())
}

/// Runs a bound rank that starts processes: they may use all cores of its job.
fn bound(place: &mut Place, family: &str) -> Result<()> {
    let said = place.launch(&[], "1").args(["--bind", "core"]).arg(family).arg("bound").within(ENDED).run()?;
    let all = std::thread::available_parallelism()?;
    if !said.contains("the parent has 1 cores") || !said.contains(&format!("the child has {all} cores")) {
        bail!("a bound rank that starts processes, on {all} cores:\n{said}");
    }
    place.passed += 1;
    Ok(())
}

/// Runs two jobs, one of which accepts what the other connects by a published name.
fn names(place: &mut Place) -> Result<()> {
    let names = place.path("names");
    std::fs::create_dir(&names)?;
    let (clump, ports) = (place.path("prefix/bin/clump"), place.path("ports"));
    let job = |role: &str| format!("{clump} run --timeout 50 --ports-dir {names} -n 2 {ports} {role} a-service");
    let both = format!("{} & {}; code=$?; wait $! && exit $code", job("accept"), job("connect"));
    let said = Program::new("sh").args(["-c", &both]).dir(&place.home).within(super::SECONDS).run()?;
    if !said.contains("connected in") || std::fs::read_dir(&names)?.count() > 0 {
        bail!("two jobs that connect by a published name:\n{said}");
    }
    place.passed += 1;
    Ok(())
}
