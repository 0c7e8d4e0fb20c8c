//! Alternates the direction of large copies: the bytes that the last copy touched last are still in the core's cache.
use crate::blocks::{others, settle};
use clump::driver::Region;
use std::iter::from_fn;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

/// Bytes copied in one operation. Smaller: more operations. Larger: alternating the direction gains nothing, and other
/// threads wait longer for the endpoint.
pub const CHUNK: usize = 128 << 10;

/// The direction in which a rank goes through blocks, and through the bytes of each block. See decision 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    Up,
    Down,
}

/// True if the process's last copy went down. All communicators share the flag, because they share the cache.
static LAST_WENT_DOWN: AtomicBool = AtomicBool::new(false);

impl Turn {
    /// Returns the direction opposite to that of the process's last copy.
    pub fn next() -> Turn {
        if LAST_WENT_DOWN.fetch_not(Ordering::Relaxed) { Turn::Up } else { Turn::Down }
    }

    /// Iterates over all items in this direction.
    fn order<T>(self, mut all: impl DoubleEndedIterator<Item = T>) -> impl Iterator<Item = T> {
        from_fn(move || if self == Turn::Down { all.next_back() } else { all.next() })
    }

    /// Iterates over [`others`] in this direction.
    pub fn others(self, me: usize, n: usize) -> impl Iterator<Item = usize> {
        self.order(others(me, n))
    }

    /// Iterates over the chunks of `len` bytes in this direction.
    pub fn chunks(self, len: usize) -> impl Iterator<Item = Range<usize>> {
        self.order((0..len).step_by(CHUNK).map(move |at| at..len.min(at + CHUNK)))
    }

    /// Copies half of `from` to `to` by [`settle`]: the half that comes first in this direction, or the other half if
    /// `second` is true.
    pub fn settle_half(self, second: bool, to: Region, from: Region) {
        let len = to.len().min(from.len());
        let half = len / 2;
        let span = if (self == Turn::Down) == second { 0..half } else { half..len };
        let part = |of: Region, r: Range<usize>| of.slice(span.start + r.start, r.len());
        self.chunks(span.len()).for_each(|r| settle(part(to, r.clone()), part(from, r)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::memory::lent_buffer;

    #[test]
    fn both_directions_visit_each_byte_once() {
        for len in [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 5 * CHUNK, 5 * CHUNK + 7] {
            let up: Vec<_> = Turn::Up.chunks(len).collect();
            let mut down: Vec<_> = Turn::Down.chunks(len).collect();
            assert_eq!(up.iter().flat_map(|r| r.clone()).count(), len);
            assert!(up.windows(2).all(|w| w[0].end == w[1].start));
            down.reverse();
            assert_eq!(up, down);
        }
        for (me, n) in [(0, 1), (0, 2), (1, 2), (3, 5)] {
            let up: Vec<_> = Turn::Up.others(me, n).collect();
            assert_eq!(up, others(me, n).collect::<Vec<_>>());
            let mut down: Vec<_> = Turn::Down.others(me, n).collect();
            down.reverse();
            assert_eq!(up, down);
        }
    }

    #[test]
    fn the_two_halves_copy_the_whole() {
        for turn in [Turn::Up, Turn::Down] {
            let from = lent_buffer(3 * CHUNK + 5);
            for i in 0..from.region().len() {
                from.region().slice(i, 1).set::<u8>(0, (i * 7 + i / 256) as u8);
            }
            let to = lent_buffer(3 * CHUNK + 5);
            turn.settle_half(false, to.region(), from.region());
            turn.settle_half(true, to.region(), from.region());
            assert!(to.region().to_vec() == from.region().to_vec());
        }
        assert_ne!(Turn::next(), Turn::next());
    }
}
