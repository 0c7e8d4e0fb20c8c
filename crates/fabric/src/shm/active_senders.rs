//! The ranks that send to a rank: a bitmap with one bit for each rank of the job, so that the receiver polls only rings
//! in use.
//!
//! **Access rule.** A sender makes its ring exist, sets its own bit in the receiver's bitmap (by an atomic "or",
//! because other senders share the word), and rings the receiver's bell; then it may write to the ring. The receiver
//! only reads. Bits are never cleared: a bit that a misbehaving peer clears or invents costs a poll of an empty ring.
use super::atomic::Word;
use std::sync::atomic::Ordering;

/// Sets the bit of the sender `rank` in the receiver's bitmap, whose words `word` returns.
pub(super) fn announce<'a, W: Word<Value = u64> + 'a>(word: impl Fn(usize) -> &'a W, rank: u32) {
    word(rank as usize / 64).fetch_or(1 << (rank % 64), Ordering::AcqRel);
}

/// Returns the bits of one word if they differ from `known`. Only the receiver calls this.
#[inline(always)]
pub(super) fn news<W: Word<Value = u64>>(word: &W, known: u64) -> Option<u64> {
    let bits = word.load(Ordering::Acquire);
    (bits != known).then_some(bits)
}

/// Returns the ranks whose bits are new in word `index`, and adds them to `known`.
pub(super) fn newcomers(index: usize, bits: u64, known: &mut u64) -> impl Iterator<Item = u32> + use<> {
    let new = bits & !*known;
    *known |= bits;
    (0..64).filter(move |i| new >> i & 1 == 1).map(move |i| index as u32 * 64 + i)
}
