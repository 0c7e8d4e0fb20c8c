//! A message that has arrived in part: the bytes that were pushed, their destination, and the bytes to ask for. A
//! message that arrives whole needs no such record.
use super::sink::Destination;
use crate::ids::{EntryId, SendId, StreamId};
use crate::wire::More;
use std::ops::Range;

#[derive(Debug)]
pub struct Arriving {
    /// The index of the sender among the peers.
    pub p: usize,
    /// The sender's number for the message.
    pub send: SendId,
    /// The address of byte `start` of the message in the sender's memory; 0 if the sender does not say.
    pub(super) address: u64,
    pub(super) start: u64,
    /// The length of the message, in bytes.
    pub(super) len: u64,
    /// The end of the bytes that the sender has handed over.
    pub(super) ready: u64,
    /// How many bytes arrive unasked, in total.
    pub(super) pushed: u64,
    /// How many of the pushed bytes have arrived so far.
    pub(super) got: u64,
    /// The end of the bytes that the owner needs.
    pub(super) wanted: u64,
    /// The first byte that has neither arrived nor been asked for.
    pub(super) next: u64,
    /// The sender knows that this rank needs no byte before this one.
    pub(super) gone: u64,
    /// True if the sender pushes all bytes and waits for no answer.
    pub released: bool,
    /// True if the sender knows that this rank will ask for no more bytes.
    pub(super) told: bool,
    /// The range of a native pull that is under way. Frames must bring no byte of that range.
    pub(super) native: Option<Range<u64>>,
    /// The range that this rank asked for last.
    pub(super) asked: Range<u64>,
    /// How many bytes of `asked` the frames have yet to bring.
    pub(super) outstanding: u64,
    /// True if the owner does not want the bytes under way: this rank drops them.
    pub(super) dropped: bool,
    /// The owner of a message whose sender hands it over piece by piece.
    pub(super) stream: Option<StreamId>,
    pub(super) target: Target,
}

/// The destination of the bytes.
#[derive(Debug)]
pub(super) enum Target {
    /// The owner keeps the message: pushed bytes are stashed under this entry.
    Kept(EntryId),
    /// The owner has named no destination yet, or none for the missing bytes.
    Open,
    /// The owner has named a destination.
    Into(Filling),
    /// The owner wants no more bytes: this rank drops what arrives.
    Over,
}

/// A destination for a part of a message, and how many of its bytes have arrived.
#[derive(Debug)]
pub(super) struct Filling {
    /// The destination holds the message's bytes from `base` to `end`.
    pub into: Destination,
    pub base: u64,
    pub end: u64,
    /// How many of those bytes have arrived.
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

    /// Returns true if all bytes that the sender pushes have arrived.
    pub fn is_here(&self) -> bool {
        self.got == self.pushed
    }

    /// Returns true if the sender has died. The record remains until a native copy has ended.
    pub fn is_lost(&self) -> bool {
        self.wanted == 0 && self.told
    }

    /// Returns true if the sender hands the message over piece by piece, to a handler.
    pub fn is_for_handler(&self) -> bool {
        self.stream.is_some()
    }

    /// Returns how many of the pushed bytes have arrived so far.
    pub fn got(&self) -> u64 {
        self.got
    }

    /// Returns true if `more` may be the next piece: the preceding piece has arrived or was skipped, and the sender
    /// knows that.
    pub(super) fn is_next(&self, more: &More) -> bool {
        more.start == self.ready && more.ready <= self.len && self.gone >= self.ready && !self.is_under_way()
    }

    /// Returns true if bytes that this rank asked for have yet to arrive.
    pub(super) fn is_under_way(&self) -> bool {
        self.native.is_some() || self.outstanding > 0
    }
}
