//! Properties of the machine. `clump_fabric::sys`, which the ranks use too, has the limits of cgroups.
use rustix::thread::CpuSet;

/// Returns the cores on which this process may run, by its affinity mask, in ascending order.
pub fn cores() -> Vec<usize> {
    match rustix::thread::sched_getaffinity(None) {
        Ok(set) => (0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect(),
        // With more than 1,024 cores, the mask is too small for the kernel's answer: count the cores another way.
        Err(_) => (0..std::thread::available_parallelism().map_or(1, |n| n.get())).collect(),
    }
}

/// Returns the total memory of the machine in bytes.
pub fn memory_total() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

/// Returns this machine's name.
pub fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// Returns the number of processes and threads that want a core at present, including the calling thread; `None` if
/// /proc does not tell.
pub fn runnable() -> Option<u32> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').nth(3)?.split('/').next()?.parse().ok()
}
