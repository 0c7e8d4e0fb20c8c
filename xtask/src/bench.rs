//! `cargo xtask bench`: builds and installs Clump under the target directory, and runs `clump-bench`.
use crate::process::Program;
use crate::{install, moves, paths};
use anyhow::{Result, bail};
use std::ffi::OsString;
use std::process::Command;

/// Runs `clump-bench` with these arguments. Fails if it cannot be built, or if a measurement fails.
pub fn run(arguments: &[OsString]) -> Result<()> {
    let cargo = moves::with_mir(install::with_commit(Program::cargo()));
    cargo.args(["build", "--release", "--locked", "-p", "clump-bench"]).run()?;
    let mut bench = Command::new(paths::target().join("release/clump-bench"));
    bench.args(arguments);
    let names_prefix = arguments.iter().any(|a| a.to_string_lossy().starts_with("--prefix"));
    let wants_help = arguments.iter().any(|a| a == "--help" || a == "-h");
    if !names_prefix && !wants_help {
        let prefix = paths::target().join("bench/prefix");
        install::quietly(&prefix)?;
        bench.arg("--prefix").arg(prefix);
    }
    match bench.status()?.success() {
        true => Ok(()),
        false => bail!("not everything could be measured"),
    }
}
