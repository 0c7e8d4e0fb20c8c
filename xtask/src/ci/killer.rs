//! Kills processes of a job that replaces its dead (`examples/refill.c`), as failing machines do.
use crate::process::Program;
use anyhow::{Result, bail};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The time between two deaths. The example replaces a process in less, also on a busy machine.
const PAUSE: Duration = Duration::from_millis(900);
/// How many processes are killed at most, so that the last one is replaced before the job's end.
const MOST: u32 = 6;
/// Steps of the example, and how long it rests after each, in microseconds: 6 s in all.
const STEPS: &str = "4000";
const REST: &str = "1500";

/// Runs the example, as `file`, by a launcher. Kills processes, first ones and replacements, and compares the result
/// with that of a run in which no process dies. `hosts` are the example's last arguments.
pub fn refilled(file: &Path, hosts: &[String], launch: impl Fn() -> Program) -> Result<()> {
    let job = |rest: &str| launch().arg("--survive").arg(file).args([STEPS, rest]).args(hosts);
    let undisturbed = job("0").within(60).run()?;
    let (said, killed) = beside(file, || job(REST).within(200).run())?;
    let deaths = said.matches("killed by signal 9").count();
    if !said.lines().any(|line| line == undisturbed.trim_end()) || killed < 4 || deaths < 4 {
        bail!("{killed} processes were killed; without that, the program says\n{undisturbed}\nand now:\n{said}");
    }
    let left = processes(file);
    if !left.is_empty() {
        bail!("processes {left:?} of {} are left", file.display());
    }
    Ok(())
}

/// Runs a job, and kills one process of the program `file` after each pause meanwhile. Returns what the job has said,
/// and how many were killed.
fn beside(file: &Path, job: impl FnOnce() -> Result<String>) -> Result<(String, u32)> {
    std::thread::scope(|scope| {
        let (done, ended) = channel();
        let killer = scope.spawn(move || kill(file, &ended));
        let said = job();
        drop(done);
        let killed = killer.join().map_err(|_| anyhow::anyhow!("the thread that kills has panicked"))?;
        Ok((said?, killed))
    })
}

/// Kills until the other end of the channel is closed.
fn kill(file: &Path, ended: &Receiver<()>) -> u32 {
    let mut killed = 0;
    while killed < MOST && ended.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
        let all = processes(file);
        // Steps of 7 visit processes in a changing order, so that no rank is spared.
        let Some(pid) = all.get(7 * killed as usize % all.len().max(1)) else { continue };
        // The process may have ended meanwhile.
        let mut kill = std::process::Command::new("kill");
        killed += u32::from(kill.args(["-KILL", pid]).status().is_ok_and(|status| status.success()));
    }
    killed
}

/// Returns the numbers of all processes that run this program.
fn processes(file: &Path) -> Vec<String> {
    let Ok(proc) = std::fs::read_dir("/proc") else { return Vec::new() };
    let runs = |pid: &String| std::fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|exe| exe == file);
    let mut all: Vec<String> = proc.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    all.retain(|name| name.bytes().all(|byte| byte.is_ascii_digit()) && runs(name));
    all.sort();
    all
}
