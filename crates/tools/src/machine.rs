//! What this process may use of the machine: cores by affinity mask and cgroup quota, memory by cgroup.
use rustix::thread::CpuSet;
use std::path::PathBuf;

/// The cores this process may run on, by its affinity mask, in ascending order.
pub fn cores() -> Vec<usize> {
    match rustix::thread::sched_getaffinity(None) {
        Ok(set) => (0..CpuSet::MAX_CPU).filter(|&core| set.is_set(core)).collect(),
        // More than 1,024 cores: the mask is too small for the kernel's answer; count them another way.
        Err(_) => (0..std::thread::available_parallelism().map_or(1, |n| n.get())).collect(),
    }
}

/// The cgroup's CPU quota in cores, if one is set anywhere above this process.
pub fn cpu_quota() -> Option<f64> {
    let v2 = cgroup_dirs("").into_iter().filter_map(|dir| {
        let text = std::fs::read_to_string(dir.join("cpu.max")).ok()?;
        let (quota, period) = text.trim().split_once(' ')?;
        Some(quota.parse::<f64>().ok()? / period.parse::<f64>().ok()?)
    });
    let v1 = cgroup_dirs("cpu").into_iter().filter_map(|dir| {
        let read = |name| std::fs::read_to_string(dir.join(name)).ok()?.trim().parse::<f64>().ok();
        let (quota, period) = (read("cpu.cfs_quota_us")?, read("cpu.cfs_period_us")?);
        (quota > 0.0).then_some(quota / period)
    });
    v2.chain(v1).reduce(f64::min)
}

/// How many cores ranks can really use: the mask, cut by the quota (rounded up, as the ranks' own waiting counts it).
pub fn usable_cores() -> usize {
    let mask = cores().len().max(1);
    cpu_quota().map_or(mask, |quota| mask.min((quota.ceil() as usize).max(1)))
}

/// Memory limit and use of the tightest cgroup above this process, in bytes.
pub fn memory_limit() -> Option<(u64, u64)> {
    let read = |path: PathBuf| std::fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let v2 = cgroup_dirs("")
        .into_iter()
        .filter_map(|dir| Some((read(dir.join("memory.max"))?, read(dir.join("memory.current"))?)));
    let v1 = cgroup_dirs("memory")
        .into_iter()
        .filter_map(|dir| Some((read(dir.join("memory.limit_in_bytes"))?, read(dir.join("memory.usage_in_bytes"))?)));
    // Version 1 writes "no limit" as a number close to 2^63.
    v2.chain(v1).filter(|&(limit, _)| limit < 1 << 60).min_by_key(|&(limit, used)| limit.saturating_sub(used))
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

/// The directories of this process's cgroup and of all above it. `controller` is "" for version 2.
fn cgroup_dirs(controller: &str) -> Vec<PathBuf> {
    let Ok(own) = std::fs::read_to_string("/proc/self/cgroup") else {
        return Vec::new();
    };
    let root = match controller {
        "" => PathBuf::from("/sys/fs/cgroup"),
        // Distributions mount `cpu` as `cpu,cpuacct` too, with `cpu` as a symbolic link to it.
        _ => PathBuf::from("/sys/fs/cgroup").join(controller),
    };
    let path = own.lines().find_map(|line| {
        let mut fields = line.splitn(3, ':').skip(1);
        let (controllers, path) = (fields.next()?, fields.next()?);
        controllers.split(',').any(|c| c == controller).then_some(path)
    });
    let Some(path) = path else { return Vec::new() };
    let mut dirs = vec![root.clone()];
    let mut dir = root;
    for part in path.split('/').filter(|part| !part.is_empty() && *part != "..") {
        dir.push(part);
        dirs.push(dir.clone());
    }
    dirs
}
