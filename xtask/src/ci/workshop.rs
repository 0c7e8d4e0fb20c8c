//! Runs what the documents tell a developer to type, for a moment each, so that no documented command is broken.
//! `tidy` checks that every command of the documents is listed here.
use crate::process::Program;
use crate::{hosts, need, paths};
use anyhow::{Context, Result};
use std::path::Path;

/// How CI runs a command of `cargo xtask`.
pub enum Run {
    /// This step runs it with these arguments behind its name.
    Here(&'static [&'static str]),
    /// Another step does the work of the command, or the command itself is what runs.
    Elsewhere,
    /// No step runs it, for the reason beside it.
    ByHand,
}
use Run::{ByHand, Elsewhere, Here};

/// Every command of the documents: `cargo xtask NAME`, or with a first option where the option makes it another
/// command.
pub const COMMANDS: [(&str, Run); 19] = [
    ("bench", Elsewhere),
    ("check", Elsewhere),
    ("ci", Elsewhere),
    ("demo", Elsewhere),
    // It fetches a compiler for an old glibc, and takes minutes.
    ("dist", ByHand),
    ("fuzz", Elsewhere),
    ("gen", Here(&[])),
    ("hostile", Here(&["--count", "10000"])),
    ("hostile --operations", Here(&["--count", "10000"])),
    ("hosts", Elsewhere),
    ("install", Elsewhere),
    ("programs", Elsewhere),
    ("sim", Here(&["--seeds", "10"])),
    ("sim --exchange", Here(&["8"])),
    ("sim --growth", Here(&["8"])),
    ("sim --planted", Elsewhere),
    ("sim --widget", Here(&[])),
    ("tidy", Elsewhere),
    ("wheel", Elsewhere),
];

/// Every benchmark of `cargo xtask bench` that can be short, with what makes it short.
pub const BENCHMARKS: [(&str, &[&str]); 39] = [
    ("arrays", &["--sizes", "1k"]),
    ("bandwidth", &["--sizes", "1k"]),
    ("broadcast", &["--hosts", "2", "--sizes", "64"]),
    ("buffers", &["--sizes", "4k"]),
    ("clip", &["--sizes", "64"]),
    ("collectives", &["--ranks", "2", "--sizes", "8"]),
    ("deposit", &["--sizes", "64"]),
    ("engines", &["--sizes", "1m"]),
    ("exchange", &["--sizes", "1k"]),
    ("files", &[]),
    ("floors", &["--sizes", "4k"]),
    ("guarantees", &[]),
    ("heap", &["--sizes", "1m"]),
    ("incast", &[]),
    ("jobs", &[]),
    ("latency", &["--sizes", "8"]),
    ("layers", &["--sizes", "64"]),
    ("loss", &[]),
    ("memory", &[]),
    ("neighbour", &[]),
    ("onesided", &["--sizes", "8"]),
    ("optimizations", &["--sizes", "16k"]),
    ("osu", &["--ranks", "2", "--sizes", "8"]),
    ("oversubscribe", &["--ranks", "4"]),
    ("overlap", &[]),
    ("peers", &["--what", "latency", "--sizes", "8", "--only", "clump"]),
    ("pipeline", &["--sizes", "32k"]),
    ("prepared", &["--sizes", "8"]),
    ("push-pull", &["--sizes", "64"]),
    ("queues", &[]),
    ("quota", &[]),
    ("rate", &[]),
    ("receivers", &["--sizes", "64"]),
    ("shmem", &[]),
    ("spawn", &[]),
    ("startup", &[]),
    ("strided", &["--sizes", "64k"]),
    ("streams", &["--sizes", "64"]),
    ("threads", &[]),
];

/// Benchmarks that take a quarter of a minute and more at their shortest. Other steps run the programs behind them:
/// the examples (`sor`), and instructions counted under valgrind.
pub const LONG: [&str; 2] = ["instructions", "sor"];

/// Returns true if this command of a document, the words behind `cargo xtask`, is one that this module lists.
pub fn is_listed(words: &[&str]) -> bool {
    match words {
        ["bench", name, ..] if !name.starts_with('-') => {
            BENCHMARKS.iter().any(|(known, _)| known == name) || LONG.contains(name)
        }
        [name, ..] => COMMANDS.iter().any(|(known, _)| known.split(' ').next() == Some(name)),
        [] => true,
    }
}

/// Runs each command. Returns how many ran. The benchmarks are those of a development build, which measure nothing that
/// counts but run the same code.
pub fn check(prefix: &Path, home: &Path) -> Result<u64> {
    need::ensure(&[hosts::IPROUTE, hosts::NFTABLES])?;
    let mut ran = 0;
    let xtask = std::env::current_exe()?;
    for (command, how) in COMMANDS {
        if let Here(more) = how {
            // No limit: these commands build what they run.
            Program::new(&xtask).args(command.split(' ')).args(more).run()?;
            ran += 1;
        }
    }
    Program::cargo()
        .args(["build", "--quiet", "--locked", "-p", "clump-bench"])
        .env("CARGO_TARGET_DIR", paths::target())
        .run()?;
    let bench = paths::target().join("debug/clump-bench");
    let runs = home.join("workshop");
    for (name, more) in BENCHMARKS {
        let program = Program::new(&bench).args([name, "--prefix"]).arg(prefix).dir(home);
        let shortest = ["--quick", "--repeat", "1", "--budget", "0.001", "--iterations", "10"];
        let program = if name == "peers" { program.arg("--runs").arg(&runs) } else { program };
        program.args(shortest).args(more).within(300).run().with_context(|| format!("cargo xtask bench {name}"))?;
        ran += 1;
    }
    Ok(ran)
}
