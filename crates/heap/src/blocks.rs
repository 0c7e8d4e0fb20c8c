//! The large blocks that the C library has allocated since this library was attached: a table without a lock.
//!
//! **Access rule.** A block's entry is one word, which only the thread that owns the block writes. The thread writes
//! the entry after the allocation, into a free place (by an exchange, because other threads look for a place too). It
//! clears the entry before the block is freed, by a plain store. No thread takes another thread's place: if there is no
//! free place, the block is not recorded, and never shared. The flag that a block's pages are shared is set and cleared
//! under the heap's lock, for memory of a message, which no thread frees meanwhile. So an entry with the flag is
//! cleared only under the lock.
use crate::lock::is_single_threaded;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The size of the smallest block that is recorded, in bytes. A smaller number records more blocks, which costs time at
/// each allocation.
pub const LEAST: usize = 32 << 10;
const SETS: usize = 512;
/// How many places there are for blocks that hash to one set. More places cost time at each lookup.
const WAYS: usize = 4;
pub const PLACES: usize = SETS * WAYS;

/// The lowest bit of the start in an entry. An entry holds the start (divided by 16, because its lower 4 bits are
/// zeros, and it has no bits above 47), the flag, and a lower bound of the block's size. That bound is a number of
/// `MANTISSA` bits times a power of two.
const START_BIT: u32 = 21;
const SHARED: u64 = 1 << 20;
const MANTISSA: u32 = 15;

/// The size of the C library's word in front of a block, in bytes. The next constants are the mask of the flags in that
/// word, and the flag of a block that is mapped by itself.
const WORD: usize = size_of::<usize>();
const FLAGS: usize = 7;
const MAPPED: usize = 2;

/// A live block of the C library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub start: usize,
    /// How many bytes the program requested.
    pub asked: usize,
    /// How many bytes the program may use.
    pub usable: usize,
    /// True if the C library has mapped the block by itself.
    pub mapped: bool,
}

impl Block {
    /// Returns how many bytes the program may use, and true if the block was mapped by itself. Reads the C library's
    /// word in front of the block; attaching this library has checked that the word has the expected form.
    ///
    /// # Safety `start` is a live block of the C library.
    #[inline(always)]
    pub unsafe fn usable(start: usize) -> (usize, bool) {
        // SAFETY: by this function's contract.
        let word = unsafe { ((start - WORD) as *const usize).read() };
        let mapped = word & MAPPED != 0;
        ((word & !FLAGS).saturating_sub(if mapped { 2 * WORD } else { WORD }), mapped)
    }

    /// Returns true if a live block has about `LEAST` bytes or more. This is the fastest check.
    ///
    /// # Safety `start` is a live block of the C library.
    #[inline(always)]
    pub unsafe fn is_large(start: usize) -> bool {
        // SAFETY: by this function's contract.
        unsafe { ((start - WORD) as *const usize).read() >= LEAST }
    }
}

/// A block's place in the table, and its entry.
#[derive(Clone, Copy)]
pub struct BlockPlace {
    at: usize,
    entry: u64,
}

impl BlockPlace {
    /// Returns true if pages of the block are shared.
    #[inline(always)]
    pub fn is_shared(self) -> bool {
        self.entry & SHARED != 0
    }
}

pub struct BlockTable {
    entries: [AtomicU64; PLACES],
    asked: [AtomicUsize; PLACES],
}

pub static BLOCKS: BlockTable = BlockTable::new();

/// Returns the lower bits of an entry for this many bytes, rounded down.
fn pack(bytes: usize) -> u64 {
    let units = (bytes >> 4) as u64;
    let shift = (u64::BITS - units.leading_zeros()).saturating_sub(MANTISSA);
    u64::from(shift) << MANTISSA | units >> shift
}

fn unpack(entry: u64) -> usize {
    let (mantissa, shift) = (entry & ((1 << MANTISSA) - 1), entry >> MANTISSA & 31);
    (mantissa << shift << 4) as usize
}

#[inline(always)]
fn start_of(entry: u64) -> usize {
    (entry >> START_BIT << 4) as usize
}

/// Returns the first place of the set for a start address.
#[inline(always)]
fn set_of(start: usize) -> usize {
    let mixed = (start as u64 >> 4).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed >> (u64::BITS - SETS.ilog2())) as usize * WAYS
}

impl BlockTable {
    pub const fn new() -> BlockTable {
        BlockTable { entries: [const { AtomicU64::new(0) }; PLACES], asked: [const { AtomicUsize::new(0) }; PLACES] }
    }

    /// Records a block that the C library has just allocated.
    #[inline(always)]
    pub fn add(&self, start: usize, asked: usize, usable: usize) {
        let new = (start as u64 >> 4) << START_BIT | pack(usable);
        let first = set_of(start);
        for at in first..first + WAYS {
            let old = self.entries[at].load(Ordering::Relaxed);
            // An entry with this start belongs to a block that was freed without this library (for example by the C
            // library's own name for `free`).
            if old == 0 || start_of(old) == start && old & SHARED == 0 {
                if is_single_threaded() {
                    self.asked[at].store(asked, Ordering::Relaxed);
                    self.entries[at].store(new, Ordering::Release);
                    return;
                }
                if self.entries[at].compare_exchange(old, new, Ordering::Release, Ordering::Relaxed).is_ok() {
                    self.asked[at].store(asked, Ordering::Release);
                    return;
                }
            }
        }
    }

    /// Returns the entry of a block. Only the block's owner may call it.
    #[inline(always)]
    pub fn place(&self, start: usize) -> Option<BlockPlace> {
        let first = set_of(start);
        (first..first + WAYS)
            .map(|at| BlockPlace { at, entry: self.entries[at].load(Ordering::Relaxed) })
            .find(|p| p.entry >> START_BIT == start as u64 >> 4)
    }

    /// Forgets a block that is not shared. Only the block's owner may call it.
    #[inline(always)]
    pub fn clear_place(&self, place: BlockPlace) {
        self.entries[place.at].store(0, Ordering::Relaxed);
    }

    /// Records the new size of a block that is not shared. Only the block's owner may call it.
    #[inline(always)]
    pub fn change(&self, place: BlockPlace, asked: usize, usable: usize) {
        self.asked[place.at].store(asked, Ordering::Relaxed);
        let start = place.entry >> START_BIT << START_BIT;
        self.entries[place.at].store(start | pack(usable), Ordering::Release);
    }

    /// Forgets a block that is about to be freed. If the block's pages are shared, keeps the entry and returns true.
    #[inline(always)]
    pub fn remove(&self, start: usize) -> bool {
        match self.place(start) {
            Some(place) if place.is_shared() => true,
            Some(place) => {
                self.clear_place(place);
                false
            }
            None => false,
        }
    }

    /// Forgets a block that is about to be freed and may be shared. The caller must hold the heap's lock. Returns
    /// `None` if the block is not recorded.
    pub fn remove_shared(&self, start: usize) -> Option<Block> {
        let place = self.place(start)?;
        let block = self.block(place.at, start);
        self.clear_place(place);
        Some(block)
    }

    /// Records that the program asked for another size of a block, in place.
    pub fn ask(&self, start: usize, asked: usize) {
        if let Some(place) = self.place(start) {
            self.asked[place.at].store(asked, Ordering::Release);
        }
    }

    fn block(&self, at: usize, start: usize) -> Block {
        // SAFETY: the caller's block lives, because the caller holds a message in it or is about to free it.
        let (usable, mapped) = unsafe { Block::usable(start) };
        let asked = self.asked[at].load(Ordering::Acquire).min(usable);
        Block { start, asked, usable, mapped }
    }

    /// Returns the place of the block that holds `address`, which is memory of a message. Searches the whole table if
    /// `everywhere`; otherwise finds only a block that begins at `address`.
    pub fn find(&self, address: usize, everywhere: bool) -> Option<usize> {
        if let Some(place) = self.place(address) {
            return Some(place.at);
        }
        let mut found = None;
        if everywhere {
            found = (0..PLACES).find(|&at| self.holds(at, address));
        }
        found
    }

    /// Returns true if `address` lies in the block at this place of the table.
    #[inline(always)]
    pub fn holds(&self, at: usize, address: usize) -> bool {
        let entry = self.entries[at].load(Ordering::Acquire);
        entry != 0 && address.wrapping_sub(start_of(entry)) < unpack(entry)
    }

    /// Returns the block at this place; `None` unless a message of `len` bytes at `address` lies in the block.
    pub fn of(&self, at: usize, address: usize, len: usize) -> Option<Block> {
        if !self.holds(at, address) {
            return None;
        }
        // The block lives, because a message lies in it.
        let start = start_of(self.entries[at].load(Ordering::Acquire));
        let (block, offset) = (self.block(at, start), address - start);
        (offset <= block.usable && len <= block.usable - offset).then_some(block)
    }

    /// Returns the entry at a place without the shared flag. The value changes when another block takes the place.
    pub fn identity(&self, at: usize) -> u64 {
        self.entries[at].load(Ordering::Relaxed) & !SHARED
    }

    /// Flags the block at this place as shared. The caller must hold the heap's lock.
    pub fn mark(&self, at: usize) {
        self.entries[at].fetch_or(SHARED, Ordering::Relaxed);
    }

    /// Clears the flag of all blocks. The caller must hold the heap's lock.
    pub fn unmark_all(&self) {
        for entry in &self.entries {
            if entry.load(Ordering::Relaxed) & SHARED != 0 {
                entry.fetch_and(!SHARED, Ordering::Relaxed);
            }
        }
    }

    /// Forgets all blocks. No other thread may use the table.
    pub fn clear(&self) {
        self.entries.iter().for_each(|e| e.store(0, Ordering::Relaxed));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns memory that looks like a block of `usable` bytes, at a multiple of 16.
    fn memory(usable: usize, mapped: bool) -> (Vec<usize>, usize) {
        let mut words = vec![0; usable / WORD + 6];
        let start = (words.as_ptr() as usize + 2 * WORD).next_multiple_of(16);
        let at = (start - words.as_ptr() as usize) / WORD - 1;
        words[at] = if mapped { (usable + 2 * WORD) | MAPPED } else { (usable + WORD) | 1 };
        (words, start)
    }

    #[test]
    fn a_block_is_found_by_any_address_inside() {
        let blocks = Box::new(BlockTable::new());
        let made: Vec<_> = [(100_000, false), (40_008, true), (1 << 20, true)].map(|(n, m)| memory(n, m)).into();
        let usable = |start| {
            // SAFETY: `start` lies in the memory made above.
            unsafe { Block::usable(start) }
        };
        assert_eq!([usable(made[0].1), usable(made[1].1)], [(100_000, false), (40_008, true)]);
        for (_, start) in &made {
            blocks.add(*start, 40_000, usable(*start).0);
        }
        let start = made[2].1;
        let find = |address, len| blocks.find(address, true).and_then(|at| blocks.of(at, address, len));
        let whole = Block { start, asked: 40_000, usable: 1 << 20, mapped: true };
        assert_eq!([find(start, 1 << 20), find(start + 5000, 10)], [Some(whole); 2]);
        assert_eq!([find(start, (1 << 20) + 1), find(start - 1, 1), find(start + (1 << 20), 1)], [None; 3]);
        assert_eq!((blocks.find(start, false).is_some(), blocks.find(start + 16, false)), (true, None));
        assert!(!blocks.remove(start) && find(start, 1).is_none());
    }

    #[test]
    fn a_shared_block_is_removed_only_by_remove_shared() {
        let blocks = Box::new(BlockTable::new());
        let (_words, start) = memory(50_000, true);
        blocks.add(start, 50_000, 50_000);
        let at = blocks.find(start, false).unwrap();
        blocks.mark(at);
        assert!(blocks.remove(start) && blocks.holds(at, start + 100));
        blocks.unmark_all();
        assert!(!blocks.remove(start) && !blocks.holds(at, start));
        blocks.add(start, 1, 50_000);
        blocks.mark(at);
        assert_eq!(blocks.remove_shared(start).map(|b| (b.asked, b.usable)), Some((1, 50_000)));
        assert_eq!(blocks.remove_shared(start), None);
    }

    #[test]
    fn a_full_set_records_no_more_blocks() {
        let blocks = Box::new(BlockTable::new());
        let same: Vec<_> = (1..).map(|i| i * 4096 + 16).filter(|&s| set_of(s) == set_of(4112)).take(WAYS + 1).collect();
        same.iter().for_each(|&s| blocks.add(s, 1, 4000));
        let known = |blocks: &BlockTable| same.iter().filter(|&&s| blocks.find(s, true).is_some()).count();
        assert_eq!(known(&blocks), WAYS);
        assert!(!blocks.remove(same[0]));
        blocks.add(same[WAYS], 1, 4000);
        blocks.add(same[WAYS], 1, 4000);
        assert_eq!(known(&blocks), WAYS);
        blocks.clear();
        assert_eq!(known(&blocks), 0);
    }

    #[test]
    fn sizes_are_rounded_down_by_little() {
        for bytes in [LEAST, 40_008, (128 << 10) - 16, (1 << 20) + 4080, 3 << 30, (1 << 40) - 16] {
            let kept = unpack(pack(bytes));
            assert!(kept <= bytes && kept >= bytes - bytes / 16_000 - 16, "{bytes}: {kept}");
        }
    }
}
