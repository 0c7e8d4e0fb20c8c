//! Tests libraries as Debian builds them for MPICH and for Open MPI: Global Arrays on ARMCI, which uses MPI's one-sided
//! communication; parallel HDF5, which uses MPI's files; FFTW (for Open MPI alone), which transposes by collectives;
//! and programs in Fortran: one that Debian's compiler makes, the testers of BLACS, and (for Open MPI alone) MUMPS's
//! example and Quantum ESPRESSO.
//! Also tests programs in C++ with Debian's headers, and the names that the libraries of classes export.
use super::standins;
use crate::demo::launch;
use crate::process::Program;
use crate::programs::{DEBIAN_FFTW, packages};
use crate::{need, paths, steps};
use anyhow::{Context, Result, bail};
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
        place.blacs(prefix, &found_in)?;
        runs += 1;
    }
    runs += mumps(prefix, &root, &found_in)? + espresso(prefix, home, &root, &found_in)?;
    Ok(runs + DEBIAN_FFTW.all(prefix)?.checks)
}

/// Solves MUMPS's example, whose solution is 1 to 5, on 1, 2 and 4 ranks. Returns the number of runs.
fn mumps(prefix: &Path, root: &Path, found_in: &str) -> Result<u64> {
    let folder = root.join("lib/mumps");
    for ranks in ["1", "2", "4"] {
        let program = launch(prefix, ranks).args(["sh", "-c", "./dsimpletest < input_simpletest_real"]).dir(&folder);
        let said = program
            .env("LD_LIBRARY_PATH", found_in)
            .within(120)
            .run()
            .with_context(|| format!("MUMPS on {ranks} ranks"))?;
        let solution = said.split("Solution is").nth(1).unwrap_or_default();
        let numbers: Vec<f64> = solution.split_whitespace().map_while(|word| word.parse().ok()).collect();
        if numbers.len() != 5 || numbers.iter().zip(1..).any(|(x, right)| (x - f64::from(right)).abs() > 1e-9) {
            bail!("MUMPS's solution on {ranks} ranks is wrong:\n{said}");
        }
    }
    Ok(3)
}

/// Computes the energy of silicon by Quantum ESPRESSO on 1, 2 and 4 ranks, which must agree to its own threshold.
/// Returns the number of runs.
fn espresso(prefix: &Path, home: &Path, root: &Path, found_in: &str) -> Result<u64> {
    let input = home.join("silicon.in");
    let potentials = root.join("share/espresso/pseudo");
    let mut energies = Vec::new();
    for ranks in ["1", "2", "4"] {
        let text = format!(
            "&control\n calculation='scf', prefix='si-{ranks}', pseudo_dir='{}', outdir='{}'\n/\n\
             &system\n ibrav=2, celldm(1)=10.20, nat=2, ntyp=1, ecutwfc=24.0\n/\n\
             &electrons\n conv_thr=1.0d-10\n/\n\
             ATOMIC_SPECIES\n Si 28.086 Si.pz-vbc.UPF\n\
             ATOMIC_POSITIONS alat\n Si 0.00 0.00 0.00\n Si 0.25 0.25 0.25\n\
             K_POINTS automatic\n 4 4 4 1 1 1\n",
            potentials.display(),
            home.display()
        );
        std::fs::write(&input, text)?;
        let program = launch(prefix, ranks).arg(root.join("bin/pw.x")).arg("-in").arg(&input);
        let program = program.env("LD_LIBRARY_PATH", found_in).env("OMP_NUM_THREADS", "1").within(120);
        let said = program.run().with_context(|| format!("Quantum ESPRESSO on {ranks} ranks"))?;
        let line = said.lines().find(|line| line.starts_with('!')).unwrap_or_default();
        let energy: Option<f64> = line.split('=').nth(1).and_then(|rest| rest.split_whitespace().next()?.parse().ok());
        energies.push(energy.with_context(|| format!("Quantum ESPRESSO names no energy:\n{said}"))?);
    }
    if energies.iter().any(|energy| (energy - energies[0]).abs() > 1e-7 || (energy + 15.8).abs() > 0.1) {
        bail!("the energies of silicon on 1, 2 and 4 ranks are {energies:?}");
    }
    Ok(energies.len() as u64)
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

    /// Runs the tester of BLACS, whose last test is that BLACS_ABORT ends the job.
    fn blacs(&self, prefix: &Path, found_in: &str) -> Result<()> {
        let folder = self.lib.join(format!("scalapack/{}-tests/BLACS", self.mpi));
        let program = launch(prefix, "4").arg("./xFbtest").dir(folder).env("LD_LIBRARY_PATH", found_in);
        let said = program.within(300).outcome()?.output;
        let counts: Vec<&str> = said.lines().filter(|line| line.contains(" TESTS;")).collect();
        let failed = said.contains("FAILED ") || counts.iter().any(|line| !line.contains(" 0 FAILED"));
        if failed || counts.len() < 10 || !said.contains("The final auxiliary test is for BLACS_ABORT") {
            bail!("the tester of BLACS for {} says:\n{said}", self.mpi);
        }
        Ok(())
    }
}
