//! Messages that come whole to an ordinary function (handlers of Fast Messages 1.x; the short and medium messages of
//! Active Messages).
use super::inner::{SHORT, Shared, known};
use super::recv::RecvStream;
use super::send::SendStream;
use crate::capture::Standard;
use crate::{Buffer, Error, Local, MessageRole, Rank};
use clump_core::protocol::Begun;
use clump_fabric::mem::SmallBuffer;
use std::rc::Rc;

/// A whole message, as the function that it runs has it.
pub struct WholeMessage<'a, F: Local = Standard> {
    inner: &'a Shared<F>,
    from: Rank,
    handler: i32,
    bytes: &'a [u8],
}

/// What runs for a whole message.
pub type Runs<F> = Rc<dyn Fn(&WholeMessage<'_, F>)>;

impl<'a, F: Local> WholeMessage<'a, F> {
    pub(super) fn new(inner: &'a Shared<F>, begun: Begun, bytes: &'a [u8]) -> WholeMessage<'a, F> {
        WholeMessage { inner, from: begun.from, handler: begun.handler, bytes }
    }

    /// Who has sent it.
    pub fn source(&self) -> Rank {
        self.from
    }

    /// The number by which it came to this function.
    pub fn handler(&self) -> i32 {
        self.handler
    }

    /// All of it.
    pub fn bytes(&self) -> &[u8] {
        self.bytes
    }

    /// Sends a whole message to a handler of `to`, and waits for nothing: what cannot leave at once is copied, and
    /// leaves while handlers run. How much that may be is up to the program: who answers every message of a rank that
    /// takes no answers keeps all answers. Error: there is no such rank, or this one has left the job. (If `to` dies
    /// before the copy has left, nobody hears of it here.)
    pub fn send(&self, to: Rank, handler: i32, bytes: &[u8]) -> Result<(), Error> {
        send_copy(self.inner, to, handler, bytes)
    }
}

/// Sends a whole message, of which what cannot leave at once is copied.
pub fn send_copy<F: Local>(inner: &Shared<F>, to: Rank, handler: i32, bytes: &[u8]) -> Result<(), Error> {
    if bytes.len() <= SHORT {
        let mut inner = inner.borrow_mut();
        let endpoint = inner.endpoint()?;
        known(endpoint, to)?;
        let sent = SmallBuffer::new(bytes.len()).with(|body| {
            body.write(bytes);
            endpoint.call_handler_at_once(to, handler, MessageRole::Request, body)
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

/// Reads a message that is longer, or not all here, and runs the function then.
pub async fn run_whole<F: Local>(mut message: RecvStream<F>, inner: Shared<F>, begun: Begun, runs: Runs<F>) {
    // A message that ends before it is whole runs nothing.
    if let Ok(bytes) = message.read(begun.size as usize).await {
        drop(message);
        runs(&WholeMessage::new(&inner, begun, &bytes));
    }
}
