//! Ranks that disagree about a collective call: `clump run --check` names the call and both sides, and so does the
//! report of a hanging job without it.
use super::Place;
use crate::process::Program;
use anyhow::{Result, bail};

pub fn check(place: &mut Place) -> Result<()> {
    let program = place.path("disagree");
    let checked = |place: &Place, how: &str| place.launch(&[], "4").arg("--check").arg(&program).arg(how);
    let agree = checked(place, "agree");
    place.succeed("collective calls on which ranks agree", agree)?;
    let many = place.launch(&[], "4").arg("--check").arg(place.path("collectives"));
    many.within(60).run()?;
    place.passed += 1;
    let in_flight = place.launch(&[], "3").arg("--check").arg(place.path("in_flight"));
    place.succeed("many non-blocking collectives at once, each compared", in_flight)?;
    // `--check` makes non-blocking collectives exchange messages, without a board.
    let throwing = place.launch(&[], "3").arg("--check").arg(place.path("exceptions"));
    place.succeed("operations that throw exceptions, each call compared", throwing)?;
    let about = |number: u32| format!("ranks disagree about collective {number} of MPI_COMM_WORLD");
    for (how, words) in [
        ("call", [about(3), "MPI_Bcast (root 0, 16 bytes)".into()]),
        ("root", [about(3), "MPI_Reduce (root 1, 16 bytes, MPI_SUM)".into()]),
        ("count", [about(3), "MPI_Bcast (root 0, 12 bytes)".into()]),
        ("op", [about(3), "MPI_Allreduce (16 bytes, MPI_MAX)".into()]),
        ("later", [about(3), "MPI_Iallreduce (12 bytes, MPI_SUM)".into()]),
        ("form", [about(3), "MPI_Iallreduce (16 bytes, MPI_SUM)".into()]),
        ("split", [about(3), "called MPI_Comm_split".into()]),
        ("dup", [about(3), "called MPI_Comm_idup".into()]),
        ("window", [about(3), "called MPI_Win_create".into()]),
    ] {
        let run = checked(place, how);
        place.explain(&format!("--check of another {how}"), run, &words.each_ref().map(String::as_str))?;
    }
    let clump = place.path("prefix/bin/clump");
    let hangs = |program: &str, how: &str| {
        let launch = Program::new(&clump).args(["run", "--timeout", "3", "-n", "4"]);
        launch.arg(program).arg(how).within(60).outcome()
    };
    let hanging = |how: &str| hangs(&program, how);
    let outcome = hanging("form")?;
    let says = "ranks 0-2 called MPI_Allreduce (16 bytes, MPI_SUM), and rank 3 called MPI_Iallreduce (16 bytes";
    if outcome.status.code() != Some(124) || !outcome.output.contains(says) {
        bail!("the report of a hanging job does not name the forms on which ranks disagree:\n{}", outcome.output);
    }
    let outcome = hanging("call")?;
    let says = "ranks disagree about collective 3 of MPI_COMM_WORLD: ranks 0-2 called MPI_Allreduce (16 bytes, \
                MPI_SUM), and rank 3 called MPI_Bcast (root 0, 16 bytes)";
    if outcome.status.code() != Some(124) || !outcome.output.contains(says) {
        bail!("the report of a hanging job does not name the disagreement:\n{}", outcome.output);
    }
    let outcome = hanging("hang")?;
    if outcome.status.code() != Some(124) || outcome.output.contains("disagree about") {
        bail!("the report of a hanging job whose ranks agree names a disagreement:\n{}", outcome.output);
    }
    let stuck = place.path("stuck");
    for (how, says) in [
        ("persistent", "): in MPI_Wait with rank "),
        ("test", " times, most recently by MPI_Test with rank 1, tag 3, MPI_COMM_WORLD"),
        ("probe", " times, most recently by MPI_Iprobe from rank 1, tag 5, MPI_COMM_WORLD"),
        ("named", "): in MPI_Recv from rank 1, tag 7, communicator 2 \"rows of the matrix\""),
        ("accept", "): in MPI_Comm_accept, MPI_COMM_SELF"),
        ("spawn", "): in MPI_Comm_spawn, MPI_COMM_SELF"),
    ] {
        let outcome = hangs(&stuck, how)?;
        let line = outcome.output.lines().find(|line| line.starts_with("rank 0 (pid "));
        if outcome.status.code() != Some(124) || !line.is_some_and(|line| line.contains(says)) {
            bail!("the report of a job stuck in {how} does not say `{says}` of rank 0:\n{}", outcome.output);
        }
    }
    let outcome = hangs(&stuck, "renamed")?;
    if !outcome.output.contains(", communicator 2\n") || outcome.output.contains("rows") {
        bail!("a report shows the name of a freed communicator:\n{}", outcome.output);
    }
    let outcome = hangs(&stuck, "freed")?;
    let says = "rank 1 has freed the partitioned receive that belongs to a send which this rank has started";
    if outcome.status.code() != Some(1) || !outcome.output.contains(says) {
        bail!("a partitioned send whose receive is freed does not say so:\n{}", outcome.output);
    }
    place.passed += 11;
    Ok(())
}
