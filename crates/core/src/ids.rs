//! Names of processes, operations and messages.
use crate::slab::Id;
use slotmap::{Key, KeyData, new_key_type};

/// A process of the job, numbered from 0 over the whole job.
pub type Rank = u32;

new_key_type! {
    /// A send that has not completed: an entry of the send queue. The id also names the sender's memory.
    pub struct SendId;
    /// A message that arrived before its receive: an entry of the buffer queue. The id also names its pushed bytes.
    pub struct EntryId;
    /// A message that has arrived in part. Every requested piece carries the id back.
    pub struct ArrivalId;
    /// A message that runs a handler. The id also names its pushed bytes, and the memory that the handler reads
    /// into.
    pub struct StreamId;
    /// An operation on another rank's window that has an answer. The id also names the memory for the answer.
    pub struct OperationId;
    /// A broadcast within a group, as one member sees it. The id also names that member's memory for the broadcast.
    pub struct BroadcastId;
    /// A deposit into a window of this rank that has arrived in part. The id also names the deposit's memory.
    pub struct DepositId;
}

/// A window, by its number: memory that its rank offers for deposits. One number means one window on all ranks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WindowId(pub u32);

/// A posted receive: an entry of the receive queue. The id also names the receiver's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecvId(pub(crate) Id);

impl RecvId {
    /// Returns the entry's index: small, and reused. A table with a row for each receive can use it.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0.index as usize
    }
}

/// Ids that travel in a word of a frame. Every word decodes to an id; the id's queue knows whether it is live.
pub(crate) trait Wire {
    fn to_wire(self) -> u64;
    fn from_wire(word: u64) -> Self;
}

impl Wire for SendId {
    fn to_wire(self) -> u64 {
        self.data().as_ffi()
    }
    fn from_wire(word: u64) -> Self {
        SendId::from(KeyData::from_ffi(word))
    }
}

impl Wire for ArrivalId {
    fn to_wire(self) -> u64 {
        self.data().as_ffi()
    }
    fn from_wire(word: u64) -> Self {
        ArrivalId::from(KeyData::from_ffi(word))
    }
}

impl Wire for OperationId {
    fn to_wire(self) -> u64 {
        self.data().as_ffi()
    }
    fn from_wire(word: u64) -> Self {
        OperationId::from(KeyData::from_ffi(word))
    }
}

/// Returns the word for a send, for requests that travel outside the protocol's frames.
pub fn send_word(id: SendId) -> u64 {
    id.to_wire()
}

/// Returns the send that a word names, live or stale.
pub fn send_of_word(word: u64) -> SendId {
    SendId::from_wire(word)
}

pub(crate) fn to_wire(id: impl Wire) -> u64 {
    id.to_wire()
}
pub(crate) fn from_wire<T: Wire>(word: u64) -> T {
    T::from_wire(word)
}
