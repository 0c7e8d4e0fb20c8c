//! This library as the dynamic loader sees it: the file from which it was loaded, and the function that runs on load.
use std::ffi::{CStr, OsStr};
use std::mem::MaybeUninit;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

/// Returns the path of this library's file, with links resolved, or `None` if the file cannot be found.
pub fn path() -> Option<PathBuf> {
    let mut info = MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: dladdr accepts any address, and this function's address lies in this library; `info` has room for the
    // answer.
    let found = unsafe { libc::dladdr(path as *const libc::c_void, info.as_mut_ptr()) };
    if found == 0 {
        return None;
    }
    // SAFETY: dladdr has filled in `info`.
    let name = unsafe { info.assume_init() }.dli_fname;
    if name.is_null() {
        return None;
    }
    // SAFETY: dli_fname is a C string of the loader, which lives as long as the library.
    let name = unsafe { CStr::from_ptr(name) };
    std::fs::canonicalize(OsStr::from_bytes(name.to_bytes())).ok()
}

/// Sets the panic hook when the loader loads the library.
// SAFETY: the loader calls the functions of this section, with C's calling convention, before the program uses the
// library.
#[cfg(all(not(test), panic = "unwind"))]
#[used]
#[unsafe(link_section = ".init_array")]
static ON_LOAD: extern "C" fn() = abort_on_panic;

/// Makes every panic of this library end the process after printing its message. Callbacks of the program may
/// throw C++ exceptions through the library's frames, so these frames unwind; a panic is a bug and must not
/// unwind into the program.
#[cfg(all(not(test), panic = "unwind"))]
extern "C" fn abort_on_panic() {
    // A Rust program that links this crate, such as a test, keeps its own hook.
    if is_in_program() {
        return;
    }
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        print(panic);
        std::process::abort();
    }));
}

/// Returns true if this code is part of the program's own file.
#[cfg(all(not(test), panic = "unwind"))]
fn is_in_program() -> bool {
    let mut info = MaybeUninit::<libc::Dl_info>::uninit();
    // SAFETY: dladdr accepts any address, and `info` has room for the answer; `getauxval` has no preconditions.
    let (found, headers) =
        unsafe { (libc::dladdr(path as *const libc::c_void, info.as_mut_ptr()), libc::getauxval(libc::AT_PHDR)) };
    // SAFETY: dladdr has filled in `info`.
    found != 0 && unsafe { info.assume_init() }.dli_fbase as u64 == headers & !0xfff
}
