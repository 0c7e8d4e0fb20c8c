//! System calls on files whose buffers are regions of the program's memory, and those that std does not offer.
use clump::driver::Region;
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, IntoRawFd};

/// Most bytes that one system call transfers. Linux cuts longer transfers.
const MOST: usize = 0x7fff_f000;
/// Most buffers of one system call (IOV_MAX of Linux).
pub const MOST_BUFFERS: usize = 1024;
/// The number of NFS in `statfs`.
const NFS: i64 = 0x6969;

/// Repeats a system call that a signal has interrupted. Returns the number that the call returned.
fn repeat(mut call: impl FnMut() -> isize) -> io::Result<usize> {
    loop {
        match usize::try_from(call()) {
            Ok(n) => return Ok(n),
            Err(_) => {
                let e = io::Error::last_os_error();
                if e.kind() != io::ErrorKind::Interrupted {
                    return Err(e);
                }
            }
        }
    }
}

/// Reads from `offset` on into the region. Returns fewer bytes than the region has only at the end of the file.
pub fn read_at(file: &File, into: Region, offset: u64) -> io::Result<usize> {
    let mut done = 0;
    while done < into.len() {
        let part = into.slice(done, (into.len() - done).min(MOST));
        let at = (offset + done as u64) as libc::off_t;
        // SAFETY: the region is valid memory that the caller lends for this call.
        let n = repeat(|| unsafe { libc::pread(file.as_raw_fd(), part.as_ptr().cast(), part.len(), at) })?;
        if n == 0 {
            break;
        }
        done += n;
    }
    Ok(done)
}

/// Writes the region at `offset`. On an error, also returns the number of bytes written before it.
pub fn write_at(file: &File, from: Region, offset: u64) -> (usize, io::Result<()>) {
    let mut done = 0;
    while done < from.len() {
        let part = from.slice(done, (from.len() - done).min(MOST));
        let at = (offset + done as u64) as libc::off_t;
        // SAFETY: as for `read_at`.
        match repeat(|| unsafe { libc::pwrite(file.as_raw_fd(), part.as_ptr().cast(), part.len(), at) }) {
            Ok(0) => return (done, Err(io::Error::from_raw_os_error(libc::ENOSPC))),
            Ok(n) => done += n,
            Err(e) => return (done, Err(e)),
        }
    }
    (done, Ok(()))
}

fn vectors(regions: &[Region]) -> Vec<libc::iovec> {
    let vector = |r: &Region| libc::iovec { iov_base: r.as_ptr().cast(), iov_len: r.len() };
    regions.iter().take(MOST_BUFFERS).map(vector).collect()
}

/// Reads from `offset` on into up to [`MOST_BUFFERS`] regions, in order. May return fewer bytes than they have.
pub fn read_into(file: &File, into: &[Region], offset: u64) -> io::Result<usize> {
    let list = vectors(into);
    // SAFETY: each vector names a region that the caller lends for this call; `list` has the length that is passed.
    repeat(|| unsafe { libc::preadv(file.as_raw_fd(), list.as_ptr(), list.len() as i32, offset as libc::off_t) })
}

/// Writes up to [`MOST_BUFFERS`] regions, one after another, at `offset`. May write fewer bytes than they have.
pub fn write_from(file: &File, from: &[Region], offset: u64) -> io::Result<usize> {
    let list = vectors(from);
    // SAFETY: as for `read_into`.
    repeat(|| unsafe { libc::pwritev(file.as_raw_fd(), list.as_ptr(), list.len() as i32, offset as libc::off_t) })
}

/// Reserves space for the first `size` bytes of the file, and makes the file at least that long.
pub fn preallocate(file: &File, size: u64) -> io::Result<()> {
    loop {
        // SAFETY: the descriptor is open; the call has no pointers.
        match unsafe { libc::posix_fallocate(file.as_raw_fd(), 0, size as libc::off_t) } {
            0 => return Ok(()),
            libc::EINTR => {}
            code => return Err(io::Error::from_raw_os_error(code)),
        }
    }
}

/// Returns true if the file lies on NFS.
pub fn is_nfs(file: &File) -> bool {
    let mut facts = std::mem::MaybeUninit::<libc::statfs>::zeroed();
    // SAFETY: the descriptor is open, and `facts` has room for the answer.
    let code = unsafe { libc::fstatfs(file.as_raw_fd(), facts.as_mut_ptr()) };
    // SAFETY: zeroed numbers, or filled in by the call.
    code == 0 && i64::from(unsafe { facts.assume_init() }.f_type as i32) == NFS
}

/// Drops the system's cached pages of the file, so that the next read asks the server. Advice only.
pub fn drop_cache(file: &File) {
    // SAFETY: the descriptor is open; the call has no pointers.
    unsafe { libc::posix_fadvise(file.as_raw_fd(), 0, 0, libc::POSIX_FADV_DONTNEED) };
}

/// Closes the file, and returns the error that the system reports only then.
pub fn close(file: File) -> io::Result<()> {
    // SAFETY: the descriptor is owned here, and closed once. Linux frees it also if it reports an error.
    match unsafe { libc::close(file.into_raw_fd()) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Runs `f` with all signals blocked except those of a thread's own faults. A thread that `f` makes inherits this, so
/// that it takes no signal that the program meant for a thread of its own.
pub fn without_signals<T>(f: impl FnOnce() -> T) -> T {
    let mut all = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
    let mut before = std::mem::MaybeUninit::<libc::sigset_t>::uninit();
    // SAFETY: sigfillset fills the set, which the other calls read and change; pthread_sigmask fills `before`.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        for fault in [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL] {
            libc::sigdelset(all.as_mut_ptr(), fault);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
    }
    let value = f();
    // SAFETY: the call above has filled `before`.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), std::ptr::null_mut()) };
    value
}

/// A lock of a range of a file among all processes that lock it. Ends the lock when dropped.
pub struct RangeLock<'a> {
    file: &'a File,
    start: u64,
    len: u64,
}

fn range(kind: i32, start: u64, len: u64) -> libc::flock {
    // SAFETY: the struct consists of numbers, for which zero is a value.
    let mut range: libc::flock = unsafe { std::mem::zeroed() };
    range.l_type = kind as libc::c_short;
    range.l_whence = libc::SEEK_SET as libc::c_short;
    (range.l_start, range.l_len) = (start as libc::off_t, len as libc::off_t);
    range
}

/// Locks `len` bytes of a file from `start` on: for this process alone, or shared with other readers.
pub fn lock_range(file: &File, start: u64, len: u64, alone: bool) -> io::Result<RangeLock<'_>> {
    let wanted = range(if alone { libc::F_WRLCK } else { libc::F_RDLCK }, start, len);
    // SAFETY: `wanted` is a valid lock description.
    repeat(|| unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_SETLKW, &wanted) } as isize)?;
    Ok(RangeLock { file, start, len })
}

impl Drop for RangeLock<'_> {
    fn drop(&mut self) {
        let free = range(libc::F_UNLCK, self.start, self.len);
        // SAFETY: `free` is a valid lock description. Unlocking a range that this file has locked does not fail.
        unsafe { libc::fcntl(self.file.as_raw_fd(), libc::F_OFD_SETLK, &free) };
    }
}
