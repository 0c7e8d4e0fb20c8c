//! The schedule engine: non-blocking collectives move on in any MPI call that makes progress.
//!
//! A schedule is the same state machine that a blocking call drives. It is polled with the process-wide state let go, since
//! it enters the state for its messages step by step, and may call the program's operations between them.
use crate::abi;
use crate::error::Result;
use crate::ffi::gate::Guard;
use crate::request::Request;
use crate::status::Finished;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

/// A collective call on its way to its end.
pub type Course = Pin<Box<dyn Future<Output = Result> + Send>>;

/// The collectives under way.
pub struct Schedules {
    list: Vec<(abi::Request, Course)>,
    /// The communicators' contexts of those that have not ended, also while they are being moved.
    contexts: Vec<(abi::Request, u16)>,
}

impl Schedules {
    pub const fn new() -> Schedules {
        Schedules { list: Vec::new(), contexts: Vec::new() }
    }

    /// True if there is nothing to move (or another call is moving it).
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Is one under way on the communicator with this context?
    pub fn uses(&self, context: u16) -> bool {
        self.contexts.iter().any(|(_, c)| *c == context)
    }
}

/// Starts a collective; its first messages leave before this returns, and it has begun its steps on a board: calls on one
/// communicator begin them in the order of the calls.
pub fn start(s: &mut Guard, context: u16, course: Course) -> abi::Request {
    let handle = s.new_request(Request::Operation);
    s.coll.schedules.list.push((handle, course));
    s.coll.schedules.contexts.push((handle, context));
    advance(s);
    handle
}

/// Moves all schedules on as far as they can without waiting. True if any ended.
#[cold]
pub fn advance(s: &mut Guard) -> bool {
    let mut list = std::mem::take(&mut s.coll.schedules.list);
    let mut ended = Vec::new();
    s.outside(|| {
        let mut context = Context::from_waker(Waker::noop());
        list.retain_mut(|(handle, course)| match course.as_mut().poll(&mut context) {
            Poll::Ready(result) => {
                ended.push((*handle, result));
                false
            }
            Poll::Pending => true,
        });
    });
    // Others may have been started meanwhile, by another thread.
    list.append(&mut s.coll.schedules.list);
    s.coll.schedules.list = list;
    for (handle, result) in &ended {
        s.coll.schedules.contexts.retain(|(running, _)| running != handle);
        let code = result.as_ref().err().map_or(abi::MPI_SUCCESS, |e| e.code);
        s.operation_over(*handle, Finished { code, ..Finished::EMPTY });
    }
    !ended.is_empty()
}
