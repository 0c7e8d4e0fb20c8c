//! What this owner knows of a send, beside what its transfer knows.

#[derive(Debug)]
pub(super) struct Outgoing {
    pub handler: i32,
    /// It is in the queue of those of which nothing has left.
    pub waits: bool,
}
