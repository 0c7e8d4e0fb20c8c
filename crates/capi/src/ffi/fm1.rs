//! Fast Messages 1.x: `fm1.h` (table 1 of the paper). A layer on 2.x that presents whole messages: each is copied to a
//! staging buffer before its handler runs, which is what 1.x cost (3.2); those copies are counted.
use super::answer::{done, give};
use super::executor;
use super::memory::{region, set};
use super::messages::{self, By};
use super::receive;
use super::table::{self, HandlerFunction, Layer};
use crate::error::{CallResult, ErrorKind, fail};
use std::ffi::{c_int, c_uint, c_void};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// A handler of 1.x: it gets its message whole, in a buffer that is its own until it returns.
pub type FM1_handler = Option<extern "C-unwind" fn(buffer: *mut c_void, bytes: c_uint)>;
/// A handler of messages of four words.
pub type FM1_handler_4 = Option<extern "C-unwind" fn(i0: c_uint, i1: c_uint, i2: c_uint, i3: c_uint)>;

/// Bytes that a staging buffer on the handler's own stack has; longer messages get one from the heap.
const ON_STACK: usize = 1024;

static MESSAGES: AtomicU64 = AtomicU64::new(0);
static COPIED: AtomicU64 = AtomicU64::new(0);

/// Registers a handler of whole messages.
#[unsafe(no_mangle)]
pub extern "C" fn FM1_set_handler(number: c_uint, handler: FM1_handler) -> c_int {
    let number = Layer::Fm1.number(number);
    let layer = handler.map(|f| HandlerFunction::Layer(whole, f as usize));
    done("FM1_set_handler", number.map(|number| table::set(number, layer)))
}

/// Registers a handler of messages of four words, as FM_send_4 sends them.
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

/// Sends a message that lies in one piece. Runs no handler.
#[unsafe(no_mangle)]
pub extern "C" fn FM_send(dest: c_uint, handler: c_uint, buffer: *const c_void, bytes: c_uint) -> c_int {
    done("FM_send", send(dest, handler, buffer, bytes as usize))
}

fn send(to: c_uint, handler: c_uint, buffer: *const c_void, bytes: usize) -> CallResult {
    let (number, bytes) = (Layer::Fm1.number(handler)?, region(buffer, bytes)?);
    executor::with(|executor| messages::send(executor, to, number, bytes, By::Program))
}

/// Runs handlers for all that has come, however much. (`FM_extract()` in `fm1.h`.) Bytes read.
#[unsafe(no_mangle)]
pub extern "C" fn FM1_extract() -> c_int {
    give("FM_extract", executor::with(|executor| executor.extract(u64::MAX)).map(|read| read as i64))
}

/// Messages that this layer has copied to a staging buffer in this process, and their bytes. Either may be null.
#[unsafe(no_mangle)]
pub extern "C" fn FM1_copies(messages: *mut u64, bytes: *mut u64) {
    set(messages, MESSAGES.load(Relaxed));
    set(bytes, COPIED.load(Relaxed));
}

/// Reads the message to `staging`: the copy of 1.x.
fn stage(stream: *mut c_void, staging: &mut [u8]) -> bool {
    let into = region(staging.as_mut_ptr().cast(), staging.len());
    MESSAGES.fetch_add(1, Relaxed);
    COPIED.fetch_add(staging.len() as u64, Relaxed);
    read(stream, into.and_then(|into| receive::receive(stream.addr(), into)))
}

/// False, and the next extract tells, if it came to nothing.
fn read(_: *mut c_void, outcome: CallResult) -> bool {
    if let Err(error) = &outcome {
        executor::with(|executor| executor.fail(error.text.clone()));
    }
    outcome.is_ok()
}

fn size(stream: *mut c_void) -> Option<usize> {
    receive::sizes(stream.addr()).ok().and_then(|(size, _)| usize::try_from(size).ok())
}

fn whole(stream: *mut c_void, _: u32, handler: usize) -> c_int {
    // SAFETY: the address of a function of this type, which FM1_set_handler has kept.
    let handler = unsafe { std::mem::transmute::<usize, extern "C-unwind" fn(*mut c_void, c_uint)>(handler) };
    let Some(bytes) = size(stream) else { return 0 };
    let mut short = [0_u8; ON_STACK];
    let mut long = Vec::new();
    let staging = match short.get_mut(..bytes) {
        Some(staging) => staging,
        None => {
            if long.try_reserve_exact(bytes).is_err() {
                let text = format!("no memory for a message of {bytes} bytes: FM 1.x presents messages whole");
                read(stream, fail(ErrorKind::System, text));
                return 0;
            }
            long.resize(bytes, 0);
            &mut long[..]
        }
    };
    if stage(stream, staging) {
        handler(staging.as_mut_ptr().cast(), bytes as c_uint);
    }
    0
}

fn words(stream: *mut c_void, from: u32, handler: usize) -> c_int {
    // SAFETY: as above, of FM1_set_handler_4.
    let handler =
        unsafe { std::mem::transmute::<usize, extern "C-unwind" fn(c_uint, c_uint, c_uint, c_uint)>(handler) };
    let mut staging = [0_u8; 16];
    if size(stream) != Some(staging.len()) {
        let text = format!("rank {from} has sent a message that is not of four words to a handler of four words");
        read(stream, fail(ErrorKind::Size, text));
        return 0;
    }
    if stage(stream, &mut staging) {
        let word = |at: usize| c_uint::from_ne_bytes([staging[at], staging[at + 1], staging[at + 2], staging[at + 3]]);
        handler(word(0), word(4), word(8), word(12));
    }
    0
}
