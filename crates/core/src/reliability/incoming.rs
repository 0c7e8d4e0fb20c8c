//! The receiving side of a channel: which chunks have come from one peer.
use super::receive_budget::LEAST;
use super::{Ack, WARY, WINDOW};
use crate::planted::planted;

/// The number of arrived chunks after which an acknowledgement leaves in a packet of its own. If this side sends chunks
/// meanwhile, their packets carry the acknowledgement sooner. The sender holds no chunk back while fewer are in flight.
/// More than the eight chunks of the longest message that is pushed whole.
pub(super) const OWED: u32 = 12;

/// What to do with a chunk that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChunkVerdict {
    /// The chunk is the next one: the caller takes it, then calls [`Incoming::early`].
    Next,
    /// Earlier chunks are missing: the caller keeps this chunk.
    Early,
    /// The chunk has arrived before.
    Duplicate,
    /// There is no room for the chunk; the peer will send it again.
    Beyond,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Incoming {
    /// The number of the first chunk that has not arrived.
    next: u64,
    /// Bit i is set if chunk `next + i` has arrived. Bit 0 is clear except inside `arrive`.
    seen: [u64; Ack::WORDS],
    /// The highest number of a packet that brought a new chunk, plus one.
    echo: u64,
    /// When packet `echo - 1` arrived, in ns.
    echo_time: u64,
    /// How many chunks have arrived since the last acknowledgement left.
    owed: u32,
    /// How many chunks the peer may have in flight by the last acknowledgement; 0 if none has left.
    told: u16,
    /// True if chunks are missing or arrived twice, so that an acknowledgement should leave soon.
    urgent: bool,
    /// The number of the next packet, if none is lost or overtaken.
    expected: u64,
    /// How many more packets must come in order until losses count as over.
    wary: u32,
    /// True if this side drops chunks that are out of order (go back n), as for the paper's figures.
    pub in_order_only: bool,
}

impl Incoming {
    /// Takes a chunk. `came` is the time of its arrival, which may be some time ago.
    pub fn arrive(&mut self, came: u64, packet: u64, chunk: u64) -> ChunkVerdict {
        let ahead = chunk.checked_sub(self.next);
        if ahead.is_some_and(|a| a >= WINDOW) {
            // The peer had no permission to send this chunk, so this rank ignores the whole packet.
            return ChunkVerdict::Beyond;
        }
        // A packet that brings nothing new is not echoed, so that the sender learns by which packet a chunk came. (Bit
        // 0 is clear.)
        let is_new = ahead.is_some_and(|a| self.seen[(a / 64) as usize] >> (a % 64) & 1 == 0);
        if is_new && packet >= self.echo {
            self.echo = packet + 1;
            self.echo_time = came;
        }
        self.wary = if packet == self.expected { self.wary.saturating_sub(1) } else { WARY };
        self.expected = self.expected.max(packet + 1);
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

    /// Returns an early chunk that has become the next one. After [`ChunkVerdict::Next`], the caller repeats this call
    /// until it returns `None`.
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

    /// Returns true if chunks have arrived since the last acknowledgement left, so that one must leave in time.
    pub fn owes(&self) -> bool {
        self.owed > 0
    }

    /// Returns true if an acknowledgement should leave now, in a packet of its own if no chunk leaves. `window` is how
    /// many chunks the peer may have in flight from now on.
    pub fn urgent(&self, window: u16) -> bool {
        self.urgent || self.owed >= OWED.min((self.window(window) * 3).div_ceil(4))
    }

    /// Returns true if an acknowledgement should leave soon, because half of the peer's window has arrived. A packet
    /// with an answer may carry the acknowledgement.
    pub fn pressing(&self, window: u16) -> bool {
        self.owed >= self.window(window).div_ceil(2)
    }

    /// Returns how many chunks the peer may have in flight for all it knows.
    fn window(&self, window: u16) -> u32 {
        u32::from(window).min(u32::from(self.told).max(LEAST as u32))
    }

    /// Returns true if the peer repeats a chunk that is not acknowledged soon, because packets were lost or overtaken
    /// lately.
    pub fn wary(&self) -> bool {
        self.wary > 0
    }

    /// Returns the acknowledgement for a packet that leaves now.
    pub fn ack(&mut self, now: u64, window: u16) -> Ack {
        self.owed = 0;
        self.urgent = false;
        self.told = window;
        let next = if planted("ack_ahead") && self.seen[0] & 2 != 0 { self.next + 1 } else { self.next };
        Ack { next, seen: self.seen, echo: self.echo, delay: now.saturating_sub(self.echo_time), window }
    }
}
