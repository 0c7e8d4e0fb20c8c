//! How a connection's receiver hears of what has arrived.

/// What is left for the receiver when bytes have arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// Nothing: it looks at the bytes.
    Nothing,
    /// They are counted by the queue ([`NoteQueue::counted`](super::NoteQueue::counted)).
    Count,
    /// A note in the queue.
    Note,
}
