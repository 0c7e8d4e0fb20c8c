//! What a user is told of a function that is not built yet.
use crate::calls::CALLS;
use crate::error::Call;
use crate::ffi::library;
use std::io::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Calls that have been reported.
static SAID: [AtomicBool; CALLS.len()] = [const { AtomicBool::new(false) }; CALLS.len()];

/// One line on stderr at the first call of each function: error codes alone do not say which one it was. `rank` is this
/// process's, where it is known.
pub fn report(call: Call, rank: Option<u32>) {
    if SAID[usize::from(call.0)].swap(true, Relaxed) {
        return;
    }
    let rank = rank.map_or_else(String::new, |rank| format!("rank {rank}: "));
    let line = format!(
        "clump: {rank}{} is not implemented, and every call of it fails; {} says which functions are\n",
        call.name(),
        list().map_or_else(|| "docs/mpi-status.md of Clump's sources".into(), |path| path.display().to_string()),
    );
    // In one piece, so that lines of several ranks do not mix. Who has closed stderr wants to hear nothing.
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// The installed list of all functions; `None` if this library lies in no installation.
fn list() -> Option<PathBuf> {
    let path = library::path()?.parent()?.parent()?.join("share/doc/clump/docs/mpi-status.md");
    path.is_file().then_some(path)
}
