//! Tests jobs on two hosts through the real ssh and sshd; both hosts are this machine. The tests open no port: ssh
//! starts its sshd itself.
mod common;
use common::{Job, Running, kill, run, wait_until};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

const SSHD: &str = "/usr/sbin/sshd";
const INT: i32 = 2;
const QUIT: i32 = 3;
const KILL: i32 = 9;
const USR1: i32 = 10;
const TERM: i32 = 15;

/// Returns a job `clump run` on two hosts through ssh; `None` if this machine has no sshd.
fn through_ssh() -> Option<(Job, tempfile::TempDir)> {
    if !Path::new(SSHD).exists() {
        assert!(std::env::var_os("TEST_HOSTS").is_none(), "{SSHD} is needed here (Debian: openssh-server)");
        eprintln!("skipped: there is no {SSHD}");
        return None;
    }
    // Packages create this directory when the service starts, but the service may never have started here.
    let _ = std::fs::create_dir("/run/sshd");
    let dir = tempfile::tempdir().expect("a directory");
    let at = dir.path().to_str().expect("UTF-8");
    for key in ["host", "user"] {
        let file = format!("{at}/{key}");
        let made = Command::new("ssh-keygen").args(["-q", "-t", "ed25519", "-N", "", "-f", &file]).status();
        assert!(made.expect("ssh-keygen").success());
    }
    // Leave out the user's login files, which may do anything.
    let server = format!(
        "HostKey {at}/host\nAuthorizedKeysFile {at}/user.pub\nStrictModes no\nUsePAM no\nPidFile none\n\
         PermitRootLogin yes\n\
         SetEnv HOME={at}\n"
    );
    std::fs::write(format!("{at}/sshd"), server).expect("written");
    let script = format!(
        "#!/bin/sh\nexec ssh -F none -x -oBatchMode=yes -oLogLevel=ERROR -oStrictHostKeyChecking=no \
         -oUserKnownHostsFile=/dev/null -i {at}/user -oProxyCommand='{SSHD} -i -f {at}/sshd' \"$@\"\n"
    );
    std::fs::write(format!("{at}/rsh"), script).expect("written");
    std::fs::set_permissions(format!("{at}/rsh"), std::fs::Permissions::from_mode(0o755)).expect("a mode");
    Some((run(["--timeout", "25", "--rsh", &format!("{at}/rsh"), "--hosts", "near:1,far:1"]), dir))
}

/// The shell variable that has the number of the rank.
const RANK: &str = "$OMPI_COMM_WORLD_RANK";

/// A script that prints the signals that it gets, and ends with code 5 on SIGTERM.
const LISTENER: &str =
    "trap 'echo USR1' USR1; trap 'echo INT' INT; trap 'exit 5' TERM; touch $READY$OMPI_COMM_WORLD_RANK
while :; do sleep 0.05; done";

fn listeners(job: Job, dir: &Path) -> Running {
    let ready = dir.join("ready").to_str().expect("UTF-8").to_owned();
    let running = job.args(["--label", "bash", "-c", LISTENER]).env("READY", &ready).start();
    wait_until("the listeners", || (0..2).all(|rank| Path::new(&format!("{ready}{rank}")).exists()));
    running
}

#[test]
fn signals_reach_the_ranks() {
    let Some((job, dir)) = through_ssh() else { return };
    let running = listeners(job, dir.path());
    for signal in [USR1, INT, TERM] {
        running.signal(signal);
        std::thread::sleep(Duration::from_millis(500));
    }
    let done = running.finish();
    assert_eq!(done.code, 5, "{}", done.err);
    let mut lines: Vec<&str> = done.out.lines().collect();
    lines.sort_unstable();
    assert_eq!(lines, ["[0] INT", "[0] USR1", "[1] INT", "[1] USR1"]);
}

/// The signal goes to all processes of the launcher, as Slurm does on the launcher's host when a job is cancelled or
/// its time is over.
#[test]
fn a_signal_to_every_process_of_the_launcher_leaves_the_ranks_time_to_end() {
    let Some((job, dir)) = through_ssh() else { return };
    let running = listeners(job, dir.path());
    for pid in [running.processes("clump run"), running.processes("-oBatchMode=yes")].concat() {
        kill(pid, TERM);
    }
    let done = running.finish();
    assert_eq!(done.code, 5, "{}", done.err);
}

#[test]
fn a_report_can_be_asked_for_and_the_job_goes_on() {
    let Some((job, dir)) = through_ssh() else { return };
    let running = listeners(job, dir.path());
    running.signal(QUIT);
    std::thread::sleep(Duration::from_millis(500));
    running.signal(TERM);
    let done = running.finish();
    assert_eq!(done.code, 5, "{}", done.err);
    for rank in 0..2 {
        assert!(done.err.contains(&format!("\nrank {rank} (pid ")), "{}", done.err);
    }
}

#[test]
fn one_interrupt_ends_an_ordinary_program_and_a_second_kills() {
    let Some((job, _dir)) = through_ssh() else { return };
    let running = job.args(["sleep", "100"]).start();
    running.await_processes("sleep 100", 2 + 2);
    running.signal(INT);
    let done = running.finish();
    assert_eq!((done.code, &*done.err), (128 + INT, ""));

    let Some((job, dir)) = through_ssh() else { return };
    let running = listeners(job, dir.path());
    running.signal(INT);
    // Interrupt well before the launcher explains what a second interrupt does.
    std::thread::sleep(Duration::from_millis(250));
    running.signal(INT);
    let done = running.finish();
    assert_eq!((done.code, &*done.err), (128 + INT, ""));
}

#[test]
fn standard_input_goes_to_rank_0_whole() {
    let Some((job, _dir)) = through_ssh() else { return };
    let text = format!("if [ {RANK} = 0 ]; then cksum; else wc -c; fi");
    let bytes: Vec<u8> = (0..3_000_000u32).map(|n| (n ^ n >> 7) as u8).collect();
    let done = job.args(["--label", "sh", "-c", &text]).input(&bytes).finish();
    let mut lines: Vec<&str> = done.out.lines().collect();
    lines.sort_unstable();
    let local = common::program("cksum").input(&bytes).finish();
    assert_eq!((done.code, &*done.err), (0, ""));
    assert_eq!(lines, [&*format!("[0] {}", local.out.trim()), "[1] 0"]);
}

#[test]
fn unread_input_does_not_delay_signals() {
    let Some((job, dir)) = through_ssh() else { return };
    let running = listeners(job.input(&vec![7; 500_000]), dir.path());
    running.signal(USR1);
    std::thread::sleep(Duration::from_millis(500));
    running.signal(TERM);
    let done = running.finish();
    assert_eq!(done.code, 5, "{}", done.err);
    assert_eq!(done.out.lines().count(), 2, "{}", done.out);
}

#[test]
fn a_rank_that_fails_is_named_and_its_code_is_the_jobs() {
    let Some((job, _dir)) = through_ssh() else { return };
    let done = job.args(["sh", "-c", &format!("if [ {RANK} = 1 ]; then exit 3; fi; sleep 100")]).finish();
    assert_eq!(done.code, 3, "{}", done.err);
    assert!(done.err.starts_with("clump run: rank 1 (pid ") && done.err.ends_with(") ended with exit code 3\n"));
}

#[test]
fn a_connection_that_is_lost_ends_the_job_on_both_sides() {
    let Some((job, _dir)) = through_ssh() else { return };
    let running = job.args(["sleep", "100"]).start();
    running.await_processes("sleep 100", 2 + 2);
    for pid in running.processes("exec ssh").into_iter().chain(running.processes("ssh -F none")) {
        if running.processes("far").contains(&pid) {
            common::kill(pid, KILL);
        }
    }
    let start = Instant::now();
    let done = running.finish();
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    assert_eq!(done.code, 128 + KILL);
    let says =
        "clump run: lost the agent on host far: the command that started it was killed by signal 9; the job is ended\n";
    assert_eq!(done.err, says);
}
