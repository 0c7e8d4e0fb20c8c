//! What a simulated program has under way: broadcasts, connections, messages to handlers, operations on windows.
use clump_core::{CastId, OperationId, Rank, SendId, StreamId, WindowId};
use std::collections::BTreeMap;
use std::ops::Range;

#[derive(Default)]
pub struct Casts {
    /// The next broadcast of each group to be called.
    pub(super) next: Vec<usize>,
    /// Broadcasts under way: group and number.
    pub(super) open: Vec<(CastId, usize, usize)>,
}

/// What a rank has begun at a window since nothing was pending there.
#[derive(Default)]
pub struct Connected(pub(super) BTreeMap<(Rank, WindowId), Begun>);

#[derive(Default)]
pub(super) struct Begun {
    pub(super) right: bool,
    pub(super) wrong: bool,
}

/// A message on its way out.
#[derive(Debug)]
pub(super) struct Outgoing {
    pub(super) id: SendId,
    /// Its place among all streams.
    pub(super) stream: usize,
    pub(super) handed: u64,
    /// The last piece has not left.
    pub(super) waits: bool,
}

/// A message that is read.
#[derive(Debug)]
pub(super) struct Incoming {
    pub(super) id: StreamId,
    pub(super) stream: usize,
    pub(super) at: u64,
    /// Bytes that are being read.
    pub(super) reading: u64,
    /// Its answer, which has to leave before its handler ends.
    pub(super) answer: Option<SendId>,
}

#[derive(Debug, Default)]
pub struct Streams {
    pub(super) outgoing: Vec<Outgoing>,
    pub(super) incoming: Vec<Incoming>,
    /// Dropped reads whose memory a native copy still goes to.
    pub landing: Vec<StreamId>,
    /// Handlers answer some requests.
    pub(super) answers: bool,
}

impl Streams {
    pub fn new(answers: bool) -> Streams {
        Streams { answers, ..Streams::default() }
    }

    /// True if nothing is under way.
    pub fn is_empty(&self) -> bool {
        self.outgoing.is_empty() && self.incoming.is_empty() && self.landing.is_empty()
    }
}

/// What a rank knows of one window of another's.
#[derive(Default)]
pub(super) struct Account {
    /// Of the offer that it is about.
    pub(super) generation: u64,
    /// What its stripe holds when all is applied.
    pub(super) shadow: Vec<u8>,
    /// Parts of the stripe that something is under way to or from.
    pub(super) busy: Vec<Range<u64>>,
    /// Something that must be refused is under way.
    pub(super) wrong: bool,
    /// Of the words that are compared and swapped: what was there last.
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
