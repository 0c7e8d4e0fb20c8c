//! How many processors this process may really use.
use std::fs;

/// The affinity mask's processors, or fewer if the cgroup's quota allows fewer. At least 1.
pub fn usable_cores() -> usize {
    // SAFETY: the set is a plain bit array of the size given; the kernel fills it.
    let mask = unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        match libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) {
            0 => libc::CPU_COUNT(&set) as usize,
            _ => std::thread::available_parallelism().map_or(1, |n| n.get()),
        }
    };
    quota().map_or(mask, |q| q.min(mask)).max(1)
}

/// Whole processors that the cgroup's bandwidth limit leaves, rounded up.
fn quota() -> Option<usize> {
    let groups = fs::read_to_string("/proc/self/cgroup").ok()?;
    let v2 = groups
        .lines()
        .find_map(|l| l.strip_prefix("0::"))
        .map(|p| format!("/sys/fs/cgroup{}/cpu.max", p.trim_end_matches('/')));
    let text =
        v2.and_then(|p| fs::read_to_string(p).ok()).or_else(|| fs::read_to_string("/sys/fs/cgroup/cpu.max").ok());
    if let Some(text) = text {
        let mut parts = text.split_whitespace();
        let (quota, period) = (parts.next()?.parse::<u64>().ok()?, parts.next()?.parse::<u64>().ok()?);
        return Some(quota.div_ceil(period.max(1)) as usize);
    }
    let number = |n: &str| fs::read_to_string(format!("/sys/fs/cgroup/cpu/{n}")).ok()?.trim().parse::<i64>().ok();
    let (quota, period) = (number("cpu.cfs_quota_us")?, number("cpu.cfs_period_us")?);
    (quota > 0 && period > 0).then(|| (quota as u64).div_ceil(period as u64) as usize)
}
