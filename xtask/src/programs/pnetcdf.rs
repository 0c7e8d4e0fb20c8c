//! Builds PnetCDF, which writes its files by MPI's collective and non-blocking calls on views, and runs its own checks
//! on one process and on four.
use super::{Place, debian};
use anyhow::{Context, Result, bail};

/// Least number of tests that each of its goals reports as passed.
const GOALS: [(&str, u64); 2] = [("check", 50), ("ptest", 50)];
const SECONDS: u64 = 3600;

pub fn fetch(place: &Place) -> Result<String> {
    debian::fetch(place, "pnetcdf", None)
}

pub fn build(place: &Place) -> Result<()> {
    place
        .run(place.home.join("source/configure"))
        .args(["--disable-fortran", "--disable-cxx", "--disable-dependency-tracking", "CFLAGS=-O1 -w"])
        .arg(format!("--with-mpi={}", place.prefix.display()))
        .dir(place.built())
        .run()?;
    place.make(&place.built()).run()?;
    place.make(&place.built()).arg("tests").run()?;
    Ok(())
}

/// Runs the checks. Returns how many tests passed.
pub fn check(place: &Place) -> Result<u64> {
    let mut passed = 0;
    for (goal, least) in GOALS {
        let make = place.run("make").args(["-s", goal, "TESTMPIRUN=mpiexec -n NP"]).dir(place.built());
        let said = make.within(SECONDS).run().with_context(|| format!("PnetCDF's make {goal}"))?;
        let count = said.lines().filter(|line| line.trim_end().ends_with("pass")).count() as u64;
        if let Some(line) = said.lines().find(|line| line.contains("fail")) {
            bail!("PnetCDF's make {goal}: {line}\n{said}");
        }
        if count < least {
            bail!("PnetCDF's make {goal}: {count} tests passed, not {least} or more:\n{said}");
        }
        passed += count;
    }
    Ok(passed)
}
