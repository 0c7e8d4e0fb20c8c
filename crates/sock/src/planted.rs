//! Planted bugs, which the generated programs (crates/sock/tests/c/stream.c) must find: `planted(…)` with the name of a
//! bug marks its place. A normal build contains none. A build with `--cfg planted` contains all; the variable
//! PLANTED of the environment names the one that is active.

/// Returns true if the planted bug of this name is active.
#[cfg(not(planted))]
#[inline(always)]
pub const fn planted(_name: &str) -> bool {
    false
}

#[cfg(planted)]
pub fn planted(name: &str) -> bool {
    static PLANTED: std::sync::OnceLock<Option<String>> = std::sync::OnceLock::new();
    PLANTED.get_or_init(|| std::env::var("PLANTED").ok()).as_deref() == Some(name)
}
