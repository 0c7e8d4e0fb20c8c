//! The parameters of messages between two hosts, which `clump tune` finds.
use crate::cut::{Cut, RowCut};
use clump_core::limits::FAR;
use std::ops::RangeInclusive;

/// The parameters of messages between two hosts. Sizes are in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tuning {
    /// BYTES_TO_PUSH(1): bytes pushed with the head of a long message.
    pub push1: u64,
    /// BYTES_TO_PUSH(2): bytes pushed after the first ones while the first request is in flight.
    pub push2: u64,
    /// Bytes of a request.
    pub pull: u64,
    /// The most requests in flight to one sender.
    pub depth: u32,
    /// A request for L bytes is answered in rows of √(L · grain) bytes. 0 means rows as long as one system call
    /// takes.
    pub grain: u64,
    /// The longest message, in bytes, that is pushed whole in several frames, as far as credit allows; longer
    /// messages are pulled.
    pub eager: u64,
}

const PUSH: RangeInclusive<u64> = 0..=256 << 10;
const PULL: RangeInclusive<u64> = 1 << 10..=16 << 20;
const DEPTH: RangeInclusive<u64> = 1..=1024;
const GRAIN: RangeInclusive<u64> = 0..=1 << 32;

impl Tuning {
    /// Writes `push1 push2 pull depth grain eager`, in decimal.
    pub fn to_text(&self) -> String {
        let Tuning { push1, push2, pull, depth, grain, eager } = self;
        format!("{push1} {push2} {pull} {depth} {grain} {eager}")
    }

    /// Parses a tuning. Returns `None` if a number is missing or out of range.
    pub fn from_words<'a>(words: &mut impl Iterator<Item = &'a str>) -> Option<Tuning> {
        let mut next = |allowed: RangeInclusive<u64>| {
            let word = words.next()?;
            let digits = !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit());
            word.parse().ok().filter(|n| digits && allowed.contains(n))
        };
        let (push1, push2, pull) = (next(PUSH)?, next(PUSH)?, next(PULL)?);
        let depth = u32::try_from(next(DEPTH)?).ok()?;
        Some(Tuning { push1, push2, pull, depth, grain: next(GRAIN)?, eager: next(PUSH)? })
    }

    /// Combines the tunings of two pairs of hosts: returns the parameters that are within the bounds of both tunings.
    pub fn within(self, other: Tuning) -> Tuning {
        Tuning {
            push1: self.push1.min(other.push1),
            push2: self.push2.min(other.push2),
            pull: self.pull.min(other.pull),
            depth: self.depth.min(other.depth),
            // Without a grain, rows have their greatest length.
            grain: [self.grain, other.grain].into_iter().filter(|g| *g > 0).min().unwrap_or(0),
            eager: self.eager.min(other.eager),
        }
    }

    /// Returns the length up to which messages are pushed whole.
    pub fn whole(&self) -> u64 {
        FAR.0.max(self.push1)
    }

    /// Returns how receivers and senders divide messages.
    pub fn cut(&self) -> Cut {
        let rows = if self.grain == 0 { RowCut::Most } else { RowCut::Root(self.grain) };
        Cut { ask: self.pull, depth: self.depth, rows }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_out_of_range_are_refused() {
        let good = Tuning { push1: 8 << 10, push2: 24 << 10, pull: 240 << 10, depth: 4, grain: 0, eager: 64 << 10 };
        let read = |text: &str| Tuning::from_words(&mut text.split(' '));
        assert_eq!(read(&good.to_text()), Some(good));
        for bad in [
            "",
            "1 2 1024 1 0",
            "1 2 1024 0 0 0",
            "1 2 1023 1 0 0",
            "1 2 1024 1 -1 0",
            "1 2 1024 +1 0 0",
            "999999999 2 1024 1 0 0",
            "1 2 1024 1 0 262145",
        ] {
            assert_eq!(read(bad), None, "{bad:?}");
        }
        let other = Tuning { push1: 0, pull: 1 << 20, grain: 7, eager: 0, ..good };
        assert_eq!(good.within(other), Tuning { push1: 0, grain: 7, eager: 0, ..good });
    }
}
