//! Sends and receives as programs call them: blocking or not, whole or in part.
use crate::connection::{Carried, Tried};
use crate::copying::Buffers;
use crate::kernel::{errno, peek, poll_one};
use crate::waiting::{self, Deadline, KernelSleep};
use crate::{descriptors, next};
use clump_sockfile::Reason;
use libc::{MSG_DONTWAIT, MSG_NOSIGNAL, MSG_PEEK, MSG_TRUNC, MSG_WAITALL, c_int, iovec, off_t, ssize_t};
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// The flags of a send, and of a receive, that a ring serves.
const SEND_FLAGS: c_int = MSG_DONTWAIT | MSG_NOSIGNAL | libc::MSG_MORE | libc::MSG_EOR | libc::MSG_CONFIRM;
const RECEIVE_FLAGS: c_int = MSG_DONTWAIT | MSG_PEEK | MSG_TRUNC | MSG_WAITALL | MSG_NOSIGNAL | libc::MSG_CMSG_CLOEXEC;
/// How long a writer sleeps whose own socket is readable, so that it cannot wait for a bell there.
const NAP: c_int = 1;
/// Bytes of a file that are read at a time. Larger: fewer calls, more memory while they run.
const FILE_PIECE: usize = 128 << 10;

/// Sets `errno` and returns -1.
pub fn fail(error: c_int) -> ssize_t {
    // SAFETY: libc's `errno` of this thread.
    unsafe { *libc::__errno_location() = error };
    -1
}

/// Sends for `send`, `write` and their like. Returns `None` if the kernel serves this call on this descriptor.
#[inline]
pub fn send(fd: c_int, buffers: &[iovec], flags: c_int) -> Option<ssize_t> {
    let buffers = Buffers(buffers);
    let carried = Carried::of(fd)?;
    if flags & !SEND_FLAGS != 0 {
        carried.go_back(Reason::Call);
        return None;
    }
    let (all, mut sent) = (buffers.len(), 0);
    if all == 0 {
        return Some(0);
    }
    let mut carried = Some(carried);
    let mut deadline = None;
    loop {
        let tried = match carried.take().or_else(|| Carried::of(fd)) {
            Some(carried) => carried.try_send(buffers, sent, flags),
            None => Tried::Kernel,
        };
        match tried {
            Tried::Moved(n) => {
                sent += n;
                if sent >= all {
                    return Some(sent as ssize_t);
                }
                if is_nonblocking(fd, flags) {
                    // More room may have come meanwhile, but a part is a right answer.
                    return Some(sent as ssize_t);
                }
            }
            Tried::Nothing if is_nonblocking(fd, flags) => return Some(part_or(sent, libc::EAGAIN)),
            Tried::Nothing => {
                let deadline = *deadline.get_or_insert_with(|| send_timeout(fd));
                if let Err(error) = wait_for_room(fd, deadline) {
                    return Some(part_or(sent, error));
                }
            }
            Tried::Failed(error) => return Some(part_or(sent, error)),
            Tried::Kernel if sent == 0 => return None,
            Tried::Kernel => {
                // The connection has gone back in the middle of this call: the kernel takes the rest.
                let rest = crate::copying::with_part(buffers, sent, all - sent, |part, count| {
                    // SAFETY: all zeros are a valid message.
                    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
                    (message.msg_iov, message.msg_iovlen) = (part, count);
                    // SAFETY: the buffers are readable, as the program's call promises.
                    unsafe { next::sendmsg(fd, &message, flags) }
                });
                match usize::try_from(sent_by_kernel(fd, rest)) {
                    Ok(n) if n > 0 && sent + n < all && !is_nonblocking(fd, flags) => sent += n,
                    Ok(n) => return Some((sent + n) as ssize_t),
                    Err(_) => return Some(part_or(sent, errno())),
                }
            }
        }
    }
}

/// Receives for `recv`, `read` and their like. Returns `None` if the kernel serves this call on this descriptor.
#[inline]
pub fn receive(fd: c_int, buffers: &[iovec], flags: c_int) -> Option<ssize_t> {
    let buffers = Buffers(buffers);
    let mut carried = Some(Carried::of(fd)?);
    if flags & !RECEIVE_FLAGS != 0 {
        // Urgent data and the queue of errors are the kernel's.
        return None;
    }
    let (all, mut got) = (buffers.len(), 0);
    if all == 0 {
        return Some(0);
    }
    loop {
        let tried = match carried.take().or_else(|| Carried::of(fd)) {
            Some(carried) => carried.try_receive(buffers, got, flags & (MSG_PEEK | MSG_TRUNC)),
            None => Tried::Kernel,
        };
        match tried {
            Tried::Moved(n) => {
                got += n;
                let whole = got >= all || n == 0 || flags & MSG_WAITALL == 0 || flags & MSG_PEEK != 0;
                if whole || is_nonblocking(fd, flags) {
                    return Some(got as ssize_t);
                }
            }
            Tried::Nothing if is_nonblocking(fd, flags) => return Some(part_or(got, libc::EAGAIN)),
            Tried::Nothing => {
                if let Err(error) = wait_for_bytes(fd) {
                    return Some(part_or(got, error));
                }
            }
            Tried::Failed(error) => return Some(part_or(got, error)),
            Tried::Kernel if got == 0 => return None,
            Tried::Kernel => {
                let rest = crate::copying::with_part(buffers, got, all - got, |part, count| {
                    // SAFETY: all zeros are a valid message.
                    let mut message: libc::msghdr = unsafe { std::mem::zeroed() };
                    (message.msg_iov, message.msg_iovlen) = (part, count);
                    // SAFETY: the buffers are writable, as the program's call promises.
                    unsafe { next::recvmsg(fd, &mut message, flags) }
                });
                return Some(match usize::try_from(rest) {
                    Ok(n) => (got + n) as ssize_t,
                    Err(_) => part_or(got, errno()),
                });
            }
        }
    }
}

/// Returns the count of the bytes that were moved, or the error if there were none.
fn part_or(moved: usize, error: c_int) -> ssize_t {
    if moved > 0 { moved as ssize_t } else { fail(error) }
}

fn is_nonblocking(fd: c_int, flags: c_int) -> bool {
    // SAFETY: this command takes no argument.
    flags & MSG_DONTWAIT != 0 || unsafe { next::fcntl(fd, libc::F_GETFL, 0) } & libc::O_NONBLOCK != 0
}

/// Waits until bytes or the stream's end may have come. The kernel's own wait decides about signals and SO_RCVTIMEO.
fn wait_for_bytes(fd: c_int) -> Result<(), c_int> {
    let found = || Carried::registered(fd).is_none_or(|carried| carried.ready(false) & c_int::from(libc::POLLIN) != 0);
    if waiting::look(found) {
        return Ok(());
    }
    let sleeper = KernelSleep::new();
    if found() {
        return Ok(());
    }
    let result = sleep_for_bytes(fd);
    drop(sleeper);
    result
}

/// Sleeps until the kernel has something to receive.
fn sleep_for_bytes(fd: c_int) -> Result<(), c_int> {
    peek(fd, 0).map(|_| ())
}

/// Waits until there is enough room in the ring, or the connection has gone back or ended.
fn wait_for_room(fd: c_int, deadline: Deadline) -> Result<(), c_int> {
    let found = || {
        Carried::registered(fd)
            .is_none_or(|carried| carried.ready(true) & c_int::from(libc::POLLOUT) != 0 || !carried.sends_by_ring())
    };
    if waiting::look(found) {
        return Ok(());
    }
    let sleeper = KernelSleep::new();
    let mut waiter = None;
    if let Some(carried) = Carried::registered(fd) {
        carried.take_bells();
        waiter = Some(carried.wait_for_room());
    }
    if found() {
        return Ok(());
    }
    if deadline.is_over() {
        return Err(libc::EAGAIN);
    }
    let is_readable = poll_one(fd, libc::POLLIN, 0)? != 0;
    let slept = match deadline.left() {
        _ if is_readable && Carried::registered(fd).is_none_or(|carried| carried.has_bells()) => Ok(()),
        // The socket is readable, and no bell makes it so: bytes from before the ring, or the stream's end.
        _ if is_readable => {
            let ended = peek(fd, MSG_DONTWAIT)? == 0;
            if ended && Carried::registered(fd).is_some_and(|carried| carried.has_lost_its_reader()) {
                return Err(libc::ECONNRESET);
            }
            poll_one(fd, 0, NAP).map(|_| ())
        }
        None => match sleep_for_bytes(fd) {
            // The timeout of receives is not that of sends.
            Err(libc::EAGAIN) => Ok(()),
            other => other,
        },
        Some(left) => poll_one(fd, libc::POLLIN, i32::try_from(left.as_millis() + 1).unwrap_or(i32::MAX)).map(|_| ()),
    };
    drop((waiter, sleeper));
    slept
}

fn send_timeout(fd: c_int) -> Deadline {
    let mut time = libc::timeval { tv_sec: 0, tv_usec: 0 };
    let mut len = size_of::<libc::timeval>() as u32;
    let to = (&raw mut time).cast();
    // SAFETY: the kernel writes at most `len` bytes to `time`.
    let got = unsafe { next::getsockopt(fd, libc::SOL_SOCKET, libc::SO_SNDTIMEO, to, &mut len) };
    match (got, time.tv_sec, time.tv_usec) {
        (0, 0, 0) | (-1, ..) => Deadline::never(),
        (_, s, us) => Deadline::after(Duration::from_secs(s as u64) + Duration::from_micros(us as u64)),
    }
}

/// Sends a part of a file for `sendfile`, by copy: from the offset, or from the file's own position, which go on by
/// what was sent. Returns `None` if the kernel serves this call.
pub fn send_file(fd: c_int, file: c_int, offset: Option<&mut off_t>, count: usize) -> Option<ssize_t> {
    if Carried::of(fd)?.is_back() {
        return None;
    }
    let begin = match &offset {
        Some(offset) => **offset,
        // SAFETY: a plain call; a file without a position, such as a pipe, is an error.
        None => unsafe { libc::lseek(file, 0, libc::SEEK_CUR) },
    };
    if begin < 0 {
        return None;
    }
    let (mut sent, mut error) = (0, None);
    let mut bytes = vec![0u8; count.min(FILE_PIECE)];
    while sent < count {
        let len = bytes.len().min(count - sent);
        // SAFETY: `bytes` has room for `len` bytes.
        let read = unsafe { libc::pread(file, bytes.as_mut_ptr().cast(), len, begin + sent as off_t) };
        let read = match usize::try_from(read) {
            Ok(read) if read > 0 => read,
            Err(_) if sent == 0 => return None,
            _ => break,
        };
        let piece = [iovec { iov_base: bytes.as_mut_ptr().cast(), iov_len: read }];
        match send(fd, &piece, 0).map(usize::try_from) {
            None if sent == 0 => return None,
            None => break,
            Some(Err(_)) => {
                error = Some(errno());
                break;
            }
            Some(Ok(moved)) => sent += moved,
        }
        if !sent.is_multiple_of(FILE_PIECE) {
            // The connection has taken a part only.
            break;
        }
    }
    match offset {
        Some(offset) => *offset = begin + sent as off_t,
        // SAFETY: a plain call; the position was asked for above.
        None => drop(unsafe { libc::lseek(file, begin + sent as off_t, libc::SEEK_SET) }),
    }
    Some(match error {
        Some(error) => part_or(sent, error),
        None => sent as ssize_t,
    })
}

/// Counts bytes that a program has sent through the kernel on a connection that is back there.
pub fn sent_by_kernel(fd: c_int, moved: ssize_t) -> ssize_t {
    if moved > 0
        && let Some(carried) = Carried::registered(fd)
    {
        carried.out().back_bytes.fetch_add(moved as u64, Relaxed);
    }
    after_kernel(fd, moved)
}

/// Leaves a candidate in the kernel that has moved bytes there before its connection was registered.
pub fn after_kernel(fd: c_int, moved: ssize_t) -> ssize_t {
    if moved > 0 && descriptors::known(fd) == descriptors::Known::Candidate {
        descriptors::take(fd);
    }
    moved
}
