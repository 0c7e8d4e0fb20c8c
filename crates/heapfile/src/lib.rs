//! The memory file in which a process shares pages. It is sparse: a page lies at the offset that is its address. So
//! peers need to know only which addresses are shared now, and that stands in the file's head. The owner's side is
//! `libclump_heap.so` (crates/heap), a peer's side the fabric (crates/fabric/src/shm/heap).
//!
//! **Access rule for the head.** Only the owner writes `sequence`, `count`, `frozen` and the ranges; `sequence` is odd
//! while it does. Readers discard what they read unless `sequence` was even and equal before and after ([`Shown`];
//! model-checked in the fabric). A peer that is about to *write* into shared pages stores its process id in a free
//! writer's word, loads `frozen` once more, and clears the word when done. Before `fork` makes the pages private, the
//! owner sets `frozen` and waits until all words are clear. The owner trusts nothing that it reads there.
#![cfg_attr(not(test), no_std)]
#![forbid(unsafe_code)]
use core::sync::atomic::{AtomicU64, Ordering};

/// Identifies the format. Change it with every change of the head.
pub const MAGIC: u64 = u64::from_le_bytes(*b"clumphp1");
/// Bytes of the file: more than any address of a program.
pub const SIZE: u64 = 1 << 48;
/// Bytes of the head at the start of the file. No program has memory at such low addresses.
pub const HEAD: usize = 64 << 10;
/// The most peers that may write at a time.
pub const WRITERS: usize = 64;
/// Bytes of the shortest message whose memory is worth sharing, wherever it lies in a block.
pub const LEAST_MESSAGE: usize = 8 << 10;
/// The most ranges. Each is a mapping of its own, of which a process may have 65,530.
pub const MOST: usize = 2000;

/// The start of the file. All zeros but the magic number and the secret at first.
#[repr(C)]
pub struct FileHead {
    pub magic: AtomicU64,
    /// The secret that peers learn in another way: proof that this is the right file.
    pub secret: AtomicU64,
    pub sequence: AtomicU64,
    pub frozen: AtomicU64,
    pub count: AtomicU64,
    _rest: [u64; 59],
    pub writers: [AtomicU64; WRITERS],
    /// The first address of each range and the address behind it, sorted. Ranges neither overlap nor touch.
    pub ranges: [[AtomicU64; 2]; MOST],
}
const _: () = assert!(size_of::<FileHead>() <= HEAD && core::mem::offset_of!(FileHead, writers) == 512);
const _: () = assert!(core::mem::offset_of!(FileHead, ranges) == 1024 && align_of::<FileHead>() == 8);

impl FileHead {
    pub fn shown(&self) -> Shown<'_, AtomicU64> {
        Shown { sequence: &self.sequence, count: &self.count, ranges: &self.ranges }
    }
}

/// An atomic word: the standard library's, or a model's.
pub trait Word {
    fn load(&self, order: Ordering) -> u64;
    fn store(&self, value: u64, order: Ordering);
    fn fence(order: Ordering);
}

impl Word for AtomicU64 {
    #[inline(always)]
    fn load(&self, order: Ordering) -> u64 {
        AtomicU64::load(self, order)
    }
    #[inline(always)]
    fn store(&self, value: u64, order: Ordering) {
        AtomicU64::store(self, value, order)
    }
    #[inline(always)]
    fn fence(order: Ordering) {
        core::sync::atomic::fence(order)
    }
}

/// The head's words that say what is shared.
pub struct Shown<'a, W> {
    pub sequence: &'a W,
    pub count: &'a W,
    pub ranges: &'a [[W; 2]],
}

/// Where an address lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The address lies in this range, as long as the sequence has this value.
    In { sequence: u64, start: u64, end: u64 },
    /// The address lies in no range; the next range begins here.
    Before(u64),
    /// The address lies behind all ranges.
    Behind,
}

impl<W: Word> Shown<'_, W> {
    /// Publishes the sorted ranges `all`, as many as the table has room for. Owner only.
    pub fn publish(&self, all: impl ExactSizeIterator<Item = (u64, u64)>) {
        let sequence = self.sequence.load(Ordering::Relaxed) | 1;
        self.sequence.store(sequence, Ordering::Relaxed);
        W::fence(Ordering::Release);
        self.count.store(all.len().min(self.ranges.len()) as u64, Ordering::Relaxed);
        for (shown, (start, end)) in self.ranges.iter().zip(all) {
            shown[0].store(start, Ordering::Relaxed);
            shown[1].store(end, Ordering::Relaxed);
        }
        self.sequence.store(sequence.wrapping_add(1), Ordering::Release);
    }

    /// Looks up `address`. Returns `None` if the owner was writing meanwhile. What a misbehaving owner wrote may lead
    /// to a wrong answer.
    pub fn find(&self, address: u64) -> Option<Found> {
        let sequence = self.sequence.load(Ordering::Acquire);
        let count = (self.count.load(Ordering::Relaxed) as usize).min(self.ranges.len());
        let all = &self.ranges[..count];
        let at = all.partition_point(|r| r[1].load(Ordering::Relaxed) <= address);
        let found = all.get(at).map(|r| (r[0].load(Ordering::Relaxed), r[1].load(Ordering::Relaxed)));
        W::fence(Ordering::Acquire);
        if sequence % 2 == 1 || self.sequence.load(Ordering::Relaxed) != sequence {
            return None;
        }
        Some(match found {
            Some((start, end)) if (start..end).contains(&address) => Found::In { sequence, start, end },
            Some((start, _)) if start > address => Found::Before(start),
            _ => Found::Behind,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table<const N: usize>() -> (AtomicU64, AtomicU64, [[AtomicU64; 2]; N]) {
        (AtomicU64::new(0), AtomicU64::new(0), std::array::from_fn(|_| [const { AtomicU64::new(0) }; 2]))
    }

    #[test]
    fn published_ranges_are_found() {
        let (sequence, count, ranges) = table::<2>();
        let shown = Shown { sequence: &sequence, count: &count, ranges: &ranges };
        assert_eq!(shown.find(5), Some(Found::Behind));
        shown.publish([(10, 20), (30, 40), (50, 60)].into_iter());
        assert_eq!(shown.find(9), Some(Found::Before(10)));
        assert_eq!(shown.find(10), Some(Found::In { sequence: 2, start: 10, end: 20 }));
        assert_eq!((shown.find(20), shown.find(40)), (Some(Found::Before(30)), Some(Found::Behind)));
        assert_eq!(shown.find(55), Some(Found::Behind), "there is no room for the third");
        sequence.store(3, Ordering::Relaxed);
        assert_eq!(shown.find(10), None);
        count.store(u64::MAX, Ordering::Relaxed);
        sequence.store(4, Ordering::Relaxed);
        assert_eq!(shown.find(35), Some(Found::In { sequence: 4, start: 30, end: 40 }));
    }

    /// Real threads: a reader never sees half of one table and half of another.
    #[test]
    fn a_reader_never_sees_parts_of_two_tables() {
        let (sequence, count, ranges) = table::<8>();
        let shown = || Shown { sequence: &sequence, count: &count, ranges: &ranges };
        std::thread::scope(|s| {
            s.spawn(|| {
                for turn in 0..50_000u64 {
                    // In each table the length of every range is the number of ranges.
                    let n = 1 + turn % 8;
                    let lengths = 0..n as usize;
                    shown().publish(lengths.map(|i| (i as u64 * 100, i as u64 * 100 + n)));
                }
                sequence.store(u64::MAX, Ordering::Release);
            });
            while sequence.load(Ordering::Acquire) != u64::MAX {
                for i in 0..8 {
                    if let Some(Found::In { start, end, .. }) = shown().find(i * 100) {
                        assert!(start == i * 100 && (i + 1..=8).contains(&(end - start)), "{i}: {start}..{end}");
                    }
                }
            }
        });
    }
}
