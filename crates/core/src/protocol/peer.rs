//! What is known of another rank, from the first frame to or from it on. Ranks never talked to cost nothing.
use super::held::Held;
use super::send_queue::Stream;
use crate::ids::{EntryId, Rank, RecvId, SendId};
use crate::protocol::Select;
use std::collections::{BTreeSet, HashMap, VecDeque};

#[derive(Debug)]
pub struct Peer {
    pub rank: Rank,
    /// On another machine.
    pub far: bool,
    // As a sender to it.
    /// Bytes that may still be pushed.
    pub credit: u64,
    /// A message that is no longer is pushed whole; of a longer one so much goes with its head.
    pub whole: u64,
    pub push1: u64,
    /// And so much behind it, unasked.
    pub push2: u64,
    /// The number of the next message to it.
    pub next_sequence: u64,
    /// Sends that wait, in order.
    pub held: Held,
    /// The highest number of a message offered out of turn.
    pub overtook: Option<u64>,
    /// HELD was sent and nothing has answered it since.
    pub announced: bool,
    /// A send was held back since, which HELD has not announced.
    pub news: bool,
    /// Bytes on their way out.
    pub streams: VecDeque<Stream>,
    /// Frames that found the fabric full.
    pub outbox: VecDeque<Control>,
    /// In the engine's list of peers to look after.
    pub busy: bool,
    // As a receiver from it.
    /// Bytes it may still push.
    pub allowance: u64,
    /// Credit to give back: bytes taken and not yet told.
    pub owed: u64,
    /// Credit to keep when it comes back, because the pushed buffer has shrunk.
    pub withheld: u64,
    /// The lowest number of a message of its that has not arrived.
    pub expected: u64,
    /// Numbers above `expected` of messages that were sought and have arrived.
    pub early: BTreeSet<u64>,
    /// It holds messages back.
    pub holds: bool,
    /// The seek under way.
    pub seek: Option<SeekUnderWay>,
    /// The number of the last seek.
    pub seeks: u16,
    /// Posted receives up to this sequence number have been sought in vain since it last said HELD.
    pub asked: u64,
    /// Messages of its that are being pushed behind their head, by its send id.
    pub incoming: HashMap<SendId, Incoming>,
}

/// Where SECOND bytes go, and where they end.
#[derive(Clone, Copy, Debug)]
pub struct Incoming {
    pub to: Place,
    pub pushed: u64,
    pub got: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Entry(EntryId),
    Recv(RecvId),
}

/// What a seek is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeekFor {
    Recv(RecvId),
    /// A probe: bring the message's head here.
    Probe(Select),
}

#[derive(Clone, Copy, Debug)]
pub struct SeekUnderWay {
    pub number: u16,
    pub what: SeekFor,
    /// HELD has come since it was sent: what was sought before may be there now.
    pub news: bool,
}

/// A frame without a body that waits for room.
#[derive(Clone, Copy, Debug)]
pub struct Control {
    pub head: u64,
    pub words: [u64; 4],
    pub count: u8,
}

impl Peer {
    pub fn new(rank: Rank, credit: u64, (whole, push1, push2): (u64, u64, u64)) -> Peer {
        Peer {
            rank,
            far: false,
            credit,
            whole,
            push1,
            push2,
            next_sequence: 0,
            held: Held::default(),
            overtook: None,
            announced: false,
            news: false,
            streams: VecDeque::new(),
            outbox: VecDeque::new(),
            busy: false,
            allowance: credit,
            owed: 0,
            withheld: 0,
            expected: 0,
            early: BTreeSet::new(),
            holds: false,
            seek: None,
            seeks: 0,
            asked: 0,
            incoming: HashMap::new(),
        }
    }

    /// Nothing is ahead of a new message.
    #[inline(always)]
    pub fn is_clear(&self) -> bool {
        self.held.is_empty() && self.outbox.is_empty()
    }
}
