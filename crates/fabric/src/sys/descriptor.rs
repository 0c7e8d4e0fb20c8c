//! Descriptors that are known only by number, from an environment variable.
use std::io;
use std::os::fd::{FromRawFd, OwnedFd};

/// Returns a duplicate of the descriptor `fd`, which this process inherited under that number. Programs that this
/// process starts inherit neither of the two descriptors.
pub fn inherit(fd: i32) -> io::Result<OwnedFd> {
    // SAFETY: plain calls on a number, which need not be open; a duplicate is ours alone.
    let copy = unsafe {
        libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC);
        libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 3)
    };
    if copy < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: just duplicated, owned by no other code.
    Ok(unsafe { OwnedFd::from_raw_fd(copy) })
}
