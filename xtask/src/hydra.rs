//! Finds Hydra, MPICH's launcher, or installs it from PyPI.
use crate::process::Program;
use crate::{need, paths, python};
use anyhow::Result;
use std::path::PathBuf;

const MPICH: &str = "mpich==5.0.2";
/// The variable that tells our programs where Hydra is; `cargo xtask bench peers` reads it too.
pub const PEERS: &str = "CLUMP_PEERS";

/// Returns a directory that has `v_mpich/bin/mpiexec`: the benchmarks' directory, or else one under target/, where it
/// installs Hydra.
pub fn peers() -> Result<PathBuf> {
    let named = std::env::var_os(PEERS).filter(|d| !d.is_empty()).map(PathBuf::from);
    let kept = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".cache/clump-peers"));
    if let Some(peers) = named.or_else(kept).filter(|p| p.join("v_mpich/bin/mpiexec").is_file()) {
        return Ok(peers);
    }
    let peers = paths::target().join("peers");
    let venv = peers.join("v_mpich");
    if !venv.join("bin/mpiexec").is_file() {
        need::ensure(&[need::PYTHON, need::PYTHON_VENV])?;
        Program::new("python3").args(["-m", "venv", "--clear"]).arg(&venv).run()?;
        python::pip(&venv.join("bin/python")).args(["install", "--no-deps", MPICH]).run()?;
    }
    Ok(peers)
}
