//! Builds HDF5 with its parallel interface, and h5py on it. Runs the parallel tests of HDF5's folder `testpar`, which
//! use files through views, collective and independent calls, h5py's own tests of parallel files, and one program.
use super::{Place, RANKS, debian};
use crate::process::Program;
use crate::python::{self, Python};
use anyhow::{Context, Result, bail};
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
/// The last h5py that takes Debian 12's HDF5, and what building and testing it takes beside mpi4py.
const H5PY: &str = "3.15.1";
const PACKAGES: [&str; 8] =
    ["numpy>=2", "Cython>=3,<4", "pkgconfig", "setuptools", "wheel", "pytest<9", "pytest-mpi", "packaging"];
/// h5py's own tests of parallel files: those that pytest-mpi marks, of which there are so many at least.
const MARKED: u64 = 3;

pub fn fetch(place: &Place) -> Result<String> {
    let version = debian::fetch(place, "hdf5", None)?;
    Ok(format!("{version}, h5py {H5PY}"))
}

pub fn build(place: &Place) -> Result<()> {
    let installed = place.built().join("installed");
    place
        .run(place.home.join("source/configure"))
        .args(["--enable-parallel", "--disable-static", "--disable-fortran", "--disable-cxx", "--disable-tools"])
        .arg("--disable-dependency-tracking")
        .arg(format!("--prefix={}", installed.display()))
        .arg(format!("CC={}", place.prefix.join("bin/mpicc").display()))
        .arg("CFLAGS=-O1 -w")
        .dir(place.built())
        .run()?;
    for (part, goals) in [("src", &["all"][..]), ("hl/src", &["all"]), ("test", &["libh5test.la"])] {
        place.make(&place.built().join(part)).args(goals).run()?;
    }
    place.make(&place.built().join("testpar")).args(TESTS.map(|(test, _)| test)).run()?;
    for part in ["src", "hl/src"] {
        place.make(&place.built().join(part)).arg("install").run()?;
    }
    let python = python(place)?;
    python::pip(&python)
        .args(["install", "--no-deps", "--no-cache-dir", "--no-build-isolation", "--no-binary", "h5py"])
        .arg(format!("h5py=={H5PY}"))
        .env("PATH", place.path())
        .env("CC", place.prefix.join("bin/mpicc"))
        .env("CFLAGS", "-O0 -w")
        .env("HDF5_MPI", "ON")
        .env("HDF5_DIR", installed)
        .run()?;
    Ok(())
}

/// Returns the environment in which h5py is built, with mpi4py.
fn python(place: &Place) -> Result<PathBuf> {
    let Python { wheel, .. } = python::prepare(&place.prefix)?;
    let python = python::tools("h5py", &PACKAGES)?;
    python::pip(&python).args(["install", "--no-deps"]).arg(wheel).run()?;
    Ok(python)
}

/// Runs all tests. Returns how many passed.
pub fn check(place: &Place) -> Result<u64> {
    let mut passed = 0;
    for ranks in RANKS {
        for (test, seconds) in TESTS {
            let program = place.built().join("testpar").join(test);
            on(place, ranks, seconds).arg(program).run().with_context(|| format!("HDF5's {test} on {ranks} ranks"))?;
            passed += 1;
        }
        passed += h5py(place, ranks)?;
    }
    Ok(passed)
}

/// Returns the command that starts `ranks` ranks of a program.
fn on(place: &Place, ranks: u32, seconds: u64) -> Program {
    place
        .run("clump")
        .args(["run", "--timeout", &seconds.to_string(), "-n", &ranks.to_string()])
        .dir(place.built().join("testpar"))
        .within(seconds + 30)
}

/// Runs h5py's own tests of parallel files, and a program that writes and reads together and alone. Returns how many
/// passed.
fn h5py(place: &Place, ranks: u32) -> Result<u64> {
    let python = python::tools("h5py", &PACKAGES)?;
    let tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "--only-mpi", "--pyargs", "h5py"];
    let said = on(place, ranks, 300).arg(&python).arg("-B").args(tests).run()?;
    let passed = |line: &str| line.split_once(" passed")?.0.rsplit(' ').next()?.parse::<u64>().ok();
    let counts: Vec<u64> = said.lines().filter_map(passed).collect();
    if counts.len() as u64 != u64::from(ranks) || counts.iter().any(|&n| n < MARKED) || said.contains(" failed") {
        bail!("h5py's parallel tests on {ranks} ranks passed {counts:?}, and {MARKED} are known:\n{said}");
    }
    let file = place.built().join("h5py.hdf5");
    on(place, ranks, 60).arg(&python).args(["-B", "-c", PROGRAM]).arg(&file).run()?;
    Ok(counts[0] + 1)
}

const PROGRAM: &str = r#"
import sys, h5py, numpy
from mpi4py import MPI
me, n = MPI.COMM_WORLD.rank, MPI.COMM_WORLD.size
with h5py.File(sys.argv[1], "w", driver="mpio", comm=MPI.COMM_WORLD) as f:
    rows = f.create_dataset("rows", (4 * n, 50), "f8")
    chunks = f.create_dataset("chunks", (4 * n, 50), "i4", chunks=(3, 7))
    with rows.collective:
        rows[4 * me:4 * me + 4] = numpy.arange(200).reshape(4, 50) + 1000 * me
    chunks[me::n] = me
    f.attrs["ranks"] = n
    f.atomic = True
    assert f.atomic
with h5py.File(sys.argv[1], "r", driver="mpio", comm=MPI.COMM_WORLD) as f:
    with f["rows"].collective:
        got = f["rows"][:, me::n]
    want = numpy.concatenate([numpy.arange(200).reshape(4, 50) + 1000 * r for r in range(n)])[:, me::n]
    assert (got == want).all()
    assert (f["chunks"][:] == (numpy.arange(4 * n) % n)[:, None]).all() and f.attrs["ranks"] == n
"#;
