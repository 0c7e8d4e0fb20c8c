//! Messages that are delivered whole to an ordinary function (handlers of Fast Messages 1.x; the short and medium
//! messages of Active Messages).
use super::inner::{SHORT, Shared, known};
use super::recv::RecvStream;
use super::send::SendStream;
use crate::endpoint::Local;
use crate::error::Error;
use crate::lent;
use crate::standard_fabric::Standard;
use clump_core::Rank;
use clump_core::protocol::{Begun, MessageRole};
use clump_fabric::mem::{Buffer, SmallBuffer};
use std::rc::Rc;

/// A whole message, as its function sees it.
pub struct WholeMessage<'a, F: Local = Standard> {
    inner: &'a Shared<F>,
    from: Rank,
    handler: i32,
    bytes: &'a [u8],
}

/// The function that a whole message runs.
pub type Runs<F> = Rc<dyn Fn(&WholeMessage<'_, F>)>;

impl<'a, F: Local> WholeMessage<'a, F> {
    pub(super) fn new(inner: &'a Shared<F>, begun: Begun, bytes: &'a [u8]) -> WholeMessage<'a, F> {
        WholeMessage { inner, from: begun.from, handler: begun.handler, bytes }
    }

    /// Returns the sender.
    pub fn source(&self) -> Rank {
        self.from
    }

    /// Returns the handler number to which the message was sent.
    pub fn handler(&self) -> i32 {
        self.handler
    }

    /// Returns all bytes of the message.
    pub fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// Sends a whole message to a handler of `to` without blocking: a message that cannot leave at once is copied,
    /// and leaves while handlers run. The program bounds these copies: a function that answers every message of a
    /// rank that receives no answers keeps all answers. If `to` dies before the copy has left, this rank gets no
    /// error.
    ///
    /// # Errors
    /// If there is no such rank, or this rank has left the job.
    pub fn send(&self, to: Rank, handler: i32, bytes: &[u8]) -> Result<(), Error> {
        send_copy(self.inner, to, handler, bytes)
    }
}

/// Sends a whole message; a message that cannot leave at once is copied.
pub fn send_copy<F: Local>(inner: &Shared<F>, to: Rank, handler: i32, bytes: &[u8]) -> Result<(), Error> {
    if bytes.len() <= SHORT {
        let mut inner = inner.borrow_mut();
        let endpoint = inner.endpoint()?;
        known(endpoint, to)?;
        let sent = lent::with_small(&mut SmallBuffer::new(bytes.len()), |body| {
            body.write(bytes);
            endpoint.handled().call_handler_at_once(to, handler, MessageRole::Request, body)
        });
        if sent {
            return Ok(());
        }
    }
    let copy = Buffer::copy_of(bytes);
    if bytes.len() > SHORT && inner.borrow_mut().call_at_once(to, handler, &copy)? {
        return Ok(());
    }
    SendStream::begin(inner, to, bytes.len() as u64, handler)?.leave_with(copy)
}

/// Reads a message that is long or has not arrived completely, and then runs the function.
pub async fn run_whole<F: Local>(mut message: RecvStream<F>, inner: Shared<F>, begun: Begun, runs: Runs<F>) {
    // If the message ends early, the function does not run.
    if let Ok(bytes) = message.read(begun.size as usize).await {
        drop(message);
        runs(&WholeMessage::new(&inner, begun, &bytes));
    }
}
