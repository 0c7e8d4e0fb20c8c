//! Finds and kills all descendants of this process: as a subreaper it adopts the orphans that its children leave.
use rustix::process::{
    Pid, Signal, WaitOptions, getpid, kill_process, kill_process_group, set_child_subreaper, wait, waitpid,
};
use std::collections::HashSet;

/// Makes orphaned descendants of this process its children, so that no process of the job can escape.
pub fn adopt() {
    // The value only has to be non-zero. The call cannot fail on Linux 3.4 and later.
    let _ = set_child_subreaper(Some(getpid()));
}

/// Returns true if this process has no child, running or dead.
pub fn none_left() -> bool {
    matches!(wait(WaitOptions::NOHANG), Err(rustix::io::Errno::CHILD))
}

/// Returns the running children of this process, from /proc.
pub fn children() -> Vec<Pid> {
    let own = getpid();
    let Ok(proc) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    let numbers = proc.flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<i32>().ok());
    numbers.filter_map(Pid::from_raw).filter(|&pid| parent(pid) == Some(own)).collect()
}

/// Returns true if `pid` descends from `ancestor` or is it.
pub fn descends(pid: Pid, ancestor: Pid) -> bool {
    let chain = std::iter::successors(Some(pid), |&pid| parent(pid));
    // Real chains are short; the bound only guards against a chain that changes while it is read.
    chain.take(64).any(|pid| pid == ancestor)
}

fn parent(pid: Pid) -> Option<Pid> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain parentheses: read behind the last one.
    let (_, rest) = stat.rsplit_once(')')?;
    Pid::from_raw(rest.split_whitespace().nth(1)?.parse().ok()?)
}

/// Kills these process groups, then every descendant but `spared`, until no other descendant is left.
pub fn kill_all(groups: &[Pid], spared: &HashSet<Pid>) {
    for &group in groups {
        // The group may be empty already.
        let _ = kill_process_group(group, Signal::KILL);
    }
    // Each round kills the processes that the previous round orphaned.
    loop {
        while matches!(wait(WaitOptions::NOHANG), Ok(Some(_))) {}
        if none_left() {
            return;
        }
        let victims: Vec<Pid> = children().into_iter().filter(|pid| !spared.contains(pid)).collect();
        if victims.is_empty() {
            return;
        }
        for &pid in &victims {
            let _ = kill_process(pid, Signal::KILL);
        }
        for &pid in &victims {
            let _ = waitpid(Some(pid), WaitOptions::empty());
        }
    }
}
