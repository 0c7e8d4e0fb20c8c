//! Memory for allocations that occur during the search for the next allocator.
use crate::next::Pointer;
use core::cell::UnsafeCell;
use core::sync::atomic::{AtomicUsize, Ordering};

const ALL: usize = 16 << 10;
#[repr(align(4096))]
struct Pieces(UnsafeCell<[u8; ALL]>);
// SAFETY: each piece is given out once, by an atomic counter.
unsafe impl Sync for Pieces {}
static PIECES: Pieces = Pieces(UnsafeCell::new([0; ALL]));
static TAKEN: AtomicUsize = AtomicUsize::new(0);
/// The size of the head in front of each piece, in bytes. The head holds the piece's length in the form of a block that
/// glibc has mapped, so that `malloc_usable_size` works.
const HEAD: usize = 16;
const MAPPED: usize = 2;

/// Returns a piece, or null if there is no room.
pub fn take(len: usize, alignment: usize) -> Pointer {
    let base = PIECES.0.get() as usize;
    let place = |taken: usize| {
        let at = (base + taken + HEAD).checked_next_multiple_of(alignment.max(16))? - base;
        (len <= ALL && at + len <= ALL).then_some(at)
    };
    let taken = TAKEN.fetch_update(Ordering::AcqRel, Ordering::Acquire, |t| Some(place(t)? + len));
    let Some(at) = taken.ok().and_then(place) else { return core::ptr::null_mut() };
    // SAFETY: this piece and its head are inside the buffer, and ours alone.
    unsafe {
        let piece = PIECES.0.get().cast::<u8>().add(at);
        piece.cast::<usize>().sub(1).write((len.next_multiple_of(16) + HEAD) | MAPPED);
        piece.cast()
    }
}

/// Returns true if any piece was given out.
pub fn are_some() -> bool {
    TAKEN.load(Ordering::Acquire) > 0
}

#[inline(always)]
pub fn is_early(block: Pointer) -> bool {
    (block as usize).wrapping_sub(PIECES.0.get() as usize) < ALL
}

/// Returns the piece's length, or more: at least the bytes that were requested. The bytes after them are in the buffer
/// too.
pub fn len(block: Pointer) -> usize {
    // SAFETY: `take` wrote the length there.
    let len = (unsafe { block.cast::<usize>().sub(1).read() } & !MAPPED) - HEAD;
    len.min(PIECES.0.get() as usize + ALL - block as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn early_pieces_have_lengths_and_alignments() {
        let (a, b) = (take(100, 16), take(8, 64));
        assert!(is_early(a) && is_early(b) && (b as usize).is_multiple_of(64) && b as usize - a as usize >= 100);
        assert_eq!((len(a), len(b)), (112, 16));
        assert!(take(ALL, 16).is_null() && take(usize::MAX, 16).is_null() && are_some());
    }
}
