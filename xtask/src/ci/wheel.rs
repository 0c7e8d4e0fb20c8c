//! Tests the wheel as a user gets it: in a new virtual environment, with nothing set. Also tests installations that are
//! moved, that lie beside each other, and that are removed, and the Debian package.
use crate::demo::launch;
use crate::install::tree;
use crate::process::Program;
use crate::python::{self, Python};
use crate::{need, package, paths};
use anyhow::{Result, bail};
use std::path::Path;

const RANKS: &str = "4";
/// An MPI program that prints its rank and the file from which its MPI library comes.
const PROGRAM: &str = "#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
int main(int argc, char **argv) {
    int rank, size;
    Dl_info library;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    dladdr((void *)MPI_Init, &library);
    printf(\"rank %d of %d by %s\\n\", rank, size, library.dli_fname);
    return MPI_Finalize();
}
";

/// A Python program that prints the entry points that PyTorch looks for.
const ENTRY_POINTS: &str = "from importlib.metadata import distribution
for point in distribution('clump-mpi').entry_points:
    print(point.name, '=', point.value)
";

/// Builds the wheel of this machine's build, and runs the checks. Returns how many passed.
pub fn check(prefix: &Path, python: &Python, home: &Path) -> Result<u64> {
    need::ensure(&[need::PYTHON, need::PYTHON_VENV, need::C_COMPILER])?;
    let home = home.join("wheel");
    if home.exists() {
        std::fs::remove_dir_all(&home)?;
    }
    std::fs::create_dir_all(&home)?;
    let source = home.join("program.c");
    std::fs::write(&source, PROGRAM)?;

    let venv = home.join("venv");
    Program::new("python3").args(["-m", "venv"]).arg(&venv).run()?;
    let own_python = venv.join("bin/python");
    python::pip(&own_python).args(["install", "--no-index"]).arg(package::wheel()?).run()?;
    // Set PATH only, as the environment's activation does.
    let path = format!("{}:{}", venv.join("bin").display(), std::env::var("PATH").unwrap_or_default());
    let activated = |program: &str| Program::new(venv.join("bin").join(program)).env("PATH", &path);

    let script = paths::root().join("python/tests/clump_package.py");
    let run = |program: &Path| activated("clump").args(["run", "--timeout", "60", "-n", RANKS, "python"]).arg(program);
    run(&script).env("PYTHONDONTWRITEBYTECODE", "1").run()?;
    let found = Program::new(&own_python).args(["-c", ENTRY_POINTS]).run()?;
    if !found.contains("clump = clump_torch:register") || !found.contains("clump_torch = clump_torch:replace_gloo") {
        bail!("the wheel's entry points for PyTorch are: {found}");
    }
    let by_wheel = home.join("by_wheel");
    activated("mpicc").args(["-Wall", "-Werror", "-o"]).arg(&by_wheel).arg(&source).run()?;
    for starter in ["mpiexec", "mpirun", "oshrun"] {
        let said = activated(starter).args(["--timeout", "60", "-n", RANKS]).arg(&by_wheel).run()?;
        ran(&said, &venv)?;
    }
    mpi4py(python, &own_python, &venv, &path)?;

    // Run a moved installation beside the wheel's, at the same time. The moved directory has a blank in its name.
    let moved = home.join("moved installation");
    tree::copy(prefix, &moved)?;
    let by_moved = home.join("by_moved");
    Program::new(moved.join("bin/mpicc")).args(["-Wall", "-Werror", "-o"]).arg(&by_moved).arg(&source).run()?;
    std::thread::scope(|scope| {
        let beside = scope.spawn(|| -> Result<()> { ran(&launch(&moved, RANKS).arg(&by_moved).run()?, &moved) });
        ran(&activated("clump").args(["run", "--timeout", "60", "-n", RANKS]).arg(&by_wheel).run()?, &venv)?;
        beside.join().unwrap_or_else(|_| bail!("the moved installation's job was not started"))
    })?;
    removed(&moved)?;
    debian(&home, &source)?;
    std::fs::remove_dir_all(&home)?;
    Ok(8)
}

/// Installs the Debian package below a directory of its own, as dpkg does for another root, runs a program with it, and
/// removes it.
fn debian(home: &Path, source: &Path) -> Result<()> {
    if !Program::new("dpkg").arg("--version").works() {
        println!("    skipped: the Debian package: there is no dpkg here");
        return Ok(());
    }
    let root = home.join("root");
    for dir in ["var/lib/dpkg/info", "var/lib/dpkg/updates", "var/lib/dpkg/triggers"] {
        std::fs::create_dir_all(root.join(dir))?;
    }
    std::fs::write(root.join("var/lib/dpkg/status"), "")?;
    let dpkg = || {
        let dpkg = Program::new("dpkg").arg(format!("--root={}", root.display())).arg("--force-not-root");
        // The root has no C library; dpkg need not run programs there.
        dpkg.args(["--force-depends", "--force-bad-path", "--log=/dev/null"])
    };
    dpkg().arg("--install").arg(package::debian(&home.join("deb"))?).run()?;
    let by_package = home.join("by_package");
    Program::new(root.join("usr/lib/clump/bin/mpicc")).args(["-Wall", "-o"]).arg(&by_package).arg(source).run()?;
    let clump = Program::new(root.join("usr/bin/clump")).args(["run", "--timeout", "60", "-n", RANKS]);
    ran(&clump.arg(&by_package).run()?, &root.join("usr/lib/clump"))?;
    dpkg().args(["--purge", "clump-mpi"]).run()?;
    let left = ["usr/lib/clump", "usr/bin/clump", "usr/share/doc/clump-mpi"].map(|name| root.join(name));
    match left.iter().find(|path| path.exists()) {
        Some(path) => bail!("`dpkg --purge clump-mpi` leaves {}", path.display()),
        None => Ok(()),
    }
}

/// Checks that all ranks ran, with the library of the installation `prefix`.
fn ran(said: &str, prefix: &Path) -> Result<()> {
    let lib = prefix.join("lib").canonicalize()?;
    let right = |rank: usize| {
        let line = said.lines().find_map(|line| line.strip_prefix(&format!("rank {rank} of {RANKS} by ")));
        line.and_then(|file| Path::new(file).canonicalize().ok()).is_some_and(|file| file.starts_with(&lib))
    };
    if !(0..RANKS.parse()?).all(right) {
        bail!("not all ranks ran with the library in {}:\n{said}", lib.display());
    }
    Ok(())
}

/// Runs a program of mpi4py's, with the wheel of mpi4py that the tests have built, and with the environment's library.
fn mpi4py(built: &Python, python: &Path, venv: &Path, path: &str) -> Result<()> {
    python::pip(python).args(["install", "--no-index"]).arg(&built.wheel).run()?;
    // The tests' mpi4py names the directory of the library for which it was built.
    let said = Program::new(venv.join("bin/clump"))
        .args(["run", "--timeout", "60", "-n", RANKS, "python", "-m", "mpi4py.bench", "helloworld"])
        .env("PATH", path)
        .env("LD_LIBRARY_PATH", venv.join("lib"))
        .run()?;
    match said.matches("Hello, World! I am process").count() {
        4 => Ok(()),
        _ => bail!("mpi4py.bench helloworld says:\n{said}"),
    }
}

/// Removes an installation as its program does, and checks that nothing is left.
fn removed(installation: &Path) -> Result<()> {
    Program::new(installation.join("bin/clump")).arg("uninstall").run()?;
    match installation.exists() {
        true => bail!("`clump uninstall` leaves {:?}", tree::files(installation)?),
        false => Ok(()),
    }
}
