//! Jobs that go on when ranks die (`clump run --survive`), as the launcher sees them.
mod common;
use common::{rank, run};

#[test]
fn the_job_goes_on_without_a_rank_that_fails() {
    for option in [&["--survive"][..], &["-disable-auto-cleanup"], &["--enable-recovery"], &["--with-ft", "ulfm"]] {
        let args = ["-n", "3", "sh", "-c", "[ $OMPI_COMM_WORLD_RANK = 1 ] && exit 7; echo here"];
        let done = run(option.iter().chain(&args)).finish();
        assert_eq!((done.code, done.out.as_str()), (0, "here\nhere\n"), "{option:?}: {}", done.err);
        assert_eq!(done.err.lines().count(), 1, "{}", done.err);
        assert!(done.err.contains("rank 1 (pid ") && done.err.contains("ended with exit code 7"), "{}", done.err);
        assert!(done.err.contains("the job goes on without it (--survive)"), "{}", done.err);
    }
}

#[test]
fn a_job_of_which_no_rank_is_left_has_failed() {
    let done = run(["--survive", "-n", "2", "sh", "-c", "kill -9 $$"]).finish();
    assert_eq!(done.code, 128 + 9);
    assert!(done.err.contains("no rank is left"), "{}", done.err);
}

#[test]
fn an_abort_ends_the_job_all_the_same() {
    let done = run(["--survive", "-n", "3", &rank(), "abort"]).finish();
    assert_eq!(done.code, 42);
    assert!(done.err.contains("rank 2: enough"), "{}", done.err);
}

#[test]
fn a_word_that_is_no_kind_of_fault_tolerance_is_refused() {
    let done = run(["--with-ft", "somehow", "-n", "1", "true"]).finish();
    assert_ne!(done.code, 0);
    assert!(done.err.contains("write `ulfm`, or `none`"), "{}", done.err);
}
