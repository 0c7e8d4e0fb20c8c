//! Of how many parts a block is that a parity follows, from what members lose; and the block that is being sent.
//!
//! Members count single multicasts that do not come while those before and behind do, and say so when they acknowledge:
//! a parity is no help against a row of losses. Of `n` members that lose a share `p` each, a frame in `n * p` is asked
//! for by somebody. With blocks of k parts one frame in k is a parity, and what is still asked for, because a member
//! lacks two parts of a block, is `n * k * p * p` of the frames. The sum is least at k = 1 / (p * sqrt(n)), where it is
//! 2 / sqrt(n) of what is asked for without.
use crate::wire::{InBlock, MOST_BLOCK};
use std::ops::Range;

/// Parts of a block, at least.
const LEAST_BLOCK: u64 = 8;
/// So many losses are heard of before they count, and a parity spares so many repairs, or there is none.
const LEAST_LOSSES: u64 = 2;
const LEAST_SPARED: u64 = 1;
/// When so many parts have left, what was heard of losses counts half as much.
const MEMORY: u64 = 1024;

/// What a root knows of losses, and the block that it sends.
#[derive(Debug, Default)]
pub struct Parities {
    /// Parts that have left lately, and losses of single ones that members have told of.
    left: u64,
    lost: u64,
    pub block: Option<Open>,
}

/// A block of which the parity has not left.
#[derive(Debug)]
pub struct Open {
    pub number: u64,
    /// What has left of it.
    pub bytes: Range<u64>,
    pub part: u64,
    /// Parts that are still to leave before the parity.
    pub missing: u64,
}

impl Parities {
    /// Parts of a block for so many members to whom parts of so many bytes go within that window; `None`: blocks do not
    /// pay.
    pub fn parts(&self, members: u64, within: u64) -> Option<u64> {
        let best = (self.left * members.isqrt() / self.lost).clamp(LEAST_BLOCK, MOST_BLOCK).min(within);
        (best > 1 && self.lost * best >= LEAST_SPARED * self.left).then_some(best)
    }

    pub fn is_lossy(&self) -> bool {
        self.lost >= LEAST_LOSSES
    }

    /// A member has told of losses.
    pub fn lost(&mut self, lost: u16) {
        self.lost += u64::from(lost);
    }

    /// The place in a block of the next part of a broadcast.
    pub fn place(&self, number: u64, range: &Range<u64>) -> InBlock {
        match &self.block {
            None => InBlock::No,
            Some(b) if b.number == number && b.bytes.end == range.start && !b.bytes.is_empty() => InBlock::Later,
            Some(_) => InBlock::First,
        }
    }

    /// A part has left.
    pub fn has_left(&mut self, range: &Range<u64>) {
        self.left += 1;
        if self.left >= MEMORY {
            (self.left, self.lost) = (self.left / 2, self.lost / 2);
        }
        if let Some(b) = &mut self.block {
            b.bytes.end = range.end;
            let short = range.end - range.start < b.part;
            b.missing = if short { 0 } else { b.missing.saturating_sub(1) };
        }
    }

    /// Bytes of parities among so many bytes that are under way.
    pub fn share(&self, bytes: u64) -> u64 {
        self.block.as_ref().map_or(0, |b| bytes * b.part / (b.bytes.end - b.bytes.start + b.missing * b.part).max(1))
    }

    /// Parts go another way from now on.
    pub fn give_up(&mut self) {
        self.block = None;
    }
}
