//! Decides whether each rank gets its own core, and which core.
use super::Failure;
use super::cli::{Bind, Cores};
use crate::machine;
use rustix::thread::{CpuSet, sched_setaffinity};

/// Returns the core for each rank, or `None` to leave ranks where the kernel puts them. Unless the user asks, ranks
/// are bound only if that is safe: there is exactly one core for each rank, and no other process wants to run.
/// `before` is the number of ranks that other hosts of the job have on these cores; those ranks get the first cores.
/// `set` has the cores and their order, if the user has named them.
pub fn cores(asked: Option<Bind>, set: Option<&[usize]>, ranks: usize, before: usize) -> Option<Vec<usize>> {
    let cores = set.map_or_else(machine::cores, <[usize]>::to_vec);
    let alone = || {
        cores.len() == ranks && clump_fabric::sys::cpu_quota().is_none() && machine::runnable().is_some_and(|n| n <= 1)
    };
    match asked {
        Some(Bind::None) => None,
        Some(Bind::Core) => Some((before..before + ranks).map(|rank| cores[rank % cores.len()]).collect()),
        None if ranks > 1 && alone() => Some(cores),
        None => None,
    }
}

/// The variable by which a bound rank knows its job's cores, for the jobs that it starts (MPI_Comm_spawn).
pub const JOB_CORES: &str = "CLUMP_CPUS";

/// Gives this launcher, which a rank has started, all cores of that rank's job: it has inherited the one core that the
/// rank is bound to, and the new ranks would wait for the rank to give way.
pub fn leave_parents_core() {
    let Some(Cores(cores)) = std::env::var(JOB_CORES).ok().and_then(|list| list.parse().ok()) else { return };
    let mut set = CpuSet::new();
    cores.into_iter().for_each(|core| set.set(core));
    // If the kernel refuses, the new ranks share the rank's core: slower, and right.
    let _ = sched_setaffinity(None, &set);
}

/// Returns a set of only this core.
pub fn only(core: usize) -> CpuSet {
    let mut set = CpuSet::new();
    set.set(core);
    set
}

/// Restricts this process, and all processes that it starts, to these cores.
pub fn restrict(cores: &[usize]) -> Result<(), Failure> {
    let usable = machine::cores();
    if let Some(core) = cores.iter().find(|core| !usable.contains(core)) {
        return Err(Failure::usage(format!(
            "--cpu-set: core {core} cannot be used on {}; these can: {}",
            machine::host(),
            list(&usable)
        )));
    }
    let mut set = CpuSet::new();
    cores.iter().for_each(|&core| set.set(core));
    sched_setaffinity(None, &set)
        .map_err(|e| Failure::launcher(format!("--cpu-set: cannot use cores {} alone: {e}", list(cores))))
}

/// Writes the cores in the usual form: `0-3,6`.
pub fn list(cores: &[usize]) -> String {
    super::report::spans(cores, ",")
}
