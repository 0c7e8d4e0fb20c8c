//! The settings that are control variables. Written by `cargo xtask gen` from `tables/settings.csv`; do not edit.

/// A setting of the MPI library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Setting {
    Check,
    PushedBuffer,
    Progress,
}

/// Each setting with its name and its description.
pub const SETTINGS: &[(Setting, &str, &str)] = &[
    (Setting::Check, "CLUMP_CHECK", "compares each collective call of MPI with the other ranks', and ends the job with one sentence if they disagree; clump run --check sets it for one job. Allowed: 0 or 1. Default: 0."),
    (Setting::PushedBuffer, "clump_pushed_buffer", "bytes of unexpected MPI messages (that no receive has matched) that this rank keeps; the other ranks share them. The key applies to the rank, whichever communicator it is set on, and ranks may differ. The buffer grows at once, and shrinks as messages are received. Allowed: 0 to 1073741824; 0 stands for the default; less than 28672 for each other rank is raised to that. Default: 229376 for each other rank; with more than five ranks 896 KiB in all, as far as 28672 for each allow."),
    (Setting::Progress, "clump_progress", "on several machines, a helper thread makes progress for the other ranks while this rank computes: it sleeps until a datagram arrives, and works only while no thread of the rank is in a call. The key applies to the rank, whichever communicator it is set on, and ranks may differ. On one machine it stays off. Allowed: on or off. Default: off, or on with clump run --progress."),
];
