//! Planted bugs, which the simulator must find: `planted(…)` with the bug's name marks its place. A normal build
//! contains none. A build with `--cfg planted` contains all; each run activates at most the bug that [`plant`]
//! names.

/// Returns true if the planted bug of this name is active.
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

/// Activates one bug for the rest of the process. Must run before any protocol code.
#[cfg(planted)]
pub fn plant(name: String) {
    PLANTED.get_or_init(|| name);
}
