//! Fast Messages 2.x: `fm2.h`. A message is a stream of bytes that is sent and read in pieces of any size (section 4,
//! table 2). The paper's pointers (`FM_stream *`) are names here and not addresses, so that the library detects wrong
//! names.
use super::answer::{done, give, raise};
use super::executor;
use super::memory::region;
use super::messages::{self, By};
use super::receive;
use super::table::{self, HandlerFunction, Layer};
use super::{clump, process};
use crate::error::CallResult;
use std::ffi::{c_int, c_uint, c_void};
use std::ptr;

/// A message that is being sent or read. Its contents are private.
pub struct FM_stream {
    _opaque: [u8; 0],
}

/// A handler, which reads its message by FM_receive and returns FM_CONTINUE.
pub type FM_handler = Option<extern "C-unwind" fn(stream: *mut FM_stream, sender: c_uint) -> c_int>;

/// Joins the job, as clump_init(0) does.
#[unsafe(no_mangle)]
pub extern "C" fn FM_initialize() -> c_int {
    done("FM_initialize", clump::join(0))
}

/// Leaves the job that FM_initialize has joined.
#[unsafe(no_mangle)]
pub extern "C" fn FM_finalize() -> c_int {
    done("FM_finalize", clump::leave())
}

/// Returns this process's number in the job.
#[unsafe(no_mangle)]
pub extern "C" fn FM_nodeid() -> c_int {
    give("FM_nodeid", process::place().map(|(rank, _)| rank.into()))
}

/// Returns the number of processes in the job.
#[unsafe(no_mangle)]
pub extern "C" fn FM_numnodes() -> c_int {
    give("FM_numnodes", process::place().map(|(_, size)| size.into()))
}

/// Registers `handler` for messages to handler `number` (below 2^24), on all threads; null removes the handler.
#[unsafe(no_mangle)]
pub extern "C" fn FM_set_handler(number: c_uint, handler: FM_handler) -> c_int {
    done("FM_set_handler", set(number, handler))
}

fn set(number: c_uint, handler: FM_handler) -> CallResult {
    // SAFETY: the two types of function differ in what the first pointer is said to point to.
    let plain = handler.map(|f| unsafe {
        std::mem::transmute::<
            extern "C-unwind" fn(*mut FM_stream, c_uint) -> c_int,
            extern "C-unwind" fn(*mut c_void, c_uint) -> c_int,
        >(f)
    });
    table::set(Layer::Streams.number(number)?, plain.map(HandlerFunction::Stream));
    Ok(())
}

/// Begins a message of `size` bytes to a handler of node `dest`. Returns the message's stream, or null on an error,
/// which clump_error_text explains.
#[unsafe(no_mangle)]
pub extern "C" fn FM_begin_message(dest: c_uint, size: c_uint, handler: c_uint) -> *mut FM_stream {
    begin("FM_begin_message", dest, size.into(), handler).cast()
}

/// Begins a message as FM_begin_message does, with a size of 64 bits.
pub fn begin(call: &str, to: c_uint, size: u64, handler: c_uint) -> *mut c_void {
    let number = Layer::Streams.number(handler);
    let begun = number.and_then(|number| executor::with(|e| messages::begin(e, to, number, size, By::Program)));
    match begun {
        Ok(name) => ptr::without_provenance_mut(name),
        Err(error) => {
            raise(call, &error);
            ptr::null_mut()
        }
    }
}

/// Hands over the next `bytes` bytes of a message, and waits until they have left. In a handler, other handlers run
/// meanwhile. If handlers run in waits (clump_handlers_in_waits), the pieces of a message of at most 4,352 bytes are
/// copied, and leave in one packet with the last piece, or when the sender next extracts, waits or sends.
#[unsafe(no_mangle)]
pub extern "C" fn FM_send_piece(stream: *mut FM_stream, buffer: *const c_void, bytes: c_uint) -> c_int {
    let gathered = region(buffer, bytes as usize)
        .and_then(|piece| executor::with(|executor| messages::gather(executor, stream.addr(), piece)));
    done("FM_send_piece", gathered)
}

#[inline(always)]
pub fn piece(stream: usize, buffer: *const c_void, bytes: usize) -> CallResult {
    let piece = region(buffer, bytes)?;
    executor::with(|executor| messages::piece(executor, stream, piece))
}

/// Ends a message. If the caller has not handed over all bytes, the message ends early, and the handler's reads
/// beyond that point fail.
#[unsafe(no_mangle)]
pub extern "C" fn FM_end_message(stream: *mut FM_stream) -> c_int {
    done("FM_end_message", executor::with(|executor| messages::end(executor, stream.addr())))
}

/// For handlers: reads the next `bytes` bytes of the message into `buffer`, and waits until they have arrived. Other
/// handlers run meanwhile.
#[unsafe(no_mangle)]
pub extern "C" fn FM_receive(buffer: *mut c_void, stream: *mut FM_stream, bytes: c_uint) -> c_int {
    done("FM_receive", region(buffer, bytes as usize).and_then(|into| receive::receive(stream.addr(), into)))
}

/// For handlers: returns the message's size as the sender announced it, in bytes. (The paper has no such call, because
/// its messages carry the size in a header.)
#[unsafe(no_mangle)]
pub extern "C" fn FM_size(stream: *mut FM_stream) -> c_int {
    give("FM_size", receive::size(stream.addr()).map(|size| size as i64))
}

/// Runs handlers for messages that have arrived, and does not wait. The handlers read at most `bytes` bytes, and exceed
/// this bound by less than a packet of 1024 bytes. With FM_EXTRACT_ALL there is no bound. The senders take turns of at
/// least a packet, so a long message does not delay other senders; a read beyond the bound continues in the next
/// extracts. Messages of one sender begin in the order in which they were sent. Handlers that run in waits
/// (clump_handlers_in_waits) have no bound. Returns the number of bytes read, or an error, also for a handler that
/// failed since the last call.
#[unsafe(no_mangle)]
pub extern "C" fn FM_extract(bytes: c_uint) -> c_int {
    let most = if bytes == c_uint::MAX { u64::MAX } else { bytes.into() };
    give("FM_extract", executor::with(|executor| executor.extract(most)).map(|read| read as i64))
}
