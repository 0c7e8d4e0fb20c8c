//! Defines how the receiver of a connection learns of arrived bytes.

/// How a deposit notifies the receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Telling {
    /// Deposits leave no trace in the queue: the receiver polls the bytes.
    Nothing,
    /// The queue counts deposits ([`NoteQueue::counted`](super::NoteQueue::counted)).
    Count,
    /// Each deposit leaves a note in the queue.
    Note,
}
