//! How much memory may still be used: the cgroup's limit less what it holds, and the machine's.
use super::cgroup::{groups, number};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Of what is left, this part, and no more than so many bytes, may be taken without another look: it takes some 60
/// system calls, longer than making a dozen pages.
const PART_GRANTED: u64 = 64;
const MOST_GRANTED: u64 = 16 << 20;

/// A group with a memory limit: its directory, the limit and what is in use, in bytes.
fn limited() -> impl Iterator<Item = (PathBuf, u64, u64)> {
    let files = [("", "memory.max", "memory.current"), ("memory", "memory.limit_in_bytes", "memory.usage_in_bytes")];
    let all = files.into_iter().flat_map(|(controller, max, current)| {
        groups(controller).into_iter().filter_map(move |dir| {
            let (limit, used) = (number(&dir.join(max))?, number(&dir.join(current))?);
            Some((dir, limit, used))
        })
    });
    // Version 1 writes "no limit" as a number close to 2^63.
    all.filter(|&(_, limit, _)| limit < 1 << 60)
}

/// Limit and use of the tightest memory cgroup that this process is in, in bytes; `None` without one.
pub fn memory_limit() -> Option<(u64, u64)> {
    limited().map(|(_, limit, used)| (limit, used)).min_by_key(|&(limit, used)| limit.saturating_sub(used))
}

/// Bytes that can still be allocated before a memory cgroup's limit or the machine's memory is reached.
/// `None` if nothing limits it or nothing can be read.
pub fn memory_allowance() -> Option<u64> {
    // Page cache counts as used but gives way.
    let free =
        |(dir, limit, used): (PathBuf, u64, u64)| limit.saturating_sub(used).saturating_add(cache(&dir)).min(limit);
    limited().map(free).chain(meminfo()).min()
}

/// What one of `sharers` processes may take of memory before it looks again how much is left.
#[derive(Debug)]
pub struct Allowance {
    granted: AtomicU64,
    sharers: u64,
}

impl Allowance {
    pub fn new(sharers: u32) -> Allowance {
        Allowance { granted: AtomicU64::new(0), sharers: u64::from(sharers.max(1)) }
    }

    /// Looks how much is left; part of what is beyond `spare` is granted.
    pub fn look(&self, spare: u64) -> u64 {
        let left = memory_allowance().unwrap_or(u64::MAX);
        let part = left.saturating_sub(spare) / PART_GRANTED / self.sharers;
        self.granted.store(part.min(MOST_GRANTED), Ordering::Relaxed);
        left
    }

    /// True if so many more bytes may be taken, and `spare` be left; else how many are left.
    pub fn take(&self, bytes: u64, spare: u64) -> Result<(), u64> {
        let less = |granted: u64| granted.checked_sub(bytes);
        if self.granted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok() {
            return Ok(());
        }
        let left = self.look(bytes.saturating_add(spare));
        if bytes.saturating_add(spare) > left { Err(left) } else { Ok(()) }
    }
}

/// Bytes of reclaimable file cache in the group.
fn cache(dir: &Path) -> u64 {
    let Ok(text) = fs::read_to_string(dir.join("memory.stat")) else {
        return 0;
    };
    let field = |name: &str| {
        text.lines().find_map(|l| l.strip_prefix(name)?.strip_prefix(' ')?.trim().parse::<u64>().ok()).unwrap_or(0)
    };
    field("inactive_file") + field("active_file")
}

fn meminfo() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let kb = text.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    kb.trim().trim_end_matches(" kB").parse::<u64>().ok().map(|k| k * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_granted_is_taken_without_a_look_and_no_more_than_is_left() {
        let allowance = Allowance::new(2);
        assert_eq!(allowance.take(4096, 1 << 20), Ok(()));
        let granted = allowance.granted.load(Ordering::Relaxed);
        assert!(granted > 4096 && granted <= MOST_GRANTED);
        assert_eq!(allowance.take(4096, 1 << 20), Ok(()));
        assert_eq!(allowance.granted.load(Ordering::Relaxed), granted - 4096);
        let left = allowance.take(u64::MAX / 2, 0).unwrap_err();
        assert!(left < u64::MAX / 2);
        assert_eq!(Allowance::new(1).take(4096, u64::MAX).is_err(), memory_allowance().is_some());
    }

    #[test]
    fn some_memory_is_left() {
        assert!(super::memory_allowance().is_some_and(|b| b > 1 << 20));
    }
}
