//! Tests ranks that die, and launchers that are killed: the job ends within 1 s, with one message, and leaves no
//! process.
mod common;
use common::hosts::Hosts;
use common::{Done, kill, rank, run, wait_until};
use std::time::{Duration, Instant};

/// Returns the one message of a failed job.
fn message(done: &Done) -> &str {
    assert_eq!(done.err.matches("clump run: ").count(), 1, "{}", done.err);
    &done.err
}

#[test]
fn a_killed_rank_ends_the_job_and_the_message_says_who_waited_for_what() {
    let running = run(["-n", "4", &rank(), "sleep"]).start();
    let ranks = running.await_processes("rank sleep", 6);
    // The first two processes belong to the launcher; the other processes all wait for the last rank.
    let victim = *ranks.iter().max().expect("a rank");
    std::thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    kill(victim, 9);
    let done = running.finish();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert_eq!(done.code, 128 + 9);
    let text = message(&done);
    assert!(text.contains(&format!("rank 3 (pid {victim} on ")), "{text}");
    assert!(text.contains("was killed by signal 9 (SIGKILL)"), "{text}");
    assert!(text.contains("ranks 0-2: in MPI_Recv from rank 3, tag 7, communicator 2"), "{text}");
}

#[test]
fn the_exit_code_is_that_of_the_first_failure() {
    let done = run(["-n", "3", "sh", "-c", "[ $OMPI_COMM_WORLD_RANK = 1 ] && exit 7; sleep 100"]).finish();
    assert_eq!(done.code, 7);
    assert!(message(&done).contains("rank 1 (pid "), "{}", done.err);
    assert!(done.err.contains("ended with exit code 7"), "{}", done.err);
    let done = run(["-n", "3", &rank(), "die"]).finish();
    assert_eq!(done.code, 128 + 6);
    assert!(message(&done).contains("signal 6 (SIGABRT)"), "{}", done.err);
}

#[test]
fn an_exit_without_finalize_is_a_failure() {
    let done = run(["-n", "2", &rank(), "leave"]).finish();
    assert_eq!(done.code, 1);
    assert!(message(&done).contains("exited with code 0, but without calling MPI_Finalize"), "{}", done.err);
}

#[test]
fn an_abort_ends_the_job_with_its_code() {
    let done = run(["-n", "3", &rank(), "abort"]).finish();
    assert_eq!(done.code, 42);
    assert!(done.err.contains("rank 2: enough"), "{}", done.err);
    assert!(message(&done).contains("ended the job with code 42"), "{}", done.err);
}

#[test]
fn an_abort_with_0_ends_the_job_with_0() {
    let done = run(["-n", "3", &rank(), "abort-0"]).finish();
    assert_eq!(done.code, 0);
    assert!(message(&done).contains("ended the job with code 0"), "{}", done.err);
}

#[test]
fn a_rank_that_fails_after_finalize_does_not_end_the_others() {
    let done = run(["-n", "3", &rank(), "errors"]).finish();
    assert_eq!((done.code, done.out.as_str()), (3, "late\nlate\n"));
    assert!(message(&done).ends_with("ended with exit code 3 after MPI_Finalize\n"), "{}", done.err);
}

/// Each of several hosts has an agent, whose exit code tells the launcher of a failure.
#[test]
fn exit_codes_are_those_of_the_ranks_on_several_hosts_too() {
    let Some(hosts) = Hosts::up(2) else { return };
    (0..2).for_each(|n| hosts.on(n, &format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1)));
    let job = |role: &str| {
        run(["--timeout", "25", "--rsh", &hosts.rsh(), "--hosts", "h0,h1", "-n", "2", &rank(), role]).finish()
    };
    let done = job("errors");
    assert_eq!((done.code, done.out.as_str()), (3, "late\n"), "{}", done.err);
    let done = job("abort-0");
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("ended the job with code 0"), "{}", done.err);
    // The launcher does not confuse the agents' own exit codes with the ranks'.
    for (role, code) in [("abort", 42), ("end with 254", 1)] {
        assert_eq!(job(role).code, code, "{role}");
    }
}

#[test]
fn a_program_that_does_not_find_the_library_is_explained() {
    let says = "error while loading shared libraries: libmpi_abi.so.1: cannot open shared object file";
    let done = run(["-n", "2", "sh", "-c", &format!("echo prog: {says} >&2; exit 127")]).finish();
    assert_eq!(done.code, 127);
    assert!(done.err.contains("the loader does not find Clump's library: set LD_LIBRARY_PATH="), "{}", done.err);
}

#[test]
fn a_wheel_of_mpi4py_that_finds_no_mpi_is_explained() {
    let says = "RuntimeError: cannot load MPI library\n/env/lib/libmpi.so: cannot open shared object file";
    let done = run(["-n", "2", "sh", "-c", &format!("printf '%s\\n' '{says}' >&2; exit 1")]).finish();
    assert_eq!(done.code, 1);
    assert!(done.err.contains("this mpi4py is built for MPICH and Open MPI: with Clump's mpicc in"), "{}", done.err);
}

#[test]
fn a_wrapper_does_not_hide_the_death_of_the_program_behind_it() {
    // The shell continues long after its child has died.
    let line = format!("{} sleep; sleep 100", rank());
    let running = run(["-n", "1", "sh", "-c", &line]).start();
    let victims = running.await_processes("examples/rank sleep", 4);
    std::thread::sleep(Duration::from_millis(1200));
    kill(*victims.iter().max().expect("a rank"), 9);
    let start = Instant::now();
    let done = running.finish();
    assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    assert_eq!(done.code, 1);
    assert!(message(&done).contains("while the program that started it runs on"), "{}", done.err);
}

#[test]
fn a_program_may_outlive_its_wrapper() {
    let line = format!("{} late & sleep 1", rank());
    let done = run(["-n", "2", "sh", "-c", &line]).finish();
    assert_eq!((done.code, done.out.as_str(), done.err.as_str()), (0, "late\nlate\n", ""));
}

#[test]
fn a_rank_that_ignores_sigterm_and_its_descendants_are_killed_too() {
    let script = "trap '' TERM; setsid sleep 100 & (sleep 100 & sleep 100) & [ $OMPI_COMM_WORLD_RANK = 0 ] && sleep \
        0.2 && exit 3; wait";
    let start = Instant::now();
    let done = run(["-n", "3", "sh", "-c", script]).finish();
    assert_eq!(done.code, 3);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn processes_that_a_finished_job_left_running_are_ended() {
    let done = run(["-n", "2", "sh", "-c", "setsid sleep 100 & echo done"]).finish();
    assert_eq!((done.code, done.out.as_str()), (0, "done\ndone\n"));
}

#[test]
fn killing_the_launcher_leaves_no_rank() {
    let running = run(["-n", "3", "sh", "-c", "trap '' TERM HUP; setsid sleep 100 & sleep 100; :"]).start();
    running.await_processes("sleep 100", 2 + 3 * 3);
    running.signal(9);
    assert_eq!(running.finish().code, 128 + 9);
}

#[test]
fn killing_the_supervisor_leaves_no_rank_either() {
    let running = run(["-n", "3", "sh", "-c", "trap '' TERM HUP; setsid sleep 100 & sleep 100; :"]).start();
    running.await_processes("sleep 100", 2 + 3 * 3);
    let guardian = running.child.id() as i32;
    let supervisor = running.processes("clump run").into_iter().find(|&pid| pid != guardian).expect("a supervisor");
    kill(supervisor, 9);
    let done = running.finish();
    assert_eq!(done.code, 128 + 9);
    assert!(message(&done).contains("its supervisor"), "{}", done.err);
}

#[test]
fn children_that_the_launcher_was_given_are_spared() {
    let line = format!("sleep 5 & echo $!; exec {} run -n 2 sh -c 'exit 4'", env!("CARGO_BIN_EXE_clump"));
    let mut child = std::process::Command::new("sh")
        .args(["-c", &line])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("start");
    let mut out = String::new();
    let mut first = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    std::io::BufRead::read_line(&mut first, &mut out).expect("a pid");
    assert_eq!(child.wait().expect("wait").code(), Some(4));
    let pid: i32 = out.trim().parse().expect("a pid");
    assert!(std::path::Path::new(&format!("/proc/{pid}")).exists(), "the launcher ended a process that is not its own");
    kill(pid, 9);
    wait_until("its end", || !std::path::Path::new(&format!("/proc/{pid}/exe")).exists());
}

#[test]
fn ranks_that_deadlock_by_sending_outside_their_handlers_are_reported() {
    let done = run(["--timeout", "6", "-n", "3", &rank(), "circle"]).finish();
    assert_eq!(done.code, 124);
    let text = message(&done);
    for (rank, to) in [(0, 1), (1, 2), (2, 0)] {
        assert!(text.contains(&format!("rank {rank} (pid ")), "{text}");
        let says = format!("in send_piece to rank {to}, handler 7, 1048576 bytes, and runs no handler meanwhile\n");
        assert!(text.contains(&says), "{text}");
    }
    assert!(text.contains("\nranks 0-2 wait for ever: each sends to one of them from outside its handlers"), "{text}");
}

#[test]
fn what_handlers_wait_for_is_reported() {
    let done = run(["--timeout", "6", "-n", "3", &rank(), "half"]).finish();
    assert_eq!(done.code, 124);
    let text = message(&done);
    let says = [
        "runs handlers, of which handler 7 reads 100000 bytes from rank 2",
        "runs handlers, nothing to do",
        "runs handlers, nothing to do",
    ];
    for (rank, says) in says.iter().enumerate() {
        let line = text.lines().find(|l| l.starts_with(&format!("rank {rank} (pid "))).expect("a line");
        assert!(line.ends_with(says), "{text}");
    }
    assert!(!text.contains("for ever"), "{text}");
}

/// On one host, a rank does not notice by itself that a rank on another host has died: the launcher ends the job, and
/// reports which rank was reading from which.
#[test]
fn a_sender_that_is_killed_half_way_on_another_host_ends_the_job() {
    let Some(hosts) = Hosts::up(2) else { return };
    (0..2).for_each(|n| hosts.on(n, &format!("ip addr add 10.9.0.{}/24 dev eth0", n + 1)));
    let job = run(["--timeout", "25", "--rsh", &hosts.rsh(), "--hosts", "h0,h1", "-n", "2", &rank(), "half"]);
    let running = job.start();
    let rank_of = |pid: &i32| std::fs::read(format!("/proc/{pid}/environ")).expect("its environment");
    let is_last = |pid: &i32| rank_of(pid).split(|&b| b == 0).any(|v| v == b"OMPI_COMM_WORLD_RANK=1");
    let ranks = || running.processes("examples/rank half").into_iter().filter(is_last).collect::<Vec<_>>();
    let victim = |pids: Vec<i32>| pids.into_iter().find(|pid| common::is_program(*pid, &rank()));
    let mut found = None;
    wait_until("the last rank", || {
        found = victim(ranks());
        found.is_some()
    });
    std::thread::sleep(Duration::from_millis(1000));
    let start = Instant::now();
    kill(found.expect("it is there"), 9);
    let done = running.finish();
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(done.code, 128 + 9, "{}", done.err);
    assert!(done.err.contains("rank 1 (pid ") && done.err.contains("was killed by signal 9 (SIGKILL)"), "{}", done.err);
}
