//! Functions that make, duplicate and close descriptors.
//!
//! # Safety
//! Each function has the contract of the function of libc that it replaces.
use crate::connection::Carried;
use crate::descriptors::{self, Known};
use crate::{connection, inheritance, next, registry, sets, table};
use clump_sockfile::Reason;
use libc::{c_char, c_int, c_uint, c_void, sockaddr, socklen_t};

/// Records a socket that this process has made.
fn made(fd: c_int) -> c_int {
    if fd >= 0 && table::table().is_some() {
        descriptors::note_highest(fd);
        descriptors::set(fd, Known::Candidate);
    }
    fd
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn socket(domain: c_int, kind: c_int, protocol: c_int) -> c_int {
    // SAFETY: the caller's arguments.
    let fd = unsafe { next::socket(domain, kind, protocol) };
    let kind = kind & !(libc::SOCK_CLOEXEC | libc::SOCK_NONBLOCK);
    let is_tcp = matches!(domain, libc::AF_INET | libc::AF_INET6)
        && kind == libc::SOCK_STREAM
        && matches!(protocol, 0 | libc::IPPROTO_TCP);
    if is_tcp { made(fd) } else { fd }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn accept(fd: c_int, address: *mut sockaddr, len: *mut socklen_t) -> c_int {
    // SAFETY: the caller's arguments.
    accepted(fd, unsafe { next::accept(fd, address, len) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn accept4(fd: c_int, address: *mut sockaddr, len: *mut socklen_t, flags: c_int) -> c_int {
    // SAFETY: the caller's arguments.
    accepted(fd, unsafe { next::accept4(fd, address, len, flags) })
}

fn accepted(listener: c_int, fd: c_int) -> c_int {
    // A listener may have come from another process; the new socket is this process's own.
    let is_tcp = fd >= 0
        && table::table().is_some()
        && (descriptors::known(listener) == Known::Candidate || registry::is_tcp(listener));
    if is_tcp { made(fd) } else { fd }
}

/// Forgets a descriptor that is about to be closed. Returns the end whose place is to be freed behind the close.
fn before_close(fd: c_int) -> Option<descriptors::End> {
    table::table()?;
    if inheritance::leave(fd) {
        sets::forget(fd);
        return None;
    }
    if let Some(carried) = Carried::registered(fd) {
        let end = carried.end();
        if descriptors::is_duplicated(end) {
            // The kernel's sets go on to report the other descriptors under this number.
            sets::closed_duplicate(fd);
        } else {
            carried.before_close();
        }
    }
    sets::forget(fd);
    match descriptors::take(fd) {
        Known::Carried(end) if descriptors::release(end) => Some(end),
        _ => None,
    }
}

fn after_close(end: Option<descriptors::End>) {
    if let Some(end) = end {
        connection::forget_options(end);
        registry::leave(end);
    }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn close(fd: c_int) -> c_int {
    let end = before_close(fd);
    // SAFETY: the caller's argument.
    let result = unsafe { next::close(fd) };
    after_close(end);
    result
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn close_range(first: c_uint, last: c_uint, flags: c_int) -> c_int {
    const CLOEXEC: c_int = 4;
    if flags & CLOEXEC == 0 && table::table().is_some() {
        let highest = descriptors::highest() as u32;
        for fd in first..highest.min(last.saturating_add(1)) {
            if descriptors::known(fd as c_int) != Known::Nothing {
                // SAFETY: the caller closes these descriptors.
                unsafe { close(fd as c_int) };
            }
        }
    }
    // SAFETY: the caller's arguments.
    unsafe { next::close_range(first, last, flags) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn closefrom(first: c_int) {
    // SAFETY: the caller closes these descriptors.
    unsafe { close_range(first.max(0) as c_uint, c_uint::MAX, 0) };
}

/// Records that `new` is a duplicate of `old`.
fn duplicated(old: c_int, new: c_int) -> c_int {
    if new >= 0 && new != old && table::table().is_some() {
        let known = match descriptors::known(old) {
            // Two candidates for one connection would register it twice.
            Known::Candidate => match Carried::of(old) {
                Some(_) => descriptors::known(old),
                None => {
                    connection::leave_in_kernel(old, Reason::Call);
                    Known::Nothing
                }
            },
            Known::Inherited(end) => give_away(old, end),
            known => known,
        };
        descriptors::note_highest(new);
        descriptors::set(new, known);
    }
    new
}

/// The child of a `vfork` makes a descriptor for the program that will replace it: the connection, which its parent
/// goes on with, goes back into the kernel first. Returns what the descriptor is then.
fn give_away(fd: c_int, end: descriptors::End) -> Known {
    if inheritance::claim(fd, end) {
        connection::share(fd);
    }
    descriptors::known(fd)
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dup(fd: c_int) -> c_int {
    // SAFETY: the caller's argument.
    duplicated(fd, unsafe { next::dup(fd) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dup2(from: c_int, to: c_int) -> c_int {
    if from == to {
        // SAFETY: the caller's arguments.
        return unsafe { next::dup2(from, to) };
    }
    let end = before_close(to);
    // SAFETY: the caller's arguments.
    let new = unsafe { next::dup2(from, to) };
    after_close(end);
    duplicated(from, new)
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dup3(from: c_int, to: c_int, flags: c_int) -> c_int {
    let end = if from == to { None } else { before_close(to) };
    // SAFETY: the caller's arguments.
    let new = unsafe { next::dup3(from, to, flags) };
    after_close(end);
    duplicated(from, new)
}

/// libc's function is variadic; its argument, if any, is one word.
///
/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fcntl(fd: c_int, command: c_int, argument: libc::c_ulong) -> c_int {
    // SAFETY: the caller's arguments.
    let result = unsafe { next::fcntl(fd, command, argument) };
    match command {
        libc::F_DUPFD | libc::F_DUPFD_CLOEXEC => duplicated(fd, result),
        _ => result,
    }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fcntl64(fd: c_int, command: c_int, argument: libc::c_ulong) -> c_int {
    // SAFETY: the caller's arguments.
    unsafe { fcntl(fd, command, argument) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn shutdown(fd: c_int, how: c_int) -> c_int {
    if let Some(carried) = Carried::registered(fd) {
        carried.before_shutdown(how);
    }
    // SAFETY: the caller's arguments.
    unsafe { next::shutdown(fd, how) }
}

/// A stream of libc reads and writes by libc's own calls.
///
/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fdopen(fd: c_int, mode: *const c_char) -> *mut c_void {
    connection::leave_in_kernel(fd, Reason::Call);
    // SAFETY: the caller's arguments.
    unsafe { next::fdopen(fd, mode) }
}
