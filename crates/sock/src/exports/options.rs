//! Options and requests of sockets.
//!
//! # Safety
//! Each function has the contract of the function of libc that it replaces.
use crate::connection::Carried;
use crate::{connection, next};
use clump_sockfile::Reason;
use libc::{c_int, c_ulong, c_void, socklen_t};

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn getsockopt(
    fd: c_int,
    level: c_int,
    option: c_int,
    value: *mut c_void,
    len: *mut socklen_t,
) -> c_int {
    // SAFETY: the caller's arguments.
    let result = unsafe { next::getsockopt(fd, level, option, value, len) };
    let carried = (level == libc::IPPROTO_TCP && result == 0).then(|| Carried::registered(fd)).flatten();
    let kept = carried.and_then(|carried| match option {
        libc::TCP_NODELAY => carried.kept_nodelay(None),
        libc::TCP_CORK => carried.kept_cork(None),
        _ => None,
    });
    if let Some(kept) = kept
        // SAFETY: the kernel has written the value's length.
        && unsafe { *len } as usize >= size_of::<c_int>()
    {
        // SAFETY: the kernel has written a number there.
        unsafe { value.cast::<c_int>().write_unaligned(c_int::from(kept)) };
    }
    result
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn setsockopt(
    fd: c_int,
    level: c_int,
    option: c_int,
    value: *const c_void,
    len: socklen_t,
) -> c_int {
    let is_number = len as usize >= size_of::<c_int>() && !value.is_null();
    // SAFETY: the caller has `len` bytes there.
    let on = || unsafe { value.cast::<c_int>().read_unaligned() } != 0;
    match (level, option) {
        // Bells must leave at once: the kernel's connection delays nothing, and the library keeps the program's value.
        (libc::IPPROTO_TCP, libc::TCP_NODELAY)
            if is_number
                && Carried::registered(fd).is_some_and(|carried| carried.kept_nodelay(Some(on())).is_some()) =>
        {
            return 0;
        }
        (libc::IPPROTO_TCP, libc::TCP_CORK) if is_number => match Carried::of(fd) {
            Some(carried) if carried.kept_cork(Some(on())).is_some() => return 0,
            Some(_) => {}
            None => connection::leave_in_kernel(fd, Reason::Call),
        },
        // These change what the kernel does with a connection's bytes.
        (libc::IPPROTO_TCP, libc::TCP_ULP | libc::TCP_REPAIR)
        | (libc::SOL_SOCKET, libc::SO_ZEROCOPY | libc::SO_OOBINLINE) => {
            connection::leave_in_kernel(fd, Reason::Call);
        }
        _ => {}
    }
    // SAFETY: the caller's arguments.
    unsafe { next::setsockopt(fd, level, option, value, len) }
}

/// libc's function is variadic; its argument, if any, is one word.
///
/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ioctl(fd: c_int, request: c_ulong, argument: c_ulong) -> c_int {
    let value = argument as *mut c_int;
    // SAFETY: the caller's arguments.
    let ask = || unsafe { next::ioctl(fd, request, argument) };
    let known = matches!(request, libc::FIONREAD | libc::TIOCOUTQ).then(|| Carried::registered(fd)).flatten();
    let Some(carried) = known else { return ask() };
    let mut result = 0;
    let mut kernel = || {
        result = ask();
        // SAFETY: the kernel has written a number there if the call has succeeded.
        if result == 0 { unsafe { *value }.max(0) as usize } else { 0 }
    };
    let all = match request {
        libc::FIONREAD => carried.readable_bytes(&mut kernel),
        _ => kernel() + carried.out().unread().unwrap_or(0),
    };
    if result == 0 {
        // SAFETY: the caller's number.
        unsafe { *value = c_int::try_from(all).unwrap_or(c_int::MAX) };
    }
    result
}
