//! How a process learns which rank of which job it is.

/// Set by `clump run` for each rank: `1 fd=<memfd> rank=<r> size=<n>`. The leading 1 is the version. Unset: another
/// launcher's variables are looked at (PMI-1, PMIx), and without any the process is a job of one rank.
pub const ENV: &str = "CLUMP_JOB";
