//! The kernel's answers about one descriptor.
use crate::next;
use libc::{MSG_PEEK, c_int};

/// Returns the error of the system call that this thread has just made.
pub fn errno() -> c_int {
    std::io::Error::last_os_error().raw_os_error().unwrap_or(libc::EIO)
}

/// Polls one descriptor in the kernel. Returns the events.
pub fn poll_one(fd: c_int, events: i16, timeout: c_int) -> Result<i16, c_int> {
    let mut poll = libc::pollfd { fd, events, revents: 0 };
    // SAFETY: one descriptor.
    match unsafe { next::poll(&mut poll, 1, timeout) } {
        -1 => Err(errno()),
        _ => Ok(poll.revents),
    }
}

/// Returns how many bytes the kernel has, 1 at most; 0 at the stream's end.
pub fn peek(fd: c_int, flags: c_int) -> Result<usize, c_int> {
    let mut byte = 0u8;
    // SAFETY: at most one byte is written.
    let got = unsafe { next::recv(fd, (&raw mut byte).cast(), 1, MSG_PEEK | flags) };
    usize::try_from(got).map_err(|_| errno())
}
