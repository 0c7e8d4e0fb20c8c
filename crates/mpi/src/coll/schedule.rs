//! The schedule engine: non-blocking collectives move on in any MPI call that makes progress.
//!
//! A schedule is the same state machine that a blocking call drives. It is polled with the process-wide state let go,
//! since it enters the state for its messages step by step, and may call the program's operations between them. Only
//! the one that is polled is in a thread's hands meanwhile: other threads move the others.
use crate::abi;
use crate::error::{Result, fail};
use crate::status::Finished;
use clump::Endpoint;
use clump::process::Work;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// A collective call on its way to its end.
pub type Course = Pin<Box<dyn Future<Output = Result> + Send>>;

/// A non-blocking collective.
pub struct Schedule {
    handle: abi::Request,
    course: Course,
    /// Whether the last step was the last one of all, and what came of it.
    ended: Option<Result>,
}

impl Work for Schedule {
    fn step(&mut self) {
        if let Poll::Ready(result) = self.course.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            self.ended = Some(result);
        }
    }

    fn break_off(&mut self) {
        self.ended = Some(fail(abi::MPI_ERR_OTHER, "the operation of this collective call has thrown an exception"));
    }
}

/// The collectives under way.
pub struct Schedules {
    /// Those that nobody is moving at the moment.
    list: VecDeque<Schedule>,
    /// The communicators' contexts of all that have not ended, also of those that are being moved.
    contexts: Vec<(abi::Request, u16)>,
    /// A thread is about to sleep that could not look at one because another thread was moving it.
    missed: bool,
}

impl Schedules {
    pub const fn new() -> Schedules {
        Schedules { list: VecDeque::new(), contexts: Vec::new(), missed: false }
    }

    /// True if none is under way.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.contexts.is_empty()
    }

    /// Is one under way on the communicator with this context?
    pub fn uses(&self, context: u16) -> bool {
        self.contexts.iter().any(|(_, c)| *c == context)
    }

    /// Takes up a call on the communicator with this context, whose request is `handle`: its first step is still to be
    /// done.
    pub fn begin(&mut self, handle: abi::Request, context: u16, course: Course) -> Schedule {
        self.contexts.push((handle, context));
        Schedule { handle, course, ended: None }
    }

    /// How many nobody is moving.
    pub fn waiting(&self) -> usize {
        self.list.len()
    }

    /// Takes one out, to be moved on.
    pub fn take(&mut self) -> Option<Schedule> {
        self.list.pop_front()
    }

    /// Brings one back. `Some`: it has ended, and what its request becomes.
    pub fn put_back(&mut self, mut schedule: Schedule, endpoint: &mut Endpoint) -> Option<(abi::Request, Finished)> {
        let Some(result) = schedule.ended.take() else {
            self.list.push_back(schedule);
            if std::mem::take(&mut self.missed) {
                endpoint.stir();
            }
            return None;
        };
        self.contexts.retain(|(running, _)| *running != schedule.handle);
        // Another thread may sleep until this one has ended.
        endpoint.stir();
        let code = result.as_ref().err().map_or(abi::MPI_SUCCESS, |e| e.code);
        Some((schedule.handle, Finished { code, ..Finished::EMPTY }))
    }

    /// A thread is about to sleep that has looked at all that nobody else is moving.
    pub fn sleeps(&mut self) {
        self.missed |= self.list.len() < self.contexts.len();
    }
}
