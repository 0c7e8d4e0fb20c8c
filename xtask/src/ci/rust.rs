//! Runs the checks that cargo itself offers.
use crate::process::Program;
use crate::{hosts, hydra, need, paths};
use anyhow::{Result, bail};

/// Installs formatter, linter, and the packages that later steps need.
pub fn tools() -> Result<()> {
    need::ensure(&[need::C_COMPILER, need::PYTHON, need::PYTHON_VENV, need::PYTHON_HEADERS])?;
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !Program::cargo().args([tool, "--version"]).works() {
            Program::new("rustup")
                .args(["component", "add", component])
                .remedy(format!("`cargo {tool}` is missing and rustup could not add it."))
                .run()?;
        }
    }
    Ok(())
}

pub fn format() -> Result<()> {
    Program::cargo().args(["fmt", "--all", "--check"]).remedy("`cargo fmt --all` mends this.").run()?;
    Ok(())
}

pub fn clippy() -> Result<()> {
    let lint = ["clippy", "--workspace", "--all-targets", "--locked", "--quiet", "--", "-D", "warnings"];
    Program::cargo().args(lint).run()?;
    // No other step compiles the feature `capture`.
    let capture = ["clippy", "-p", "clump-mpi", "--features", "capture", "--locked", "--quiet", "--", "-D", "warnings"];
    Program::cargo().args(capture).run()?;
    Ok(())
}

/// The longest time in seconds in which no test ends. Programs print a line when a test has ended.
const SILENCE: u64 = 15 * 60;
const WORKSPACE: [&str; 4] = ["test", "--workspace", "--locked", "--no-fail-fast"];

/// Compiles every crate's tests. No limit: a slow machine takes its time.
pub fn compile_tests() -> Result<()> {
    Program::cargo().args(WORKSPACE).arg("--no-run").run().map(drop)
}

/// Runs every crate's own tests. Returns how many passed.
pub fn tests() -> Result<u64> {
    need::ensure(&[hosts::IPROUTE, hosts::NFTABLES, need::SSH])?;
    let output = Program::cargo()
        .args(WORKSPACE)
        // With this variable, tests that need test hosts fail where they would be skipped.
        .env("TEST_HOSTS", "needed")
        .env(hydra::PEERS, hydra::peers()?)
        .never_silent_for(SILENCE)
        .run()?;
    passed(&output)
}

/// Model-checks the fabric's structures under loom, which replaces their atomics, so they are built in a directory of
/// their own.
pub fn loom() -> Result<u64> {
    let models = || {
        Program::cargo()
            .args(["test", "--locked", "--release", "-p", "clump-fabric", "--lib", "loom"])
            .env("RUSTFLAGS", "--cfg loom")
            .env("CARGO_TARGET_DIR", paths::target().join("loom"))
            // Link-time optimisation takes long and makes the model no faster.
            .env("CARGO_PROFILE_RELEASE_LTO", "off")
            .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
            .env("CARGO_PROFILE_RELEASE_DEBUG", "false")
    };
    models().arg("--no-run").run()?;
    passed(&models().never_silent_for(SILENCE).run()?)
}

fn passed(output: &str) -> Result<u64> {
    match sum(output, "passed") {
        0 => bail!("no test ran:\n{output}"),
        n => Ok(n),
    }
}

/// Adds up the numbers before `what` in all lines `test result:`.
pub fn sum(output: &str, what: &str) -> u64 {
    let results = output.lines().filter(|l| l.starts_with("test result:"));
    let number = |line: &str| {
        let part = line.split(['.', ';']).find(|part| part.trim().ends_with(what))?;
        part.split_whitespace().next()?.parse::<u64>().ok()
    };
    results.filter_map(number).sum()
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_are_added_up() {
        let output =
            "test result: ok. 3 passed; 0 failed; 1 ignored\nx\ntest result: FAILED. 4 passed; 2 failed; 0 ignored";
        assert_eq!((super::sum(output, "passed"), super::sum(output, "failed")), (7, 2));
    }
}
