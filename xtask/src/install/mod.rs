//! `cargo xtask install`: builds Clump and lays it out under a prefix. The result may be moved as a whole.
pub mod binary;
mod capi;
mod fortran;
mod manual;
pub mod python;
mod shmem;
pub mod standins;
pub mod tree;
mod wrapper;

use crate::process::Program;
use crate::{moves, need, paths, steps};
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use tree::{link, put, write};

/// A shell, and where it looks for the completion of a command `@`.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "bash-completion/completions/@"),
    ("zsh", "zsh/site-functions/_@"),
    ("fish", "fish/vendor_completions.d/@.fish"),
];

/// Builds and installs Clump, and prints where. `debug_info` also installs debug information for debuggers and
/// profilers.
pub fn run(prefix: &Path, debug_info: bool) -> Result<()> {
    let prefix = quietly(prefix)?;
    if debug_info {
        steps::plain("Debug information installed", || tree::copy(&debug_tree(), &prefix))?;
    }
    println!("Clump is in {0}: put {0}/bin into PATH, then `mpicc` and `clump run`", prefix.display());
    Ok(())
}

/// Builds and installs, and prints a line for each step. Returns the prefix as an absolute path.
pub fn quietly(prefix: &Path) -> Result<PathBuf> {
    let prefix = std::path::absolute(prefix)?;
    staged_anew()?;
    steps::plain("Clump installed", || tree::copy(&staged(), &prefix))?;
    Ok(prefix)
}

/// Builds, and lays the installation out in [`staged`].
pub fn staged_anew() -> Result<()> {
    let built = steps::plain("Clump built (release)", build)?;
    stage(&built, &staged(), &debug_tree())
}

/// Returns the directory of the last build's installation, which [`quietly`] copies.
pub fn staged() -> PathBuf {
    paths::target().join("stage/clump")
}

/// Returns the directory of the debug information that belongs to [`staged`].
fn debug_tree() -> PathBuf {
    paths::target().join("stage/debug")
}

/// The files that a build has made.
pub struct Built {
    pub program: PathBuf,
    pub library: PathBuf,
    pub heap: PathBuf,
    pub sockets: PathBuf,
}

impl Built {
    /// Returns the files below a target directory, in which cargo has a folder for each profile.
    pub fn below(target: &Path) -> Built {
        let release = target.join("release");
        Built {
            program: release.join("clump"),
            library: release.join("libmpi_abi.so"),
            heap: target.join("heap/libclump_heap.so"),
            sockets: release.join("libclump_sock.so"),
        }
    }
}

/// Names the commit in the program's `--version`.
pub fn with_commit(cargo: Program) -> Program {
    let described =
        Program::new("git").args(["describe", "--always", "--dirty=+changes", "--abbrev=12", "--exclude=*"]);
    match described.outcome() {
        Ok(said) if said.status.success() => cargo.env("BUILD_COMMIT", said.output.trim()),
        _ => cargo,
    }
}

fn build() -> Result<Built> {
    need::ensure(&[need::C_COMPILER])?;
    cargo_builds(|| moves::with_mir(with_commit(Program::cargo().arg("build"))))?;
    Ok(Built::below(&paths::target()))
}

/// Builds the program and the libraries by `cargo`, which returns the command without packages and profile.
pub fn cargo_builds(cargo: impl Fn() -> Program) -> Result<()> {
    cargo().args(["--release", "--locked", "-p", "clump-mpi", "-p", "clump-tools", "-p", "clump-sock"]).run()?;
    // The heap library has no std, so it cannot unwind and needs a profile of its own.
    cargo().args(["--profile", "heap", "--locked", "-p", "clump-heap"]).run()?;
    Ok(())
}

/// Lays an installation out in the directory `prefix`, and its debug information in `debug`; replaces what is there.
pub fn stage(built: &Built, prefix: &Path, debug: &Path) -> Result<()> {
    for dir in [prefix, debug] {
        if dir.exists() {
            std::fs::remove_dir_all(dir).with_context(|| format!("cannot remove {}", dir.display()))?;
        }
    }
    let (bin, lib, share) = (prefix.join("bin"), prefix.join("lib"), prefix.join("share"));
    for (from, to) in [
        (&built.program, "bin/clump"),
        (&built.library, "lib/libmpi_abi.so.1"),
        // `clump run` preloads this library into the ranks.
        (&built.heap, "lib/libclump_heap.so"),
        // `clump sock` preloads this one.
        (&built.sockets, "lib/libclump_sock.so"),
    ] {
        put(from, &prefix.join(to))?;
        binary::split(&prefix.join(to), debug, to)?;
    }
    for name in ["mpiexec", "mpirun", "oshrun"] {
        link("clump", &bin.join(name))?;
    }
    // These links are made before `mpicc`, so that on a file system that ignores case `mpiCC` does not replace it.
    for (to, name) in wrapper::ALSO {
        link(to, &bin.join(name))?;
    }
    wrapper::write(&bin)?;

    // .so.0 is for programs built against early headers of the ABI.
    for name in ["libmpi_abi.so", "libmpi_abi.so.0"] {
        link("libmpi_abi.so.1", &lib.join(name))?;
    }
    for name in ["mpi.h", "mpi-ext.h"] {
        put(&paths::root().join("crates/mpi/include").join(name), &prefix.join("include").join(name))?;
    }
    // The first name is the ABI library's; distributions use the other names for their MPI.
    for name in MPI_PACKAGES {
        let text = PKG_CONFIG.replace("@NAME@", name).replace("@VERSION@", env!("CARGO_PKG_VERSION"));
        write(&lib.join(format!("pkgconfig/{name}.pc")), text.as_bytes())?;
    }

    capi::lay_out(prefix)?;
    shmem::lay_out(prefix)?;
    python::lay_out(prefix)?;
    standins::lay_out(prefix)?;
    fortran::lay_out(prefix)?;
    manual::lay_out(prefix)?;

    // The program itself writes man pages and completion, from the declarations of --help.
    let clump = || Program::new(bin.join("clump"));
    let man = share.join("man/man1");
    std::fs::create_dir_all(&man)?;
    clump().args(["generate", "man"]).arg(&man).run()?;
    for (shell, path) in SHELLS {
        let script = clump().args(["generate", "completion", shell]).run()?;
        write(&share.join(path.replace('@', "clump")), script.as_bytes())?;
        for name in ["mpiexec", "mpirun", "oshrun"] {
            let script = clump().args(["generate", "completion", shell, "--name", name]).run()?;
            write(&share.join(path.replace('@', name)), script.as_bytes())?;
        }
    }
    wrapper::write_man(&man)?;
    for name in ["README.md", "LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md", "docs/SETTINGS.md"] {
        put(&paths::root().join(name), &share.join("doc/clump").join(name))?;
    }
    let mut files: Vec<_> = tree::files(prefix)?;
    files.push(PathBuf::from(LIST));
    files.sort();
    let list: String = files.iter().map(|file| format!("{}\n", file.display())).collect();
    write(&prefix.join(LIST), list.as_bytes())
}

/// The list of installed files, each relative to the prefix, by which `clump uninstall` removes them.
const LIST: &str = "share/doc/clump/installed-files";

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
