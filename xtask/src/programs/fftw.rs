//! Builds FFTW with its MPI transforms, which transpose by `MPI_Alltoall` and by pairs of `MPI_Sendrecv`. Runs FFTW's
//! own random checks, which compare these transforms with a slow one.
use super::{Place, RANKS, debian};
use crate::paths;
use crate::process::Program;
use anyhow::{Context, Result, bail};
use std::path::Path;

/// Number of random problems for each number of ranks, as in FFTW's own `make check`.
const PROBLEMS: u64 = 10;
const LARGEST: u64 = 10_000;
const SECONDS: u64 = 600;

pub fn fetch(place: &Place) -> Result<String> {
    debian::fetch(place, "fftw3", None)
}

pub fn build(place: &Place) -> Result<()> {
    let mpicc = place.prefix.join("bin/mpicc");
    place
        .run(place.home.join("source/configure"))
        .args(["--enable-mpi", "--disable-fortran", "--disable-doc", "--disable-dependency-tracking"])
        .arg(format!("CC={}", mpicc.display()))
        .arg(format!("MPICC={}", mpicc.display()))
        // Without optimization, because compiling a thousand transforms takes most of the time and speed is not tested.
        .arg("CFLAGS=-O0")
        .dir(place.built())
        .run()?;
    place.make(&place.built()).run()?;
    // Only the checks need this program.
    place.make(&place.built().join("mpi")).arg("mpi-bench").run()?;
    Ok(())
}

/// Runs the checks that `make check` runs in the folder `mpi`. Returns how many passed.
pub fn check(place: &Place) -> Result<u64> {
    let bench = place.built().join("mpi/mpi-bench");
    RANKS.into_iter().map(|ranks| verify(&bench, ranks, place.run("perl"))).sum()
}

/// Runs FFTW's script of random checks with the program `bench` on `ranks` ranks. `perl` starts the script, and has its
/// environment. Returns how many checks passed.
pub fn verify(bench: &Path, ranks: u32, perl: Program) -> Result<u64> {
    let script = paths::target().join("programs/fftw/source/tests/check.pl");
    let said = perl
        .arg("-w")
        .arg(script)
        .args(["--verbose", "--random", "--mpi"])
        .arg(format!("--maxsize={LARGEST}"))
        .arg(format!("-c={PROBLEMS}"))
        .arg(format!("mpirun -np {ranks} {}", bench.display()))
        .dir(bench.parent().context("a directory")?)
        .within(SECONDS)
        .run()
        .with_context(|| format!("FFTW's MPI check on {ranks} ranks"))?;
    // Each verified problem prints its largest error. The script's exit code does not count, because the script takes a
    // killed program for a passed one.
    let verified = said.lines().filter(|l| l.split_whitespace().filter(|w| w.parse::<f64>().is_ok()).count() == 3);
    let count = verified.count() as u64;
    if count < PROBLEMS || ["FAILED", "killed", "as rank 0 of 1"].iter().any(|words| said.contains(words)) {
        bail!("FFTW's MPI check on {ranks} ranks verified {count} problems, not {PROBLEMS} or more:\n{said}");
    }
    Ok(PROBLEMS)
}
