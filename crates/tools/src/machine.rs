//! What there is of the machine. What cgroups leave of it is in `clump_fabric::sys`, which the ranks use too.
use rustix::thread::CpuSet;

/// The cores this process may run on, by its affinity mask, in ascending order.
pub fn cores() -> Vec<usize> {
    match rustix::thread::sched_getaffinity(None) {
        Ok(set) => (0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect(),
        // More than 1,024 cores: the mask is too small for the kernel's answer; count them another way.
        Err(_) => (0..std::thread::available_parallelism().map_or(1, |n| n.get())).collect(),
    }
}

/// Total memory of the machine in bytes.
pub fn memory_total() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemTotal:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

/// This machine's name.
pub fn host() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// Processes and threads that want a core at this moment, this one included; `None` where /proc does not say.
pub fn runnable() -> Option<u32> {
    std::fs::read_to_string("/proc/loadavg").ok()?.split(' ').nth(3)?.split('/').next()?.parse().ok()
}
