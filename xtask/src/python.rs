//! Prepares a virtual environment under target/, with mpi4py built from its source distribution by our mpicc.
use crate::process::Program;
use crate::{need, paths, steps};
use anyhow::{Context, Result};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

pub const MPI4PY: &str = "4.1.2";
/// The packages that the examples need, and those by which CI reads traces (Perfetto) and metrics (Prometheus).
const PACKAGES: [&str; 5] =
    ["numpy>=1.24", "scikit-learn>=1.2", "matplotlib>=3.6", "perfetto>=0.16", "prometheus_client>=0.20"];

pub struct Python {
    pub bin: PathBuf,
    /// mpi4py's wheel, built by our mpicc.
    pub wheel: PathBuf,
    /// mpi4py's unpacked source distribution, which has its tests.
    pub mpi4py: PathBuf,
}

pub fn pip(python: &Path) -> Program {
    Program::new(python)
        .args(["-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"])
        .remedy("Is the Python package index reachable? PIP_INDEX_URL names another one.")
}

/// Creates or reuses the environment. `prefix` is where Clump is installed.
pub fn prepare(prefix: &Path) -> Result<Python> {
    let home = paths::target().join("python");
    let venv = home.join("venv");
    let python = venv.join("bin/python");
    steps::plain("Python environment (numpy, scikit-learn, matplotlib, perfetto, prometheus_client)", || {
        need::ensure(&[need::PYTHON, need::PYTHON_VENV, need::PYTHON_HEADERS, need::C_COMPILER])?;
        prepared(&venv, &python, &PACKAGES)
    })?;
    let sources = steps::plain(&format!("mpi4py {MPI4PY}'s source distribution"), || {
        fetch(&home, &python, "mpi4py", MPI4PY, "test/main.py")
    })?;
    let (wheel, _) = steps::step(
        &format!("mpi4py {MPI4PY} built against Clump's mpicc"),
        || wheel(&home, &python, &sources, prefix),
        |(_, built)| (if *built { "built" } else { "kept from last time" }).to_owned(),
    )?;
    Ok(Python { bin: python, wheel, mpi4py: sources })
}

/// Creates a virtual environment with these packages, unless an earlier run has.
fn prepared(venv: &Path, python: &Path, packages: &[&str]) -> Result<()> {
    let ready = venv.join(".ready");
    let wanted = packages.join("\n");
    if std::fs::read_to_string(&ready).is_ok_and(|have| have == wanted) && Program::new(python).args(["-c", ""]).works()
    {
        return Ok(());
    }
    Program::new("python3").args(["-m", "venv", "--clear"]).arg(venv).run()?;
    pip(python).arg("install").args(packages).run()?;
    Ok(std::fs::write(ready, wanted)?)
}

/// Downloads and unpacks the source distribution, unless an earlier run has.
fn fetch(home: &Path, python: &Path, package: &str, version: &str, file: &str) -> Result<PathBuf> {
    // PEP 625 says how source distributions are named.
    let name = format!("{}-{version}", package.replace('-', "_"));
    let unpacked = home.join(&name);
    if unpacked.join(file).exists() {
        return Ok(unpacked);
    }
    let requirement = format!("{package}=={version}");
    pip(python).args(["download", "--no-deps", "--no-binary", package, "--dest"]).arg(home).arg(&requirement).run()?;
    Program::new("tar").arg("-xf").arg(home.join(format!("{name}.tar.gz"))).arg("-C").arg(home).run()?;
    Ok(unpacked)
}

/// Adds a package, built from its source distribution with our mpicc. Returns the path of its sources.
pub fn with_mpicc(python: &Python, prefix: &Path, package: &str, version: &str) -> Result<PathBuf> {
    let home = paths::target().join("python");
    let sources = fetch(&home, &python.bin, package, version, "pyproject.toml")?;
    wheel(&home, &python.bin, &sources, prefix)?;
    Ok(sources)
}

/// Installs the package from a wheel, which it builds unless an earlier run has built one with this header, prefix and
/// Python. Returns the wheel, and true if it built the wheel.
fn wheel(home: &Path, python: &Path, sources: &Path, prefix: &Path) -> Result<(PathBuf, bool)> {
    let name = sources.file_name().unwrap_or_default().to_string_lossy();
    let header = prefix.join("include/mpi.h");
    let mut hasher = DefaultHasher::new();
    std::fs::read(&header).with_context(|| format!("cannot read {}", header.display()))?.hash(&mut hasher);
    prefix.hash(&mut hasher);
    Program::new(python).args(["-VV"]).run()?.hash(&mut hasher);
    let wheels = home.join(format!("{name}-{:016x}", hasher.finish()));
    let wheel = || -> Option<PathBuf> {
        std::fs::read_dir(&wheels).ok()?.flatten().map(|e| e.path()).find(|p| p.extension().is_some_and(|e| e == "whl"))
    };
    let build = wheel().is_none();
    if build {
        let path = std::env::var("PATH").unwrap_or_default();
        // pip builds from the archive in a directory of its own, so the unpacked tree stays unchanged.
        let archive = sources.with_file_name(format!("{name}.tar.gz"));
        pip(python)
            .args(["wheel", "--no-deps", "--no-cache-dir", "--wheel-dir"])
            .arg(&wheels)
            .arg(archive)
            .env("PATH", format!("{}:{path}", prefix.join("bin").display()))
            .env("CC", prefix.join("bin/mpicc"))
            .env("CFLAGS", "-O0")
            .run()?;
    }
    let wheel = wheel().with_context(|| format!("pip left no wheel in {}", wheels.display()))?;
    pip(python).args(["install", "--no-deps", "--force-reinstall"]).arg(&wheel).run()?;
    Ok((wheel, build))
}

/// Creates or reuses a virtual environment with tools for developers. Returns its Python.
pub fn tools(name: &str, packages: &[&str]) -> Result<PathBuf> {
    need::ensure(&[need::PYTHON, need::PYTHON_VENV])?;
    let venv = paths::target().join("python/tools").join(name);
    let python = venv.join("bin/python");
    prepared(&venv, &python, packages)?;
    Ok(python)
}
