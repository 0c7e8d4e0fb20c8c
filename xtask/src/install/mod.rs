//! `cargo xtask install`: builds Clump and lays it out under a prefix. The result may be moved as a whole.
mod capi;
mod wrapper;

use crate::process::Program;
use crate::{need, paths, steps};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// A shell, and where it looks for the completion of a command `@`.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "bash-completion/completions/@"),
    ("zsh", "zsh/site-functions/_@"),
    ("fish", "fish/vendor_completions.d/@.fish"),
];

/// Builds and installs Clump, and prints where.
pub fn run(prefix: &Path) -> Result<()> {
    let prefix = quietly(prefix)?;
    println!("Clump is in {0}: put {0}/bin into PATH, then `mpicc` and `clump run`", prefix.display());
    Ok(())
}

/// Builds and installs, and prints a line for each step. Returns the prefix as an absolute path.
pub fn quietly(prefix: &Path) -> Result<PathBuf> {
    let prefix = std::path::absolute(prefix)?;
    steps::plain("Clump built (release)", build)?;
    steps::plain("Clump installed", || lay_out(&prefix))?;
    Ok(prefix)
}

fn build() -> Result<()> {
    need::ensure(&[need::C_COMPILER])?;
    Program::cargo().args(["build", "--release", "--locked", "-p", "clump-mpi", "-p", "clump-tools"]).run()?;
    // The heap library has no std, so it cannot unwind and needs a profile of its own.
    Program::cargo().args(["build", "--profile", "heap", "--locked", "-p", "clump-heap"]).run()?;
    Ok(())
}

fn lay_out(prefix: &Path) -> Result<()> {
    let release = paths::target().join("release");
    let (bin, lib, share) = (prefix.join("bin"), prefix.join("lib"), prefix.join("share"));
    put(&release.join("clump"), &bin.join("clump"))?;
    for name in ["mpiexec", "mpirun"] {
        link("clump", &bin.join(name))?;
    }
    // These links are made before `mpicc`, so that on a file system that ignores case `mpiCC` does not replace it.
    for name in ["mpic++", "mpiCC"] {
        link("mpicxx", &bin.join(name))?;
    }
    wrapper::write(&bin)?;

    put(&release.join("libmpi_abi.so"), &lib.join("libmpi_abi.so.1"))?;
    // `clump run` preloads this library into the ranks.
    put(&paths::target().join("heap/libclump_heap.so"), &lib.join("libclump_heap.so"))?;
    // .so.0 is for programs built against early headers of the ABI.
    for name in ["libmpi_abi.so", "libmpi_abi.so.0"] {
        link("libmpi_abi.so.1", &lib.join(name))?;
    }
    put(&paths::root().join("crates/mpi/include/mpi.h"), &prefix.join("include/mpi.h"))?;
    // The first name is the ABI library's; distributions use the other names for their MPI.
    for name in MPI_PACKAGES {
        let text = PKG_CONFIG.replace("@NAME@", name).replace("@VERSION@", env!("CARGO_PKG_VERSION"));
        write(&lib.join(format!("pkgconfig/{name}.pc")), text.as_bytes())?;
    }

    capi::lay_out(prefix)?;

    // The program itself writes man pages and completion, from the declarations of --help.
    let clump = || Program::new(bin.join("clump"));
    let man = share.join("man/man1");
    std::fs::create_dir_all(&man)?;
    clump().args(["generate", "man"]).arg(&man).run()?;
    for (shell, path) in SHELLS {
        let script = clump().args(["generate", "completion", shell]).run()?;
        write(&share.join(path.replace('@', "clump")), script.as_bytes())?;
        for name in ["mpiexec", "mpirun"] {
            let script = clump().args(["generate", "completion", shell, "--name", name]).run()?;
            write(&share.join(path.replace('@', name)), script.as_bytes())?;
        }
    }
    wrapper::write_man(&man)?;
    for name in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md", "docs/SETTINGS.md", "docs/mpi-status.md"]
    {
        put(&paths::root().join(name), &share.join("doc/clump").join(name))?;
    }
    Ok(())
}

/// Names under which pkg-config knows this MPI.
pub const MPI_PACKAGES: [&str; 4] = ["mpi_abi", "mpi", "mpi-c", "mpi-cxx"];

/// The text of a pkg-config file. pkg-config escapes a blank in the prefix, but pkgconf 1.8 does not if one option
/// `-Wl` follows another, so the text has only one such option.
const PKG_CONFIG: &str = "prefix=${pcfiledir}/../..

Name: @NAME@
Description: MPI (the MPI 5.0 standard ABI) on Clump
Version: @VERSION@
Cflags: -I${prefix}/include
Libs: -L${prefix}/lib -Wl,--enable-new-dtags,-rpath,${prefix}/lib -lmpi_abi
";

fn parent(path: &Path) -> Result<()> {
    let dir = path.parent().context("a path without a directory")?;
    std::fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))
}

/// Returns a temporary name on the same file system. A rename from this name replaces an installed file at once, even
/// while the file is being run.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".new-{}", std::process::id()));
    path.with_file_name(name)
}

fn put(from: &Path, to: &Path) -> Result<()> {
    parent(to)?;
    let new = beside(to);
    std::fs::copy(from, &new).with_context(|| format!("cannot copy {} to {}", from.display(), to.display()))?;
    Ok(std::fs::rename(new, to)?)
}

fn write(to: &Path, bytes: &[u8]) -> Result<()> {
    parent(to)?;
    let new = beside(to);
    std::fs::write(&new, bytes).with_context(|| format!("cannot write {}", to.display()))?;
    Ok(std::fs::rename(new, to)?)
}

fn link(target: &str, at: &Path) -> Result<()> {
    parent(at)?;
    let new = beside(at);
    std::os::unix::fs::symlink(target, &new).with_context(|| format!("cannot link {}", at.display()))?;
    Ok(std::fs::rename(new, at)?)
}
