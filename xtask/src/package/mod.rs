//! Packages to install from: `cargo xtask wheel` for this machine, `cargo xtask dist` for a release.
mod deb;
mod dist;
mod wheel;

pub use dist::run as dist;
pub use wheel::LEAST_PYTHON;

use crate::process::Program;
use crate::{install, paths, steps};
use anyhow::Result;
use std::path::PathBuf;

/// Returns the directory in which the packages are.
pub fn directory() -> PathBuf {
    paths::target().join("dist")
}

/// Builds Clump and its wheel for the glibc of this machine. Returns the wheel's path.
pub fn wheel() -> Result<PathBuf> {
    install::staged_anew()?;
    steps::plain("wheel", || wheel::make(&install::staged(), &directory(), &epoch()?))
}

/// Packs the installation of the last build as a Debian package in the directory `out`. Returns the package's path.
pub fn debian(out: &std::path::Path) -> Result<PathBuf> {
    std::fs::create_dir_all(out)?;
    deb::make(&install::staged(), out, out, &epoch()?)
}

/// Returns the time that all files in packages get, in seconds since 1970: `SOURCE_DATE_EPOCH` if that is set,
/// otherwise the time of the commit.
fn epoch() -> Result<String> {
    match std::env::var("SOURCE_DATE_EPOCH") {
        Ok(given) => Ok(given),
        Err(_) => Ok(Program::new("git").args(["log", "-1", "--format=%ct"]).run()?.trim().to_owned()),
    }
}
