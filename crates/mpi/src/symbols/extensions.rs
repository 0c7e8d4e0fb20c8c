//! Functions beyond the standard.
use super::export::{On, finish, null};
use crate::abi;
use crate::calls::CALLS;
use crate::error::Call;
use crate::ffi::args::Out;
use std::ffi::c_int;

/// The call that reports name while MPIX_Wait_for waits.
const WAIT: Call = Call(number_of("MPI_Wait"));

/// Returns a function's index in [`CALLS`].
const fn number_of(name: &str) -> u16 {
    let mut number = 0;
    while !is_same(CALLS[number as usize].as_bytes(), name.as_bytes()) {
        number += 1;
    }
    number
}

const fn is_same(one: &[u8], other: &[u8]) -> bool {
    let mut i = 0;
    while i < one.len() && i < other.len() && one[i] == other[i] {
        i += 1;
    }
    i == one.len() && i == other.len()
}

/// Returns the datatype of bfloat16, which mpi.h calls MPIX_BFLOAT16.
// SAFETY: no other library defines the name.
#[unsafe(no_mangle)]
pub extern "C" fn MPIX_Bfloat16() -> abi::Datatype {
    crate::objects::datatype::BFLOAT16
}

/// Waits for a request like MPI_Wait, but for no longer than this time. Sets `flag` to 1 if the request is complete,
/// and to 0 at the end of the time; the request then stays as it is.
///
/// # Safety
/// As for MPI_Test: the pointers are to the caller's variables; `status` may be MPI_STATUS_IGNORE.
// SAFETY: no other library defines the name.
#[unsafe(no_mangle)]
pub unsafe extern "C-unwind" fn MPIX_Wait_for(
    request: *mut abi::Request,
    seconds: f64,
    flag: *mut c_int,
    status: *mut abi::Status,
) -> c_int {
    // SAFETY: by this function's contract.
    let (place, done, status) = unsafe { (Out::new(request), Out::new(flag), Out::new(status)) };
    let result = match (request.is_null(), flag.is_null()) {
        (true, _) => null("request"),
        (_, true) => null("flag"),
        _ => crate::request::wait_for_a_time(WAIT, place, seconds, done, status),
    };
    finish(WAIT, On::Nothing, result)
}
