//! The way into the process, which is the library's that this crate becomes part of.
use crate::error::{CallError, CallResult, ErrorKind};
use clump::process::{Common, Inside};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Handlers run while calls wait.
static IN_WAITS: AtomicBool = AtomicBool::new(false);

/// Handlers run while calls of this process wait from now on, or do not.
pub fn run_in_waits(on: bool) {
    IN_WAITS.store(on, Relaxed);
}

/// True if handlers run while calls of this process wait.
pub fn runs_in_waits() -> bool {
    IN_WAITS.load(Relaxed)
}

// SAFETY: `crates/mpi` defines it with this signature, beside the one gate of the process.
unsafe extern "Rust" {
    safe fn clump_process(f: &mut dyn FnMut(&mut dyn Inside));
}

/// Runs `f` inside. The program's functions must not be called there.
#[inline(always)]
pub fn enter<T>(f: impl FnOnce(&mut dyn Inside) -> T) -> T {
    let (mut f, mut value) = (Some(f), None);
    clump_process(&mut |inside| value = f.take().map(|f| f(inside)));
    match value {
        Some(value) => value,
        None => unreachable!("the process calls back once"),
    }
}

/// Runs `f` inside, where there must be an endpoint. Error: there is none.
#[inline(always)]
pub fn enter_open<T>(f: impl FnOnce(&mut dyn Inside) -> CallResult<T>) -> CallResult<T> {
    enter(|inside| if inside.common().endpoint.is_some() { f(inside) } else { Err(closed()) })
}

/// The same for the endpoint alone.
#[inline(always)]
pub fn with_endpoint<T>(f: impl FnOnce(&mut clump::Endpoint) -> CallResult<T>) -> CallResult<T> {
    enter_open(|inside| f(Common::endpoint(inside.common())))
}

#[cold]
fn closed() -> CallError {
    let text = "this process is in no job: call clump_init, MPI_Init or a layer's own first, and nothing after the end";
    CallError { kind: ErrorKind::State, text: text.to_owned() }
}

/// This rank's number, and how many there are.
pub fn place() -> CallResult<(u32, u32)> {
    with_endpoint(|endpoint| Ok((endpoint.rank(), endpoint.size())))
}
