//! Builds PnetCDF, which writes netCDF's files by MPI-IO, and runs its own tests: the sequential ones on one rank, the
//! parallel ones on two and four.
use super::{Place, debian};
use crate::need::{self, Need};
use crate::process::Program;
use anyhow::{Context, Result, bail};

/// What writes the configure script.
const AUTOTOOLS: [Need; 3] = [
    Need { package: "autoconf", present: || Program::new("autoreconf").arg("--version").works() },
    Need { package: "automake", present: || Program::new("automake").arg("--version").works() },
    Need { package: "libtool", present: || Program::new("libtoolize").arg("--version").works() },
];

/// Time limit of one test program, and of all of them on one number of ranks, in seconds.
const ONE: u64 = 120;
const SECONDS: u64 = 1800;
/// Least number of test programs that say that they pass, on each number of ranks.
const LEAST: u64 = 40;

pub fn fetch(place: &Place) -> Result<String> {
    debian::fetch(place, "pnetcdf", None)
}

pub fn build(place: &Place) -> Result<()> {
    // Debian's archive has the sources of the repository, without the configure script.
    need::ensure(&AUTOTOOLS)?;
    let source = place.home.join("source");
    if !source.join("configure").exists() {
        place.run("autoreconf").arg("--force").arg("--install").dir(&source).run()?;
    }
    place
        .run(source.join("configure"))
        .args(["--disable-fortran", "--disable-dependency-tracking", "--enable-shared", "--disable-static"])
        .arg(format!("MPICC={}", place.prefix.join("bin/mpicc").display()))
        .arg(format!("MPICXX={}", place.prefix.join("bin/mpicxx").display()))
        .args(["CFLAGS=-O1 -w", "CXXFLAGS=-O1 -w"])
        .dir(place.built())
        .run()?;
    place.make(&place.built()).run()?;
    place.make(&place.built()).arg("tests").run()?;
    Ok(())
}

/// Runs `make check`, and `make ptest` on two and four ranks; on two without the examples, which name files after four
/// ranks. Returns how many test programs passed.
pub fn check(place: &Place) -> Result<u64> {
    let all = [(".", "check", 1), ("test", "ptest", 2), (".", "ptest", 4)];
    all.into_iter().map(|(folder, target, ranks)| tests(place, folder, target, ranks)).sum()
}

fn tests(place: &Place, folder: &str, target: &str, ranks: u32) -> Result<u64> {
    let run = format!("clump run --timeout {ONE} -n {ranks}");
    let said = place
        .run("make")
        .arg(target)
        .arg(format!("TESTMPIRUN={run}"))
        .dir(place.built().join(folder))
        .within(SECONDS)
        .run()
        .with_context(|| format!("PnetCDF's `make {target}` on {ranks} ranks"))?;
    let passed =
        said.lines().filter(|line| line.trim_end().ends_with("pass") || line.starts_with("PASS:")).count() as u64;
    if passed < LEAST {
        bail!("only {passed} of PnetCDF's tests say that they pass on {ranks} ranks:\n{said}");
    }
    Ok(passed)
}
