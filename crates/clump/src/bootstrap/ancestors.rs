//! Finds the process that has the descriptors that this process should have inherited. A program that a rank starts
//! inherits the rank's environment, and so the numbers of its descriptors, but not the descriptors: a rank marks them
//! close-on-exec. A wrapper, such as Python's subprocess, may have closed them too. The ancestors show the
//! difference: they still have the descriptors, and only a rank has marked them.
use crate::environment;
use clump_fabric::shm::Segment;
use std::fs::{self, File};
use std::path::Path;

/// The most ancestors to visit. Real chains are short; the bound guards against a chain that changes while it is
/// read.
const MOST: usize = 64;
/// The name of the job's memory in /proc.
const MEMORY: &str = "/memfd:clump (deleted)";
/// The bit in /proc/PID/fdinfo that marks a descriptor as close-on-exec.
const CLOSE_ON_EXEC: u32 = 0o2_000_000;

/// The process that has the missing descriptor.
pub(super) enum Holder {
    /// An ancestor that has joined the job, and is the rank.
    Rank,
    /// An ancestor that has not joined: a wrapper, or the launcher. The segment is the job's memory, mapped from that
    /// ancestor's descriptor.
    Other(Segment),
    /// No ancestor that this process can inspect has the descriptor.
    Unknown,
}

/// Looks for the job's memory under descriptor number `fd` among the ancestors.
pub(super) fn of_job(fd: i32) -> Holder {
    for pid in all() {
        if link(pid, fd).is_none_or(|link| link != Path::new(MEMORY)) {
            continue;
        }
        if is_kept(pid, fd) {
            return Holder::Rank;
        }
        let file = File::options().read(true).write(true).open(format!("/proc/{pid}/fd/{fd}"));
        return match file.and_then(|file| Segment::attach(file.into())) {
            Ok(segment) => Holder::Other(segment),
            Err(_) => Holder::Unknown,
        };
    }
    Holder::Unknown
}

/// Returns true if an ancestor with the same PMI_FD is the rank that uses that socket.
pub(super) fn took_pmi(fd: i32) -> bool {
    let variable = format!("PMI_FD={fd}");
    let has_it = |pid: &u32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment.split(|&b| b == 0).any(|v| v == variable.as_bytes())
    };
    // Ancestors without this PMI_FD are above the job: the launcher and its ancestors.
    all().take_while(has_it).any(|pid| link(pid, fd).is_some_and(|link| is_socket(&link)) && is_kept(pid, fd))
}

/// Returns true if an ancestor with the same values of the variables `names` (PMIx's) is the rank: it has mapped a
/// job's memory.
pub(super) fn took_pmix(names: [&str; 2]) -> bool {
    let own: Vec<String> = names.iter().filter_map(|n| Some(format!("{n}={}", environment::text(n)?))).collect();
    let has_them = |pid: &u32| {
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        own.iter().all(|name| environment.split(|&b| b == 0).any(|v| v == name.as_bytes()))
    };
    let is_rank = |pid: u32| fs::read_to_string(format!("/proc/{pid}/maps")).is_ok_and(|maps| maps.contains(MEMORY));
    all().take_while(has_them).any(is_rank)
}

/// Returns true if this process descends from `pid`.
pub(super) fn is_one(pid: u32) -> bool {
    all().any(|ancestor| ancestor == pid)
}

/// Returns true if a link in a directory of descriptors is that of a socket.
pub(super) fn is_socket(link: &Path) -> bool {
    link.as_os_str().as_encoded_bytes().starts_with(b"socket:")
}

/// Returns the ancestors of this process, its parent first.
pub(super) fn all() -> impl Iterator<Item = u32> {
    let own = std::process::id();
    std::iter::successors(Some(own), |&pid| parent(pid)).skip(1).take(MOST)
}

fn parent(pid: u32) -> Option<u32> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The name in parentheses may contain parentheses: read behind the last one.
    let (_, rest) = stat.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok().filter(|&pid| pid > 0)
}

fn link(pid: u32, fd: i32) -> Option<std::path::PathBuf> {
    fs::read_link(format!("/proc/{pid}/fd/{fd}")).ok()
}

/// Returns true if the descriptor is marked close-on-exec.
fn is_kept(pid: u32, fd: i32) -> bool {
    let text = fs::read_to_string(format!("/proc/{pid}/fdinfo/{fd}")).unwrap_or_default();
    let flags = text.lines().find_map(|line| u32::from_str_radix(line.strip_prefix("flags:")?.trim(), 8).ok());
    flags.is_some_and(|flags| flags & CLOSE_ON_EXEC != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::fd::AsRawFd;

    #[test]
    fn ancestors_and_their_descriptors_are_seen() {
        let parent = std::os::unix::process::parent_id();
        assert!(is_one(parent) && !is_one(std::process::id()));
        let (ours, _theirs) = std::os::unix::net::UnixStream::pair().expect("a pair");
        let (own, fd) = (std::process::id(), ours.as_raw_fd());
        assert!(link(own, fd).is_some_and(|link| is_socket(&link)) && is_kept(own, fd));
        assert!(!is_kept(own, 2) && link(own, 999_999).is_none());
    }
}
