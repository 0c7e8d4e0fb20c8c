//! Tests Global Arrays as Debian builds it, for MPICH and for Open MPI: an existing library on ARMCI, which uses MPI's
//! one-sided communication. Debian's packages are unpacked below target/, and nothing is installed.
use crate::demo::launch;
use crate::process::Program;
use crate::{paths, steps};
use anyhow::Result;
use std::path::{Path, PathBuf};

/// The Debian release whose packages have these names.
const RELEASE: &str = "12";
const PACKAGES: [&str; 13] = [
    "libglobalarrays-dev",
    "libarmci-mpi-dev",
    "libmpich12",
    "libmpich-dev",
    "libopenmpi3",
    "libopenmpi-dev",
    "libscalapack-mpich2.2",
    "libscalapack-openmpi2.2",
    "libblas3",
    "liblapack3",
    "libgfortran5",
    "libquadmath0",
    "libevent-core-2.1-7",
];
const PROGRAM: &str = "crates/mpi/tests/standins/arrays.c";

/// Runs the program on 1, 2 and 4 ranks for each MPI. Returns how many runs passed; 0 where Debian's packages cannot be
/// had.
pub fn check(prefix: &Path, home: &Path) -> Result<u64> {
    let release = std::fs::read_to_string("/etc/debian_version").unwrap_or_default();
    if release.split('.').next() != Some(RELEASE) || !Program::new("apt-get").arg("--version").works() {
        println!("no Debian {RELEASE}: Global Arrays not tried");
        return Ok(0);
    }
    let root = steps::plain("Debian's Global Arrays", unpacked)?.join("usr");
    let arch = format!("{}-linux-gnu", std::env::consts::ARCH);
    let lib = root.join("lib").join(&arch);
    let found_in = ["", "blas", "lapack"].map(|dir| lib.join(dir).display().to_string()).join(":");
    let mut runs = 0;
    for (mpi, library, header) in [
        ("mpich", "libmpich.so.12", root.join("include").join(&arch).join("mpich")),
        ("openmpi", "libmpi.so.40", lib.join("openmpi/include")),
    ] {
        let program = home.join(format!("arrays-{mpi}"));
        Program::new("cc")
            .args(["-std=gnu11", "-O1", "-w", "-I"])
            .arg(root.join("include"))
            .arg("-I")
            .arg(header)
            .arg(paths::root().join(PROGRAM))
            .arg("-o")
            .arg(&program)
            .args([format!("libga-{mpi}.a"), format!("libarmci-{mpi}.a")].map(|name| lib.join(name)))
            .args([&format!("libscalapack-{mpi}.so.2.2"), library].map(|name| lib.join(name)))
            .args(["lapack/liblapack.so.3", "blas/libblas.so.3", "libgfortran.so.5"].map(|name| lib.join(name)))
            .args(["-lm", "-Wl,--allow-shlib-undefined"])
            .arg(format!("-Wl,-rpath-link,{}", lib.display()))
            .run()?;
        for ranks in ["1", "2", "4"] {
            launch(prefix, ranks).arg(&program).env("LD_LIBRARY_PATH", &found_in).within(120).run()?;
            runs += 1;
        }
    }
    Ok(runs)
}

/// Downloads and unpacks the packages, unless an earlier run has. Returns the directory of their files.
fn unpacked() -> Result<PathBuf> {
    let home = paths::target().join("debian");
    let root = home.join("root");
    if root.join("usr/include/ga.h").exists() {
        return Ok(root);
    }
    std::fs::create_dir_all(&root)?;
    Program::new("apt-get")
        .args(["-qq", "download"])
        .args(PACKAGES)
        .dir(&home)
        .remedy("Are Debian's package lists there (`apt-get update`)?")
        .run()?;
    Program::new("sh").args(["-ec", "for package in *.deb; do dpkg -x $package root; done"]).dir(&home).run()?;
    Ok(root)
}
