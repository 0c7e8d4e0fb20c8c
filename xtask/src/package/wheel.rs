//! The wheel: an installation as pip lays it out in an environment's bin, lib, include and share, and the Python
//! module.
use crate::install::{self, binary, standins, tree};
use crate::process::Program;
use crate::{paths, python};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The packages that pack the wheel.
const TOOLS: [&str; 1] = ["wheel>=0.43"];

/// The least version of Python that the wheel asks for, and whose syntax the package keeps to.
pub const LEAST_PYTHON: (u32, u32) = (3, 8);

const METADATA: &str = "Metadata-Version: 2.1
Name: clump-mpi
Version: @VERSION@
Summary: MPI (the MPI 5.0 standard ABI) for the cores of one machine and of several
License: MIT OR Apache-2.0
Requires-Python: >=@PYTHON@
Provides-Extra: torch
Requires-Dist: torch; extra == \"torch\"
Classifier: Operating System :: POSIX :: Linux
Classifier: Topic :: System :: Distributed Computing
Description-Content-Type: text/markdown

";

/// Second names of libraries, by which some programs open the library or are linked to it.
const NAMES_AT_RUN_TIME: [&str; 2] = ["lib/libclump.so.1", "lib/libmpi_abi.so.0"];
/// Names of libraries for the linker's option `-l`, and the library that each stands for.
const NAMES_FOR_LINKING: [(&str, &str); 3] = [
    ("lib/libclump.so", "libmpi_abi.so.1"),
    ("lib/libclump_mpifort.so", "libclump_mpifort.so.1"),
    ("lib/libmpi_abi.so", "libmpi_abi.so.1"),
];

/// Packs an installation as a wheel in the directory `out`, and returns the wheel's path. `epoch` is the time of all
/// files in the wheel, in seconds since 1970.
pub fn make(installed: &Path, out: &Path, epoch: &str) -> Result<PathBuf> {
    let glibc = binary::glibc(installed)?;
    let tag = format!("py3-none-manylinux_{}_{}_{}", glibc.0, glibc.1, std::env::consts::ARCH);
    let name = format!("clump_mpi-{VERSION}");
    let home = paths::target().join("wheel");
    let content = home.join(&name);
    if content.exists() {
        std::fs::remove_dir_all(&content)?;
    }
    lay_out(installed, &content, &content.join(format!("{name}.data")))?;
    let info = content.join(format!("{name}.dist-info"));
    let readme = std::fs::read_to_string(paths::root().join("README.md"))?;
    let (major, minor) = LEAST_PYTHON;
    let metadata = METADATA.replace("@VERSION@", VERSION).replace("@PYTHON@", &format!("{major}.{minor}"));
    tree::write(&info.join("METADATA"), (metadata + &readme).as_bytes())?;
    let wheel = format!("Wheel-Version: 1.0\nGenerator: cargo xtask wheel\nRoot-Is-Purelib: false\nTag: {tag}\n");
    tree::write(&info.join("WHEEL"), wheel.as_bytes())?;
    tree::write(&info.join("entry_points.txt"), install::python::ENTRY_POINTS.as_bytes())?;
    for license in ["LICENSE-MIT", "LICENSE-APACHE"] {
        tree::put(&paths::root().join(license), &info.join("licenses").join(license))?;
    }
    std::fs::create_dir_all(out)?;
    let tools = python::tools("wheel", &TOOLS)?;
    Program::new(&tools)
        .args(["-m", "wheel", "pack"])
        .arg(&content)
        .arg("--dest-dir")
        .arg(out)
        .env("SOURCE_DATE_EPOCH", epoch)
        .run()?;
    Ok(out.join(format!("{name}-{tag}.whl")))
}

/// Copies the installation. A wheel holds no links, so each link becomes a file of the same use.
fn lay_out(installed: &Path, content: &Path, data: &Path) -> Result<()> {
    for file in tree::files(installed)? {
        let from = installed.join(&file);
        let name = file.to_str().context("a name in UTF-8")?;
        if file.starts_with(install::python::metadata()) {
            continue;
        }
        let is_link = std::fs::symlink_metadata(&from)?.is_symlink();
        if let Some(program) = name.strip_prefix("bin/") {
            let to = data.join("scripts").join(program);
            match program {
                "mpiexec" | "mpirun" | "oshrun" => tree::write(&to, starter(program).as_bytes())?,
                _ => tree::put(&from, &to)?,
            }
            make_executable(&to)?;
        } else if let Some(module) = name.strip_prefix("lib/python/") {
            tree::put(&from, &content.join(module))?;
        } else if let Some((_, library)) = NAMES_FOR_LINKING.iter().find(|(link, _)| *link == name) {
            // A linker script takes the link's place.
            tree::write(&data.join("data").join(name), format!("INPUT({library})\n").as_bytes())?;
        } else if NAMES_AT_RUN_TIME.contains(&name) {
            standins::bringer(&installed.join("lib/libmpi_abi.so.1"), &data.join("data").join(name), "$ORIGIN")?;
        } else if name == "lib/clump/libmpi_abi.so.1" {
            // In an environment, the extension module names the place of its library.
            continue;
        } else if is_link && name.starts_with("lib/") {
            anyhow::bail!("{name}: the wheel does not know what stands for this link");
        } else if !name.ends_with("/installed-files") {
            // A link to a manual page becomes a copy. The list of installed files is left out, because pip keeps its
            // own.
            tree::put(&from, &data.join("data").join(name))?;
        }
    }
    // mpi4py's own wheels look for the libraries of MPICH and Open MPI in the environment's `lib`.
    for name in standins::names() {
        tree::put(&installed.join(standins::FOLDER).join(name), &data.join("data/lib").join(name))?;
    }
    Ok(())
}

/// Returns the script that stands for the link `program` to `clump`.
fn starter(program: &str) -> String {
    format!("#!/bin/sh\nexec \"$(dirname \"$(readlink -f \"$0\")\")/clump\" {program} \"$@\"\n")
}

fn make_executable(file: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    Ok(std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755))?)
}
