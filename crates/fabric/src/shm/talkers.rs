//! Who talks to a rank: a bitmap with a bit for each rank of the job, so that a rank looks only at rings that are in
//! use.
//!
//! **Access rule.** A sender makes its ring exist, sets its own bit in the receiver's bitmap (an atomic "or", since
//! others set theirs in the same word), and rings the receiver's bell; then it may write to the ring. The receiver only
//! reads. Bits are never cleared: one that a broken peer clears or invents costs a look at an empty ring.
use super::atomic::Word;
use std::sync::atomic::Ordering;

/// The sender of this rank sets its bit; `word` finds the receiver's words.
pub(super) fn announce<'a, W: Word<Value = u64> + 'a>(word: impl Fn(usize) -> &'a W, rank: u32) {
    word(rank as usize / 64).fetch_or(1 << (rank % 64), Ordering::AcqRel);
}

/// The receiver looks at one word: its bits, if they are not the `known` ones.
#[inline(always)]
pub(super) fn news<W: Word<Value = u64>>(word: &W, known: u64) -> Option<u64> {
    let bits = word.load(Ordering::Acquire);
    (bits != known).then_some(bits)
}

/// The ranks whose bits are new in word `index`; they become known.
pub(super) fn newcomers(index: usize, bits: u64, known: &mut u64) -> impl Iterator<Item = u32> + use<> {
    let new = bits & !*known;
    *known |= bits;
    (0..64).filter(move |i| new >> i & 1 == 1).map(move |i| index as u32 * 64 + i)
}
