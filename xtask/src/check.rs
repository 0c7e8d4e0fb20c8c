//! `cargo xtask check`: the quick checks that a developer runs between two edits, in a few minutes.
use crate::ci::{clippy, format};
use crate::process::Program;
use crate::{sim, steps, tidy};
use anyhow::Result;

/// Seeds of the simulator that a check runs.
const SEEDS: u64 = 1000;

/// Runs format, clippy, tidy, core's own tests and some of the simulator's seeds. Fails with the first that fails.
pub fn run() -> Result<()> {
    steps::plain("format", format)?;
    steps::plain("clippy", clippy)?;
    steps::step("tidy", tidy::count, |n| format!("{n} statements hold"))?;
    steps::plain("core's tests", || Program::cargo().args(["test", "--locked", "-p", "clump-core"]).run().map(drop))?;
    steps::plain("simulator: 1,000 seeds", || sim::seeds(SEEDS))
}
