//! How much memory may still be used: the cgroup's limit less what it holds, and the machine's.
use super::cgroup::{groups, number};
use std::fs;
use std::path::{Path, PathBuf};

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
    #[test]
    fn some_memory_is_left() {
        assert!(super::memory_allowance().is_some_and(|b| b > 1 << 20));
    }
}
