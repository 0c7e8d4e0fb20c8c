//! Compiles the stand-ins for other MPI libraries, and installs them in a directory of their own: only programs that
//! `clump run` starts get them, beside any other MPI of the machine.
use super::tree;
use crate::process::Program;
use crate::{r#gen, paths};
use anyhow::{Context, Error, Result};
use std::path::Path;

/// Where the stand-ins are, below the prefix.
pub const FOLDER: &str = "lib/clump";
/// Where libraries are that only bring a stand-in, below [`FOLDER`]. Only LD_PRELOAD names them: with LD_LIBRARY_PATH,
/// the other MPI's own commands would find them.
const FURTHER: &str = "further";

/// The name of the library of the standard ABI.
const ABI: &str = "libmpi_abi.so.1";

/// A stand-in: its name, its sources, its second names and those of libraries whose functions it has, and further
/// libraries of the same MPI, of which programs need only the names.
struct Standin {
    name: &'static str,
    sources: &'static [&'static str],
    also: &'static [&'static str],
    further: &'static [&'static str],
}

const ALL: [Standin; 3] = [
    Standin { name: "libmpiwrapper.so", sources: &["trampoline.c"], also: &[], further: &[] },
    Standin {
        name: "libmpi.so.12",
        sources: &["mpich.c"],
        also: &["libmpich.so.12", "libmpifort.so.12", "libmpichfort.so.12"],
        further: &[],
    },
    Standin {
        name: "libmpi.so.40",
        sources: &["openmpi.c", "openmpi_fortran.c"],
        // Some programs ask for a library without a number: those known have Open MPI's ABI.
        also: &["libmpi.so", "libmpi_mpifh.so.40"],
        further: &["libopen-rte.so.40", "libopen-pal.so.40"],
    },
];

/// A library of the classes of C++: its name, its source, its second names, and the stand-in for the C functions that
/// the classes call.
struct Classes {
    name: &'static str,
    source: &'static str,
    also: &'static [&'static str],
    over: &'static str,
}

const CLASSES: [Classes; 2] = [
    Classes { name: "libmpicxx.so.12", source: "mpich.cc", also: &["libmpichcxx.so.12"], over: "libmpi.so.12" },
    Classes { name: "libmpi_cxx.so.40", source: "openmpi.cc", also: &[], over: "libmpi.so.40" },
];

/// Returns the names of the libraries for which mpi4py's wheels look.
pub fn names() -> impl Iterator<Item = &'static str> {
    ALL.iter().map(|standin| standin.name).filter(|name| name.starts_with("libmpi.so."))
}

/// Compiles the stand-ins for the library that is installed below `prefix`.
pub fn lay_out(prefix: &Path) -> Result<()> {
    let folder = prefix.join(FOLDER);
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let sources = r#gen::sources(paths::root()).map_err(Error::msg)?;
    for standin in &ALL {
        compile(standin, &sources, prefix, &folder.join(standin.name))?;
        for name in standin.also {
            bringer(&folder.join(standin.name), &folder.join(name), "$ORIGIN")?;
        }
        for name in standin.further {
            bringer(&folder.join(standin.name), &folder.join(FURTHER).join(name), "$ORIGIN/..")?;
        }
    }
    for classes in &CLASSES {
        compile_classes(classes, &sources, &folder)?;
        for name in classes.also {
            bringer(&folder.join(classes.name), &folder.join(name), "$ORIGIN")?;
        }
    }
    // Programs of the standard ABI that find another MPI's library first in the user's path get Clump's.
    tree::link("../libmpi_abi.so.1", &folder.join(ABI))
}

/// Compiles a stand-in; its generated sources are in `sources`.
fn compile(standin: &Standin, sources: &Path, prefix: &Path, to: &Path) -> Result<()> {
    Program::new("cc")
        .args(["-std=gnu11", "-O2", "-fPIC", "-shared", "-fexceptions", "-fvisibility=hidden", "-Wall", "-Werror"])
        .args(["-Wno-builtin-declaration-mismatch", "-Wno-maybe-uninitialized", "-s", "-I"])
        .arg(sources)
        .arg("-o")
        .arg(to)
        .args(standin.sources.iter().map(|name| paths::root().join(r#gen::STANDINS).join(name)))
        .arg(options(standin.name, "$ORIGIN/..:$ORIGIN"))
        .arg(prefix.join("lib/libmpi_abi.so.1"))
        .run()?;
    Ok(())
}

/// Compiles a library of classes in `folder`. Its exported names are C++'s, so nothing is hidden by default.
fn compile_classes(classes: &Classes, sources: &Path, folder: &Path) -> Result<()> {
    Program::new("c++")
        .args(["-std=gnu++11", "-O2", "-fPIC", "-shared", "-Wall", "-Werror", "-s", "-I"])
        .arg(sources)
        .arg("-o")
        .arg(folder.join(classes.name))
        .arg(paths::root().join(r#gen::STANDINS).join(classes.source))
        .arg(options(classes.name, "$ORIGIN/..:$ORIGIN"))
        .arg(folder.join(classes.over))
        .run()?;
    Ok(())
}

/// Returns the linker's options for a library of this name that finds others in `places`.
fn options(name: &str, places: &str) -> String {
    format!(
        "-Wl,-soname,{name},--no-as-needed,--enable-new-dtags,-rpath,{places},-z,noseparate-code,-z,nodelete,\
         --build-id=none"
    )
}

/// Makes the library `to`, which is empty and brings the library `other`, found in `place`. A copy would be a second
/// MPI in one process.
pub fn bringer(other: &Path, to: &Path, place: &str) -> Result<()> {
    let name = to.file_name().and_then(|n| n.to_str()).context("a name")?;
    std::fs::create_dir_all(to.parent().context("a directory")?)?;
    Program::new("cc")
        .args(["-shared", "-nostdlib", "-s", "-x", "c", "/dev/null", "-o"])
        .arg(to)
        .arg(options(name, place))
        .args(["-x", "none"])
        .arg(other)
        .run()?;
    Ok(())
}
