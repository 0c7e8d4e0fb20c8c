//! Names: of processes, and of operations and messages under way.
use slotmap::{Key, KeyData, new_key_type};

/// A process of the job, numbered from 0; job-wide.
pub type Rank = u32;

new_key_type! {
    /// A send that has not completed: an entry of the send queue. It also names the sender's memory.
    pub struct SendId;
    /// A posted receive: an entry of the receive queue. It also names the receiver's memory.
    pub struct RecvId;
    /// A message that arrived before its receive: an entry of the buffer queue. It also names its pushed bytes.
    pub struct EntryId;
}

/// An id as a word of a frame.
pub(crate) fn to_wire<K: Key>(key: K) -> u64 {
    key.data().as_ffi()
}

/// The id in a word of a frame. Any word gives an id; whether it is alive, its map knows.
pub(crate) fn from_wire<K: Key + From<KeyData>>(word: u64) -> K {
    K::from(KeyData::from_ffi(word))
}
