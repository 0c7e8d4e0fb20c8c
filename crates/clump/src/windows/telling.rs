//! How the receiver of a connection learns what has arrived.

/// How a deposit notifies the receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// A deposit leaves no trace in the queue: the receiver polls the bytes.
    Nothing,
    /// The queue counts deposits ([`NoteQueue::counted`](super::NoteQueue::counted)).
    Count,
    /// Each deposit leaves a note in the queue.
    Note,
}
