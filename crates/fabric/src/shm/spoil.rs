//! A misbehaving peer, for the conformance suite: it writes random values to all shared memory that it may write to.
use super::Segment;
use super::layout::PROCESS;
use super::layout::{CONTROL, LINE, LINES, POOL, RING, SLOTS};
use fastrand::Rng;
use std::sync::atomic::Ordering;

/// Corrupts the memory that `peer` shares with `other`: the ring to `other`, the peer's slots, the peer's line of the
/// ring from `other`, and the peer's control block.
pub(crate) fn spoil(segment: &Segment, peer: u32, other: u32, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let layout = segment.layout();
    let (out, back) = (layout.ring(peer, other), layout.ring(other, peer));
    let areas = [
        (out, LINE + LINES * LINE),
        (out, RING),
        (layout.pool(peer), SLOTS * LINE),
        (layout.pool(peer), POOL),
        (back, 16),
    ];
    for _ in 0..400 {
        let (start, len) = areas[rng.usize(..areas.len())];
        let word = segment.word(start + rng.usize(..len / 8) * 8);
        word.store(random_word(&mut rng, word.load(Ordering::Relaxed)), Ordering::Release);
    }
    for at in (0..CONTROL).step_by(8) {
        if rng.u32(..8) == 0 {
            segment.word(layout.control(peer) + at).store(rng.u64(..), Ordering::Release);
        }
    }
}

/// Returns a random value, or `old` with one bit flipped, or a value that looks like a record.
fn random_word(rng: &mut Rng, old: u64) -> u64 {
    match rng.u32(..4) {
        0 => rng.u64(..),
        1 => old ^ 1 << rng.u32(..64),
        // First a header that is valid in either lap and announces a body elsewhere; then the descriptor of such a
        // body.
        2 => 1 << 63 | rng.u64(..2) << 62 | super::tx::ELSEWHERE << crate::HEAD_BITS | rng.u64(..1 << crate::HEAD_BITS),
        _ => rng.u64(..2) << 63 | rng.u64(..6) << 56 | rng.u64(..32) << 40 | rng.u64(..1 << 16),
    }
}

/// Makes the identity of `rank` wrong, so that access to its memory is refused.
pub(crate) fn forge_identity(segment: &Segment, rank: u32) {
    segment.word(segment.layout().control(rank) + PROCESS[2]).fetch_xor(1, Ordering::Release);
}
