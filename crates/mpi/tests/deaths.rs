//! C handlers wait in FM_receive, and the test kills the rank that they wait for. The ranks are real
//! processes without a launcher, which would end them all. crates/capi/tests/deaths/deaths.c says what each
//! rank does.
mod common;
use common::compiled;
use common::job::Job;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| compiled("deaths"));

/// Runs a case with the given number of ranks on each machine, and kills rank `victim`. Returns the other
/// ranks' exit codes and outputs.
fn killed(machines: &[u32], case: &str, victim: usize) -> Vec<(Option<i32>, String)> {
    let ended = Job::start(machines, |_| {
        let mut program = Command::new(&*PROGRAM);
        program.arg(case);
        program
    })
    .finish();
    assert_eq!(ended[victim].status.signal(), Some(9), "{case}: {ended:?}");
    let others = ended.iter().enumerate().filter(|(rank, _)| *rank != victim);
    others.map(|(_, o)| (o.status.code(), String::from_utf8_lossy(&o.stderr).into_owned())).collect()
}

/// Runs a case on one machine and on two, and checks that all other ranks end well. (The victim is on the
/// first machine: only the launcher reports deaths on another machine.)
fn survived(case: &str, victim: usize) {
    for machines in [&[3][..], &[2, 1]] {
        let well = (Some(0), String::new());
        assert_eq!(killed(machines, case, victim), [well.clone(), well], "{case}, on {machines:?}");
    }
}

#[test]
fn a_waiting_handler_gets_an_error_when_its_sender_dies_and_other_messages_still_arrive() {
    survived("half way", 1);
}

#[test]
fn a_sleeping_handler_gets_an_error_when_its_sender_dies() {
    survived("half way, asleep", 1);
}

#[test]
fn a_handler_that_waits_for_permission_to_read_gets_an_error_when_its_sender_dies() {
    survived("little by little", 1);
}

#[test]
fn a_send_to_a_dead_rank_fails() {
    survived("receiver", 0);
}

#[test]
fn layers_report_a_dead_sender_and_run_no_handler() {
    survived("active message", 1);
    survived("kept message", 1);
}

#[test]
fn without_an_error_handler_the_error_ends_the_program() {
    let others = killed(&[3], "said and ended", 1);
    let (code, said) = &others[0];
    assert_eq!(*code, Some(1), "{said}");
    let words = "clump: rank 0: FM_receive: handler 1 cannot read 524288 bytes more of a message of 8388608 bytes from rank 1: \
                 rank 1 has died or left the job, and 3145728 could be read at most";
    assert_eq!(said.trim(), words);
    assert_eq!(others[1], (Some(0), String::new()));
}
