//! Handlers by number, for all threads. Each layer has its own numbers, so that the layers' handlers never collide: the
//! number in a message is the layer's number times 2^24 plus the number that the program uses.
use crate::error::{CallResult, ErrorKind, fail};
use std::ffi::{c_int, c_uint, c_void};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

/// The limit of handlers' numbers, which are below it.
pub const MOST: u32 = 1 << 24;

/// The layer that a handler's number belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layer {
    /// clump.h, fm2.h, and Rust's `clump::driver::handlers`.
    Streams = 0,
    Fm1 = 1,
    AmRequest = 2,
    AmReply = 3,
}

impl Layer {
    /// Returns the number that stands for this layer's handler `handler` in messages. Returns an error if `handler` is
    /// too large.
    #[inline(always)]
    pub fn number(self, handler: u32) -> CallResult<i32> {
        if handler >= MOST {
            return fail(ErrorKind::Argument, format!("{handler} is no handler's number: they are below {MOST}"));
        }
        Ok((self as i32) << 24 | handler as i32)
    }
}

/// Returns a handler's number as the program knows it, for error texts.
pub fn handler_name(number: i32) -> String {
    let layer = match number >> 24 {
        l if l == Layer::Fm1 as i32 => "FM 1.x handler",
        l if l == Layer::AmRequest as i32 => "AM request handler",
        l if l == Layer::AmReply as i32 => "AM reply handler",
        _ => "handler",
    };
    format!("{layer} {}", number & 0xff_ffff)
}

/// A handler of the program, and how to call it.
#[derive(Clone, Copy)]
pub enum HandlerFunction {
    /// A handler of Fast Messages, called with the stream and the sender.
    Stream(extern "C-unwind" fn(*mut c_void, c_uint) -> c_int),
    /// A handler of `clump.h`, called with the stream, the sender, and the data that the program registered.
    WithData(extern "C-unwind" fn(*mut c_void, c_uint, *mut c_void) -> c_int, *mut c_void),
    /// A layer's function, which calls the program's handler, and that handler's address.
    Layer(fn(*mut c_void, u32, usize) -> c_int, usize),
}
// SAFETY: the values are functions, and a pointer that the program may pass between threads.
unsafe impl Send for HandlerFunction {}
// SAFETY: functions are immutable, and the program may share the pointer between threads.
unsafe impl Sync for HandlerFunction {}

/// All registered handlers, sorted by number.
static TABLE: RwLock<Vec<(i32, HandlerFunction)>> = RwLock::new(Vec::new());
/// Counts changes of the table.
static VERSION: AtomicU64 = AtomicU64::new(1);

/// Registers `handler` for messages to this number. `None` removes the registered handler.
pub fn set(number: i32, handler: Option<HandlerFunction>) {
    let mut table = TABLE.write().unwrap_or_else(PoisonError::into_inner);
    table.retain(|(n, _)| *n != number);
    if let Some(handler) = handler {
        let at = table.partition_point(|(n, _)| *n < number);
        table.insert(at, (number, handler));
    }
    VERSION.fetch_add(1, Ordering::Release);
}

/// A thread's copy of the table.
#[derive(Default)]
pub struct Copy {
    version: u64,
    handlers: Vec<(i32, HandlerFunction)>,
}

impl Copy {
    #[inline(always)]
    pub fn find(&mut self, number: i32) -> Option<HandlerFunction> {
        if self.version != VERSION.load(Ordering::Acquire) {
            self.refresh();
        }
        let at = self.handlers.binary_search_by_key(&number, |h| h.0).ok()?;
        Some(self.handlers[at].1)
    }

    #[cold]
    fn refresh(&mut self) {
        self.version = VERSION.load(Ordering::Acquire);
        self.handlers.clone_from(&TABLE.read().unwrap_or_else(PoisonError::into_inner));
    }
}
