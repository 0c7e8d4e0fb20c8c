//! A message that runs a handler, as its receiver knows it.
use crate::ids::{ArrivalId, Rank, SendId, StreamId};
use crate::limits::ENTRY_COST;
use crate::protocol::transfer::Class;

#[derive(Debug)]
pub(super) struct Stream {
    /// The sender's place among the peers.
    pub p: usize,
    /// The account that it is charged to.
    pub class: Class,
    pub handler: i32,
    /// Bytes of the message, and where it ends: its sender, or that one's death, may have ended it before it was whole.
    pub size: u64,
    pub end: u64,
    /// Where those end that were pushed and are kept for the handler.
    pub kept: u64,
    /// What of it does not come with its head.
    pub arrival: Option<ArrivalId>,
    /// The next byte that a handler may read.
    pub at: u64,
    /// Bytes that are being read; 0: none.
    pub reading: u64,
    /// Credit that it holds for them, and for its entry.
    pub held: u64,
    pub entry: u64,
    /// It has ended before it was whole.
    pub broken_off: Option<BrokenOff>,
    /// The last read came to nothing because of that.
    pub failed: bool,
    /// Its handler has ended: it is known only until a native copy is over.
    pub finished: bool,
}

impl Stream {
    pub fn new(p: usize, class: Class, handler: i32, size: u64, kept: u64) -> Stream {
        let (arrival, at, reading, held) = (None, 0, 0, kept);
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
            entry: ENTRY_COST,
            broken_off: None,
            failed: false,
            finished: false,
        }
    }

    /// It ends here, before it is whole.
    pub fn break_off(&mut self, end: u64, lost: bool) {
        let end = end.min(self.size);
        if end < self.size {
            self.broken_off = Some(BrokenOff { at: end, lost });
        }
        self.end = end;
    }

    /// The read that goes on comes to nothing, and none can follow.
    pub fn fail(&mut self) {
        self.failed = true;
        self.reading = 0;
        self.at = self.end;
    }
}

/// A message has ended before it was whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenOff {
    /// So many of its bytes could be read at most.
    pub at: u64,
    /// Its sender's rank has died or left; else that has ended it.
    pub lost: bool,
}

/// A message has begun to arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    pub id: StreamId,
    pub from: Rank,
    pub handler: i32,
    pub size: u64,
}

/// Whose wait has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Woken {
    /// The read is over.
    Stream(StreamId),
    /// The piece has left.
    Send(SendId),
}
