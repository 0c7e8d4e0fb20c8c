//! Tests libraries as Debian builds them for MPICH and for Open MPI: Global Arrays on ARMCI, which uses MPI's one-sided
//! communication; parallel HDF5, which uses MPI's files; FFTW (for Open MPI alone), which transposes by collectives;
//! a program in Fortran that Debian's compiler makes; and those programs of xtask/unmodified.toml that say `ci = true`.
//! Also tests programs in C++ with Debian's headers, and the names that the libraries of classes export.
use super::standins;
use crate::demo::launch;
use crate::process::Program;
use crate::programs::{DEBIAN_FFTW, packages, unmodified};
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
    /// Fortran's modules, and the library that programs in Fortran need beside the other one.
    modules: PathBuf,
    fortran: &'static str,
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
    let arch = packages::arch();
    let lib = root.join("lib").join(&arch);
    let found_in = ["", "blas", "lapack"].map(|dir| lib.join(dir).display().to_string()).join(":");
    let mut runs = 0;
    let of_mpich = root.join("include").join(&arch).join("mpich");
    for (mpi, library, classes, fortran, header, modules) in [
        ("mpich", "libmpich.so.12", "libmpichcxx.so.12", "libmpichfort.so.12", of_mpich.clone(), of_mpich),
        (
            "openmpi",
            "libmpi.so.40",
            "libmpi_cxx.so.40",
            "libmpi_mpifh.so.40",
            lib.join("openmpi/include"),
            lib.join("fortran/gfortran-mod-15/openmpi"),
        ),
    ] {
        let place = Place { root: &root, lib: &lib, home, mpi, library, classes, header, modules, fortran };
        standins::exports(prefix, classes, &lib.join(classes))?;
        runs += 1;
        let mut programs = vec![place.arrays()?, place.hdf5()?, place.cxx("classes")?, place.cxx("calls")?];
        programs.push(place.fortran("fortran")?);
        if mpi == "mpich" {
            // Open MPI's module passes copies of sections.
            programs.push(place.fortran("sections")?);
            programs.push(place.own_fortran(prefix, "fortran")?);
            programs.push(place.own_fortran(prefix, "sections")?);
            programs.push(place.by_cmake(prefix, "sections")?);
        } else {
            programs.push(place.fortran("pointers")?);
        }
        for program in programs {
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
    runs += unmodified::of_ci(prefix)?;
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

    /// Compiles a program in Fortran with Debian's compiler.
    fn fortran(&self, name: &str) -> Result<PathBuf> {
        let program = self.home.join(format!("{name}-{}", self.mpi));
        let mut words = packages::fortran_compiler()?.into_iter();
        Program::new(words.next().context("a compiler")?)
            .args(words)
            .args(["-w", "-fallow-argument-mismatch", "-I"])
            .arg(&self.modules)
            .arg("-J")
            .arg(self.home)
            .arg(paths::root().join(PROGRAMS).join(format!("{name}.f90")))
            .arg("-o")
            .arg(&program)
            .args([self.lib.join(self.fortran), self.lib.join(self.library)])
            .arg("-Wl,--allow-shlib-undefined")
            .arg(format!("-Wl,-rpath-link,{}", self.lib.display()))
            .run()?;
        Ok(program)
    }

    /// Compiles a program in Fortran with Clump's mpifort.
    fn own_fortran(&self, prefix: &Path, name: &str) -> Result<PathBuf> {
        let program = self.home.join(format!("{name}-own"));
        Program::new(prefix.join("bin/mpifort"))
            .env("MPICH_FC", packages::fortran_compiler()?.join(" "))
            .env("XDG_CACHE_HOME", self.home.join("cache"))
            .args(["-w", "-fallow-argument-mismatch", "-J"])
            .arg(self.home)
            .arg(paths::root().join(PROGRAMS).join(format!("{name}.f90")))
            .arg("-o")
            .arg(&program)
            .run()?;
        Ok(program)
    }

    /// Builds a program in Fortran with CMake's find_package(MPI), which must find all three interfaces.
    fn by_cmake(&self, prefix: &Path, name: &str) -> Result<PathBuf> {
        need::ensure(&[need::CMAKE])?;
        let home = self.home.join("cmake-fortran");
        if home.exists() {
            std::fs::remove_dir_all(&home)?;
        }
        std::fs::create_dir_all(&home)?;
        let compiler = home.join("gfortran");
        std::fs::write(&compiler, format!("#!/bin/sh\nexec {} \"$@\"\n", packages::fortran_compiler()?.join(" ")))?;
        std::fs::set_permissions(&compiler, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
        let source = paths::root().join(PROGRAMS).join(format!("{name}.f90"));
        let project = format!(
            "cmake_minimum_required(VERSION 3.16)\nproject(program Fortran)\n\
             find_package(MPI REQUIRED COMPONENTS Fortran)\n\
             foreach(what F08_MODULE F90_MODULE F77_HEADER)\n\
             if(NOT MPI_Fortran_HAVE_${{what}})\nmessage(FATAL_ERROR \"no ${{what}}\")\nendif()\nendforeach()\n\
             add_executable(program \"{}\")\ntarget_link_libraries(program MPI::MPI_Fortran)\n",
            source.display()
        );
        std::fs::write(home.join("CMakeLists.txt"), project)?;
        for args in [&["-S", ".", "-B", "build"][..], &["--build", "build"]] {
            Program::new("cmake")
                .args(args)
                .dir(&home)
                .env("FC", &compiler)
                .env("MPICH_FC", &compiler)
                .env("XDG_CACHE_HOME", self.home.join("cache"))
                .env("CMAKE_PREFIX_PATH", prefix)
                .run()?;
        }
        Ok(home.join("build/program"))
    }
}
