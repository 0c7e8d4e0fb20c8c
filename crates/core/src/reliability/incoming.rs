//! The chunks from one peer.
use super::{Ack, WINDOW};
use crate::planted::planted;

/// The number of arrived chunks after which an acknowledgement leaves in a packet of its own. If this side sends chunks
/// meanwhile, their packets carry the acknowledgement sooner.
const OWED: u32 = 16;

/// What to do with a chunk that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkVerdict {
    /// The chunk is the next one: take it, then call [`Incoming::early`].
    Next,
    /// Keep the chunk: earlier ones are missing.
    Early,
    /// The chunk has arrived before.
    Duplicate,
    /// There is no room for the chunk; the peer will send it again.
    Beyond,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Incoming {
    /// The first chunk that has not arrived.
    next: u64,
    /// Bit i: chunk `next + i` has arrived. Bit 0 is clear except inside `arrive`.
    seen: [u64; Ack::WORDS],
    /// The highest packet number that arrived, plus one.
    echo: u64,
    /// When that packet arrived.
    echo_time: u64,
    /// Chunks since the last acknowledgement left.
    owed: u32,
    /// True if chunks are missing or arrived twice, so that an acknowledgement should leave soon.
    urgent: bool,
    /// True if this side drops chunks that are out of order (go back n), as for the paper's figures.
    pub in_order_only: bool,
}

impl Incoming {
    /// Takes a chunk. `came` is the time of its arrival, which may be some time ago.
    pub fn arrive(&mut self, came: u64, packet: u64, chunk: u64) -> ChunkVerdict {
        let ahead = chunk.checked_sub(self.next);
        if ahead.is_some_and(|a| a >= WINDOW) {
            // The peer had no permission to send this chunk, so this rank believes nothing in the packet.
            return ChunkVerdict::Beyond;
        }
        if packet >= self.echo {
            self.echo = packet + 1;
            self.echo_time = came;
        }
        self.owed += 1;
        let Some(ahead) = ahead else {
            self.urgent = true;
            return if planted("duplicate_taken") { ChunkVerdict::Next } else { ChunkVerdict::Duplicate };
        };
        if ahead == 0 {
            self.step();
            return ChunkVerdict::Next;
        }
        self.urgent = true;
        if self.in_order_only {
            return ChunkVerdict::Beyond;
        }
        let (word, bit) = ((ahead / 64) as usize, 1 << (ahead % 64));
        if self.seen[word] & bit != 0 {
            return ChunkVerdict::Duplicate;
        }
        self.seen[word] |= bit;
        ChunkVerdict::Early
    }

    /// Returns an early chunk that has become the next one. The caller calls this after [`ChunkVerdict::Next`],
    /// repeatedly until `None`.
    pub fn early(&mut self) -> Option<u64> {
        if self.seen[0] & 1 == 0 {
            return None;
        }
        let chunk = self.next;
        self.step();
        Some(chunk)
    }

    fn step(&mut self) {
        self.next += 1;
        for i in 0..Ack::WORDS {
            let carry = if i + 1 < Ack::WORDS { self.seen[i + 1] << 63 } else { 0 };
            self.seen[i] = (self.seen[i] >> 1) | carry;
        }
        if planted("early_forgotten") {
            self.seen[Ack::WORDS - 1] = 0;
            self.seen[0] &= !2;
        }
    }

    /// Returns the first chunk that has not arrived.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// Returns true if an acknowledgement should leave sooner or later.
    pub fn owes(&self) -> bool {
        self.owed > 0
    }

    /// Returns true if an acknowledgement should leave now, alone if need be. The peer may have `window` chunks in
    /// flight.
    pub fn urgent(&self, window: u16) -> bool {
        self.urgent || self.owed >= OWED.min((u32::from(window) * 3).div_ceil(4))
    }

    /// Returns true if an acknowledgement should leave soon: half of the peer's window has arrived. An answer may
    /// carry it.
    pub fn pressing(&self, window: u16) -> bool {
        self.owed >= u32::from(window).div_ceil(2)
    }

    /// Returns the acknowledgement for a packet that leaves now.
    pub fn ack(&mut self, now: u64, window: u16) -> Ack {
        self.owed = 0;
        self.urgent = false;
        let next = if planted("ack_ahead") && self.seen[0] & 2 != 0 { self.next + 1 } else { self.next };
        Ack { next, seen: self.seen, echo: self.echo, delay: now.saturating_sub(self.echo_time), window }
    }
}
