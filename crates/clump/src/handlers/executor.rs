//! Runs handlers, one step of one handler at a time, while the endpoint is not borrowed.
use super::call::{Runs, WholeMessage, run_whole};
use super::inner::{SHORT, Shared};
use super::recv::RecvStream;
use crate::endpoint::Local;
use crate::error::{Error, ErrorKind};
use clump_core::planted;
use clump_core::protocol::Begun;
use std::any::Any;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

/// Steps of handlers between two polls of the network. Each step may copy many bytes and so delay arriving
/// messages; a poll costs a tenth of a microsecond.
const STEPS: usize = 2;

type Running = Pin<Box<dyn Future<Output = ()>>>;
/// Starts a handler with its message.
pub type Begins<F> = Rc<dyn Fn(RecvStream<F>) -> Running>;

/// The handler or function that a message runs.
pub enum Registered<F: Local> {
    /// A handler that reads its message while other handlers run.
    Stream(Begins<F>),
    /// A function that gets its message whole, and ends before anything else continues.
    Function(Runs<F>),
}

impl<F: Local> Clone for Registered<F> {
    fn clone(&self) -> Self {
        match self {
            Registered::Stream(begins) => Registered::Stream(begins.clone()),
            Registered::Function(runs) => Registered::Function(runs.clone()),
        }
    }
}

/// Handlers that can continue, by slot. Wakers may be called by any thread.
#[derive(Default)]
struct Ready {
    places: Mutex<VecDeque<usize>>,
    /// True once a slot has been pushed. Polling an empty list needs no lock because of this flag.
    any: AtomicBool,
}

impl Ready {
    fn push(&self, at: usize) {
        self.places.lock().unwrap_or_else(PoisonError::into_inner).push_back(at);
        self.any.store(true, Ordering::Release);
    }

    /// Returns the first slots, at most [`STEPS`]. If a thread pushes a slot during this call, either the slot is
    /// returned too, or `any` is set again.
    fn take(&self) -> Vec<usize> {
        if !self.any.load(Ordering::Relaxed) || !self.any.swap(false, Ordering::Acquire) {
            return Vec::new();
        }
        let mut places = self.places.lock().unwrap_or_else(PoisonError::into_inner);
        let some = STEPS.min(places.len());
        let taken = places.drain(..some).collect();
        if !places.is_empty() && !planted("ready_handlers_forgotten") {
            self.any.store(true, Ordering::Release);
        }
        taken
    }
}

/// Wakes the handler in a slot. If the slot has a new handler by then, that handler just polls once more.
struct HandlerSlot {
    at: usize,
    ready: Arc<Ready>,
}

impl Wake for HandlerSlot {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.ready.push(self.at);
    }
}

/// A handler that has begun and not ended. Its slot is empty while it runs a step.
struct Task {
    running: Running,
    begun: Begun,
}

pub struct Executor<F: Local> {
    /// The handlers, in ascending order of their numbers, so that a binary search finds one for each message.
    handlers: Vec<(i32, Registered<F>)>,
    /// The task of each slot; `None` if the slot is free or its task is running a step.
    tasks: Vec<Option<Task>>,
    /// The waker of each slot; `None` while the slot's task is running a step.
    wakers: Vec<Option<Waker>>,
    free: Vec<usize>,
    ready: Arc<Ready>,
    /// The first failure that has not been reported to the program.
    failure: Option<Error>,
    failures: u64,
    /// True while a caller runs handlers.
    busy: bool,
}

impl<F: Local> Default for Executor<F> {
    fn default() -> Self {
        Executor {
            handlers: Vec::new(),
            tasks: Vec::new(),
            wakers: Vec::new(),
            free: Vec::new(),
            ready: Arc::default(),
            failure: None,
            failures: 0,
            busy: false,
        }
    }
}

impl<F: Local + 'static> Executor<F> {
    pub fn register(&mut self, number: i32, handler: Registered<F>) {
        match self.handlers.binary_search_by_key(&number, |h| h.0) {
            Ok(at) => self.handlers[at].1 = handler,
            Err(at) => self.handlers.insert(at, (number, handler)),
        }
    }

    fn handler(&self, number: i32) -> Option<Registered<F>> {
        let at = self.handlers.binary_search_by_key(&number, |h| h.0).ok()?;
        Some(self.handlers[at].1.clone())
    }

    pub fn failure(&mut self) -> Option<Error> {
        self.failure.take()
    }

    pub fn failures(&self) -> u64 {
        self.failures
    }

    pub fn running(&self) -> usize {
        self.tasks.iter().flatten().count()
    }

    fn fail(&mut self, why: String) {
        self.failures += 1;
        self.failure.get_or_insert(Error::new(ErrorKind::Handler, why));
    }

    /// Runs some steps of handlers that can continue, and starts the handlers of messages that have begun to arrive.
    /// Returns true if it ran any handler.
    pub fn work(executor: &RefCell<Executor<F>>, inner: &Shared<F>) -> Result<bool, Error> {
        Executor::enter(executor)?;
        let mut worked = false;
        // Handlers that wake each other endlessly must not keep the endpoint from making progress, nor new messages
        // from starting.
        let ready = executor.borrow().ready.take();
        for at in ready {
            worked = true;
            Executor::step(executor, at);
        }
        loop {
            // In the condition of a `while let`, the borrow would last for the whole loop body.
            let next = inner.borrow_mut().next();
            let Some(begun) = next else { break };
            worked = true;
            Executor::begin(executor, inner, begun);
        }
        executor.borrow_mut().busy = false;
        Ok(worked)
    }

    fn enter(executor: &RefCell<Executor<F>>) -> Result<(), Error> {
        if std::mem::replace(&mut executor.borrow_mut().busy, true) {
            return Err(Error::new(
                ErrorKind::Handler,
                "a handler asks for handlers to be run: let it await what it needs, and they run meanwhile".to_owned(),
            ));
        }
        Ok(())
    }

    fn begin(executor: &RefCell<Executor<F>>, inner: &Shared<F>, begun: Begun) {
        let handler = executor.borrow().handler(begun.handler);
        match handler {
            Some(Registered::Function(runs)) => Executor::call(executor, inner, begun, runs),
            Some(Registered::Stream(begins)) => {
                let stream = RecvStream::new(inner, begun);
                match catch_unwind(AssertUnwindSafe(|| begins(stream))) {
                    Ok(running) => Executor::start(executor, running, begun),
                    Err(panic) => executor.borrow_mut().panicked(begun, &*panic),
                }
            }
            None => {
                drop(RecvStream::new(inner, begun));
                let Begun { from, handler, size, .. } = begun;
                executor.borrow_mut().fail(format!(
                    "rank {from} has sent a message of {size} bytes to handler {handler}, which is not registered \
                     here: register it before messages are extracted"
                ));
            }
        }
    }

    /// Runs a function on a message: at once if the message is short and has arrived.
    fn call(executor: &RefCell<Executor<F>>, inner: &Shared<F>, begun: Begun, runs: Runs<F>) {
        let mut bytes = [0; SHORT];
        let short = inner.borrow_mut().take_short(begun, &mut bytes);
        if let Some(len) = short {
            let call = WholeMessage::new(inner, begun, &bytes[..len]);
            if let Err(panic) = catch_unwind(AssertUnwindSafe(|| runs(&call))) {
                executor.borrow_mut().panicked(begun, &*panic);
            }
            return;
        }
        let message = RecvStream::new(inner, begun);
        Executor::start(executor, Box::pin(run_whole(message, inner.clone(), begun, runs)), begun);
    }

    fn start(executor: &RefCell<Executor<F>>, running: Running, begun: Begun) {
        let at = executor.borrow_mut().place();
        Executor::step_with(executor, at, Task { running, begun });
    }

    /// Returns the index of a free slot.
    fn place(&mut self) -> usize {
        self.free.pop().unwrap_or_else(|| {
            let at = self.tasks.len();
            self.wakers.push(Some(Waker::from(Arc::new(HandlerSlot { at, ready: self.ready.clone() }))));
            self.tasks.push(None);
            at
        })
    }

    /// Runs a step of the handler in a slot, if there is one.
    fn step(executor: &RefCell<Executor<F>>, at: usize) {
        let task = executor.borrow_mut().tasks.get_mut(at).and_then(Option::take);
        if let Some(task) = task {
            Executor::step_with(executor, at, task);
        }
    }

    /// Runs a step of a handler whose slot is reserved but empty. The handler goes to its slot unless it ends: most
    /// handlers end with their first step.
    fn step_with(executor: &RefCell<Executor<F>>, at: usize, mut task: Task) {
        let waker = executor.borrow_mut().wakers.get_mut(at).and_then(Option::take);
        let Some(waker) = waker else { return };
        let poll = || task.running.as_mut().poll(&mut Context::from_waker(&waker));
        let step = catch_unwind(AssertUnwindSafe(poll));
        if let Ok(Poll::Pending) = step {
            let mut e = executor.borrow_mut();
            e.wakers[at] = Some(waker);
            e.tasks[at] = Some(task);
            return;
        }
        // Dropping the handler drops its message too.
        let Task { running, begun } = task;
        let dropped = catch_unwind(AssertUnwindSafe(|| drop(running)));
        let mut e = executor.borrow_mut();
        e.wakers[at] = Some(waker);
        e.free.push(at);
        if let Err(panic) = step.map(|_| ()).and(dropped) {
            e.panicked(begun, &*panic);
        }
    }

    fn panicked(&mut self, begun: Begun, panic: &(dyn Any + Send)) {
        let said = panic.downcast_ref::<&str>().copied().or(panic.downcast_ref::<String>().map(String::as_str));
        let Begun { from, handler, size, .. } = begun;
        self.fail(format!(
            "handler {handler} panicked over a message of {size} bytes from rank {from}: {}; the message is dropped, \
             and other handlers go on",
            said.unwrap_or("it did not say why")
        ));
    }

    /// Ends every handler by dropping its future, wherever the handler is suspended.
    pub fn end_all(executor: &RefCell<Executor<F>>) -> Result<(), Error> {
        Executor::enter(executor)?;
        let tasks = std::mem::take(&mut executor.borrow_mut().tasks);
        drop(tasks);
        let mut e = executor.borrow_mut();
        e.free = Vec::new();
        e.wakers = Vec::new();
        // Dropping the handlers drops their clones of the rank.
        let handlers = std::mem::take(&mut e.handlers);
        e.busy = false;
        drop(e);
        drop(handlers);
        Ok(())
    }
}
