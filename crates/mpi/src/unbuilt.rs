//! The report of calls to functions that are not implemented.
use crate::calls::CALLS;
use crate::error::Call;
use crate::ffi::library;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Flags, by function, that are true if the function has been reported.
static REPORTED: [AtomicBool; CALLS.len()] = [const { AtomicBool::new(false) }; CALLS.len()];

/// Prints one line on stderr at the first call of each function, because an error code alone does not name
/// the function. `rank` is this process's rank, if known.
pub fn report(call: Call, rank: Option<u32>) {
    if REPORTED[usize::from(call.0)].swap(true, Relaxed) {
        return;
    }
    let rank = rank.map_or_else(String::new, |rank| format!("rank {rank}: "));
    let line = format!(
        "clump: {rank}{} is not implemented, and every call of it fails; {} says which functions are\n",
        call.name(),
        list().map_or_else(|| "docs/mpi-status.md of Clump's sources".into(), |path| path.display().to_string()),
    );
    // Write the line at once, so that lines of several ranks do not mix. Ignore errors: stderr may be closed.
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// Returns the installed list of all functions, or `None` if this library is not part of an installation.
fn list() -> Option<PathBuf> {
    let path = library::path()?.parent()?.parent()?.join("share/doc/clump/docs/mpi-status.md");
    path.is_file().then_some(path)
}
