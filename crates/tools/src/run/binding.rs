//! Whether each rank gets a core of its own, and which.
use super::cli::Bind;
use crate::machine;
use rustix::thread::CpuSet;

/// The core for each rank, or `None` to leave them where the kernel puts them. Without a word from the user, ranks are
/// bound only where nothing can go wrong: exactly one core for each rank, and nothing else wants to run. `before`: ranks that other
/// hosts of the job have on these cores, and that come first.
pub fn cores(asked: Option<Bind>, ranks: usize, before: usize) -> Option<Vec<usize>> {
    let cores = machine::cores();
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

/// A set of just this core.
pub fn only(core: usize) -> CpuSet {
    let mut set = CpuSet::new();
    set.set(core);
    set
}
