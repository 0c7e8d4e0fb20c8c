//! How much memory may still be used: the cgroup's limit minus its use, and the machine's free memory.
use super::cgroup::{groups, number};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// How much a process may take before it reads the free memory again: the free memory divided by this number, and at
/// most `MOST_GRANTED` bytes. Reading takes some 60 system calls, longer than making a dozen pages exist.
const PART_GRANTED: u64 = 64;
const MOST_GRANTED: u64 = 16 << 20;

/// Returns the groups that have a memory limit, each with directory, limit, and bytes in use.
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

/// Returns limit and use of the tightest memory cgroup of this process, in bytes, or `None` if there is no limit.
pub fn memory_limit() -> Option<(u64, u64)> {
    limited().map(|(_, limit, used)| (limit, used)).min_by_key(|&(limit, used)| limit.saturating_sub(used))
}

/// Returns how many bytes can still be allocated before a memory cgroup's limit or the machine's memory is reached.
/// Returns `None` if there is no limit or no number can be read.
pub fn memory_allowance() -> Option<u64> {
    // Page cache counts as used, but the kernel reclaims it.
    let free =
        |(dir, limit, used): (PathBuf, u64, u64)| limit.saturating_sub(used).saturating_add(cache(&dir)).min(limit);
    limited().map(free).chain(meminfo()).min()
}

/// How much memory one of `sharers` processes may take before it reads the free memory again.
#[derive(Debug)]
pub struct Allowance {
    granted: AtomicU64,
    sharers: u64,
}

impl Allowance {
    pub fn new(sharers: u32) -> Allowance {
        Allowance { granted: AtomicU64::new(0), sharers: u64::from(sharers.max(1)) }
    }

    /// Reads how much memory is free and returns that number. Grants this process part of the memory beyond `spare`.
    pub fn look(&self, spare: u64) -> u64 {
        let left = memory_allowance().unwrap_or(u64::MAX);
        let part = left.saturating_sub(spare) / PART_GRANTED / self.sharers;
        self.granted.store(part.min(MOST_GRANTED), Ordering::Relaxed);
        left
    }

    /// Takes `bytes` more if `spare` bytes stay free. Otherwise fails with the number of free bytes.
    pub fn take(&self, bytes: u64, spare: u64) -> Result<(), u64> {
        let less = |granted: u64| granted.checked_sub(bytes);
        if self.granted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less).is_ok() {
            return Ok(());
        }
        let left = self.look(bytes.saturating_add(spare));
        if bytes.saturating_add(spare) > left { Err(left) } else { Ok(()) }
    }
}

/// Returns the bytes of reclaimable file cache in the group.
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
    fn granted_memory_needs_no_reading_and_takes_never_exceed_what_is_free() {
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
    fn some_memory_is_free() {
        assert!(super::memory_allowance().is_some_and(|b| b > 1 << 20));
    }
}
