//! One rank's memory: the memory of its calls, the protocol's buffers, and the history of each receive.
use crate::message::MessageId;
use clump_core::{
    BroadcastId, DepositId, Destination, EntryId, OperationId, Outcome, Rank, RecvId, Select, SendId, StreamId,
    WindowId,
};
use clump_fabric::mem::{Buffer, Region};
use slotmap::SecondaryMap;
use std::collections::HashMap;

/// The memory that holds a broadcast's bytes.
pub enum GroupMemory {
    /// The memory of the root's program.
    Program(Buffer),
    /// The shared retransmission buffer.
    Copy(Buffer),
    /// Memory that keeps the bytes until the owner names a destination.
    Kept(Buffer),
    Destination(Buffer),
}

impl GroupMemory {
    pub fn region(&self) -> Region {
        match self {
            GroupMemory::Program(b) | GroupMemory::Copy(b) | GroupMemory::Kept(b) | GroupMemory::Destination(b) => {
                b.region()
            }
        }
    }
}

/// The number of a receive (or of a message taken out of matching) in its rank's list.
pub type ReceiveId = usize;

/// The fill of a receive's memory where no message was written.
pub const BLANK: u8 = 0xa5;

/// A receive from call to end.
#[derive(Debug)]
pub struct Receive {
    pub select: Select,
    pub bytes: Vec<u8>,
    /// The message that `take` took out of matching for this receive.
    pub taken: Option<TakenId>,
    /// When the protocol first touched the receive's memory, because a message had matched.
    pub matched: Option<u64>,
    /// True if the receive is complete: the protocol must not write to its memory.
    pub closed: bool,
    pub outcome: Option<Outcome>,
    pub detached: bool,
}

/// The number of a message taken out of matching, in its rank's list.
pub type TakenId = usize;

/// The events of a rank's matching, in order.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    Posted(ReceiveId),
    Matched(ReceiveId, u64),
    Cancelled(ReceiveId),
    /// A message of the rank to itself was cancelled. Probes may have found the message before.
    CalledBack(MessageId),
    /// A probe with this selection found a message. `Some`: the probe also took the message, at that time.
    Probed(Select, Outcome, Option<(TakenId, u64)>),
}

/// A postponed native pull, which copies `len` bytes at `address` of rank `from` to `offset` of the destination.
#[derive(Clone, Copy)]
pub struct Later {
    pub from: Rank,
    pub send: SendId,
    pub into: Destination,
    pub address: u64,
    pub offset: u64,
    pub len: u64,
}

/// The message that pushed bytes are kept for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PushedFor {
    /// A message that waits for a receive.
    Entry(EntryId),
    /// A message that a handler reads.
    Stream(StreamId),
}

#[derive(Default)]
pub struct Memory {
    pub sends: SecondaryMap<SendId, MessageId>,
    /// All receives of this rank so far.
    pub receives: Vec<Receive>,
    pub by_id: HashMap<RecvId, ReceiveId>,
    /// The pushed buffer.
    pub pushed: HashMap<PushedFor, Vec<u8>>,
    pub pushed_bytes: u64,
    pub events: Vec<Event>,
    /// Receives that the running call has written to.
    pub touched: Vec<(RecvId, ReceiveId)>,
    /// Native pulls that the sink has accepted and postponed.
    pub later: Vec<Later>,
    /// The fetches of the reliability layer by their ticket, with their memory.
    pub fetches: HashMap<u64, (Later, Buffer)>,
    /// Addresses of the handed-over pieces of messages to handlers.
    pub pieces: SecondaryMap<SendId, u64>,
    /// The memory that handlers read into.
    pub streams: HashMap<StreamId, Vec<u8>>,
    /// Places of longer deposits in this rank's windows: offset and length.
    pub deposits: HashMap<DepositId, (WindowId, u64, u64)>,
    /// The memory for answers to this rank's operations.
    pub operations: HashMap<OperationId, Vec<u8>>,
    /// Parts of this rank's windows that peers pull.
    pub lent: HashMap<SendId, (WindowId, u64, u64)>,
    /// Old values of combines, and copies of bytes that peers pull.
    pub olds: HashMap<SendId, Buffer>,
    /// Memory of broadcasts.
    pub casts: SecondaryMap<BroadcastId, GroupMemory>,
    /// The bytes that each destination held when its broadcast had ended.
    pub broadcast_ends: HashMap<BroadcastId, Vec<u8>>,
    /// The last send of another rank that this rank copied natively.
    pub pulled: Option<(Rank, SendId)>,
}
