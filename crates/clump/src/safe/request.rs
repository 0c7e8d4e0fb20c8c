//! Operations under way, and the buffers that they use.
use super::lend::Loan;
use crate::driver;
use crate::error::{Error, ErrorKind};
use clump_core::Outcome;
use clump_fabric::mem::Buffer;
use slotmap::{SlotMap, new_key_type};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

new_key_type! {
    /// The number of an operation of one endpoint.
    pub(super) struct OperationKey;
}

/// An operation that has been started, and the right to its buffer.
///
/// [`Endpoint::wait`](crate::Endpoint::wait) and [`Endpoint::test`](crate::Endpoint::test) give the buffer back. A
/// request that is dropped or forgotten leaves its operation running; the buffer is then never freed, because another
/// rank may still write into it.
#[must_use = "only a wait or a test gives the buffer back; a dropped request leaks it"]
pub struct Request(pub(super) State);

pub(super) enum State {
    /// The operation completed at once.
    Done(Outcome, Buffer),
    /// The endpoint keeps the buffer.
    Pending { endpoint: u64, key: OperationKey },
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            State::Done(outcome, _) => write!(f, "Request(done: {outcome:?})"),
            State::Pending { key, .. } => write!(f, "Request({key:?})"),
        }
    }
}

/// A pending operation.
pub(super) struct Pending {
    pub request: driver::Request,
    pub loan: Loan,
}

/// The pending operations of an endpoint. Dropping them leaks their buffers.
pub(super) struct Kept {
    /// Distinguishes this endpoint's requests and messages from those of other endpoints of the process.
    pub endpoint: u64,
    all: SlotMap<OperationKey, Pending>,
}

impl Kept {
    pub fn new() -> Kept {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Kept { endpoint: NEXT.fetch_add(1, Ordering::Relaxed), all: SlotMap::with_key() }
    }

    pub fn keep(&mut self, request: driver::Request, loan: Loan) -> Request {
        let key = self.all.insert(Pending { request, loan });
        Request(State::Pending { endpoint: self.endpoint, key })
    }

    /// Returns the driver's request of a pending operation, or an error if the operation belongs to another endpoint.
    pub fn find(&self, endpoint: u64, key: OperationKey) -> Result<driver::Request, Error> {
        let pending = self.all.get(key).filter(|_| endpoint == self.endpoint);
        pending.map(|pending| pending.request).ok_or_else(other_endpoint)
    }

    /// Gives back the buffer of an operation whose memory the protocol has released.
    pub fn release(&mut self, key: OperationKey) -> Option<Buffer> {
        self.all.remove(key).map(|pending| pending.loan.reclaim())
    }
}

/// Returns the error for a request or message that belongs to another endpoint.
#[cold]
pub(super) fn other_endpoint() -> Error {
    Error::new(ErrorKind::Argument, "this request or message belongs to another endpoint of this process")
}
