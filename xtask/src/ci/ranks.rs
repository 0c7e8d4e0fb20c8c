//! Jobs of very many ranks on one machine: they start, meet, sum up and end, and no rank takes much memory.
use crate::demo;
use crate::paths;
use crate::process::Program;
use anyhow::{Context, Result, bail};
use std::path::{Path, PathBuf};

/// The ranks of the larger job. More take longer; fewer show less of what grows with their number.
const RANKS: u64 = 2_000;
/// The ranks of the smaller job, with which the larger one is compared.
const FEWER: u64 = 500;
/// The most bytes by which a rank's memory may grow for each further rank of the job.
const GROWTH: u64 = 64;
/// Time limit of a job in seconds.
const SECONDS: u64 = 120;

/// Runs the jobs. Returns how many checks passed.
pub fn check(prefix: &Path, home: &Path) -> Result<u64> {
    let program = compile(prefix, home)?;
    let hello = launch(prefix, FEWER).arg(&program).within(SECONDS).run()?;
    let mut lines: Vec<&str> = hello.lines().collect();
    lines.sort_unstable();
    let mut expected: Vec<String> = (0..FEWER).map(|rank| format!("hello from rank {rank} of {FEWER}")).collect();
    expected.sort_unstable();
    if lines != expected {
        bail!("{FEWER} ranks should print a line each, and printed {} lines:\n{hello}", lines.len());
    }
    let (few, many) = (memory(prefix, &program, FEWER)?, memory(prefix, &program, RANKS)?);
    let grown = many.saturating_sub(few) * 1024 / (RANKS - FEWER);
    if grown > GROWTH {
        bail!("a rank takes {few} KiB among {FEWER} and {many} KiB among {RANKS}: {grown} bytes more for each rank");
    }
    Ok(4)
}

fn compile(prefix: &Path, home: &Path) -> Result<PathBuf> {
    let (source, out) = (paths::root().join("crates/mpi/tests/environment/many.c"), home.join("many"));
    std::fs::create_dir_all(home)?;
    let mpicc = Program::new(prefix.join("bin/mpicc")).args(["-std=gnu11", "-O1", "-Wall", "-Werror", "-o"]);
    mpicc.arg(&out).arg(source).run()?;
    Ok(out)
}

fn launch(prefix: &Path, ranks: u64) -> Program {
    demo::launch_for(prefix, &ranks.to_string(), SECONDS)
}

/// Returns the memory of the largest rank with its page tables, in KiB.
fn memory(prefix: &Path, program: &Path, ranks: u64) -> Result<u64> {
    let said = launch(prefix, ranks).arg(program).arg("memory").within(SECONDS).run()?;
    let of = said.trim().strip_prefix(&format!("many-ranks {ranks} "));
    of.and_then(|kib| kib.parse().ok()).with_context(|| format!("{ranks} ranks said:\n{said}"))
}
