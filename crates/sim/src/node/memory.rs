//! One rank's memory: what its calls brought, what the protocol buffers, and what happened to each receive.
use crate::message::MessageId;
use clump_core::{
    CastId, DepositId, Destination, OperationId, Outcome, Rank, RecvId, Select, SendId, Stashed, StreamId, WindowId,
};
use clump_fabric::mem::{Buffer, Region};
use slotmap::SecondaryMap;
use std::collections::HashMap;

/// Where a broadcast's bytes are.
pub enum GroupMemory {
    /// With the root's program.
    Program(Buffer),
    /// In the shared retransmission buffer.
    Copy(Buffer),
    /// Kept until a destination is named.
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

/// What a receive's memory holds where no message was written.
pub const BLANK: u8 = 0xa5;

/// A receive from call to end.
#[derive(Debug)]
pub struct Receive {
    pub select: Select,
    pub bytes: Vec<u8>,
    /// The message that `take` took for it; matching is over then.
    pub taken: Option<TakenId>,
    /// When the protocol first touched its memory: it is matched.
    pub matched: Option<u64>,
    /// It is complete: nobody may write to its memory.
    pub closed: bool,
    pub outcome: Option<Outcome>,
    pub detached: bool,
}

/// The number of a message taken out of matching, in its rank's list.
pub type TakenId = usize;

/// What a rank's matching did, in order.
#[derive(Clone, Copy, Debug)]
pub enum Event {
    Posted(ReceiveId),
    Matched(ReceiveId, u64),
    Cancelled(ReceiveId),
    /// A message of the rank's to itself was cancelled; probes may have found it before.
    CalledBack(MessageId),
    /// A probe found this; `Some`: and took it, at that moment.
    Probed(Select, Outcome, Option<(TakenId, u64)>),
}

/// A native pull that is to be made: `len` bytes at `address` of `from`, to `offset` of the destination.
#[derive(Clone, Copy)]
pub struct Later {
    pub from: Rank,
    pub send: SendId,
    pub into: Destination,
    pub address: u64,
    pub offset: u64,
    pub len: u64,
}

#[derive(Default)]
pub struct Memory {
    pub sends: SecondaryMap<SendId, MessageId>,
    /// Every receive so far.
    pub receives: Vec<Receive>,
    pub by_id: HashMap<RecvId, ReceiveId>,
    /// The pushed buffer.
    pub pushed: HashMap<Stashed, Vec<u8>>,
    pub pushed_bytes: u64,
    pub events: Vec<Event>,
    /// Receives written to by the call that is running.
    pub touched: Vec<(RecvId, ReceiveId)>,
    /// Native pulls that the protocol was promised for later.
    pub later: Vec<Later>,
    /// What the reliability layer fetches, by its ticket, and where to.
    pub fetches: HashMap<u64, (Later, Buffer)>,
    /// Addresses of the pieces of messages to handlers that are handed over.
    pub pieces: SecondaryMap<SendId, u64>,
    /// What handlers read into.
    pub streams: HashMap<StreamId, Vec<u8>>,
    /// Places in this rank's windows that longer deposits go to: offset and bytes.
    pub deposits: HashMap<DepositId, (WindowId, u64, u64)>,
    /// What answers to this rank's operations go to.
    pub operations: HashMap<OperationId, Vec<u8>>,
    /// Parts of this rank's windows that others pull.
    pub lent: HashMap<SendId, (WindowId, u64, u64)>,
    /// What was there before combinations, and copies of what others pull.
    pub olds: HashMap<SendId, Buffer>,
    /// Memory of broadcasts, and what destinations held when they had ended.
    pub casts: SecondaryMap<CastId, GroupMemory>,
    pub cast_ends: HashMap<CastId, Vec<u8>>,
    /// The last send of another rank that this one copied natively.
    pub pulled: Option<(Rank, SendId)>,
}
