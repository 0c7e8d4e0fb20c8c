//! Chooses the length of the blocks that one parity protects, from the losses that members report; holds the open
//! block.
//!
//! Members count single multicasts that are missing between others, and report the count when they acknowledge. (A
//! parity does not help against losses in a row.) If `n` members lose a share `p` each, some member asks for one
//! frame in `n * p`. With blocks of k parts, one frame in k is a parity, and members still ask for `n * k * p * p`
//! of the frames, because they lack two parts of one block. The sum is least at k = 1 / (p * sqrt(n)), where it is 2
//! / sqrt(n) of the repairs without parities.
use crate::wire::{InBlock, MOST_BLOCK};
use std::ops::Range;

/// The least number of parts in a block: shorter blocks cost too many parities.
const LEAST_BLOCK: u64 = 8;
/// How many reported losses a root needs before it sends parities.
const LEAST_LOSSES: u64 = 2;
/// How many repairs a parity must spare for each part that the parity costs.
const LEAST_SPARED: u64 = 1;
/// The number of parts after which the root halves the loss count, so that old losses lose weight.
const MEMORY: u64 = 1024;

/// The losses that a root has heard of, and the block that it sends.
#[derive(Debug, Default)]
pub struct Parities {
    /// Parts that have left lately.
    left: u64,
    /// Losses of single parts that members have reported.
    lost: u64,
    pub block: Option<Open>,
}

/// A block whose parity has not left.
#[derive(Debug)]
pub struct Open {
    pub number: u64,
    /// The bytes of the block that have left.
    pub bytes: Range<u64>,
    pub part: u64,
    /// Parts that still have to leave before the parity.
    pub missing: u64,
}

impl Parities {
    /// Returns how many parts a block has, for this many members and at most `within` parts; `None` if parities cost
    /// more than they spare.
    pub fn parts(&self, members: u64, within: u64) -> Option<u64> {
        let best = (self.left * members.isqrt() / self.lost).clamp(LEAST_BLOCK, MOST_BLOCK).min(within);
        (best > 1 && self.lost * best >= LEAST_SPARED * self.left).then_some(best)
    }

    pub fn is_lossy(&self) -> bool {
        self.lost >= LEAST_LOSSES
    }

    /// Counts losses that a member has reported.
    pub fn lost(&mut self, lost: u16) {
        self.lost += u64::from(lost);
    }

    /// Returns the place of the next part of a broadcast in a block.
    pub fn place(&self, number: u64, range: &Range<u64>) -> InBlock {
        match &self.block {
            None => InBlock::No,
            Some(b) if b.number == number && b.bytes.end == range.start && !b.bytes.is_empty() => InBlock::Later,
            Some(_) => InBlock::First,
        }
    }

    /// Records that a part has left.
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

    /// Returns how many bytes of parities go with `bytes` bytes of parts in flight.
    pub fn share(&self, bytes: u64) -> u64 {
        self.block.as_ref().map_or(0, |b| bytes * b.part / (b.bytes.end - b.bytes.start + b.missing * b.part).max(1))
    }

    /// Gives up the open block, because parts travel another way from now on.
    pub fn give_up(&mut self) {
        self.block = None;
    }
}
