//! Whole clusters of the protocol's code, each from one seed; `cargo xtask sim` does the work.
use crate::process::Program;
use anyhow::Result;

const SEEDS: u64 = 10_000;

/// Every seed is a test.
pub fn seeds() -> Result<u64> {
    sim(&["--seeds", &SEEDS.to_string()])?;
    Ok(SEEDS)
}

/// How many planted bugs were found; one that is missed is an error.
pub fn planted() -> Result<u64> {
    let said = sim(&["--planted"])?;
    Ok(said.lines().filter(|l| l.starts_with("planted bug ")).count() as u64)
}

fn sim(options: &[&str]) -> Result<String> {
    Program::new(std::env::current_exe()?).arg("sim").args(options).within(20 * 60).run()
}
