//! How a rank names memory of its own that consists of several pieces: by a list of the pieces in the segment, and by
//! one word that holds the number and the length of the list.
//!
//! **Access rule.** A rank's lists belong to it. The rank writes a list before the word that names the list leaves in a
//! frame or a shared-copy descriptor ([`ShareLine`](super::ShareLine)). The list stays until every message whose memory
//! it names has ended. A reader checks the list and keeps a copy.
use super::layout::{LISTS, SPANS};
use super::segment::Segment;
use super::shapes::{BITS, SHAPED};
use crate::Span;
use crate::mem::PieceList;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The number of the first list. Lower numbers are those of shapes.
const FIRST: u64 = super::layout::SHAPES as u64;
/// A bound for addresses and lengths in bytes: no process has memory beyond it.
const FAR: u64 = 1 << 47;

/// The lists of this rank.
pub(super) struct Lists {
    segment: Arc<Segment>,
    rank: u32,
    used: [bool; LISTS],
    /// True if the memory exists, false if it could not be created; `None` if no call has requested it yet.
    there: Option<bool>,
}

/// Returns the index and the length of the list that `word` names.
fn named(word: u64) -> Option<(usize, usize)> {
    let (list, len) = ((word & !SHAPED) >> BITS, word & ((1 << BITS) - 1));
    let list = list.checked_sub(FIRST)? as usize;
    (word & SHAPED != 0 && list < LISTS && (1..=SPANS as u64).contains(&len)).then_some((list, len as usize))
}

/// A span as it stands in a list: address, length.
type Words = [AtomicU64; 2];

/// Returns the words of a whole list.
fn words(segment: &Segment, rank: u32, list: usize) -> &[Words; SPANS] {
    assert!(list < LISTS);
    let at = segment.layout().lists(rank) + list * size_of::<[Words; SPANS]>();
    // SAFETY: inside the mapping, which `at` checks and `segment` keeps, and aligned; only atomics are used.
    unsafe { &*segment.at(at, size_of::<[Words; SPANS]>()).cast() }
}

/// Reads the list that `word` of rank `of` names. Returns `None` if `word` names no list or the list is not valid.
pub(super) fn read(segment: &Segment, of: u32, word: u64) -> Option<Vec<Span>> {
    let (list, len) = named(word)?;
    let mut all = 0u64;
    let mut span = |[address, len]: &Words| {
        let (address, len) = (address.load(Ordering::Relaxed), len.load(Ordering::Relaxed));
        let sound = len > 0 && len < FAR && address < FAR;
        all += if sound { len } else { 0 };
        (sound && all < FAR).then_some(Span { address, len })
    };
    words(segment, of, list)[..len].iter().map(&mut span).collect()
}

impl Lists {
    pub fn new(segment: &Arc<Segment>, rank: u32) -> Lists {
        Lists { segment: segment.clone(), rank, used: [false; LISTS], there: None }
    }

    /// Names `pieces` by a word until [`Lists::give_back`]. Returns 0 if no list is free or the pieces are too many.
    pub fn name(&mut self, pieces: &PieceList) -> u64 {
        if pieces.count() > SPANS || !self.reserve() {
            return 0;
        }
        let Some(list) = self.used.iter().position(|used| !used) else { return 0 };
        for ([address, len], region) in words(&self.segment, self.rank, list).iter().zip(pieces.regions()) {
            address.store(region.as_ptr() as u64, Ordering::Relaxed);
            len.store(region.len() as u64, Ordering::Relaxed);
        }
        self.used[list] = true;
        SHAPED | (FIRST + list as u64) << BITS | pieces.count() as u64
    }

    /// Makes the memory of the lists exist, before its first use.
    fn reserve(&mut self) -> bool {
        let (segment, rank) = (&self.segment, self.rank);
        let at = || segment.layout().lists(rank);
        *self.there.get_or_insert_with(|| segment.reserve(at(), LISTS * SPANS * 16).is_ok())
    }

    /// Frees the list that `word` names: no peer reads it any more. Returns false if `word` names no list.
    pub fn give_back(&mut self, word: u64) -> bool {
        let list = named(word).map(|(list, _)| list);
        if let Some(list) = list {
            self.used[list] = false;
        }
        list.is_some()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use crate::mem::Leaked;

    #[test]
    fn pieces_are_named_in_one_word() {
        let segment = Arc::new(Segment::create(2).unwrap());
        let mut lists = Lists::new(&segment, 1);
        let buffers: Vec<Leaked> = (1..=SPANS + 1).map(Leaked::new).collect();
        let pieces = |n: usize| PieceList::new(buffers[..n].iter().map(Leaked::region));
        let spans = |n: usize| -> Vec<Span> {
            let regions = buffers[..n].iter().map(Leaked::region);
            regions.map(|r| Span { address: r.as_ptr() as u64, len: r.len() as u64 }).collect()
        };
        let names: Vec<u64> = (0..LISTS).map(|i| lists.name(&pieces(2 + i % (SPANS - 1)))).collect();
        for (i, &word) in names.iter().enumerate() {
            assert_eq!(read(&segment, 1, word), Some(spans(2 + i % (SPANS - 1))));
            assert_eq!(read(&segment, 0, word), None, "the other rank has no such list");
        }
        // All lists are in use; a list that is too long has no name.
        assert_eq!(lists.name(&pieces(2)), 0);
        assert!(lists.give_back(names[3]) && !lists.give_back(4096));
        assert_eq!(lists.name(&pieces(SPANS + 1)), 0);
        let again = lists.name(&pieces(SPANS));
        assert_eq!(read(&segment, 1, again), Some(spans(SPANS)));
    }

    #[test]
    fn invalid_words_name_no_list() {
        let segment = Arc::new(Segment::create(2).unwrap());
        let name = |list: u64, len: u64| SHAPED | (FIRST + list) << BITS | len;
        for word in [0, 4096, name(0, 0), name(0, SPANS as u64 + 1), name(LISTS as u64, 1), name(0, 1), u64::MAX] {
            assert_eq!(read(&segment, 0, word), None, "{word:x}");
        }
        for (address, len) in [(4096, 0), (4096, u64::MAX), (u64::MAX, 1), (4096, FAR)] {
            let [[first, one], [a, l], ..] = words(&segment, 0, 2);
            for (word, value) in [(first, 4096), (one, FAR - 1), (a, address), (l, len)] {
                word.store(value, Ordering::Relaxed);
            }
            assert_eq!(read(&segment, 0, name(2, 2)), None);
        }
    }
}
