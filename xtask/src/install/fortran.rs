//! Installs Fortran: the library, and the sources of the modules, which `mpifort` compiles for the user's compiler.
use super::tree::{link, put};
use crate::process::Program;
use crate::{r#gen, paths};
use anyhow::{Error, Result};
use std::path::Path;

/// Where the sources are, below the prefix.
const SOURCES: &str = "share/clump/fortran";
const LIBRARY: &str = "libclump_mpifort.so.1";

pub fn lay_out(prefix: &Path) -> Result<()> {
    let sources = r#gen::sources(paths::root()).map_err(Error::msg)?;
    let lib = prefix.join("lib");
    Program::new("cc")
        .args(["-std=gnu11", "-O2", "-fPIC", "-shared", "-fexceptions", "-fvisibility=hidden", "-Wall", "-Werror"])
        .args(["-Wno-builtin-declaration-mismatch", "-Wno-maybe-uninitialized", "-s", "-I"])
        .arg(&sources)
        .arg("-o")
        .arg(lib.join(LIBRARY))
        .arg(paths::root().join("crates/mpi/fortran/library.c"))
        .arg(format!("-Wl,-soname,{LIBRARY},--enable-new-dtags,-rpath,$ORIGIN,-z,nodelete,--build-id=none"))
        .arg(lib.join("libmpi_abi.so.1"))
        .run()?;
    link(LIBRARY, &lib.join("libclump_mpifort.so"))?;
    for name in r#gen::MODULES {
        put(&sources.join("generated").join(name), &prefix.join(SOURCES).join(name))?;
    }
    Ok(())
}
