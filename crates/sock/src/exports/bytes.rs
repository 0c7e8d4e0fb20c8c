//! Functions that send and receive bytes.
//!
//! # Safety
//! Each function has the contract of the function of libc that it replaces.
use crate::connection::Carried;
use crate::descriptors::{self, Known};
use crate::transfer::{self, after_kernel, sent_by_kernel};
use crate::{connection, next, registry, sharing};
use clump_sockfile::Reason;
use libc::{c_int, c_uint, c_void, iovec, msghdr, off_t, size_t, sockaddr, socklen_t, ssize_t, timespec};

/// Returns true if the descriptor is, or may become, a carried connection.
#[inline(always)]
fn may_carry(fd: c_int) -> bool {
    !matches!(descriptors::known(fd), Known::Nothing | Known::Set(_))
}

fn piece(buf: *mut c_void, len: size_t) -> [iovec; 1] {
    [iovec { iov_base: buf, iov_len: len }]
}

/// Returns the program's buffers, if their count is one that the kernel takes.
///
/// # Safety
/// `iov` is the first of `count` buffers.
unsafe fn list<'a>(iov: *const iovec, count: usize) -> Option<&'a [iovec]> {
    // SAFETY: the caller has `count` buffers there.
    (!iov.is_null() && count <= libc::UIO_MAXIOV as usize).then(|| unsafe { std::slice::from_raw_parts(iov, count) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn read(fd: c_int, buf: *mut c_void, len: size_t) -> ssize_t {
    if may_carry(fd)
        && let Some(got) = transfer::receive(fd, &piece(buf, len), 0)
    {
        return got;
    }
    // SAFETY: the caller's arguments.
    after_kernel(fd, unsafe { next::read(fd, buf, len) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __read_chk(fd: c_int, buf: *mut c_void, len: size_t, _: size_t) -> ssize_t {
    // SAFETY: the caller's arguments.
    unsafe { read(fd, buf, len) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(fd: c_int, buf: *const c_void, len: size_t) -> ssize_t {
    if may_carry(fd)
        && let Some(sent) = transfer::send(fd, &piece(buf.cast_mut(), len), 0)
    {
        return sent;
    }
    // SAFETY: the caller's arguments.
    sent_by_kernel(fd, unsafe { next::write(fd, buf, len) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn readv(fd: c_int, iov: *const iovec, count: c_int) -> ssize_t {
    if may_carry(fd)
        // SAFETY: the caller's arguments.
        && let Some(buffers) = unsafe { list(iov, count as usize) }
        && let Some(got) = transfer::receive(fd, buffers, 0)
    {
        return got;
    }
    // SAFETY: the caller's arguments.
    after_kernel(fd, unsafe { next::readv(fd, iov, count) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn writev(fd: c_int, iov: *const iovec, count: c_int) -> ssize_t {
    if may_carry(fd)
        // SAFETY: the caller's arguments.
        && let Some(buffers) = unsafe { list(iov, count as usize) }
        && let Some(sent) = transfer::send(fd, buffers, 0)
    {
        return sent;
    }
    // SAFETY: the caller's arguments.
    sent_by_kernel(fd, unsafe { next::writev(fd, iov, count) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn recv(fd: c_int, buf: *mut c_void, len: size_t, flags: c_int) -> ssize_t {
    if may_carry(fd)
        && let Some(got) = transfer::receive(fd, &piece(buf, len), flags)
    {
        return got;
    }
    // SAFETY: the caller's arguments.
    after_kernel(fd, unsafe { next::recv(fd, buf, len, flags) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __recv_chk(fd: c_int, buf: *mut c_void, len: size_t, _: size_t, flags: c_int) -> ssize_t {
    // SAFETY: the caller's arguments.
    unsafe { recv(fd, buf, len, flags) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn send(fd: c_int, buf: *const c_void, len: size_t, flags: c_int) -> ssize_t {
    if may_carry(fd)
        && let Some(sent) = transfer::send(fd, &piece(buf.cast_mut(), len), flags)
    {
        return sent;
    }
    // SAFETY: the caller's arguments.
    sent_by_kernel(fd, unsafe { next::send(fd, buf, len, flags) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn recvfrom(
    fd: c_int,
    buf: *mut c_void,
    len: size_t,
    flags: c_int,
    from: *mut sockaddr,
    from_len: *mut socklen_t,
) -> ssize_t {
    if may_carry(fd)
        && let Some(got) = transfer::receive(fd, &piece(buf, len), flags)
    {
        if got >= 0 && !from.is_null() && !from_len.is_null() {
            // SAFETY: the caller's pointer. TCP names no sender.
            unsafe { *from_len = 0 };
        }
        return got;
    }
    // SAFETY: the caller's arguments.
    after_kernel(fd, unsafe { next::recvfrom(fd, buf, len, flags, from, from_len) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __recvfrom_chk(
    fd: c_int,
    buf: *mut c_void,
    len: size_t,
    _: size_t,
    flags: c_int,
    from: *mut sockaddr,
    from_len: *mut socklen_t,
) -> ssize_t {
    // SAFETY: the caller's arguments.
    unsafe { recvfrom(fd, buf, len, flags, from, from_len) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sendto(
    fd: c_int,
    buf: *const c_void,
    len: size_t,
    flags: c_int,
    to: *const sockaddr,
    to_len: socklen_t,
) -> ssize_t {
    if may_carry(fd)
        && let Some(sent) = transfer::send(fd, &piece(buf.cast_mut(), len), flags)
    {
        return sent;
    }
    // SAFETY: the caller's arguments.
    sent_by_kernel(fd, unsafe { next::sendto(fd, buf, len, flags, to, to_len) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn recvmsg(fd: c_int, message: *mut msghdr, flags: c_int) -> ssize_t {
    if may_carry(fd)
        // SAFETY: the caller's message is valid.
        && let Some(message) = unsafe { message.as_mut() }
        // SAFETY: the message's buffers are valid.
        && let Some(buffers) = unsafe { list(message.msg_iov, message.msg_iovlen) }
        && let Some(got) = transfer::receive(fd, buffers, flags)
    {
        if got >= 0 {
            message.msg_namelen = 0;
            message.msg_controllen = 0;
            message.msg_flags = 0;
        }
        return got;
    }
    // SAFETY: the caller's arguments.
    let got = after_kernel(fd, unsafe { next::recvmsg(fd, message, flags) });
    // SAFETY: the caller's message is valid.
    if got >= 0
        && crate::table::table().is_some()
        && let Some(message) = unsafe { message.as_ref() }
    {
        // SAFETY: the kernel has filled the message.
        unsafe { sharing::carried_descriptors(message) }.into_iter().for_each(registry::adopt);
    }
    got
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sendmsg(fd: c_int, message: *const msghdr, flags: c_int) -> ssize_t {
    if may_carry(fd)
        // SAFETY: the caller's message is valid.
        && let Some(message) = unsafe { message.as_ref() }
    {
        if message.msg_controllen != 0 {
            connection::leave_in_kernel(fd, Reason::Call);
        // SAFETY: the message's buffers are valid.
        } else if let Some(buffers) = unsafe { list(message.msg_iov, message.msg_iovlen) }
            && let Some(sent) = transfer::send(fd, buffers, flags)
        {
            return sent;
        }
    // SAFETY: the caller's message is valid.
    } else if crate::table::table().is_some()
        && let Some(message) = unsafe { message.as_ref() }
    {
        // SAFETY: the caller's message is valid.
        unsafe { sharing::carried_descriptors(message) }.into_iter().for_each(connection::share);
    }
    // SAFETY: the caller's arguments.
    sent_by_kernel(fd, unsafe { next::sendmsg(fd, message, flags) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn recvmmsg(
    fd: c_int,
    messages: *mut c_void,
    count: c_uint,
    flags: c_int,
    timeout: *mut timespec,
) -> c_int {
    // One message is a right answer for a stream.
    if may_carry(fd)
        && count > 0
        // SAFETY: the caller has `count` messages there.
        && let Some(first) = unsafe { messages.cast::<libc::mmsghdr>().as_mut() }
    {
        // SAFETY: the caller's message.
        let got = unsafe { recvmsg(fd, &mut first.msg_hdr, flags & !libc::MSG_WAITFORONE) };
        return match c_uint::try_from(got) {
            Ok(got) => {
                first.msg_len = got;
                1
            }
            Err(_) => -1,
        };
    }
    // SAFETY: the caller's arguments.
    unsafe { next::recvmmsg(fd, messages, count, flags, timeout) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sendmmsg(fd: c_int, messages: *mut c_void, count: c_uint, flags: c_int) -> c_int {
    if may_carry(fd)
        && count > 0
        // SAFETY: the caller has `count` messages there.
        && let Some(first) = unsafe { messages.cast::<libc::mmsghdr>().as_mut() }
    {
        // SAFETY: the caller's message.
        let sent = unsafe { sendmsg(fd, &first.msg_hdr, flags) };
        return match c_uint::try_from(sent) {
            Ok(sent) => {
                first.msg_len = sent;
                1
            }
            Err(_) => -1,
        };
    }
    // SAFETY: the caller's arguments.
    unsafe { next::sendmmsg(fd, messages, count, flags) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sendfile(out: c_int, from: c_int, offset: *mut off_t, count: size_t) -> ssize_t {
    if may_carry(out)
        // SAFETY: the caller's offset is null or valid.
        && let Some(sent) = transfer::send_file(out, from, unsafe { offset.as_mut() }, count)
    {
        return sent;
    }
    // The file may be a connection, too.
    to_kernel(from);
    to_kernel(out);
    // SAFETY: the caller's arguments.
    sent_by_kernel(out, unsafe { next::sendfile(out, from, offset, count) })
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn sendfile64(out: c_int, from: c_int, offset: *mut off_t, count: size_t) -> ssize_t {
    // SAFETY: the caller's arguments.
    unsafe { sendfile(out, from, offset, count) }
}

/// # Safety
/// As libc's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn splice(
    from: c_int,
    from_offset: *mut i64,
    to: c_int,
    to_offset: *mut i64,
    len: size_t,
    flags: c_uint,
) -> ssize_t {
    to_kernel(from);
    to_kernel(to);
    // SAFETY: the caller's arguments.
    unsafe { next::splice(from, from_offset, to, to_offset, len, flags) }
}

/// The program uses a call that only the kernel serves: the connection goes back, and what its ring still holds is
/// waited for by the peer's reads. A ring with unread bytes for this end cannot be read by the kernel's call.
fn to_kernel(fd: c_int) {
    if let Some(carried) = Carried::registered(fd) {
        carried.go_back(Reason::Call);
    }
    connection::leave_in_kernel(fd, Reason::Call);
}
