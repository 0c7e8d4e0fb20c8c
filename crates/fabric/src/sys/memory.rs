//! How much memory may still be used: the cgroup's limit less what it holds, and the machine's.
use std::fs;
use std::path::{Path, PathBuf};

/// Bytes that can still be allocated before a memory cgroup's limit or the machine's memory is reached.
/// `None` if nothing limits it or nothing can be read.
pub fn memory_allowance() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let mut least = meminfo();
    for line in groups.lines() {
        let mut parts = line.splitn(3, ':');
        let (Some(_), Some(controllers), Some(path)) = (parts.next(), parts.next(), parts.next()) else {
            continue;
        };
        let (root, max, current) = if controllers.is_empty() {
            ("/sys/fs/cgroup", "memory.max", "memory.current")
        } else if controllers.split(',').any(|c| c == "memory") {
            ("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "memory.usage_in_bytes")
        } else {
            continue;
        };
        // Inside a container the path may name the host's view; its own root is then what counts.
        let mut dir = PathBuf::from(root).join(path.trim_start_matches('/'));
        if !dir.join(max).exists() {
            dir = PathBuf::from(root);
        }
        while dir.starts_with(root) {
            if let (Some(m), Some(c)) = (number(&dir.join(max)), number(&dir.join(current))) {
                // Page cache counts as used but gives way.
                let free = m.saturating_sub(c).saturating_add(cache(&dir)).min(m);
                least = Some(least.map_or(free, |l| l.min(free)));
            }
            if !dir.pop() {
                break;
            }
        }
    }
    least
}

fn number(path: &Path) -> Option<u64> {
    fs::read_to_string(path).ok()?.trim().parse().ok()
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
