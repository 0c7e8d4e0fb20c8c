//! Runs the simulator's steps by `cargo xtask sim`.
use crate::process::Program;
use crate::sim::{self, SEEDS};
use anyhow::Result;

/// Runs [`SEEDS`] seeds. Returns their number, because every seed is a test.
pub fn seeds() -> Result<u64> {
    sim::seeds(SEEDS)?;
    Ok(SEEDS)
}

/// Returns how many planted bugs the simulator found. Fails if it misses one.
pub fn planted() -> Result<u64> {
    sim::build_planted()?;
    let said = Program::new(std::env::current_exe()?).args(["sim", "--planted"]).within(20 * 60).run()?;
    Ok(said.lines().filter(|l| l.starts_with("planted bug ") && !l.ends_with("...")).count() as u64)
}
