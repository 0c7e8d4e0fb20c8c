//! Debian's binary packages: libraries that were built for MPICH and for Open MPI. They are unpacked below target/, and
//! nothing is installed.
use crate::paths;
use crate::process::Program;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// The Debian release whose packages have these names.
pub const RELEASE: &str = "12";
const PACKAGES: [&str; 29] = [
    "libmpich12",
    "libmpich-dev",
    "libopenmpi3",
    "libopenmpi-dev",
    "libglobalarrays-dev",
    "libarmci-mpi-dev",
    "libscalapack-mpich2.2",
    "libscalapack-openmpi2.2",
    "libblas3",
    "liblapack3",
    "libgfortran5",
    "libquadmath0",
    "libevent-core-2.1-7",
    "libhdf5-mpich-103-1",
    "libhdf5-mpich-dev",
    "libhdf5-openmpi-103-1",
    "libhdf5-openmpi-dev",
    "libsz2",
    "libaec0",
    "libfftw3-double3",
    "libfftw3-mpi3",
    "gfortran-12",
    "libgfortran-12-dev",
    "scalapack-mpi-test",
    "scalapack-test-common",
    "mumps-test",
    "libmumps-5.5",
    "quantum-espresso",
    "quantum-espresso-data",
];

/// Returns true if this machine has the release and its package manager.
pub fn available() -> bool {
    let release = std::fs::read_to_string("/etc/debian_version").unwrap_or_default();
    release.split('.').next() == Some(RELEASE) && Program::new("apt-get").arg("--version").works()
}

fn home() -> PathBuf {
    paths::target().join("debian")
}

/// Downloads and unpacks the packages, unless an earlier run has. Returns the directory of their files.
pub fn unpacked() -> Result<PathBuf> {
    let (root, list) = (home().join("root"), home().join("packages"));
    if std::fs::read_to_string(&list).is_ok_and(|have| have == PACKAGES.join(" ")) {
        return Ok(root);
    }
    std::fs::create_dir_all(&root)?;
    Program::new("apt-get")
        .args(["-qq", "download"])
        .args(PACKAGES)
        .dir(home())
        .remedy("Are Debian's package lists there (`apt-get update`)?")
        .run()?;
    Program::new("sh").args(["-ec", "for package in *.deb; do dpkg -x $package root; done"]).dir(home()).run()?;
    std::fs::write(list, PACKAGES.join(" "))?;
    Ok(root)
}

/// Returns the folder `usr` of the unpacked packages.
pub fn usr() -> PathBuf {
    home().join("root/usr")
}

/// Returns the name that Debian's folders have for this machine's kind of processor.
pub fn arch() -> String {
    format!("{}-linux-gnu", std::env::consts::ARCH)
}

/// Returns the folder of the unpacked packages' libraries.
pub fn libraries() -> PathBuf {
    usr().join("lib").join(arch())
}

/// Returns the command of Debian's Fortran compiler, which calls this machine's assembler and linker. The
/// packages must be unpacked.
pub fn fortran_compiler() -> Result<Vec<String>> {
    let arch = arch();
    let (program, folder) = (usr().join("bin").join(format!("{arch}-gfortran-12")), compiler_folder());
    let said = Program::new("cc").arg("-print-libgcc-file-name").run()?;
    let linkers = Path::new(said.trim()).parent().context("a directory")?;
    Ok(vec![
        program.display().to_string(),
        format!("-B{}", folder.display()),
        format!("-B{}", linkers.display()),
        format!("-L{}", folder.display()),
    ])
}

/// Returns the folder of what Debian's compilers bring for themselves.
pub fn compiler_folder() -> PathBuf {
    usr().join("lib/gcc").join(arch()).join("12")
}

/// Returns the version of an unpacked package, from the name of its archive (`libfftw3-mpi3_3.3.10-1_amd64.deb`).
pub fn version(package: &str) -> Result<String> {
    let archives = std::fs::read_dir(home())?.flatten().filter_map(|e| e.file_name().into_string().ok());
    let mut versions = archives.filter_map(|name| Some(name.strip_prefix(package)?.split('_').nth(1)?.to_owned()));
    versions.next().with_context(|| format!("no archive of {package} in {}", home().display()))
}
