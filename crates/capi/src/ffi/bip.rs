//! BIP: `bip.h`. Blocking sends and receives of words (ints), in order from each sender, without tags; names as in
//! the thesis, figure 4.4. The original lost a message that arrived before its receive; here the message waits.
use super::answer::{done, give};
use super::memory::region;
use super::tagged::{self, BIP};
use super::{clump, process};
use crate::error::{CallResult, ErrorKind, fail};
use ::clump::driver::{Mode, Region};
use std::ffi::{c_int, c_void};

/// Joins the job.
#[unsafe(no_mangle)]
pub extern "C" fn bip_init() -> c_int {
    done("bip_init", clump::join(0))
}

/// Leaves the job that bip_init has joined.
#[unsafe(no_mangle)]
pub extern "C" fn bip_end() -> c_int {
    done("bip_end", clump::leave())
}

/// Returns this process's number.
#[unsafe(no_mangle)]
pub extern "C" fn bip_mynode() -> c_int {
    give("bip_mynode", process::place().map(|(rank, _)| rank.into()))
}

/// Returns the number of processes in the job.
#[unsafe(no_mangle)]
pub extern "C" fn bip_numnodes() -> c_int {
    give("bip_numnodes", process::place().map(|(_, size)| size.into()))
}

/// Sends `length` words, and waits until the buffer is free again.
#[unsafe(no_mangle)]
pub extern "C" fn bip_send(dest: c_int, buffer: *const c_int, length: c_int) -> c_int {
    let sent = || tagged::send(node(dest)?, BIP, words(buffer, length)?, Mode::Standard);
    done("bip_send", sent())
}

/// Receives the next message, from any sender. Returns the message's length in words. A message of more than
/// `maxlength` words is an error.
#[unsafe(no_mangle)]
pub extern "C" fn bip_rcv(buffer: *mut c_int, maxlength: c_int) -> c_int {
    let received = || tagged::receive(tagged::any(BIP), words(buffer, maxlength)?);
    give("bip_rcv", received().map(|outcome| (outcome.len / 4) as i64))
}

/// Starts a send. Returns a number for bip_wait.
#[unsafe(no_mangle)]
pub extern "C" fn bip_isend(dest: c_int, buffer: *const c_int, length: c_int) -> c_int {
    let begun = || tagged::start_send(node(dest)?, BIP, words(buffer, length)?, Mode::Standard);
    give("bip_isend", begun().map(|request| tagged::keep(request, tagged::any(BIP)) as i64))
}

/// Starts a receive. Returns a number for bip_wait.
#[unsafe(no_mangle)]
pub extern "C" fn bip_ircv(buffer: *mut c_int, maxlength: c_int) -> c_int {
    let begun = || tagged::start_receive(tagged::any(BIP), words(buffer, maxlength)?);
    give("bip_ircv", begun().map(|request| tagged::keep(Some(request), tagged::any(BIP)) as i64))
}

/// Waits for a send or receive. Returns the number of words sent or received.
#[unsafe(no_mangle)]
pub extern "C" fn bip_wait(request: c_int) -> c_int {
    give("bip_wait", tagged::wait(request as u64).map(|outcome| (outcome.len / 4) as i64))
}

fn node(number: c_int) -> CallResult<u32> {
    number.try_into().or_else(|_| fail(ErrorKind::Argument, format!("there is no process {number}")))
}

fn words(buffer: *const c_int, length: c_int) -> CallResult<Region> {
    match usize::try_from(length) {
        Ok(words) => region(buffer.cast::<c_void>(), 4 * words),
        Err(_) => fail(ErrorKind::Argument, format!("a length of {length} words: it must be 0 or more")),
    }
}
