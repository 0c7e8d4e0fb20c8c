//! Teams as C passes them.
use std::ffi::c_int;

/// A team as C passes it: a pointer that leads nowhere. Its number is the slot's, plus one.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TeamHandle(pub usize);

impl TeamHandle {
    pub const INVALID: TeamHandle = TeamHandle(0);
    pub const WORLD: TeamHandle = TeamHandle(1);
}

/// `shmem_team_config_t`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct TeamConfig {
    pub num_contexts: c_int,
}
