//! What a call gives back to C, and what becomes of an error: the job ends with its sentence, or it is returned.
use super::process;
use crate::error::{CallError, CallResult, c_text};
use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

thread_local! {
    /// The last error of this thread, as `clump_error_text` shows it.
    static LAST: RefCell<CString> = RefCell::default();
}

/// Errors are returned; else they end the job, for C programs seldom look.
static RETURNED: AtomicBool = AtomicBool::new(false);

pub fn set_returned(on: bool) {
    RETURNED.store(on, Relaxed);
}

/// A call's result as C gets it: 0 or more, or an error's number.
#[inline(always)]
pub fn give(call: &str, result: CallResult<i64>) -> c_int {
    match result {
        Ok(value) => value.try_into().unwrap_or(c_int::MAX),
        Err(error) => raise(call, &error),
    }
}

/// The same for calls without a value.
#[inline(always)]
pub fn done(call: &str, result: CallResult<()>) -> c_int {
    give(call, result.map(|()| 0))
}

/// Something went wrong in `call`. Its number.
#[cold]
#[inline(never)]
pub fn raise(call: &str, error: &CallError) -> c_int {
    let said = format!("{call}: {error}");
    if !RETURNED.load(Relaxed) {
        process::enter(|inside| {
            if let Some(endpoint) = &inside.common().endpoint {
                endpoint.abort(1, &said);
            }
        });
        eprintln!("clump: {said}");
        std::process::exit(1);
    }
    LAST.with_borrow_mut(|last| *last = c_text(&said));
    error.kind as c_int
}

/// The last error's sentence, good until the next one of this thread.
pub fn last() -> *const c_char {
    LAST.with_borrow(|last| last.as_ptr())
}
