//! Tests signals to the launcher, and time limits.
mod common;
use common::{kill, program, rank, run, wait_until};
use std::time::{Duration, Instant};

const INT: i32 = 2;
const QUIT: i32 = 3;
const USR1: i32 = 10;
const TERM: i32 = 15;
const CONT: i32 = 18;
const TSTP: i32 = 20;

/// A program that prints the signals that it gets, and ends with code 5 on SIGTERM.
const LISTENER: &str = r#"
import os, signal, sys, time
def say(number, _):
    print(signal.Signals(number).name, flush=True)
    if number == signal.SIGTERM: os._exit(5)
for s in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1, signal.SIGUSR2): signal.signal(s, say)
open(os.environ["READY"] + os.environ["OMPI_COMM_WORLD_RANK"], "w").close()
while True: time.sleep(100)
"#;

/// Starts two listeners, and waits until they are ready.
fn listeners(dir: &std::path::Path) -> common::Running {
    let ready = dir.join("ready").to_str().expect("UTF-8").to_owned();
    let running = run(["-n", "2", "--label", "python3", "-c", LISTENER]).env("READY", &ready).start();
    wait_until("the listeners", || (0..2).all(|rank| std::path::Path::new(&format!("{ready}{rank}")).exists()));
    running
}

#[test]
fn signals_are_forwarded() {
    let dir = tempfile::tempdir().expect("a directory");
    let running = listeners(dir.path());
    for signal in [USR1, INT, TERM] {
        running.signal(signal);
        std::thread::sleep(Duration::from_millis(200));
    }
    let done = running.finish();
    // The user ended the job, so that the launcher prints no message.
    assert_eq!((done.code, done.err.as_str()), (5, ""));
    let mut lines: Vec<&str> = done.out.lines().collect();
    lines.sort_unstable();
    let expected = ["[0] SIGINT", "[0] SIGTERM", "[0] SIGUSR1", "[1] SIGINT", "[1] SIGTERM", "[1] SIGUSR1"];
    assert_eq!(lines, expected);
}

/// On SIGTERM, rank 0 takes long to end; the other rank ends with code 15 at once.
const CHECKPOINT: &str = r#"
import os, signal, sys, time
def say(number, _):
    if os.environ["OMPI_COMM_WORLD_RANK"] == "1": os._exit(15)
    time.sleep(2)
    print("written", flush=True)
    os._exit(15)
signal.signal(signal.SIGTERM, say)
open(os.environ["READY"] + os.environ["OMPI_COMM_WORLD_RANK"], "w").close()
while True: time.sleep(100)
"#;

#[test]
fn after_a_signal_the_other_ranks_get_the_grace_period() {
    for (grace, out) in [("30", "written\n"), ("0.9", "")] {
        let dir = tempfile::tempdir().expect("a directory");
        let ready = dir.path().join("ready").to_str().expect("UTF-8").to_owned();
        let job = run(["-n", "2", "--grace", grace, "python3", "-c", CHECKPOINT]);
        let running = job.env("READY", &ready).start();
        wait_until("both ranks", || (0..2).all(|rank| std::path::Path::new(&format!("{ready}{rank}")).exists()));
        running.signal(TERM);
        let done = running.finish();
        assert_eq!((done.code, done.out.as_str()), (15, out), "{}", done.err);
        let says = format!("the others have {grace} s to end before they are killed (--grace)");
        assert!(done.err.contains(&says), "{}", done.err);
    }
}

/// The signal goes to all processes of the job, as Slurm does when a job is cancelled or its time is over.
#[test]
fn a_signal_to_every_process_of_the_job_leaves_the_ranks_time_to_end() {
    let dir = tempfile::tempdir().expect("a directory");
    let running = listeners(dir.path());
    for pid in running.processes("") {
        kill(pid, TERM);
    }
    let done = running.finish();
    // A rank may end before the guardian's message has reached the supervisor, which must still handle that
    // message.
    assert!(done.code == 5 && !done.err.contains("supervisor"), "{} {}", done.code, done.err);
    assert!(["[0]", "[1]"].iter().all(|rank| done.out.contains(&format!("{rank} SIGTERM"))), "{}", done.out);
}

#[test]
fn a_second_interrupt_kills_at_once() {
    let dir = tempfile::tempdir().expect("a directory");
    let running = listeners(dir.path());
    running.signal(INT);
    std::thread::sleep(Duration::from_millis(200));
    let start = Instant::now();
    running.signal(INT);
    let done = running.finish();
    assert!(start.elapsed() < Duration::from_millis(800), "{:?}", start.elapsed());
    assert_eq!((done.code, done.err.as_str()), (128 + INT, ""));
}

#[test]
fn one_interrupt_ends_an_ordinary_program() {
    let running = run(["-n", "2", "sleep", "100"]).start();
    running.await_processes("sleep 100", 4);
    running.signal(INT);
    let done = running.finish();
    assert_eq!((done.code, done.err.as_str()), (128 + INT, ""));
}

/// The launcher starts with signals ignored, as in a background process of a shell without job control: `sh -c 'clump
/// run … &'`.
#[test]
fn an_interrupt_reaches_the_ranks_of_a_background_job() {
    let line = format!("trap '' INT QUIT; exec {} run -n 2 sleep 100", env!("CARGO_BIN_EXE_clump"));
    let running = program("sh").args(["-c", &line]).start();
    let all = running.await_processes("sleep 100", 4);
    let ignored = |pid: i32| {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).expect("a process");
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("a mask");
        u64::from_str_radix(mask.trim(), 16).expect("a mask") & (1 << (INT - 1) | 1 << (QUIT - 1))
    };
    assert!(all.iter().all(|&pid| ignored(pid) == 0));
    running.signal(INT);
    let done = running.finish();
    assert_eq!((done.code, done.err.as_str()), (128 + INT, ""));
}

#[test]
fn a_hint_explains_the_second_interrupt_if_ranks_take_long_to_end() {
    let dir = tempfile::tempdir().expect("a directory");
    let running = listeners(dir.path());
    running.signal(INT);
    std::thread::sleep(Duration::from_millis(1500));
    running.signal(INT);
    let done = running.finish();
    let says = "clump run: the ranks have been told to end (SIGINT); a second Ctrl-C or SIGINT kills them\n";
    assert_eq!((done.code, done.err.as_str()), (128 + INT, says));
}

#[test]
fn a_time_limit_in_the_environment_ends_the_job() {
    let start = Instant::now();
    let done = run(["-n", "2", "sleep", "100"]).env("MPIEXEC_TIMEOUT", "0.7").finish();
    assert!(start.elapsed() < Duration::from_millis(2200), "{:?}", start.elapsed());
    assert_eq!(done.code, 124);
    assert!(done.err.contains("after 0.7 s (--timeout, or MPIEXEC_TIMEOUT)"), "{}", done.err);
    // The option takes precedence over the variable, in which 0 means no limit.
    for (value, args) in [("0.2", &["--timeout", "20", "sleep", "0.6"][..]), ("0", &["sleep", "0.6"])] {
        assert_eq!(run(["-n", "2"]).args(args).env("MPIEXEC_TIMEOUT", value).finish().code, 0);
    }
    let done = run(["true"]).env("MPIEXEC_TIMEOUT", "soon").finish();
    assert!(done.code == 2 && done.err.contains("MPIEXEC_TIMEOUT: `soon` is not a number of seconds"), "{}", done.err);
}

#[test]
fn stop_and_continue_reach_the_ranks_and_the_launcher() {
    let running = run(["-n", "2", "sleep", "1"]).start();
    let all = running.await_processes("sleep 1", 4);
    let guardian = running.child.id() as i32;
    let stopped = |pid: i32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with('T'))
    };
    running.signal(TSTP);
    wait_until("the stop", || stopped(guardian) && all.iter().filter(|&&pid| stopped(pid)).count() == 3);
    running.signal(CONT);
    wait_until("the continuation", || !all.iter().any(|&pid| stopped(pid)));
    assert_eq!(running.finish().code, 0);
}

#[test]
fn sigquit_shows_what_each_rank_is_doing_and_the_job_goes_on() {
    let running = run(["-n", "3", &rank(), "sleep"]).start();
    running.await_processes("rank sleep", 5);
    std::thread::sleep(Duration::from_millis(500));
    running.signal(QUIT);
    std::thread::sleep(Duration::from_millis(300));
    assert_eq!(running.processes("rank sleep").len(), 5);
    running.signal(TERM);
    let done = running.finish();
    assert_eq!(done.code, 128 + TERM);
    let lines: Vec<&str> = done.err.lines().collect();
    assert_eq!(lines.len(), 4, "{}", done.err);
    for (rank, line) in lines[1..3].iter().enumerate() {
        assert!(line.starts_with(&format!("rank {rank} (pid ")), "{line}");
        assert!(line.ends_with("): in MPI_Recv from rank 2, tag 7, communicator 2"), "{line}");
    }
    assert!(lines[3].ends_with("): running, not in a blocking MPI call"), "{}", lines[3]);
}

#[test]
fn a_time_limit_ends_the_job_with_a_report() {
    let start = Instant::now();
    let done = run(["-n", "2", "--timeout", "0.7", &rank(), "sleep"]).finish();
    assert!(start.elapsed() < Duration::from_millis(2200), "{:?}", start.elapsed());
    assert_eq!(done.code, 124);
    assert!(done.err.contains("--timeout") && done.err.contains("rank 0 (pid "), "{}", done.err);
    assert!(done.err.contains("tag 7, communicator 2"), "{}", done.err);
    // A job that ends in time is not affected.
    assert_eq!(run(["-n", "2", "--timeout", "20", "true"]).finish().code, 0);
}
