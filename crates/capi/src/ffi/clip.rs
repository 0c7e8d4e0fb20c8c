//! CLIP: `clip.h`, named as in the thesis, figure 4.4 and table 4.1. Calls that drove a network card (open_lanai,
//! load_mcp, physical addresses) have no counterpart and are left out.
use super::answer::{done, give};
use super::memory::{region, set};
use super::tagged::{self, CLIP};
use super::{clump, process};
use crate::error::{CallResult, ErrorKind, fail};
use ::clump::driver::Mode;
use std::ffi::{c_int, c_void};

/// The kind of a buffer for sending, for clipGetBuffer.
pub const CLIP_SEND_BUFFER: c_int = 0;
/// The kind of a buffer for receiving, for clipGetBuffer.
pub const CLIP_RECV_BUFFER: c_int = 1;
/// The largest `order` of a buffer, which has 2 to the power of `order` bytes.
const LARGEST: c_int = 34;

/// Joins the job.
#[unsafe(no_mangle)]
pub extern "C" fn clip_init() -> c_int {
    done("clip_init", clump::join(0))
}

/// Leaves the job that clip_init has joined.
#[unsafe(no_mangle)]
pub extern "C" fn clip_end() -> c_int {
    done("clip_end", clump::leave())
}

/// Returns this process's number.
#[unsafe(no_mangle)]
pub extern "C" fn clip_mynode() -> c_int {
    give("clip_mynode", process::place().map(|(rank, _)| rank.into()))
}

/// Returns the number of processes in the job.
#[unsafe(no_mangle)]
pub extern "C" fn clip_numnodes() -> c_int {
    give("clip_numnodes", process::place().map(|(_, size)| size.into()))
}

/// Sends `size` bytes, and waits until the buffer is free again. Copies short messages; the receiver reads long ones
/// out of the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn clip_send(buffer: *const c_void, dest: c_int, size: c_int) -> c_int {
    done("clip_send", send(buffer, dest, size, Mode::Standard))
}

/// Receives the next message. Sets `len`, which may be null, to the message's length in bytes. A message longer than
/// `maxlen` is an error.
#[unsafe(no_mangle)]
pub extern "C" fn clip_rcv(buffer: *mut c_void, maxlen: c_int, len: *mut c_int) -> c_int {
    done("clip_rcv", receive(buffer, maxlen, len))
}

/// Sends `size` bytes synchronously, as the thesis did (4.2.1.2): waits until a receive has matched the message.
#[unsafe(no_mangle)]
pub extern "C" fn CLIPsend_wmd(buffer: *const c_void, dest: c_int, size: c_int) -> c_int {
    done("CLIPsend_wmd", send(buffer, dest, size, Mode::Synchronous))
}

/// Receives a message of CLIPsend_wmd or of clip_send.
#[unsafe(no_mangle)]
pub extern "C" fn CLIPrecv_wmd(buffer: *mut c_void, maxlen: c_int, len: *mut c_int) -> c_int {
    done("CLIPrecv_wmd", receive(buffer, maxlen, len))
}

/// Creates a buffer of 2 to the power of `order` bytes (`order` from 12 to 34). `kind` is CLIP_SEND_BUFFER or
/// CLIP_RECV_BUFFER. Returns the buffer's file descriptor, for clipMmap and clipCloseBuffer.
#[unsafe(no_mangle)]
pub extern "C" fn clipGetBuffer(order: c_int, kind: c_int) -> c_int {
    give("clipGetBuffer", make(order, kind))
}

/// Maps a buffer. Returns its address, or null on an error.
#[unsafe(no_mangle)]
pub extern "C" fn clipMmap(fd: c_int) -> *mut c_void {
    match map(fd) {
        Ok(address) => address,
        Err(error) => {
            super::answer::raise("clipMmap", &error);
            std::ptr::null_mut()
        }
    }
}

/// Unmaps a buffer that clipMmap has mapped.
#[unsafe(no_mangle)]
pub extern "C" fn clipMunmap(address: *mut c_void, fd: c_int) -> c_int {
    let unmapped = size_of_file(fd).and_then(|bytes| {
        // SAFETY: C's contract: the address is what clipMmap has given for this buffer.
        if unsafe { libc::munmap(address, bytes) } == 0 { Ok(()) } else { system("the buffer cannot be unmapped") }
    });
    done("clipMunmap", unmapped)
}

/// Closes a buffer. A mapping of the buffer keeps its memory until clipMunmap.
#[unsafe(no_mangle)]
pub extern "C" fn clipCloseBuffer(fd: c_int) -> c_int {
    // SAFETY: C's contract: a descriptor that clipGetBuffer has given, once.
    let closed = if unsafe { libc::close(fd) } == 0 { Ok(()) } else { system("there is no such buffer") };
    done("clipCloseBuffer", closed)
}

fn send(buffer: *const c_void, dest: c_int, size: c_int, mode: Mode) -> CallResult {
    let Ok(to) = u32::try_from(dest) else {
        return fail(ErrorKind::Argument, format!("there is no process {dest}"));
    };
    tagged::send(to, CLIP, region(buffer, bytes(size)?)?, mode)
}

fn receive(buffer: *mut c_void, maxlen: c_int, len: *mut c_int) -> CallResult {
    let outcome = tagged::receive(tagged::any(CLIP), region(buffer, bytes(maxlen)?)?)?;
    set(len, outcome.len as c_int);
    Ok(())
}

fn bytes(size: c_int) -> CallResult<usize> {
    size.try_into().or_else(|_| fail(ErrorKind::Argument, format!("a size of {size} bytes: it must be 0 or more")))
}

fn make(order: c_int, kind: c_int) -> CallResult<i64> {
    if !(12..=LARGEST).contains(&order) {
        return fail(
            ErrorKind::Argument,
            format!("a buffer of 2 to the power of {order} bytes: the power must be from 12 to {LARGEST}"),
        );
    }
    if kind != CLIP_SEND_BUFFER && kind != CLIP_RECV_BUFFER {
        return fail(
            ErrorKind::Argument,
            format!("{kind} is not a kind of buffer: pass CLIP_SEND_BUFFER or CLIP_RECV_BUFFER"),
        );
    }
    // SAFETY: a constant's name, and a descriptor that this has just made.
    unsafe {
        let fd = libc::memfd_create(c"clip-buffer".as_ptr(), libc::MFD_CLOEXEC);
        if fd < 0 {
            return system("no buffer");
        }
        if libc::ftruncate(fd, 1 << order) != 0 {
            libc::close(fd);
            return system("no memory for the buffer");
        }
        Ok(fd.into())
    }
}

fn size_of_file(fd: c_int) -> CallResult<usize> {
    // SAFETY: an out-parameter with room; any descriptor may be asked for.
    unsafe {
        let mut stat: libc::stat = std::mem::zeroed();
        if libc::fstat(fd, &mut stat) != 0 || stat.st_size <= 0 {
            return system("there is no such buffer");
        }
        Ok(stat.st_size as usize)
    }
}

fn map(fd: c_int) -> CallResult<*mut c_void> {
    let bytes = size_of_file(fd)?;
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping of a whole file, at a place that the system chooses.
    let address = unsafe { libc::mmap(std::ptr::null_mut(), bytes, protection, libc::MAP_SHARED, fd, 0) };
    if address == libc::MAP_FAILED { system("the buffer cannot be mapped") } else { Ok(address) }
}

fn system<T>(what: &str) -> CallResult<T> {
    fail(ErrorKind::System, format!("{what}: {}", std::io::Error::last_os_error()))
}
