//! Fibers: a fiber is a stack on which handlers run one after the other, as a coroutine that alternates with the
//! extracting code (Fast Messages 2.x, 4.1: fibers made in advance, with cheap switches).
use super::overflow;
use super::process::enter;
use super::table::HandlerFunction;
use crate::error::{CallError, CallResult, ErrorKind};
use clump::driver::points::{PointReceive, PointSend};
use clump::driver::{Begun, Endpoint, Rank, Request, SendId, StreamId, WholeBytes};
use corosensei::stack::{DefaultStack, Stack};
use corosensei::{Coroutine, Yielder};
use std::cell::{Cell, RefCell};
use std::ffi::{c_int, c_void};
use std::ptr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// The size of a handler's stack, in bytes. The system provides memory only for pages that are touched.
static STACK: AtomicUsize = AtomicUsize::new(256 << 10);

/// Sets the size of the stacks that are made from now on, in bytes.
pub fn set_stack(bytes: usize) {
    STACK.store(bytes, Relaxed);
}

/// What a call on a directed point waits for.
#[derive(Clone, Copy)]
pub enum PointWait {
    Sent(PointSend),
    Received(PointReceive),
    /// Something for the point of this descriptor.
    Arrival(c_int, fn(&mut Endpoint, c_int) -> bool),
}

impl PointWait {
    /// Returns true if the wait is over.
    pub fn is_over(self, endpoint: &mut Endpoint) -> bool {
        match self {
            PointWait::Sent(sent) => sent.has_ended(endpoint),
            PointWait::Received(received) => received.has_ended(endpoint),
            PointWait::Arrival(dp, has_arrived) => has_arrived(endpoint, dp),
        }
    }
}

/// What a begun handler waits for.
#[derive(Clone, Copy)]
pub enum HandlerWait {
    Nothing,
    /// The end of the handler's read.
    Read(StreamId),
    /// Permission to read more in this extract or turn.
    Budget,
    /// The call of the handlers of earlier messages from the same sender (FM 1.x).
    Earlier,
    /// The departure of a piece of a message.
    Piece(SendId),
    /// The completion of a tagged message.
    Request(Request),
    /// A directed point.
    Point(PointWait),
}

/// What a handler may send.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Sending {
    Free,
    /// One reply, to the sender of the request (Active Messages).
    Reply,
    Nothing,
}

/// The running handler, and the values that the handler and its executor exchange.
pub struct HandlerFrame {
    yielder: Cell<*const Yielder<(), ()>>,
    pub handler: Cell<Option<HandlerFunction>>,
    pub begun: Cell<Option<Begun>>,
    /// The message's bytes, if the message has arrived whole.
    pub bytes: RefCell<WholeBytes>,
    /// The name of the handler's stream in C.
    pub stream: Cell<usize>,
    pub wait: Cell<HandlerWait>,
    pub sending: Cell<Sending>,
    /// True while the library reads the message to its own buffer, before it calls the program's handler (FM 1.x).
    pub staging: Cell<bool>,
    /// The value that the handler has returned.
    pub returned: Cell<Option<c_int>>,
}

impl HandlerFrame {
    /// Returns the credit and the buffer of a message that the handler has read whole, because the handler is about to
    /// wait: the credit bounds the memory that waiting handlers keep.
    #[cold]
    fn tell_read(&self) {
        let bytes = &mut *self.bytes.borrow_mut();
        if let Some(begun) = self.begun.get()
            && begun.whole
            && bytes.unread() == 0
        {
            enter(|inside| {
                if let Some(endpoint) = &mut inside.common().endpoint {
                    endpoint.handled().give_back(bytes);
                    endpoint.handled().has_read_whole(begun.id);
                }
            });
        }
    }

    /// Switches back to the extracting code, which resumes this handler once `wait` is over.
    #[inline(always)]
    pub fn suspend(&self, wait: HandlerWait) {
        self.tell_read();
        self.wait.set(wait);
        // SAFETY: the yielder lies at the bottom of the stack that this function runs on.
        unsafe { &*self.yielder.get() }.suspend(());
    }

    pub fn source(&self) -> Rank {
        self.begun.get().map_or(0, |begun| begun.from)
    }

    /// Runs the handler, on its own stack.
    #[inline(always)]
    fn run(&self) -> c_int {
        let (stream, from) = (ptr::without_provenance_mut::<c_void>(self.stream.get()), self.source());
        match self.handler.get() {
            Some(HandlerFunction::Stream(f)) => f(stream, from),
            Some(HandlerFunction::WithData(f, data)) => f(stream, from, data),
            Some(HandlerFunction::Layer(f, data)) => f(stream, from, data),
            None => 0,
        }
    }
}

pub struct Fiber {
    coroutine: Coroutine<(), (), (), DefaultStack>,
    /// The frame; boxed, so that its address stays the same while the fiber moves.
    frame: Box<HandlerFrame>,
    /// The address of the stack's guard page.
    bottom: usize,
}

impl Fiber {
    /// Makes a fiber with a stack. Returns an error if the system has no memory for a stack.
    pub fn new() -> CallResult<Fiber> {
        overflow::watch_thread();
        let bytes = STACK.load(Relaxed);
        let stack = DefaultStack::new(bytes).map_err(|e| CallError {
            kind: ErrorKind::System,
            text: format!("no stack of {bytes} bytes for another handler: {e}"),
        })?;
        let frame = Box::new(HandlerFrame {
            yielder: Cell::new(ptr::null()),
            handler: Cell::new(None),
            begun: Cell::new(None),
            bytes: RefCell::default(),
            stream: Cell::new(0),
            wait: Cell::new(HandlerWait::Nothing),
            sending: Cell::new(Sending::Free),
            staging: Cell::new(false),
            returned: Cell::new(None),
        });
        let bottom = stack.limit().get();
        overflow::add(bottom);
        let at: *const HandlerFrame = &*frame;
        let coroutine = Coroutine::with_stack(stack, move |yielder: &Yielder<(), ()>, ()| {
            // SAFETY: the frame is dropped only after the coroutine, because both belong to this fiber.
            let frame = unsafe { &*at };
            frame.yielder.set(yielder);
            loop {
                frame.returned.set(Some(frame.run()));
                yielder.suspend(());
            }
        });
        Ok(Fiber { coroutine, frame, bottom })
    }

    pub fn frame(&self) -> &HandlerFrame {
        &self.frame
    }

    /// Switches to the fiber until its handler has ended or waits.
    #[inline(always)]
    pub fn resume(&mut self) {
        self.coroutine.resume(());
    }
}

impl Drop for Fiber {
    fn drop(&mut self) {
        overflow::remove(self.bottom);
        // SAFETY: nothing on the coroutine's stack has to be dropped: frames of C have no destructors to run, and
        // frames of this crate keep only values across a switch that may be forgotten.
        unsafe { self.coroutine.force_reset() };
    }
}
