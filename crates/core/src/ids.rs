//! Names: of processes, and of operations and messages under way.
use crate::slab::Id;
use slotmap::{Key, KeyData, new_key_type};

/// A process of the job, numbered from 0; job-wide.
pub type Rank = u32;

new_key_type! {
    /// A send that has not completed: an entry of the send queue. It also names the sender's memory.
    pub struct SendId;
    /// A message that arrived before its receive: an entry of the buffer queue. It also names its pushed bytes.
    pub struct EntryId;
    /// A message of which a part is here: it comes back with every piece that is asked for.
    pub struct ArrivalId;
    /// A message that runs a handler. It also names its pushed bytes, and the memory that the handler reads it into.
    pub struct StreamId;
    /// An operation on another rank's window that is answered. It also names the memory that the answer goes to.
    pub struct OperationId;
    /// A broadcast within a group, as one member sees it. It also names that member's memory for it.
    pub struct CastId;
    /// A deposit into a window of this rank's of which not all is here. It also names the memory that it goes to.
    pub struct DepositId;
}

/// A window, by its number: memory that its rank offers for deposits. The same number on all ranks is one window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct WindowId(pub u32);

/// A posted receive: an entry of the receive queue. It also names the receiver's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RecvId(pub(crate) Id);

impl RecvId {
    /// The entry's place: small, and reused. Whoever keeps something for each receive keeps it there.
    #[inline(always)]
    pub fn index(self) -> usize {
        self.0.index as usize
    }
}

/// Ids that travel in a word of a frame. Any word gives an id; whether it is alive, its queue knows.
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

/// The word by which a send travels: for whoever asks for a part of it past the protocol's frames.
pub fn send_word(id: SendId) -> u64 {
    id.to_wire()
}

/// The send that a word names, dead or alive.
pub fn send_of_word(word: u64) -> SendId {
    SendId::from_wire(word)
}

pub(crate) fn to_wire(id: impl Wire) -> u64 {
    id.to_wire()
}
pub(crate) fn from_wire<T: Wire>(word: u64) -> T {
    T::from_wire(word)
}
