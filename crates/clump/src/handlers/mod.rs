//! Messages that run handlers: streams in pieces of any size on both sides (Fast Messages 2.x, section 4).
//!
//! A rank registers handlers: `async` functions with a number. Peers begin messages to a handler, hand the messages
//! over in pieces, and end them. A handler runs from the first frame on and reads its message in pieces of its own
//! choice: naming the next piece's memory pulls the piece straight there. A sender may hand over several pieces
//! together, and a handler may name several together: one copy then gathers or scatters them. Many handlers
//! interleave, and they run only inside [`Handlers::extract`], [`Handlers::run_until`] and [`Handlers::block_on`]. A
//! handler that sends is suspended until its bytes have left.
//!
//! ```
//! use clump::handlers::Handlers;
//! use clump::{Buffer, Endpoint};
//! use std::{cell::Cell, rc::Rc};
//!
//! let handlers = Endpoint::open()?.into_handlers();
//! let sum = Rc::new(Cell::new(0));
//! let total = sum.clone();
//! handlers.register(7, move |mut message| {
//!     let total = total.clone();
//!     async move {
//!         while message.unread() > 0 {
//!             let Ok(byte) = message.read(1).await else { return };
//!             total.set(total.get() + u32::from(byte[0]));
//!         }
//!     }
//! });
//! handlers.send(0, 7, Buffer::copy_of(&[1, 2, 3]))?;
//! handlers.run_until(|| sum.get() == 6)?;
//! handlers.close()?;
//! # Ok::<(), clump::Error>(())
//! ```
//!
//! Messages of a pair of ranks begin at their receiver in the order of their first pieces; their handlers decide
//! how each continues. Pushed and unread bytes are bounded for each sender; beyond that bound, messages wait with
//! their sender.
//!
//! Two ranks that both send long messages from outside their handlers, and never extract, deadlock: a message moves
//! as its handler reads it. `clump run --timeout` names such ranks.
//!
//! **Failures.** If a handler panics, or no handler has the message's number, the message is lost and the caller of
//! `extract` or `run_until` gets an error; all other handlers continue. (A program that is built to abort on panics
//! ends instead.) Bytes that a handler does not read are dropped. If a rank dies or leaves with incomplete messages,
//! reads of these messages fail, the rank's peers get errors for pieces sent to it, and all waits for the rank end:
//! on its own machine within a second. (On another machine, the launcher detects a death and ends the job; a rank
//! that leaves announces this.)
mod borrowed;
mod call;
mod executor;
mod inner;
mod lent;
mod recv;
mod send;
mod shown;

pub use call::WholeMessage;
pub use inner::UnderWay;
pub use recv::{ReadInto, RecvStream};
pub use send::{SendPiece, SendStream};
pub use shown::WaitsFor;

use crate::endpoint::{Endpoint, Local};
use crate::error::{Error, ErrorKind};
use crate::standard_fabric::Standard;
use crate::waiting::Patience;
use borrowed::Borrowed;
use clump_core::Rank;
use clump_fabric::mem::Buffer;
use executor::{Executor, Registered};
use inner::{Inner, Shared};
use std::cell::RefCell;
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// A rank's handlers, and the endpoint that they use. A clone refers to the same rank; all clones belong to one
/// thread. A handler that keeps a clone keeps the endpoint open: [`Handlers::close`] drops all handlers.
pub struct Handlers<F: Local = Standard> {
    inner: Shared<F>,
    executor: Rc<RefCell<Executor<F>>>,
}

impl<F: Local> Clone for Handlers<F> {
    fn clone(&self) -> Self {
        Handlers { inner: self.inner.clone(), executor: self.executor.clone() }
    }
}

impl<F: Local + 'static> Handlers<F> {
    /// Takes the endpoint, with no handler registered yet. Messages may arrive before the program registers handlers:
    /// no handler runs before the program asks for it.
    pub fn new(endpoint: Endpoint<F>) -> Handlers<F> {
        Handlers { inner: Rc::new(RefCell::new(Inner::new(endpoint))), executor: Rc::default() }
    }

    /// Makes messages to this number (any number) run `handler`, in place of an earlier one. `handler` is called
    /// once for each message, with the message. Handlers run one step at a time on the thread that asks for it, so
    /// that they may share state by `Rc` and `Cell`; a handler must not keep a borrow while it awaits.
    pub fn register<Running>(&self, number: i32, handler: impl Fn(RecvStream<F>) -> Running + 'static)
    where
        Running: Future<Output = ()> + 'static,
    {
        self.executor
            .borrow_mut()
            .register(number, Registered::Stream(Rc::new(move |stream| Box::pin(handler(stream)))));
    }

    /// Makes messages to this number run `function`, each message when all of it has arrived (the handlers of Fast
    /// Messages 1.x). A message of at most 64 bytes costs less than with a handler that reads it; a longer message is
    /// copied once more. The function cannot wait. If the sender ends a message early, the function does not run for
    /// it.
    pub fn register_call(&self, number: i32, function: impl Fn(&WholeMessage<'_, F>) + 'static) {
        self.executor.borrow_mut().register(number, Registered::Function(Rc::new(function)));
    }

    /// Sends a whole message without blocking, as [`WholeMessage::send`] does: a message that cannot leave at once
    /// is copied, and leaves while handlers run.
    pub fn send_copy(&self, to: Rank, handler: i32, bytes: &[u8]) -> Result<(), Error> {
        call::send_copy(&self.inner, to, handler, bytes)
    }

    /// Uses the endpoint for another purpose, such as tagged messages, but not for calls that block while handlers
    /// should run. `f` must not use the handlers: they would panic, because the endpoint is borrowed. Fails if this
    /// rank has left the job.
    ///
    /// Aborts the process if `f` exchanges the endpoint for another one (`std::mem::swap`): the streams' memory is in
    /// use by this endpoint.
    ///
    /// # Safety
    /// The program keeps the [driver's contract](crate::driver) about the memory that regions name.
    #[expect(unsafe_code, reason = "the door to the interface that trusts regions")]
    pub unsafe fn with_endpoint<T>(&self, f: impl FnOnce(&mut Endpoint<F>) -> T) -> Result<T, Error> {
        let mut inner = self.inner.borrow_mut();
        let mut borrowed = Borrowed::new(inner.endpoint()?);
        Ok(f(borrowed.endpoint()))
    }

    /// Begins a message of `size` bytes to that handler of `to`, which may be this rank (FM_begin_message, table 2
    /// of Fast Messages 2.x). The message takes its place in the order of messages to `to` with its first piece.
    /// Fails if there is no such rank, or this rank has left the job.
    pub fn begin_message(&self, to: Rank, size: u64, handler: i32) -> Result<SendStream<F>, Error> {
        SendStream::begin(&self.inner, to, size, handler)
    }

    /// Sends a whole message, blocks until its bytes have left, and hands them back. Runs no handler meanwhile: a
    /// long message to this rank itself would deadlock. Use [`Handlers::block_on`] for such messages, and for
    /// receivers that need handlers of this rank to run. Fails like [`Handlers::begin_message`], and if `to` has
    /// died or left.
    pub fn send(&self, to: Rank, handler: i32, bytes: Buffer) -> Result<Buffer, Error> {
        if self.inner.borrow_mut().call_at_once(to, handler, &bytes)? {
            return Ok(bytes);
        }
        let mut stream = self.begin_message(to, bytes.len() as u64, handler)?;
        let bytes = stream.send_piece_blocking(bytes)?;
        stream.end_message()?;
        Ok(bytes)
    }

    /// Runs handlers for what has arrived, as long as there is something to do, without blocking (FM_extract). Once
    /// the handlers have read `bytes`, no further read begins. (A read is not divided, so it may exceed `bytes`; the
    /// excess is subtracted from the limit of the next call.) Returns how many bytes the handlers have read. The
    /// error names the handler that failed or was not registered; all other handlers have continued.
    pub fn extract(&self, bytes: u64) -> Result<u64, Error> {
        let read = self.turn(bytes)?;
        self.fail()?;
        Ok(read)
    }

    /// Runs handlers until `done` returns true; `done` is called after each poll. Fails like [`Handlers::extract`];
    /// call it again to continue.
    pub fn run_until(&self, done: impl FnMut() -> bool) -> Result<(), Error> {
        self.run(done, || self.fail())
    }

    /// Runs handlers until `future` has ended: a program uses it to wait for its sends while handlers run. A
    /// handler's failure does not end this call; [`Handlers::extract`] reports the failure.
    pub fn block_on<T>(&self, future: impl Future<Output = T>) -> Result<T, Error> {
        let (mut future, mut end) = (pin!(future), None);
        let mut context = Context::from_waker(Waker::noop());
        let poll = || {
            if let Poll::Ready(output) = future.as_mut().poll(&mut context) {
                end = Some(output);
            }
            end.is_some()
        };
        self.run(poll, || Ok(()))?;
        end.ok_or_else(|| Error::new(ErrorKind::Handler, "what was waited for has not ended"))
    }

    fn run(&self, done: impl FnMut() -> bool, heard: impl Fn() -> Result<(), Error>) -> Result<(), Error> {
        self.inner.borrow_mut().allow(u64::MAX);
        let mut patience = Patience::default();
        let end = self.run_all(&mut patience, done, heard);
        let mut inner = self.inner.borrow_mut();
        inner.stop_reading();
        inner.endpoint()?.stop_waiting(&patience);
        end
    }

    fn run_all(
        &self,
        patience: &mut Patience,
        mut done: impl FnMut() -> bool,
        heard: impl Fn() -> Result<(), Error>,
    ) -> Result<(), Error> {
        while !done() {
            let moved = self.inner.borrow_mut().advance(true)?;
            if moved {
                self.inner.borrow_mut().moved(patience)?;
            }
            let worked = Executor::work(&self.executor, &self.inner)?;
            heard()?;
            if worked {
                self.inner.borrow_mut().moved(patience)?;
            } else if !moved {
                self.inner.borrow_mut().rest(patience, None)?;
            }
        }
        Ok(())
    }

    /// Runs handlers as long as there is something to do. Returns the bytes that they read.
    fn turn(&self, bytes: u64) -> Result<u64, Error> {
        let before = self.inner.borrow_mut().allow(bytes);
        let end = self.turn_all();
        let read = self.inner.borrow_mut().stop_reading() - before;
        end.map(|()| read)
    }

    fn turn_all(&self) -> Result<(), Error> {
        loop {
            self.inner.borrow_mut().advance(false)?;
            if !Executor::work(&self.executor, &self.inner)? {
                return Ok(());
            }
        }
    }

    /// Returns the first failure that has not been reported.
    fn fail(&self) -> Result<(), Error> {
        let failure = self.executor.borrow_mut().failure();
        failure.map_or(Ok(()), Err)
    }

    /// Returns the number of handlers that have panicked and of messages to unregistered handlers, so far.
    pub fn failures(&self) -> u64 {
        self.executor.borrow().failures()
    }

    /// Returns the number of handlers that have begun and not ended.
    pub fn running(&self) -> usize {
        self.executor.borrow().running()
    }

    /// Returns counts of this rank's handlers, messages, reads and sends that are under way. After
    /// [`Handlers::close`], all are 0.
    pub fn under_way(&self) -> UnderWay {
        UnderWay { handlers: self.running(), ..self.inner.borrow().under_way() }
    }

    /// Ends all running handlers, waits until all sent messages have left (except those to ranks that have died or
    /// left), and leaves the job. Drops messages that arrive for handlers meanwhile. From then on, sends of other
    /// ranks to this rank fail: ranks that still need each other must agree first. Fails if a handler calls it, or if
    /// this rank has left the job before.
    pub fn close(self) -> Result<(), Error> {
        Executor::end_all(&self.executor)?;
        let endpoint = self.inner.borrow_mut().take_endpoint()?;
        endpoint.close()
    }
}
