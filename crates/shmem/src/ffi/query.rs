//! Questions about the job and about addresses (OpenSHMEM 1.5, section 9.1).
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::space::SPACE;
use std::ffi::{c_char, c_int, c_void};
use std::ptr::null_mut;

/// The version of the interface, and the name of the library, at most SHMEM_MAX_NAME_LEN bytes.
const VERSION: (c_int, c_int) = (1, 5);
const NAME: &std::ffi::CStr = c"Clump";

pub unsafe fn my_pe(call: &str) -> c_int {
    SPACE.check(call);
    SPACE.me() as c_int
}

pub unsafe fn n_pes(call: &str) -> c_int {
    SPACE.check(call);
    SPACE.n_pes() as c_int
}

fn exists(pe: c_int) -> bool {
    usize::try_from(pe).is_ok_and(|pe| pe < SPACE.n_pes())
}

pub unsafe fn pe_accessible(call: &str, pe: c_int) -> c_int {
    SPACE.check(call);
    exists(pe).into()
}

pub unsafe fn addr_accessible(call: &str, address: *const u8, pe: c_int) -> c_int {
    SPACE.check(call);
    (exists(pe) && SPACE.offset(address.addr(), 1).is_some()).into()
}

pub unsafe fn ptr(call: &str, address: *const u8, pe: c_int) -> *mut c_void {
    SPACE.check(call);
    if pe as usize == SPACE.me() && SPACE.offset(address.addr(), 1).is_some() {
        return address.cast_mut().cast();
    }
    SPACE.near(address.addr(), 1, pe).map_or(null_mut(), |at| at.cast())
}

pub unsafe fn version(_call: &str, major: *mut c_int, minor: *mut c_int) {
    // SAFETY: the program vouches for the places of the numbers.
    unsafe {
        major.write(VERSION.0);
        minor.write(VERSION.1);
    }
}

pub unsafe fn name(_call: &str, name: *mut c_char) {
    let text = NAME.to_bytes_with_nul();
    // SAFETY: the program's array has SHMEM_MAX_NAME_LEN bytes.
    unsafe { name.copy_from_nonoverlapping(text.as_ptr().cast(), text.len()) };
}

/// A profiling tool may replace this function; the library ignores the level.
pub unsafe fn pcontrol(_call: &str, _level: c_int) {}

/// Functions of earlier versions that have nothing to do, because caches are coherent.
pub unsafe fn nothing(_call: &str) {}

pub unsafe fn nothing_there(_call: &str, _at: *mut u8) {}
