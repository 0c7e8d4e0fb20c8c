//! Builds HDF5 with its parallel interface, and runs the parallel tests of its folder `testpar`, which use files
//! through views, collective and independent calls.
use super::{Place, RANKS, debian};
use anyhow::{Context, Result};
use std::path::PathBuf;

/// The test programs, and the seconds that each may take. Those of the metadata cache (`t_cache`, `t_cache_image`) are
/// left out: they compute for many minutes.
const TESTS: [(&str, u64); 8] = [
    ("t_mpi", 120),
    ("testphdf5", 600),
    ("t_pread", 120),
    ("t_pshutdown", 60),
    ("t_prestart", 60),
    ("t_init_term", 60),
    ("t_shapesame", 600),
    ("t_filters_parallel", 600),
];

pub fn fetch(place: &Place) -> Result<String> {
    debian::fetch(place, "hdf5", None)
}

pub fn build(place: &Place) -> Result<()> {
    place
        .run(place.home.join("source/configure"))
        .args(["--enable-parallel", "--disable-static", "--disable-fortran", "--disable-cxx", "--disable-tools"])
        .arg("--disable-dependency-tracking")
        .arg(format!("--prefix={}", installed(place).display()))
        .arg(format!("CC={}", place.prefix.join("bin/mpicc").display()))
        .arg("CFLAGS=-O1 -w")
        .dir(place.built())
        .run()?;
    for part in ["src", "test"] {
        place.make(&place.built().join(part)).args(if part == "test" { &["libh5test.la"][..] } else { &[] }).run()?;
    }
    for part in ["src", "hl/src"] {
        place.make(&place.built().join(part)).arg("install").run()?;
    }
    place.make(&place.built().join("testpar")).args(TESTS.map(|(test, _)| test)).run()?;
    Ok(())
}

/// Returns where the libraries and headers are installed.
pub fn installed(place: &Place) -> PathBuf {
    place.built().join("installed")
}

fn folder(place: &Place) -> PathBuf {
    place.built().join("testpar")
}

/// Runs all tests. Returns how many passed.
pub fn check(place: &Place) -> Result<u64> {
    let mut passed = 0;
    for ranks in RANKS {
        for (test, seconds) in TESTS {
            one(place, test, ranks, seconds)?;
            passed += 1;
        }
    }
    Ok(passed)
}

fn one(place: &Place, test: &str, ranks: u32, seconds: u64) -> Result<()> {
    place
        .run("clump")
        .args(["run", "--timeout", &seconds.to_string(), "-n", &ranks.to_string()])
        .arg(folder(place).join(test))
        .dir(folder(place))
        .within(seconds + 30)
        .run()
        .with_context(|| format!("HDF5's {test} on {ranks} ranks"))?;
    Ok(())
}
