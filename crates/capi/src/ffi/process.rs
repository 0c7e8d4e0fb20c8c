//! Access to the process's one endpoint.
use crate::error::{CallError, CallResult, ErrorKind};
pub use clump_process::enter;
use clump_process::{Common, Inside};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// True if handlers run while calls wait.
static IN_WAITS: AtomicBool = AtomicBool::new(false);

/// Sets whether handlers run while calls of this process wait.
pub fn run_in_waits(on: bool) {
    IN_WAITS.store(on, Relaxed);
}

/// Returns true if handlers run while calls of this process wait.
pub fn runs_in_waits() -> bool {
    IN_WAITS.load(Relaxed)
}

/// Runs `f` with the process's state. Returns an error if the process has no endpoint.
#[inline(always)]
pub fn enter_open<T>(f: impl FnOnce(&mut dyn Inside) -> CallResult<T>) -> CallResult<T> {
    enter(|inside| if inside.common().endpoint.is_some() { f(inside) } else { Err(closed()) })
}

/// Runs `f` with the process's endpoint. Returns an error if the process has no endpoint.
#[inline(always)]
pub fn with_endpoint<T>(f: impl FnOnce(&mut clump::driver::Endpoint) -> CallResult<T>) -> CallResult<T> {
    enter_open(|inside| f(Common::endpoint(inside.common())))
}

#[cold]
fn closed() -> CallError {
    let text = "this process is in no job: call clump_init, MPI_Init or a layer's own first, and nothing after the end";
    CallError { kind: ErrorKind::State, text: text.to_owned() }
}

/// Returns this rank's number, and the number of ranks.
pub fn place() -> CallResult<(u32, u32)> {
    with_endpoint(|endpoint| Ok((endpoint.rank(), endpoint.size())))
}
