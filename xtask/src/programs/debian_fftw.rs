//! Runs FFTW's own checks over the library `libfftw3_mpi.so.3` as Debian builds it for Open MPI. Debian ships no test
//! programs of FFTW, so only the program of the checks is compiled here, with Open MPI's header.
use super::{FFTW, Place, fftw, packages};
use crate::process::Program;
use anyhow::{Result, bail};

const RANKS: [u32; 3] = [1, 2, 4];
/// The sources of the program `mpi-bench`.
const SOURCES: [&str; 3] = ["mpi/mpi-bench.c", "tests/fftw-bench.c", "tests/hook.c"];

/// Returns the package's version.
pub fn fetch(_: &Place) -> Result<String> {
    if !packages::available() {
        bail!("Debian's libraries are tried on Debian {} only", packages::RELEASE);
    }
    packages::unpacked()?;
    packages::LIBRARIES.version("libfftw3-mpi3")
}

/// Returns the directory of Debian's libraries.
fn libraries() -> Result<std::path::PathBuf> {
    Ok(packages::unpacked()?.join(format!("usr/lib/{}-linux-gnu", std::env::consts::ARCH)))
}

pub fn build(place: &Place) -> Result<()> {
    // The checks use functions that FFTW keeps to itself, so the sources must be of the library's version.
    let (fftw, of) = FFTW.prepare(&place.prefix)?;
    let version = packages::LIBRARIES.version("libfftw3-mpi3")?;
    if !version.starts_with(&of) {
        bail!("the sources of FFTW are of version {of}, Debian's library is of {version}");
    }
    let (source, lib) = (fftw.home.join("source"), libraries()?);
    let mut cc = Program::new("cc").args(["-O1", "-w", "-DHAVE_CONFIG_H"]);
    for include in [fftw.built(), source.clone(), source.join("api"), lib.join("openmpi/include")] {
        cc = cc.arg("-I").arg(include);
    }
    cc.args(SOURCES.map(|file| source.join(file)))
        .arg(fftw.built().join("libbench2/libbench2.a"))
        .args(["libfftw3_mpi.so.3", "libfftw3.so.3", "libmpi.so.40"].map(|name| lib.join(name)))
        .args(["-lm", "-Wl,--allow-shlib-undefined", "-o"])
        .arg(place.built().join("mpi-bench"))
        .arg(format!("-Wl,-rpath-link,{}", lib.display()))
        .run()?;
    Ok(())
}

/// Runs the checks. Returns how many passed.
pub fn check(place: &Place) -> Result<u64> {
    let (bench, lib) = (place.built().join("mpi-bench"), libraries()?);
    RANKS.into_iter().map(|ranks| fftw::verify(&bench, ranks, place.run("perl").env("LD_LIBRARY_PATH", &lib))).sum()
}
