//! Bugs that the simulator must find: `planted(…)` with its name where one would be. A normal build has none; one with
//! `--cfg planted` has all, and each run at most the one that [`plant`] names.

/// Whether this bug is in the code.
#[cfg(not(planted))]
#[inline(always)]
pub const fn planted(_name: &str) -> bool {
    false
}

#[cfg(planted)]
static PLANTED: std::sync::OnceLock<String> = std::sync::OnceLock::new();

#[cfg(planted)]
pub fn planted(name: &str) -> bool {
    PLANTED.get().is_some_and(|planted| planted == name)
}

/// Plants one bug, for good. Before anything else runs.
#[cfg(planted)]
pub fn plant(name: String) {
    PLANTED.get_or_init(|| name);
}
