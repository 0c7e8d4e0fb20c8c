//! Kills processes of a running job, as a failing machine does.
use anyhow::Result;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Runs a job, and kills one process of the program `file` after each `pause` meanwhile: a different one each time,
/// also those that have replaced others. Returns what the job has said, and how many were killed.
pub fn beside(file: &Path, pause: Duration, job: impl FnOnce() -> Result<String>) -> Result<(String, u32)> {
    std::thread::scope(|scope| {
        let (done, ended) = channel();
        let killer = scope.spawn(move || kill(file, pause, &ended));
        let said = job();
        drop(done);
        let killed = killer.join().map_err(|_| anyhow::anyhow!("the thread that kills has panicked"))?;
        Ok((said?, killed))
    })
}

/// Kills until the other end of the channel is closed.
fn kill(file: &Path, pause: Duration, ended: &Receiver<()>) -> u32 {
    let mut killed = 0;
    while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
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
pub fn processes(file: &Path) -> Vec<String> {
    let Ok(proc) = std::fs::read_dir("/proc") else { return Vec::new() };
    let runs = |pid: &String| std::fs::read_link(format!("/proc/{pid}/exe")).is_ok_and(|exe| exe == file);
    let mut all: Vec<String> = proc.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect();
    all.retain(|name| name.bytes().all(|byte| byte.is_ascii_digit()) && runs(name));
    all.sort();
    all
}
