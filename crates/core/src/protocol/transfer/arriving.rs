//! A message of which a part is here: what was pushed unasked, where that goes, and what is still to be asked for. It
//! is made where a message does not come whole; one that does costs nothing here.
use crate::ids::{EntryId, SendId, StreamId};
use crate::protocol::sink::Destination;
use crate::wire::More;
use std::ops::Range;

#[derive(Debug)]
pub struct Arriving {
    /// The sender's place among the peers, its name for the message, and where it has byte `start` of that (0: it does
    /// not say).
    pub p: usize,
    pub send: SendId,
    pub(super) address: u64,
    pub(super) start: u64,
    /// Bytes of the message, and up to where its sender has handed them over.
    pub(super) len: u64,
    pub(super) ready: u64,
    /// Bytes pushed without being asked: in all, and here so far.
    pub(super) pushed: u64,
    pub(super) got: u64,
    /// Its owner has use for no bytes from here on.
    pub(super) wanted: u64,
    /// The first byte that has neither come nor been asked for.
    pub(super) next: u64,
    /// Up to here the sender knows that it need keep nothing.
    pub(super) gone: u64,
    /// All is pushed, and the sender does not wait.
    pub released: bool,
    /// The sender knows that nothing more will be asked for.
    pub(super) told: bool,
    /// A native pull of this range is under way, and frames may bring none of it.
    pub(super) native: Option<Range<u64>>,
    /// The range that was last asked for, and how many bytes of it frames have yet to bring.
    pub(super) asked: Range<u64>,
    pub(super) outstanding: u64,
    /// What is under way is not wanted any more: it lands nowhere.
    pub(super) dropped: bool,
    /// Its sender hands it over piece by piece to this owner.
    pub(super) stream: Option<StreamId>,
    pub(super) target: Target,
}

/// Where the bytes go.
#[derive(Debug)]
pub(super) enum Target {
    /// Its owner keeps the message: pushed bytes are stashed with this entry.
    Kept(EntryId),
    /// Its owner has named no destination yet, or none for what is missing.
    Open,
    /// Its owner has named a destination.
    Into(Filling),
    /// Nobody wants more of it: what is still being pushed is dropped.
    Over,
}

/// Where a part of a message goes, and how far it has come there.
#[derive(Debug)]
pub(super) struct Filling {
    pub into: Destination,
    /// The bytes of the message that go there.
    pub base: u64,
    pub end: u64,
    /// So many of them are there.
    pub have: u64,
}

impl Arriving {
    pub fn new(p: usize, send: SendId, address: u64, len: u64, pushed: u64, got: u64) -> Arriving {
        Arriving {
            p,
            send,
            address,
            start: 0,
            len,
            ready: len,
            pushed,
            got,
            wanted: len,
            next: pushed,
            gone: pushed,
            released: false,
            told: false,
            native: None,
            asked: 0..0,
            outstanding: 0,
            dropped: false,
            stream: None,
            target: Target::Over,
        }
    }

    /// True if all that comes unasked is here.
    pub fn is_here(&self) -> bool {
        self.got == self.pushed
    }

    /// Its sender is no more: it is here until a copy has ended.
    pub fn is_lost(&self) -> bool {
        self.wanted == 0 && self.told
    }

    /// Its sender hands it over piece by piece, to a handler.
    pub fn is_for_handler(&self) -> bool {
        self.stream.is_some()
    }

    /// Bytes that have been pushed here so far.
    pub fn got(&self) -> u64 {
        self.got
    }

    /// True if this may be the next piece: the one before has come, or was passed over, and its sender knows.
    pub(super) fn is_next(&self, more: &More) -> bool {
        more.start == self.ready && more.ready <= self.len && self.gone >= self.ready && !self.is_under_way()
    }

    /// Something that was asked for has yet to come.
    pub(super) fn is_under_way(&self) -> bool {
        self.native.is_some() || self.outstanding > 0
    }
}
