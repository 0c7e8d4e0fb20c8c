//! Descriptors that are known only by number, from an environment variable, and whether variables may be believed.
use std::io;
use std::os::fd::{FromRawFd, OwnedFd};

/// Returns true if the kernel has given this process more power than the user who has started it: the program's file is
/// set-user-id or set-group-id, or has capabilities (AT_SECURE).
pub fn is_secure_execution() -> bool {
    // SAFETY: a plain call on a number; an entry that is missing is 0.
    unsafe { libc::getauxval(libc::AT_SECURE) != 0 }
}

/// Returns a duplicate of the descriptor `fd`, which this process inherited under that number. Programs that this
/// process starts inherit neither of the two descriptors.
pub fn inherit(fd: i32) -> io::Result<OwnedFd> {
    // SAFETY: a plain call on a number, which need not be open.
    unsafe { libc::fcntl(fd, libc::F_SETFD, libc::FD_CLOEXEC) };
    duplicate(fd)
}

/// Returns a duplicate of the descriptor `fd`, which programs that this process starts do not inherit.
pub fn duplicate(fd: i32) -> io::Result<OwnedFd> {
    // SAFETY: a plain call on a number, which need not be open; a duplicate is ours alone.
    let copy = unsafe { libc::fcntl(fd, libc::F_DUPFD_CLOEXEC, 3) };
    if copy < 0 {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: just duplicated, owned by no other code.
    Ok(unsafe { OwnedFd::from_raw_fd(copy) })
}
