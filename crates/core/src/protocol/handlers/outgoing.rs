//! The state that this owner keeps of a send, beside the state of its transfer.

#[derive(Debug)]
pub(super) struct Outgoing {
    pub handler: i32,
    /// True if nothing of the message has left, and the message waits in its queue.
    pub waits: bool,
}
