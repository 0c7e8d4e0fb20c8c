//! The state that this owner keeps of a send, beside the state of its transfer.

#[derive(Debug)]
pub(super) struct Outgoing {
    pub handler: i32,
    /// True if nothing has left of the message: it waits in its queue.
    pub waits: bool,
}
