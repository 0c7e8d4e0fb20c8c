//! A message that runs a handler, as its receiver keeps it.
use crate::ids::{ArrivalId, Rank, SendId, StreamId};
use crate::limits::ENTRY_COST;
use crate::protocol::transfer::{Class, Debt};

#[derive(Debug)]
pub(super) struct Stream {
    /// The sender's index among the peers.
    pub p: usize,
    /// The class that the message is charged to.
    pub class: Class,
    pub handler: i32,
    /// The length of the message.
    pub size: u64,
    /// The byte at which the message ends. It lies before `size` if the sender has ended the message early or has died.
    pub end: u64,
    /// The end of the pushed bytes that this rank keeps for the handler.
    pub kept: u64,
    /// The arrival of the bytes that follow the message's first frame.
    pub arrival: Option<ArrivalId>,
    /// The next byte that a handler may read.
    pub at: u64,
    /// How many bytes the current read wants; 0: there is no read.
    pub reading: u64,
    /// The credit that the kept bytes hold.
    pub held: Debt,
    /// The credit that the message's entry holds.
    pub entry: Debt,
    /// Set if the message ended before it was whole.
    pub broken_off: Option<BrokenOff>,
    /// True if the last read failed because the message had ended before it was whole.
    pub failed: bool,
    /// True if the handler has ended. The record remains until a native copy has ended.
    pub finished: bool,
}

impl Stream {
    /// Creates the record of a message that holds `held` credit, its entry's credit included.
    pub fn new(p: usize, class: Class, handler: i32, size: u64, kept: u64, mut held: Debt) -> Stream {
        let (arrival, at, reading, entry) = (None, 0, 0, held.split(ENTRY_COST));
        Stream {
            p,
            class,
            handler,
            size,
            end: size,
            kept,
            arrival,
            at,
            reading,
            held,
            entry,
            broken_off: None,
            failed: false,
            finished: false,
        }
    }

    /// Ends the message at byte `end`, before it is whole.
    pub fn break_off(&mut self, end: u64, lost: bool) {
        let end = end.min(self.size);
        if end < self.size {
            self.broken_off = Some(BrokenOff { at: end, lost });
        }
        self.end = end;
    }

    /// Fails the current read. No read can follow.
    pub fn fail(&mut self) {
        self.failed = true;
        self.reading = 0;
        self.at = self.end;
    }
}

/// A message that ended before it was whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenOff {
    /// How many bytes of the message a handler can read at most.
    pub at: u64,
    /// True if the sender's rank has died or left; false if the sender ended the message.
    pub lost: bool,
}

/// A message that has begun to arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    pub id: StreamId,
    pub from: Rank,
    pub handler: i32,
    pub size: u64,
    /// True if the message has bytes, and all of them came with its first frame.
    pub whole: bool,
}

/// A read or a piece that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// The read is over.
    Stream(StreamId),
    /// The piece has left.
    Send(SendId),
}
