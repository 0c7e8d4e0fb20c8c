//! The schedule engine: non-blocking collectives make progress in any MPI call that makes progress.
//!
//! A schedule is the state machine that a blocking call would drive. While a thread polls a schedule, the process-wide
//! state is released, because the schedule enters the state for each of its messages and may call the program's
//! operations in between. A thread takes out only the schedule that it polls; other threads can poll the remaining
//! schedules.
use crate::abi;
use crate::error::{Result, fail};
use crate::status::Finished;
use clump::driver::Endpoint;
use clump::driver::process::Work;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// The state machine of a collective call in progress.
pub type Course = Pin<Box<dyn Future<Output = Result> + Send>>;

/// A non-blocking collective.
pub struct Schedule {
    handle: abi::Request,
    course: Course,
    /// The outcome of the call; `None` until the last step is done.
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

/// The collectives in progress.
pub struct Schedules {
    /// The schedules that no thread is polling at the moment.
    list: VecDeque<Schedule>,
    /// The communicators' contexts of all schedules that have not ended, including those being polled.
    contexts: Vec<(abi::Request, u16)>,
    /// True if a thread that is about to sleep could not poll some schedule, because another thread was polling it.
    missed: bool,
}

impl Schedules {
    pub const fn new() -> Schedules {
        Schedules { list: VecDeque::new(), contexts: Vec::new(), missed: false }
    }

    /// Returns true if no collective is in progress.
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.contexts.is_empty()
    }

    /// Returns true if a collective is in progress on the communicator with this context.
    pub fn uses(&self, context: u16) -> bool {
        self.contexts.iter().any(|(_, c)| *c == context)
    }

    /// Registers a call on the communicator with this context, whose request is `handle`, and returns its schedule. The
    /// caller must poll the schedule's first step.
    pub fn begin(&mut self, handle: abi::Request, context: u16, course: Course) -> Schedule {
        self.contexts.push((handle, context));
        Schedule { handle, course, ended: None }
    }

    /// Returns the number of schedules that no thread is polling.
    pub fn waiting(&self) -> usize {
        self.list.len()
    }

    /// Takes one schedule out for polling.
    pub fn take(&mut self) -> Option<Schedule> {
        self.list.pop_front()
    }

    /// Returns a schedule to the list. If the schedule has ended, returns its request and outcome instead.
    pub fn put_back(&mut self, mut schedule: Schedule, endpoint: &mut Endpoint) -> Option<(abi::Request, Finished)> {
        let Some(result) = schedule.ended.take() else {
            self.list.push_back(schedule);
            if std::mem::take(&mut self.missed) {
                endpoint.stir();
            }
            return None;
        };
        self.contexts.retain(|(running, _)| *running != schedule.handle);
        // Wake up the threads that sleep, because one of them may be waiting for the end of this schedule.
        endpoint.stir();
        let code = result.as_ref().err().map_or(abi::MPI_SUCCESS, |e| e.code);
        Some((schedule.handle, Finished { code, ..Finished::EMPTY }))
    }

    /// Records that a thread which has polled every schedule in the list is about to sleep.
    pub fn sleeps(&mut self) {
        self.missed |= self.list.len() < self.contexts.len();
    }
}
