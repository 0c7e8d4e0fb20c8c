//! Runs handlers, one step of one of them at a time, while nobody has the endpoint in hand.
use super::inner::Shared;
use super::recv::RecvStream;
use crate::{Error, Local};
use clump_core::protocol::Begun;
use std::any::Any;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Wake, Waker};

/// Steps of handlers between two looks at the network: each may copy many bytes, and what comes meanwhile waits.
const STEPS: usize = 8;

type Running = Pin<Box<dyn Future<Output = ()>>>;
/// Begins a handler with its message.
pub type Begins<F> = Rc<dyn Fn(RecvStream<F>) -> Running>;

/// Handlers that can go on, by their places.
type Ready = Arc<Mutex<VecDeque<usize>>>;

/// Wakes the handler at a place. The handler there may be another one by then, which that does not harm.
struct Place {
    at: usize,
    ready: Ready,
}

impl Wake for Place {
    fn wake(self: Arc<Self>) {
        self.ready.lock().unwrap_or_else(PoisonError::into_inner).push_back(self.at);
    }
}

/// A handler that runs.
struct Task {
    /// Not there while it makes a step.
    running: Option<Running>,
    begun: Begun,
}

pub struct Executor<F: Local> {
    handlers: HashMap<i32, Begins<F>>,
    /// By place; `None`: free.
    tasks: Vec<Option<Task>>,
    wakers: Vec<Waker>,
    free: Vec<usize>,
    ready: Ready,
    /// What went wrong and nobody has heard of yet: the first of it.
    failure: Option<Error>,
    failures: u64,
    /// Somebody is running handlers.
    busy: bool,
}

impl<F: Local> Default for Executor<F> {
    fn default() -> Self {
        Executor {
            handlers: HashMap::new(),
            tasks: Vec::new(),
            wakers: Vec::new(),
            free: Vec::new(),
            ready: Ready::default(),
            failure: None,
            failures: 0,
            busy: false,
        }
    }
}

impl<F: Local> Executor<F> {
    pub fn register(&mut self, number: i32, handler: Begins<F>) {
        self.handlers.insert(number, handler);
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
        self.failure.get_or_insert(Error(why));
    }

    /// Begins the handlers of what has begun to arrive, and makes some steps with those that can go on. True if there
    /// was any.
    pub fn work(executor: &RefCell<Executor<F>>, inner: &Shared<F>) -> Result<bool, Error> {
        Executor::enter(executor)?;
        let mut worked = false;
        loop {
            // Not in the condition of a `while let`, which would keep it borrowed.
            let next = inner.borrow_mut().next();
            let Some(begun) = next else { break };
            worked = true;
            Executor::begin(executor, inner, begun);
        }
        for _ in 0..STEPS {
            let next = executor.borrow().ready.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(at) = next else { break };
            worked = true;
            Executor::step(executor, at);
        }
        executor.borrow_mut().busy = false;
        Ok(worked)
    }

    fn enter(executor: &RefCell<Executor<F>>) -> Result<(), Error> {
        if std::mem::replace(&mut executor.borrow_mut().busy, true) {
            return Err(Error(
                "a handler asks for handlers to be run: let it await what it needs, and they run meanwhile".to_owned(),
            ));
        }
        Ok(())
    }

    fn begin(executor: &RefCell<Executor<F>>, inner: &Shared<F>, begun: Begun) {
        let stream = RecvStream::new(inner, begun);
        let handler = executor.borrow().handlers.get(&begun.handler).cloned();
        let Some(handler) = handler else {
            let Begun { from, handler, size, .. } = begun;
            executor.borrow_mut().fail(format!(
                "rank {from} has sent a message of {size} bytes to handler {handler}, which is not registered here: \
                 register it before messages are extracted"
            ));
            return;
        };
        match catch_unwind(AssertUnwindSafe(|| handler(stream))) {
            Ok(running) => {
                let at = executor.borrow_mut().place(Task { running: Some(running), begun });
                Executor::step(executor, at);
            }
            Err(panic) => executor.borrow_mut().panicked(begun, &*panic),
        }
    }

    fn place(&mut self, task: Task) -> usize {
        let at = self.free.pop().unwrap_or_else(|| {
            let at = self.tasks.len();
            self.wakers.push(Waker::from(Arc::new(Place { at, ready: self.ready.clone() })));
            self.tasks.push(None);
            at
        });
        self.tasks[at] = Some(task);
        at
    }

    fn step(executor: &RefCell<Executor<F>>, at: usize) {
        let taken = {
            let mut e = executor.borrow_mut();
            let waker = e.wakers[at].clone();
            let task = e.tasks[at].as_mut();
            task.and_then(|t| Some((t.running.take()?, t.begun))).map(|t| (t, waker))
        };
        let Some(((mut running, begun), waker)) = taken else { return };
        let step = catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(&mut Context::from_waker(&waker))));
        if let Ok(Poll::Pending) = step {
            if let Some(task) = &mut executor.borrow_mut().tasks[at] {
                task.running = Some(running);
            }
            return;
        }
        // With it goes its message.
        let dropped = catch_unwind(AssertUnwindSafe(|| drop(running)));
        let mut e = executor.borrow_mut();
        e.tasks[at] = None;
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

    /// Ends every handler where it is.
    pub fn end_all(executor: &RefCell<Executor<F>>) -> Result<(), Error> {
        Executor::enter(executor)?;
        let tasks = std::mem::take(&mut executor.borrow_mut().tasks);
        drop(tasks);
        let mut e = executor.borrow_mut();
        (e.free, e.wakers) = (Vec::new(), Vec::new());
        // What they hold of the rank goes with them.
        let handlers = std::mem::take(&mut e.handlers);
        e.busy = false;
        drop(e);
        drop(handlers);
        Ok(())
    }
}
