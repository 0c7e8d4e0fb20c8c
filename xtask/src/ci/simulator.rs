//! Runs the simulator's steps by `cargo xtask sim`.
use crate::process::Program;
use crate::sim::SEEDS;
use anyhow::Result;

/// Runs [`SEEDS`] seeds. Returns their number, because every seed is a test.
pub fn seeds() -> Result<u64> {
    sim(&["--seeds", &SEEDS.to_string()])?;
    Ok(SEEDS)
}

/// Returns how many planted bugs the simulator found. Fails if it misses one.
pub fn planted() -> Result<u64> {
    let said = sim(&["--planted"])?;
    Ok(said.lines().filter(|l| l.starts_with("planted bug ")).count() as u64)
}

fn sim(options: &[&str]) -> Result<String> {
    Program::new(std::env::current_exe()?).arg("sim").args(options).within(20 * 60).run()
}
