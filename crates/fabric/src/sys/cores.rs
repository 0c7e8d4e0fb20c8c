//! How many processors this process may use.
use super::cgroup::{groups, number};
use std::fs;

/// Returns the number of processors in the affinity mask, or fewer if the cgroup's quota, rounded up, allows fewer. The
/// result is at least 1.
pub fn usable_cores() -> usize {
    let mask = processors();
    cpu_quota().map_or(mask, |quota| mask.min(quota.ceil() as usize)).max(1)
}

/// Returns the number of processors in the affinity mask. That many threads can run at once, though perhaps not all the
/// time because of a quota.
pub fn processors() -> usize {
    // SAFETY: the set is a plain bit array of the size given; the kernel fills it.
    unsafe {
        let mut set: libc::cpu_set_t = std::mem::zeroed();
        match libc::sched_getaffinity(0, size_of::<libc::cpu_set_t>(), &mut set) {
            0 => (libc::CPU_COUNT(&set) as usize).max(1),
            _ => std::thread::available_parallelism().map_or(1, |n| n.get()),
        }
    }
}

/// Returns the tightest bandwidth limit of this process's cgroup and all groups above it, in processors, or `None` if
/// there is no limit.
pub fn cpu_quota() -> Option<f64> {
    let v2 = groups("").into_iter().filter_map(|dir| {
        let text = fs::read_to_string(dir.join("cpu.max")).ok()?;
        let (quota, period) = text.trim().split_once(' ')?;
        Some((quota.parse::<u64>().ok()?, period.parse::<u64>().ok()?))
    });
    // Version 1 writes "no limit" as -1, which does not parse.
    let v1 = groups("cpu")
        .into_iter()
        .filter_map(|dir| Some((number(&dir.join("cpu.cfs_quota_us"))?, number(&dir.join("cpu.cfs_period_us"))?)));
    v2.chain(v1).map(|(quota, period)| quota as f64 / period.max(1) as f64).reduce(f64::min)
}
