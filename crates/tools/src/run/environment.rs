//! The environment of each rank.
use super::plan::Job;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::process::Command;

/// Variables by which other launchers tell a process its place in *their* job: a rank of ours must not see them.
const FOREIGN: &[&str] = &[
    "PMI_",
    "PMIX_",
    "PMI2_",
    "OMPI_",
    "PRTE_",
    "HYDI_",
    "HYDRA_",
    "MPI_LOCAL",
    "MV2_COMM_WORLD_",
    "I_MPI_HYDRA_",
    "CLUMP_JOB",
];

/// The names in our own environment that the ranks must not inherit.
pub fn foreign() -> Vec<OsString> {
    let is_foreign = |name: &OsStr| FOREIGN.iter().any(|prefix| name.as_bytes().starts_with(prefix.as_bytes()));
    std::env::vars_os().map(|(name, _)| name).filter(|name| is_foreign(name)).collect()
}

/// Sets the variables by which scripts written for Open MPI, MPICH, Intel MPI and MVAPICH know their rank. PMI_RANK
/// and PMI_SIZE are not among them: they would promise a PMI server.
pub fn set_rank(command: &mut Command, job: &Job, n: usize) {
    let (rank, size) = (job.rank(n).to_string(), job.total().to_string());
    let (local, locals) = (n.to_string(), job.size().to_string());
    command.env("OMPI_COMM_WORLD_RANK", &rank).env("MV2_COMM_WORLD_RANK", &rank);
    command.env("OMPI_COMM_WORLD_SIZE", &size).env("MV2_COMM_WORLD_SIZE", &size);
    for name in
        ["OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_NODE_RANK", "MPI_LOCALRANKID", "MV2_COMM_WORLD_LOCAL_RANK"]
    {
        command.env(name, &local);
    }
    for name in ["OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS", "MV2_COMM_WORLD_LOCAL_SIZE"] {
        command.env(name, &locals);
    }
}
