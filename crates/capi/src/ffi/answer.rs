//! Turns results of calls into what C gets. An error either ends the job with a sentence, or makes the call return the
//! error's number; the program chooses by clump_errors_return.
use super::process;
use crate::error::{CallError, CallResult, c_text};
use std::cell::RefCell;
use std::ffi::{CString, c_char, c_int};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

thread_local! {
    /// The last error of this thread, for `clump_error_text`.
    static LAST: RefCell<CString> = RefCell::default();
}

/// True if calls return errors. Otherwise an error ends the job, because C programs seldom check results.
static RETURNED: AtomicBool = AtomicBool::new(false);

pub fn set_returned(on: bool) {
    RETURNED.store(on, Relaxed);
}

/// Returns a call's result for C: 0 or more, or an error's number.
#[inline(always)]
pub fn give(call: &str, result: CallResult<i64>) -> c_int {
    match result {
        Ok(value) => value.try_into().unwrap_or(c_int::MAX),
        Err(error) => raise(call, &error),
    }
}

/// Returns the result of a call without a value for C: 0, or an error's number.
#[inline(always)]
pub fn done(call: &str, result: CallResult<()>) -> c_int {
    give(call, result.map(|()| 0))
}

/// Raises an error of `call`. Returns the error's number, unless the error ends the job.
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

/// Returns this thread's last error sentence, valid until the thread's next error.
pub fn last() -> *const c_char {
    LAST.with_borrow(|last| last.as_ptr())
}
