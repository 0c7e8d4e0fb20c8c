//! Keeps whole messages until the program takes them, for languages whose functions cannot run on a handler's stack
//! (`python/clump_mpi`).
use super::answer::{done, give};
use super::executor;
use super::memory::{region, set};
use super::receive;
use super::table::{self, HandlerFunction, Layer};
use crate::error::{CallResult, ErrorKind, fail};
use std::collections::VecDeque;
use std::ffi::{c_int, c_uint, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

struct Whole {
    number: c_uint,
    sender: c_uint,
    bytes: Vec<u8>,
}

/// The kept messages, in the order of their completion.
static KEPT: Mutex<VecDeque<Whole>> = Mutex::new(VecDeque::new());

fn kept() -> MutexGuard<'static, VecDeque<Whole>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes the library keep the messages to handler `number` until clump_take. When handlers run, the library reads each
/// of these messages whole, and keeps them in the order of their completion. Only the bound of clump_extract limits how
/// much is kept.
#[unsafe(no_mangle)]
pub extern "C" fn clump_keep(number: c_uint) -> c_int {
    let wire = Layer::Streams.number(number);
    done("clump_keep", wire.map(|wire| table::set(wire, Some(HandlerFunction::Layer(keep, number as usize)))))
}

/// Returns 1 if a message is kept, else 0. Ignores `data`, so that the function can be clump_run_until's condition.
#[unsafe(no_mangle)]
pub extern "C" fn clump_has_kept(_data: *mut c_void) -> c_int {
    (!kept().is_empty()).into()
}

/// Describes the first kept message: the handler's number, the sender, and the length in bytes. Each pointer may be
/// null. Returns 1, or 0 if no message is kept.
#[unsafe(no_mangle)]
pub extern "C" fn clump_first_kept(number: *mut c_uint, sender: *mut c_uint, bytes: *mut u64) -> c_int {
    let kept = kept();
    let Some(first) = kept.front() else { return 0 };
    set(number, first.number);
    set(sender, first.sender);
    set(bytes, first.bytes.len() as u64);
    1
}

/// Takes the first kept message: copies its bytes to `buffer`, which has `room` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn clump_take(buffer: *mut c_void, room: usize) -> c_int {
    give("clump_take", take(buffer, room))
}

fn take(buffer: *mut c_void, room: usize) -> CallResult<i64> {
    let mut kept = kept();
    let Some(bytes) = kept.front().map(|first| first.bytes.len()) else {
        return fail(ErrorKind::Stream, "no message is kept: clump_has_kept says whether there is one");
    };
    if bytes > room {
        return fail(ErrorKind::Truncated, format!("the message has {bytes} bytes, the buffer {room}"));
    }
    let into = region(buffer, bytes)?;
    if let Some(first) = kept.pop_front() {
        into.write(&first.bytes);
    }
    Ok(bytes as i64)
}

fn keep(stream: *mut c_void, sender: u32, number: usize) -> c_int {
    match receive::whole(stream.addr()) {
        Ok(bytes) => kept().push_back(Whole { number: number as c_uint, sender, bytes }),
        Err(error) => executor::with(|executor| executor.fail(error.text)),
    }
    0
}
