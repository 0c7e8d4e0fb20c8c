//! The schedule engine: non-blocking collectives move on in any MPI call that makes progress.
//!
//! A schedule is the same state machine that a blocking call drives. It is polled with the process-wide state let go,
//! since it enters the state for its messages step by step, and may call the program's operations between them. Only
//! the one that is polled is in a thread's hands meanwhile: other threads move the others.
use crate::abi;
use crate::error::Result;
use crate::ffi::gate::Guard;
use crate::request::Request;
use crate::status::Finished;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// A collective call on its way to its end.
pub type Course = Pin<Box<dyn Future<Output = Result> + Send>>;

/// The collectives under way.
pub struct Schedules {
    /// Those that nobody is moving at the moment.
    list: VecDeque<(abi::Request, Course)>,
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
}

/// Starts a collective; its first messages leave before this returns, and it has begun its steps on a board: calls on
/// one communicator begin them in the order of the calls.
pub fn start(s: &mut Guard, context: u16, course: Course) -> abi::Request {
    let handle = s.new_request(Request::Operation);
    s.coll.schedules.contexts.push((handle, context));
    step(s, handle, course);
    handle
}

/// Moves all schedules on as far as they can without waiting. True if any ended.
#[cold]
pub fn advance(s: &mut Guard) -> bool {
    let mut ended = false;
    for _ in 0..s.coll.schedules.list.len() {
        let Some((handle, course)) = s.coll.schedules.list.pop_front() else { break };
        ended |= step(s, handle, course);
    }
    ended
}

/// The same as a thread's last look before it sleeps: it is woken when it could not look at all of them.
#[cold]
pub fn advance_and_sleep(s: &mut Guard) -> bool {
    let ended = advance(s);
    let schedules = &mut s.coll.schedules;
    schedules.missed |= schedules.list.len() < schedules.contexts.len();
    ended
}

/// Moves one schedule on; true if it has ended.
fn step(s: &mut Guard, handle: abi::Request, mut course: Course) -> bool {
    let polled = s.outside(|| course.as_mut().poll(&mut Context::from_waker(Waker::noop())));
    let schedules = &mut s.coll.schedules;
    let Poll::Ready(result) = polled else {
        schedules.list.push_back((handle, course));
        if std::mem::take(&mut schedules.missed) {
            s.endpoint().stir();
        }
        return false;
    };
    schedules.contexts.retain(|(running, _)| *running != handle);
    let code = result.as_ref().err().map_or(abi::MPI_SUCCESS, |e| e.code);
    s.operation_over(handle, Finished { code, ..Finished::EMPTY });
    // Another thread may sleep until this one has ended.
    s.endpoint().stir();
    true
}
