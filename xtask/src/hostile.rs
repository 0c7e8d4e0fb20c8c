//! `cargo xtask hostile`: runs crates/clump/tests/hostile with any number of datagrams.
use crate::paths;
use crate::process::Program;
use anyhow::{Context, Result, bail};
use clap::Args;

#[derive(Args)]
pub struct Options {
    /// Number of datagrams
    #[arg(long, default_value_t = 1_000_000, value_name = "N")]
    count: u64,
    /// The seed that decides all of them
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Send only operations on windows and by connections, all with a valid seal
    #[arg(long)]
    operations: bool,
}

pub fn run(o: &Options) -> Result<()> {
    // A development build checks for overflow, which is a finding.
    let mut program = Program::cargo();
    if o.operations {
        program = program.env("HOSTILE_OPERATIONS", "1");
    }
    let said = program
        .args(["test", "--quiet", "--locked", "-p", "clump-mp", "--test", "hostile", "--"])
        .args(["--ignored", "--exact", "as_many_as_asked_for", "--nocapture"])
        .env("HOSTILE_COUNT", o.count.to_string())
        .env("HOSTILE_SEED", o.seed.to_string())
        .env("CARGO_TARGET_DIR", paths::target())
        .within(60 * 60)
        .run()?;
    let line = said.lines().find(|l| l.contains(" hostile datagrams, ")).context("the test said nothing")?;
    println!("seed {}: {line}", o.seed);
    if !said.contains("1 passed") {
        bail!("the test did not pass:\n{said}");
    }
    Ok(())
}
