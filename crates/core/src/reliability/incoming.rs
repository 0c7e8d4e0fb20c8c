//! Chunks from one peer.
use super::{Ack, WINDOW};
use crate::planted::planted;

/// Chunks that arrive before an acknowledgement leaves by itself; with traffic both ways it never has to.
const OWED: u32 = 16;

/// What becomes of a chunk that has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is the next: take it, then ask [`Incoming::early`].
    Next,
    /// Keep it: chunks before it are missing.
    Early,
    /// It was here before.
    Duplicate,
    /// There is no room for it; it will come again.
    Beyond,
}

#[derive(Clone, Copy, Debug, Default)]
pub struct Incoming {
    /// The first chunk that has not arrived.
    next: u64,
    /// Bit i: chunk `next + i` has arrived. Bit 0 is clear but inside `arrive`.
    seen: [u64; Ack::WORDS],
    /// Highest packet number plus one, and when it came.
    echo: u64,
    echo_time: u64,
    /// Chunks since the last acknowledgement left.
    owed: u32,
    /// Something is missing or came twice: tell soon.
    urgent: bool,
    /// Keeps nothing that is out of order: go-back-n, for the paper's figures.
    pub in_order_only: bool,
}

impl Incoming {
    /// `came`: when it came, which may be some time ago.
    pub fn arrive(&mut self, came: u64, packet: u64, chunk: u64) -> Fate {
        let ahead = chunk.checked_sub(self.next);
        if ahead.is_some_and(|a| a >= WINDOW) {
            // Nobody was given leave to send that: not to be believed in anything else either.
            return Fate::Beyond;
        }
        if packet >= self.echo {
            self.echo = packet + 1;
            self.echo_time = came;
        }
        self.owed += 1;
        let Some(ahead) = ahead else {
            self.urgent = true;
            return if planted("duplicate_taken") { Fate::Next } else { Fate::Duplicate };
        };
        if ahead == 0 {
            self.step();
            return Fate::Next;
        }
        self.urgent = true;
        if self.in_order_only {
            return Fate::Beyond;
        }
        let (word, bit) = ((ahead / 64) as usize, 1 << (ahead % 64));
        if self.seen[word] & bit != 0 {
            return Fate::Duplicate;
        }
        self.seen[word] |= bit;
        Fate::Early
    }

    /// After [`Fate::Next`], until `None`: a chunk that was early, and is next now.
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

    /// The first chunk that has not arrived.
    pub fn next(&self) -> u64 {
        self.next
    }

    /// An acknowledgement should leave sooner or later.
    pub fn owes(&self) -> bool {
        self.owed > 0
    }

    /// It should leave now, though there is nothing else to send: the peer may have `window` chunks under way.
    pub fn urgent(&self, window: u16) -> bool {
        self.urgent || self.owed >= OWED.min((u32::from(window) * 3).div_ceil(4))
    }

    /// It should leave soon: half of what the peer may have under way is here. An answer may be about to take it along.
    pub fn pressing(&self, window: u16) -> bool {
        self.owed >= u32::from(window).div_ceil(2)
    }

    /// What to tell the peer, in a packet that leaves now.
    pub fn ack(&mut self, now: u64, window: u16) -> Ack {
        self.owed = 0;
        self.urgent = false;
        let next = if planted("ack_ahead") && self.seen[0] & 2 != 0 { self.next + 1 } else { self.next };
        Ack { next, seen: self.seen, echo: self.echo, delay: now.saturating_sub(self.echo_time), window }
    }
}
