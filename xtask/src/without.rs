//! `cargo xtask ci --without WAY`: runs the tests without one of the usual ways to copy large messages.
use crate::process::Program;
use crate::{need, paths};
use anyhow::Result;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Way {
    /// The shared heap is off (`--no-shared-heap`)
    Heap,
    /// The system refuses `process_vm_readv` and `process_vm_writev`, as containers' seccomp profiles do
    ProcessVm,
}

enum Lack {
    Heap,
    /// The program that installs the filter.
    Calls(PathBuf),
}

static LACK: OnceLock<Lack> = OnceLock::new();

/// Takes a way to copy large messages from all programs that are started from now on. Writes files to `home`.
pub fn set(way: Way, home: &Path) -> Result<()> {
    let lack = match way {
        Way::Heap => Lack::Heap,
        Way::ProcessVm => {
            need::ensure(&[need::C_COMPILER])?;
            let (source, out) = (paths::root().join("crates/mpi/tests/environment/refuse.c"), home.join("refuse"));
            Program::new("cc").args(["-std=gnu11", "-Wall", "-o"]).arg(&out).arg(source).run()?;
            Lack::Calls(out)
        }
    };
    LACK.get_or_init(|| lack);
    Ok(())
}

/// Returns the command `clump run`, without the way to copy that [`set`] took.
pub fn clump_run(prefix: &Path) -> Program {
    let clump = prefix.join("bin/clump");
    match LACK.get() {
        None => Program::new(clump).arg("run"),
        Some(Lack::Heap) => Program::new(clump).args(["run", "--no-shared-heap"]),
        Some(Lack::Calls(refuse)) => {
            Program::new(refuse).arg("process_vm_readv,process_vm_writev").arg(clump).arg("run")
        }
    }
}
