//! What `clump run --summary` says at the end of jobs.
mod common;
use common::{Job, compiled, run};
use std::os::unix::fs::PermissionsExt;
use std::sync::OnceLock;

/// The program whose rank 1 is late: crates/mpi/tests/sight/uneven.c.
fn uneven() -> &'static str {
    static PROGRAM: OnceLock<String> = OnceLock::new();
    PROGRAM.get_or_init(|| compiled("mpi/tests/sight/uneven.c"))
}

/// Returns the lines of stderr of a job that has ended well.
fn told(job: Job) -> Vec<String> {
    let done = job.finish();
    assert_eq!((done.code, done.out.as_str()), (0, ""), "{}", done.err);
    done.err.lines().map(str::to_owned).collect()
}

/// Checks the summary of three ranks of which rank 1 was late.
fn names_the_late_rank(lines: &[String], hosts: &str) {
    assert_eq!(lines.len(), 4, "{lines:?}");
    assert!(lines[0].starts_with("clump run: summary of 3 ranks on ") && lines[0].contains(hosts), "{lines:?}");
    assert!(lines[1].starts_with("waited in: MPI_Barrier "), "{lines:?}");
    assert_eq!(lines[2], "moved: send 2.9 KiB in 3 calls, receive 2.9 KiB in 3 calls, collective 0 B in 6 calls");
    let most = lines[3].starts_with("rank 0 has waited most, ") || lines[3].starts_with("rank 2 has waited most, ");
    assert!(most && lines[3].contains("and rank 1 least, "), "{lines:?}");
    assert!(lines[3].ends_with(": the others may have waited for it"), "{lines:?}");
}

#[test]
fn the_late_rank_of_a_job_on_one_machine_is_named() {
    names_the_late_rank(&told(run(["--summary", "-n", "3", uneven()])), "");
}

#[test]
fn agents_tell_the_launcher_what_their_ranks_have_done() {
    // Both hosts are this machine: a command in the place of ssh starts the agents here.
    let dir = tempfile::tempdir().expect("a directory");
    let rsh = dir.path().join("rsh");
    std::fs::write(&rsh, "#!/bin/sh\nshift\nexec sh -c \"$*\"\n").expect("a script");
    std::fs::set_permissions(&rsh, std::fs::Permissions::from_mode(0o755)).expect("a mode");
    let job = run(["--summary", "--rsh", rsh.to_str().expect("UTF-8"), "--hosts", "near:2,far:1", uneven()]);
    names_the_late_rank(&told(job), "near,far");
}

#[test]
fn a_job_that_fails_is_summed_up_too_and_programs_without_mpi_have_moved_nothing() {
    let done = run(["--summary", "-n", "2", "sh", "-c", "exit 3"]).finish();
    assert_eq!(done.code, 3);
    assert!(done.err.contains("clump run: summary of 2 ranks on "), "{}", done.err);
    assert!(done.err.ends_with("no rank has sent, received or waited\n"), "{}", done.err);
}
