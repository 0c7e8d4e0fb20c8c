//! Fast Messages 1.x: `fm1.h` (table 1 of the paper). A layer on 2.x that delivers whole messages. The layer copies
//! each message to a staging buffer before its handler runs, as 1.x did (3.2), and counts those copies.
use super::answer::{done, give};
use super::executor;
use super::memory::{region, set};
use super::messages::{self, By};
use super::receive;
use super::table::{self, HandlerFunction, Layer};
use crate::error::{CallError, CallResult, ErrorKind};
use std::ffi::{c_int, c_uint, c_void};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A handler of Fast Messages 1.x. The handler gets the whole message in a buffer, which is valid until the handler
/// returns.
pub type FM1_handler = Option<extern "C-unwind" fn(buffer: *mut c_void, bytes: c_uint)>;
/// A handler for messages of four words.
pub type FM1_handler_4 = Option<extern "C-unwind" fn(i0: c_uint, i1: c_uint, i2: c_uint, i3: c_uint)>;

/// The size of the staging buffer on the handler's stack, in bytes; longer messages get a buffer from the heap.
const ON_STACK: usize = 1024;

/// Counts the messages that this layer has copied to staging buffers.
static MESSAGES: AtomicU64 = AtomicU64::new(0);
/// Counts the bytes that this layer has copied to staging buffers.
static COPIED: AtomicU64 = AtomicU64::new(0);

/// Registers a handler for whole messages.
#[unsafe(no_mangle)]
pub extern "C" fn FM1_set_handler(number: c_uint, handler: FM1_handler) -> c_int {
    let number = Layer::Fm1.number(number);
    let layer = handler.map(|f| HandlerFunction::Layer(whole, f as usize));
    done("FM1_set_handler", number.map(|number| table::set(number, layer)))
}

/// Registers a handler for messages of four words, as FM_send_4 sends them.
#[unsafe(no_mangle)]
pub extern "C" fn FM1_set_handler_4(number: c_uint, handler: FM1_handler_4) -> c_int {
    let number = Layer::Fm1.number(number);
    let layer = handler.map(|f| HandlerFunction::Layer(words, f as usize));
    done("FM1_set_handler_4", number.map(|number| table::set(number, layer)))
}

/// Sends a message of four words.
#[unsafe(no_mangle)]
pub extern "C" fn FM_send_4(dest: c_uint, handler: c_uint, i0: c_uint, i1: c_uint, i2: c_uint, i3: c_uint) -> c_int {
    let words = [i0, i1, i2, i3];
    done("FM_send_4", send(dest, handler, (&raw const words).cast(), size_of_val(&words)))
}

/// Sends a message from one buffer. Runs no handler. Waits for the receiver's FM_extract only if the message exceeds
/// the credit that is left (32640 bytes, 3968 in jobs of more than 32 ranks, less what the receiver has not
/// extracted). Handlers run in the order in which the messages to a node were sent. Returns an error if the receiver
/// has died or left.
#[unsafe(no_mangle)]
pub extern "C" fn FM_send(dest: c_uint, handler: c_uint, buffer: *const c_void, bytes: c_uint) -> c_int {
    done("FM_send", send(dest, handler, buffer, bytes as usize))
}

fn send(to: c_uint, handler: c_uint, buffer: *const c_void, bytes: usize) -> CallResult {
    let (number, bytes) = (Layer::Fm1.number(handler)?, region(buffer, bytes)?);
    executor::with(|executor| messages::send(executor, to, number, bytes, By::Program))
}

/// Runs handlers for all messages that have arrived. (`FM_extract()` in `fm1.h`.) Returns the number of bytes read.
#[unsafe(no_mangle)]
pub extern "C" fn FM1_extract() -> c_int {
    give("FM_extract", executor::with(|executor| executor.extract(u64::MAX)).map(|read| read as i64))
}

/// Tells how many messages this layer has copied to staging buffers in this process, and their bytes. Either pointer
/// may be null.
#[unsafe(no_mangle)]
pub extern "C" fn FM1_copies(messages: *mut u64, bytes: *mut u64) {
    set(messages, MESSAGES.load(Relaxed));
    set(bytes, COPIED.load(Relaxed));
}

/// Counts one message of `bytes` bytes as copied to a staging buffer.
fn count(bytes: usize) {
    MESSAGES.fetch_add(1, Relaxed);
    COPIED.fetch_add(bytes as u64, Relaxed);
}

/// Reads the message into `staging`, and counts this copy.
fn stage(stream: *mut c_void, staging: &mut [u8]) -> CallResult {
    count(staging.len());
    let into = region(staging.as_mut_ptr().cast(), staging.len())?;
    receive::receive(stream.addr(), into)
}

/// Waits until the handlers of all earlier messages from the sender have been called. A later message never
/// overtakes an incomplete one.
#[inline(always)]
fn await_earlier() {
    executor::with(executor::HandlerRunner::await_earlier);
}

/// Records an error for the next extract to report.
fn failed(error: CallError) {
    executor::with(|executor| executor.fail(error.text));
}

fn size(stream: *mut c_void) -> Option<usize> {
    receive::size(stream.addr()).ok().and_then(|size| usize::try_from(size).ok())
}

fn whole(stream: *mut c_void, from: u32, handler: usize) -> c_int {
    // SAFETY: the address of a function of this type, which FM1_set_handler has kept.
    let handler = unsafe { std::mem::transmute::<usize, extern "C-unwind" fn(*mut c_void, c_uint)>(handler) };
    let Some(bytes) = size(stream) else { return 0 };
    let mut short = [0_u8; ON_STACK];
    if let Some(staging) = short.get_mut(..bytes) {
        match stage(stream, staging) {
            Ok(()) => {
                await_earlier();
                handler(staging.as_mut_ptr().cast(), bytes as c_uint);
            }
            Err(error) => failed(error),
        }
        return 0;
    }
    let Ok(len) = c_uint::try_from(bytes) else {
        let text = format!("rank {from} has sent a message of {bytes} bytes, which is too long for FM 1.x");
        failed(CallError { kind: ErrorKind::Size, text });
        return 0;
    };
    count(bytes);
    match receive::whole(stream.addr()) {
        Ok(mut long) => {
            await_earlier();
            handler(long.as_mut_ptr().cast(), len);
        }
        Err(error) => failed(error),
    }
    0
}

fn words(stream: *mut c_void, from: u32, handler: usize) -> c_int {
    // SAFETY: the address of a function of this type, which FM1_set_handler_4 has kept.
    let handler =
        unsafe { std::mem::transmute::<usize, extern "C-unwind" fn(c_uint, c_uint, c_uint, c_uint)>(handler) };
    let mut staging = [0_u8; 16];
    if size(stream) != Some(staging.len()) {
        let text = format!("rank {from} has sent a message that is not of four words to a handler of four words");
        failed(CallError { kind: ErrorKind::Size, text });
        return 0;
    }
    match stage(stream, &mut staging) {
        Ok(()) => {
            await_earlier();
            let [a, b, c, d] = [0, 4, 8, 12]
                .map(|at| c_uint::from_ne_bytes([staging[at], staging[at + 1], staging[at + 2], staging[at + 3]]));
            handler(a, b, c, d);
        }
        Err(error) => failed(error),
    }
    0
}
