//! Tests libraries as Debian builds them for MPICH and for Open MPI: Global Arrays on ARMCI, which uses MPI's one-sided
//! communication; parallel HDF5, which uses MPI's files; FFTW (for Open MPI alone), which transposes by collectives.
//! Also tests programs in C++ with Debian's headers, and the names that the libraries of classes export.
use super::standins;
use crate::demo::launch;
use crate::process::Program;
use crate::programs::{DEBIAN_FFTW, packages};
use crate::{need, paths, steps};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

const PROGRAMS: &str = "crates/mpi/tests/standins";

/// The folders of the unpacked packages, and where programs for one of the two libraries are built.
struct Place<'a> {
    root: &'a Path,
    lib: &'a Path,
    home: &'a Path,
    mpi: &'static str,
    library: &'static str,
    classes: &'static str,
    header: PathBuf,
}

/// Runs each program on 1, 2 and 4 ranks for each MPI. Returns how many runs passed; 0 where Debian's packages cannot
/// be had.
pub fn check(prefix: &Path, home: &Path) -> Result<u64> {
    if !packages::available() {
        println!("no Debian {}: its libraries are not tried", packages::RELEASE);
        return Ok(0);
    }
    need::ensure(&[need::CURL, need::C_COMPILER])?;
    let root = steps::plain("Debian's packages", packages::unpacked)?.join("usr");
    let arch = format!("{}-linux-gnu", std::env::consts::ARCH);
    let lib = root.join("lib").join(&arch);
    let found_in = ["", "blas", "lapack"].map(|dir| lib.join(dir).display().to_string()).join(":");
    let mut runs = 0;
    for (mpi, library, classes, header) in [
        ("mpich", "libmpich.so.12", "libmpichcxx.so.12", root.join("include").join(&arch).join("mpich")),
        ("openmpi", "libmpi.so.40", "libmpi_cxx.so.40", lib.join("openmpi/include")),
    ] {
        let place = Place { root: &root, lib: &lib, home, mpi, library, classes, header };
        standins::exports(prefix, classes, &lib.join(classes))?;
        runs += 1;
        for program in [place.arrays()?, place.hdf5()?, place.cxx("classes")?, place.cxx("calls")?] {
            for ranks in ["1", "2", "4"] {
                launch(prefix, ranks)
                    .arg(&program)
                    .arg(program.with_extension("data"))
                    .env("LD_LIBRARY_PATH", &found_in)
                    .within(120)
                    .run()
                    .with_context(|| format!("{} on {ranks} ranks", program.display()))?;
                runs += 1;
            }
        }
    }
    Ok(runs + DEBIAN_FFTW.all(prefix)?.checks)
}

impl Place<'_> {
    /// Compiles a program with these headers and libraries. Returns the program.
    fn compile(&self, name: &str, include: &Path, libraries: &[&str]) -> Result<PathBuf> {
        let program = self.home.join(format!("{name}-{}", self.mpi));
        Program::new("cc")
            .args(["-std=gnu11", "-O1", "-w", "-I"])
            .arg(include)
            .arg("-I")
            .arg(&self.header)
            .arg(paths::root().join(PROGRAMS).join(format!("{name}.c")))
            .arg("-o")
            .arg(&program)
            .args(libraries.iter().map(|name| self.lib.join(name)))
            .arg(self.lib.join(self.library))
            .args(["-lm", "-Wl,--allow-shlib-undefined"])
            .arg(format!("-Wl,-rpath-link,{}", self.lib.display()))
            .run()?;
        Ok(program)
    }

    /// Compiles a program in C++, which needs the library of classes even if it makes C calls only.
    fn cxx(&self, name: &str) -> Result<PathBuf> {
        let program = self.home.join(format!("{name}-{}", self.mpi));
        Program::new("c++")
            .args(["-O1", "-w", "-I"])
            .arg(&self.header)
            .arg(paths::root().join(PROGRAMS).join(format!("{name}.cc")))
            .arg("-o")
            .arg(&program)
            .args([self.lib.join(self.classes), self.lib.join(self.library)])
            .arg("-Wl,--no-as-needed,--allow-shlib-undefined")
            .arg(format!("-Wl,-rpath-link,{}", self.lib.display()))
            .run()?;
        Ok(program)
    }

    fn arrays(&self) -> Result<PathBuf> {
        let own = [format!("libga-{}.a", self.mpi), format!("libarmci-{}.a", self.mpi)];
        let scalapack = format!("libscalapack-{}.so.2.2", self.mpi);
        let linear = ["lapack/liblapack.so.3", "blas/libblas.so.3", "libgfortran.so.5"];
        let libraries = [&[&*own[0], &own[1], &scalapack], &linear[..]].concat();
        self.compile("arrays", &self.root.join("include"), &libraries)
    }

    fn hdf5(&self) -> Result<PathBuf> {
        let include = self.root.join("include/hdf5").join(self.mpi);
        self.compile("hdf5", &include, &[&format!("libhdf5_{}.so.103", self.mpi)])
    }
}
