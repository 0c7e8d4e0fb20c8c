//! `cargo xtask bench`: builds and installs Clump under the target directory, and starts the workshop's program.
use crate::process::Program;
use crate::{install, paths};
use anyhow::{Result, bail};
use std::ffi::OsString;
use std::process::Command;

/// Runs the workshop with these arguments. Error: it could not be built, or something could not be measured.
pub fn run(arguments: &[OsString]) -> Result<()> {
    Program::cargo().args(["build", "--release", "--locked", "-p", "clump-bench"]).run()?;
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
