//! Checks that the examples give equal answers on 1, 2 and 4 ranks.
use crate::demo;
use crate::process::Program;
use crate::python::Python;
use anyhow::{Context, Result, bail};
use std::path::Path;

const RANKS: [&str; 3] = ["1", "2", "4"];

/// Runs the examples. Returns how many runs passed.
pub fn check(prefix: &Path, python: &Python, home: &Path) -> Result<u64> {
    let mut first: Option<(String, f64)> = None;
    for n in RANKS {
        let script = crate::paths::root().join("examples/kmeans.py");
        let said = demo::launch(prefix, n).arg(&python.bin).arg(script).arg("--check").run()?;
        let (labels, inertia) = answer(&said).with_context(|| format!("kmeans.py did not say its answer:\n{said}"))?;
        let (labels_1, inertia_1) = first.get_or_insert((labels.clone(), inertia));
        if labels != *labels_1 || (inertia - *inertia_1).abs() > 1e-9 * inertia_1.abs() {
            bail!("kmeans.py on {n} ranks: labels {labels}, inertia {inertia}; on 1: {labels_1}, {inertia_1}");
        }
    }
    let sor = demo::compile(prefix, "sor", home)?;
    for n in RANKS {
        demo::launch(prefix, n).arg(&sor).run()?;
        println!("    {}", compared(&demo::launch(prefix, n).arg(&sor).arg("--compare").run()?)?);
    }
    demo::launch(prefix, "3").arg(&sor).arg("--conventional").run()?;
    let store = demo::example("store")?;
    for n in RANKS {
        stored(&demo::launch(prefix, n).arg(&store).run()?, n.parse()?)?;
    }
    profiled(prefix, &sor, home)?;
    Ok(4 * RANKS.len() as u64 + 3)
}

/// Runs `sor` with examples/profiler.c linked into it, and preloaded into the program as it is. Fails unless both count
/// the calls of both ranks.
fn profiled(prefix: &Path, sor: &Path, home: &Path) -> Result<()> {
    let source = |name: &str| crate::paths::root().join("examples").join(name);
    let mpicc = || Program::new(prefix.join("bin/mpicc")).args(["-std=c11", "-O2", "-Wall", "-Wextra", "-Werror"]);
    let linked = home.join("sor-profiled");
    mpicc().args([source("sor.c"), source("profiler.c")]).arg("-lm").arg("-o").arg(&linked).run()?;
    let library = home.join("libprofiler.so");
    mpicc().args(["-shared", "-fPIC", "-o"]).arg(&library).arg(source("profiler.c")).run()?;
    let of_linked = demo::launch(prefix, "2").arg(&linked).run()?;
    let of_preloaded = demo::launch(prefix, "2").arg(sor).env("LD_PRELOAD", &library).run()?;
    for said in [of_linked, of_preloaded] {
        // Each rank calls these functions once, and each strip is sent and received once.
        let counted = ["MPI_Bcast", "MPI_Reduce", "MPI_Barrier"].map(|name| calls(&said, name));
        let (sent, received) = (calls(&said, "MPI_Isend"), calls(&said, "MPI_Irecv"));
        if counted != [Some(2); 3] || sent != received || sent.is_none_or(|n| n < 100) {
            bail!("the profiler counted {counted:?}, {sent:?} sends and {received:?} receives:\n{said}");
        }
    }
    Ok(())
}

/// Returns the calls in a profiler's line `profiler: NAME CALLS …`; `None` if the profiler has no such line.
fn calls(said: &str, name: &str) -> Option<u64> {
    let lines = said.lines().filter_map(|line| line.strip_prefix("profiler: "));
    lines.map(|line| line.split_whitespace()).find_map(|mut words| {
        let named = words.next() == Some(name);
        words.next().filter(|_| named)?.parse().ok()
    })
}

/// Fails unless every rank of crates/clump/examples/store.rs says that it got what the other ranks had put.
pub fn stored(said: &str, ranks: usize) -> Result<()> {
    let scanned = |rank: usize| format!("rank {rank}: scanned 50 values under rank{}/", (rank + 1) % ranks);
    match (0..ranks).find(|&rank| !said.contains(&scanned(rank))) {
        Some(rank) => bail!("rank {rank} of the store on {ranks} ranks did not say what it got:\n{said}"),
        None => Ok(()),
    }
}

/// Returns what `sor --compare` says of messages and deposits. Fails if it says nothing of them.
pub fn compared(said: &str) -> Result<&str> {
    said.lines().find(|line| line.starts_with("sor: means")).context("sor has not compared messages and deposits")
}

/// Returns digest and inertia from a line `kmeans: labels DIGEST inertia NUMBER …`.
fn answer(said: &str) -> Option<(String, f64)> {
    let mut words = said.lines().find_map(|l| l.strip_prefix("kmeans: labels "))?.split_whitespace();
    let labels = words.next()?.to_owned();
    Some((labels, words.nth(1)?.parse().ok()?))
}
