//! What a simulated program has under way: broadcasts, connections, messages to handlers, operations on windows.
use clump_core::{BroadcastId, OperationId, Rank, SendId, StreamId, WindowId};
use std::collections::BTreeMap;
use std::ops::Range;

#[derive(Default)]
pub struct Casts {
    /// The number of the next broadcast to call, for each group.
    pub(super) next: Vec<usize>,
    /// Broadcasts under way: group and number.
    pub(super) open: Vec<(BroadcastId, usize, usize)>,
}

/// For each window of another rank, the deposits that this rank has begun there since it last had nothing pending
/// there.
#[derive(Default)]
pub struct Connected(pub(super) BTreeMap<(Rank, WindowId), Begun>);

#[derive(Default)]
pub(super) struct Begun {
    pub(super) right: bool,
    pub(super) wrong: bool,
}

/// A message that is being sent.
#[derive(Debug)]
pub(super) struct Outgoing {
    pub(super) id: SendId,
    /// The message's index among all streams.
    pub(super) stream: usize,
    pub(super) handed: u64,
    /// True if the last piece has not left.
    pub(super) waits: bool,
}

/// A message that is being read.
#[derive(Debug)]
pub(super) struct Incoming {
    pub(super) id: StreamId,
    pub(super) stream: usize,
    pub(super) at: u64,
    /// How many bytes the current read wants.
    pub(super) reading: u64,
    /// The answer, which has to leave before the handler ends.
    pub(super) answer: Option<SendId>,
}

#[derive(Debug, Default)]
pub struct Streams {
    pub(super) outgoing: Vec<Outgoing>,
    pub(super) incoming: Vec<Incoming>,
    /// Dropped reads to whose memory a native copy is under way.
    pub landing: Vec<StreamId>,
    /// True if handlers answer some requests.
    pub(super) answers: bool,
}

impl Streams {
    pub fn new(answers: bool) -> Streams {
        Streams { answers, ..Streams::default() }
    }

    /// Returns true if nothing is under way.
    pub fn is_empty(&self) -> bool {
        self.outgoing.is_empty() && self.incoming.is_empty() && self.landing.is_empty()
    }
}

/// What a rank knows of one window of another rank.
#[derive(Default)]
pub(super) struct Account {
    /// The generation of the offer that this account describes.
    pub(super) generation: u64,
    /// What the rank's stripe holds when all operations are applied.
    pub(super) shadow: Vec<u8>,
    /// Ranges of the stripe that operations under way use.
    pub(super) busy: Vec<Range<u64>>,
    /// True if an operation that must be refused is under way.
    pub(super) wrong: bool,
    /// The value that the last compare-and-swap found.
    pub(super) seen: u64,
}

/// An operation that a reply answers.
pub(super) struct Asked {
    pub(super) id: OperationId,
    pub(super) to: Rank,
    pub(super) window: WindowId,
    pub(super) generation: u64,
    pub(super) what: What,
}

pub(super) enum What {
    Get(Vec<u8>),
    FetchAndAdd(u64),
    Swap(u64),
    Wrong,
}

#[derive(Default)]
pub struct Windows {
    pub(super) accounts: BTreeMap<(Rank, WindowId), Account>,
    pub(super) asked: Vec<Asked>,
    /// Puts whose memory has not left.
    pub(super) sends: Vec<SendId>,
}
