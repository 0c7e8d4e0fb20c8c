//! Builds h5py over the parallel HDF5 of these checks, and runs h5py's tests of MPI.
use super::{HDF5, Place, RANKS};
use crate::python::{self, pip};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;

/// A version that takes HDF5 1.10.8.
const VERSION: &str = "3.16.0";
/// Time limit of the tests on one number of ranks, in seconds.
const SECONDS: u64 = 300;

/// Returns the version. pip fetches the sources when it builds them.
pub fn fetch(_: &Place) -> Result<String> {
    Ok(VERSION.to_owned())
}

fn python(place: &Place) -> PathBuf {
    place.built().join("venv/bin/python")
}

pub fn build(place: &Place) -> Result<()> {
    let (hdf5, _) = HDF5.prepare(&place.prefix)?;
    let mpi4py = python::prepare(&place.prefix)?.wheel;
    place.run("python3").args(["-m", "venv"]).arg(place.built().join("venv")).run()?;
    let python = python(place);
    let needs = ["numpy", "cython", "pkgconfig", "setuptools>=77", "wheel", "pytest", "pytest-mpi"];
    pip(&python).arg("install").args(needs).arg(mpi4py).run()?;
    pip(&python)
        .args(["install", "--no-build-isolation", "--no-cache-dir", "--no-binary", "h5py"])
        .arg(format!("h5py=={VERSION}"))
        .env("HDF5_DIR", super::hdf5::installed(&hdf5))
        .env("HDF5_MPI", "ON")
        // Keeps h5py's setup from asking for another mpi4py than the one that is installed.
        .env("H5PY_SETUP_REQUIRES", "0")
        .env("CC", place.prefix.join("bin/mpicc"))
        .env("CFLAGS", "-O0 -w")
        .env("PATH", place.path())
        .run()?;
    Ok(())
}

/// Runs the tests that h5py marks as tests of MPI. Returns how many passed.
pub fn check(place: &Place) -> Result<u64> {
    let mut passed = 0;
    for ranks in RANKS {
        let said = place
            .run("clump")
            .args(["run", "--timeout", &SECONDS.to_string(), "-n", &ranks.to_string()])
            .arg(python(place))
            .args(["-B", "-m", "pytest", "-q", "-p", "no:cacheprovider", "--pyargs", "h5py", "--only-mpi"])
            .dir(place.built())
            .within(SECONDS + 30)
            .run()
            .with_context(|| format!("h5py's tests of MPI on {ranks} ranks"))?;
        let count = said.lines().find_map(|line| line.split_once(" passed")?.0.rsplit(' ').next()?.parse::<u64>().ok());
        match count {
            Some(count) if count > 0 => passed += count,
            _ => bail!("h5py's tests of MPI on {ranks} ranks:\n{said}"),
        }
    }
    Ok(passed)
}
