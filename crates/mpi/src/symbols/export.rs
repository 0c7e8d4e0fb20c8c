//! Building blocks of the generated symbols.
pub(crate) use crate::abi;
pub(crate) use crate::coll::{BlockingForm, NonblockingForm, PersistentForm};
pub(crate) use crate::error::{Call, On};
use crate::error::{Result, fail};
#[allow(unused_imports)]
pub(crate) use crate::ffi::args::{Addr, In, IntOut, Ints, Out, Text, TextOut};
pub(crate) use crate::ffi::callback::Callback;
pub(crate) use crate::trace::traced;
pub(crate) use std::ffi::{c_char, c_int, c_void};

/// Defines each function under its name and its profiling name.
macro_rules! export { ($(fn $name:ident $twin:ident ($($p:ident: $t:ty),*) -> $r:ty = $value:expr;)*) => { $(
    // SAFETY: the standard reserves the name for the MPI library; the MPI program vouches for the arguments, see
    // `args`.
    #[unsafe(no_mangle)]
    #[allow(clippy::missing_safety_doc, unused_unsafe)]
    pub unsafe extern "C-unwind" fn $name($($p: $t),*) -> $r {
        // SAFETY: the MPI program vouches for the arguments, see `args`.
        unsafe { $value }
    }
    // SAFETY: the standard reserves the name for the MPI library; the MPI program vouches for the arguments, see
    // `args`.
    #[unsafe(no_mangle)]
    #[allow(clippy::missing_safety_doc, unused_unsafe)]
    pub unsafe extern "C-unwind" fn $twin($($p: $t),*) -> $r {
        // SAFETY: the MPI program vouches for the arguments, see `args`.
        unsafe { $value }
    }
)* } }
pub(crate) use export;

/// Turns a body's result into a return code. Passes an error to the error handler first.
#[inline(always)]
pub fn finish(call: Call, on: On, result: Result) -> c_int {
    match result {
        Ok(()) => abi::MPI_SUCCESS,
        Err(e) => crate::errhandler::raise(call, on, *e),
    }
}

/// Turns a body's result into a return code of the tool interface, which has no error handlers (MPI 5.0, 15.3.10).
#[inline]
pub fn finish_tool(result: Result) -> c_int {
    result.map_or_else(|e| e.code, |()| abi::MPI_SUCCESS)
}

/// Returns the error for a null pointer in `parameter`, which the call needs.
#[cold]
#[inline(never)]
pub fn null(parameter: &str) -> Result {
    fail(abi::MPI_ERR_ARG, format!("`{parameter}` is a null pointer"))
}
