//! `cargo xtask fuzz`: runs crates/fuzz, by itself (target, seed and number identify an input) or under libFuzzer.
use crate::paths;
use crate::process::Program;
use anyhow::{Context, Result, bail};
use clap::Args;
use std::path::PathBuf;
use std::process::Command;

/// Compiler options that let libFuzzer see which code ran. All of them are stable.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

#[derive(Args)]
pub struct Options {
    /// Run only this target
    #[arg(value_name = "TARGET")]
    target: Option<String>,
    /// Seconds for each target
    #[arg(long, default_value_t = 3, value_name = "N")]
    seconds: u32,
    /// The seed that decides the inputs
    #[arg(long, default_value_t = 1, value_name = "S")]
    seed: u64,
    /// Run only the first N inputs of the seed
    #[arg(long, value_name = "N")]
    inputs: Option<u64>,
    /// Run only this input, as a failure prints it
    #[arg(long, value_name = "HEX", requires = "target")]
    bytes: Option<String>,
    /// Let libFuzzer look for inputs that reach new code (kept in target/guided/corpus)
    #[arg(long, requires = "target")]
    guided: bool,
}

pub fn run(o: &Options) -> Result<()> {
    let program = build()?;
    let mut command = Command::new(&program);
    command.args(&o.target).args(["--seconds", &o.seconds.to_string(), "--seed", &o.seed.to_string()]);
    if let Some(inputs) = o.inputs {
        command.args(["--inputs", &inputs.to_string()]);
    }
    if let Some(bytes) = &o.bytes {
        command.args(["--bytes", bytes]);
    }
    if let (true, Some(target)) = (o.guided, &o.target) {
        command = guided(program, target, o)?;
    }
    if !command.current_dir(paths::root()).status().context("cannot run the fuzzer")?.success() {
        bail!("something was found: see above");
    }
    Ok(())
}

/// Runs every target for three seconds. Returns how many targets ran.
pub fn briefly() -> Result<u64> {
    let said = Program::new(build()?).within(5 * 60).run()?;
    Ok(said.lines().filter(|l| l.ends_with("nothing wrong")).count() as u64)
}

/// Builds `clump-fuzz` with the checks of a development build. Returns the program's path.
fn build() -> Result<PathBuf> {
    Program::cargo()
        .args(["build", "--quiet", "--locked", "-p", "clump-fuzz"])
        .env("CARGO_TARGET_DIR", paths::target())
        .run()?;
    Ok(paths::target().join("debug/clump-fuzz"))
}

/// Returns the command that runs a target under libFuzzer, starting from valid inputs and from those that earlier runs
/// kept.
fn guided(plain: PathBuf, target: &str, o: &Options) -> Result<Command> {
    let dir = paths::target().join("guided");
    let corpus = dir.join("corpus").join(target);
    std::fs::create_dir_all(&corpus).with_context(|| format!("cannot make {}", corpus.display()))?;
    Program::new(plain).args([target, "--corpus"]).arg(&corpus).run()?;
    let about = Program::new("rustc").arg("-vV").run()?;
    let host = about.lines().find_map(|l| l.strip_prefix("host: ")).context("rustc does not name this machine")?;
    // Naming the target machine keeps these options out of build scripts.
    let args = ["build", "--quiet", "--locked", "-p", "clump-fuzz", "--features", "guided"];
    Program::cargo()
        .args(args)
        .args(["--bin", "clump-fuzz-guided", "--target", host])
        .env("CARGO_TARGET_DIR", &dir)
        .env("RUSTFLAGS", COVERAGE)
        .run()?;
    let mut command = Command::new(dir.join(host).join("debug/clump-fuzz-guided"));
    command
        .env("FUZZ_TARGET", target)
        .arg(format!("-max_total_time={}", o.seconds))
        .arg(format!("-seed={}", o.seed))
        .arg("-max_len=16384")
        .arg(format!("-artifact_prefix={}/", dir.display()))
        .arg(&corpus);
    Ok(command)
}
