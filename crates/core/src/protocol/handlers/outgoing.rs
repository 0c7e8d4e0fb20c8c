//! What this owner knows of a send, beside what its transfer knows.

#[derive(Debug)]
pub(super) struct Outgoing {
    pub handler: i32,
    /// It is in the queue of messages that wait for credit or room.
    pub waits: bool,
    /// It fits into its class's credit, so all of it is pushed, in parts; else the receiver pulls it.
    pub in_parts: bool,
}
