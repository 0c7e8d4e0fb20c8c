//! Sets the environment of each rank.
use super::plan::Job;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Prefixes of variables by which other launchers tell a process its place in *their* job. Ranks of this job must not
/// inherit these variables.
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
    "CLUMP_PARENT",
    "CLUMP_COORDINATOR",
    "CLUMP_RSH",
];

/// Returns the names of this process's environment variables that the ranks must not inherit.
pub fn foreign() -> Vec<OsString> {
    let is_foreign = |name: &OsStr| FOREIGN.iter().any(|prefix| name.as_bytes().starts_with(prefix.as_bytes()));
    std::env::vars_os().map(|(name, _)| name).filter(|name| is_foreign(name)).collect()
}

/// Sets the variables by which scripts written for Open MPI, MPICH, Intel MPI and MVAPICH know their rank. Does not
/// set PMI_RANK and PMI_SIZE, which would promise a PMI server.
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

/// Makes waiting OpenMP threads sleep if this machine's ranks outnumber its cores, unless the user has said
/// otherwise: threads that spin keep other ranks from their cores.
pub fn set_for_openmp(command: &mut Command, ranks: usize, variable: impl Fn(&str) -> Option<OsString>) {
    const POLICY: &str = "OMP_WAIT_POLICY";
    if ranks > clump_fabric::sys::usable_cores() && variable(POLICY).is_none() {
        command.env(POLICY, "passive");
    }
}

/// Appends the Python package `clump_mpi` of this installation to the user's PYTHONPATH. Keeps mpi4py from warning that
/// the launcher is of another MPI than the library: it compares the library's name with the variables of [`set_rank`].
pub fn set_for_python(command: &mut Command, variable: impl Fn(&str) -> Option<OsString>) {
    const PATH: &str = "PYTHONPATH";
    const CHECK: &str = "MPI4PY_CHECK_MPIEXEC";
    if variable(CHECK).is_none() {
        command.env(CHECK, "0");
    }
    let Some(dir) = python_dir() else { return };
    let before = variable(PATH).unwrap_or_default();
    if std::env::split_paths(&before).any(|known| known == dir) {
        return;
    }
    let known = std::env::split_paths(&before).filter(|known| !known.as_os_str().is_empty());
    if let Ok(all) = std::env::join_paths(known.chain([dir])) {
        command.env(PATH, all);
    }
}

/// Puts the directory of the stand-ins first in the loader's path, for what the program loads or starts later.
pub fn set_for_loader(command: &mut Command, standins: Option<&Path>, variable: impl Fn(&str) -> Option<OsString>) {
    const PATH: &str = "LD_LIBRARY_PATH";
    let Some(dir) = standins else { return };
    let before = variable(PATH).unwrap_or_default();
    let others = std::env::split_paths(&before).filter(|known| *known != dir && !before.is_empty());
    if let Ok(all) = std::env::join_paths([dir.to_owned()].into_iter().chain(others)) {
        command.env(PATH, all);
    }
}

/// Names the library that programs of MPItrampoline load, such as JAX, unless the user names one. `standins` is the
/// directory of the stand-ins.
pub fn set_for_trampoline(command: &mut Command, standins: Option<&Path>, variable: impl Fn(&str) -> Option<OsString>) {
    const LIBRARY: &str = "MPITRAMPOLINE_LIB";
    let Some(library) = standins.map(|dir| dir.join("libmpiwrapper.so")).filter(|file| file.is_file()) else { return };
    if variable(LIBRARY).is_none() {
        command.env(LIBRARY, library);
    }
}

/// Returns the directory `lib/python` of the installation of this program.
fn python_dir() -> Option<PathBuf> {
    let exe = std::fs::canonicalize(std::env::current_exe().ok()?).ok()?;
    Some(exe.parent()?.parent()?.join("lib/python")).filter(|dir| dir.join("clump_mpi/__init__.py").is_file())
}
