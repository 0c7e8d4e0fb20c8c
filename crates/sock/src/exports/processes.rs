//! Functions that start other processes and programs, and that end this one.
//!
//! # Safety
//! Each function has the contract of the function of libc that it replaces.
use crate::kernel::errno;
use crate::{next, sharing, table};
use libc::{c_char, c_int, c_long, c_void};

/// The child of libc's `vfork` would change its parent's descriptors in the library: it gets a copy of its own.
///
/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vfork() -> c_int {
    // SAFETY: the caller's call.
    unsafe { sharing::vfork() }
}

/// Replaces this program by another one; returns if that fails.
fn replacing(replace: impl FnOnce() -> c_int) -> c_int {
    let replacing = sharing::before_exec();
    let result = replace();
    let error = errno();
    replacing.undo();
    crate::transfer::fail(error);
    result
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn execve(
    path: *const c_char,
    arguments: *const *const c_char,
    variables: *const *const c_char,
) -> c_int {
    // SAFETY: the caller's arguments.
    replacing(|| unsafe { next::execve(path, arguments, variables) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn execv(path: *const c_char, arguments: *const *const c_char) -> c_int {
    // SAFETY: the caller's arguments.
    replacing(|| unsafe { next::execv(path, arguments) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn execvp(path: *const c_char, arguments: *const *const c_char) -> c_int {
    // SAFETY: the caller's arguments.
    replacing(|| unsafe { next::execvp(path, arguments) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn execvpe(
    path: *const c_char,
    arguments: *const *const c_char,
    variables: *const *const c_char,
) -> c_int {
    // SAFETY: the caller's arguments.
    replacing(|| unsafe { next::execvpe(path, arguments, variables) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fexecve(fd: c_int, arguments: *const *const c_char, variables: *const *const c_char) -> c_int {
    // SAFETY: the caller's arguments.
    replacing(|| unsafe { next::fexecve(fd, arguments, variables) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn posix_spawn(
    pid: *mut c_int,
    path: *const c_char,
    actions: *const c_void,
    attributes: *const c_void,
    arguments: *const *const c_char,
    variables: *const *const c_char,
) -> c_int {
    // Actions may duplicate any descriptor for the new program.
    sharing::before_program(!actions.is_null());
    // SAFETY: the caller's arguments.
    unsafe { next::posix_spawn(pid, path, actions, attributes, arguments, variables) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn posix_spawnp(
    pid: *mut c_int,
    file: *const c_char,
    actions: *const c_void,
    attributes: *const c_void,
    arguments: *const *const c_char,
    variables: *const *const c_char,
) -> c_int {
    sharing::before_program(!actions.is_null());
    // SAFETY: the caller's arguments.
    unsafe { next::posix_spawnp(pid, file, actions, attributes, arguments, variables) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn system(command: *const c_char) -> c_int {
    sharing::before_program(false);
    // SAFETY: the caller's argument.
    unsafe { next::system(command) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn popen(command: *const c_char, mode: *const c_char) -> *mut c_void {
    sharing::before_program(false);
    // SAFETY: the caller's arguments.
    unsafe { next::popen(command, mode) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _exit(code: c_int) -> ! {
    crate::connection::leave_all();
    // SAFETY: the caller's argument.
    unsafe { next::_exit(code) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn _Exit(code: c_int) -> ! {
    // SAFETY: the caller's argument.
    unsafe { _exit(code) }
}

/// libc's function is variadic, with at most six words. A program that makes a ring of io_uring moves bytes that the
/// library does not see.
///
/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn syscall(
    number: c_long,
    a: c_long,
    b: c_long,
    c: c_long,
    d: c_long,
    e: c_long,
    f: c_long,
) -> c_long {
    if number == libc::SYS_io_uring_setup && table::table().is_some() {
        sharing::leave_to_kernel();
    }
    // SAFETY: the caller's arguments.
    unsafe { next::syscall(number, a, b, c, d, e, f) }
}
