//! How much messages have used blocks: finds the block in which a message lies, and counts the bytes that its messages
//! have moved.
use crate::blocks::{BLOCKS, Block, BlockTable, PLACES};

/// How many recently used blocks are searched for an address in the middle of a block. A larger number costs time for
/// each message.
const RECENT: usize = 8;
/// How many messages whose block is not found quickly pass until one of them searches the whole table. A smaller number
/// costs time, a larger one shares blocks later.
const SELDOM: u32 = 8;

pub struct SearchCredit {
    /// For each place of the table, the block's entry and the bytes that messages have moved to or from pages of the
    /// block that are not shared. A block that is allocated again with the same entry keeps its count.
    moved: [(u64, u64); PLACES],
    recent: [usize; RECENT],
    next: usize,
    misses: u32,
}

impl SearchCredit {
    pub const fn new() -> SearchCredit {
        SearchCredit { moved: [(0, 0); PLACES], recent: [0; RECENT], next: 0, misses: 0 }
    }

    /// Returns the place in the table of the block that holds a whole message, and that block; `None` if no block is
    /// found. Searches the whole table if `everywhere`, otherwise only for some messages.
    pub fn find(&mut self, address: usize, len: usize, everywhere: bool) -> Option<(usize, Block)> {
        self.find_in(&BLOCKS, address, len, everywhere)
    }

    fn find_in(&mut self, blocks: &BlockTable, address: usize, len: usize, everywhere: bool) -> Option<(usize, Block)> {
        let known = blocks.find(address, false);
        let known = known.or_else(|| self.recent.into_iter().find(|&at| blocks.holds(at, address)));
        let at = match known {
            Some(at) => at,
            None => {
                self.misses = self.misses.wrapping_add(1);
                let at = blocks.find(address, everywhere || self.misses % SELDOM == 1)?;
                self.recent[self.next % RECENT] = at;
                self.next += 1;
                at
            }
        };
        Some((at, blocks.of(at, address, len)?))
    }

    /// Returns the block that holds a whole message; `None` if a quick search does not find it.
    pub fn known(&self, address: usize, len: usize) -> Option<Block> {
        let at = BLOCKS.find(address, false);
        let at = at.or_else(|| self.recent.into_iter().find(|&at| BLOCKS.holds(at, address)))?;
        BLOCKS.of(at, address, len)
    }

    /// Adds the bytes that a message has moved to the count of the block at this place. Returns the new count.
    pub fn add(&mut self, at: usize, bytes: usize) -> usize {
        let identity = BLOCKS.identity(at);
        let (of, moved) = &mut self.moved[at];
        if *of != identity {
            (*of, *moved) = (identity, 0);
        }
        *moved = moved.saturating_add(bytes as u64);
        *moved as usize
    }

    /// Resets the count of the block at this place.
    pub fn clear(&mut self, at: usize) {
        self.moved[at].1 = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_inside_a_block_is_found_after_some_messages() {
        let blocks = Box::new(BlockTable::new());
        let mut words = vec![0usize; 20_000];
        let start = (words.as_ptr() as usize + 16).next_multiple_of(16);
        let header = (start - words.as_ptr() as usize) / 8 - 1;
        words[header] = 150_000 + 8;
        blocks.add(start, 150_000, 150_000);
        // By chance, the place of an address inside the block is that of the block.
        let mut inside = (1..10).map(|page| start + 4096 * page);
        let inside = inside.find(|at| blocks.find(*at, false).is_none()).expect("not all of them by chance");
        let mut credit = Box::new(SearchCredit::new());
        credit.misses = 1;
        let looks = (1..).find(|_| credit.find_in(&blocks, inside, 100_000, false).is_some());
        assert_eq!(looks, Some(SELDOM));
        let mut other = Box::new(SearchCredit::new());
        other.misses = 1;
        assert!(other.find_in(&blocks, inside, 100_000, true).is_some(), "a search of the whole table");
        assert!((0..100).all(|i| credit.find_in(&blocks, start + 4096 * i / 4, 40_000, false).is_some()));
        assert!(credit.find_in(&blocks, start + 4096, 150_000, false).is_none(), "more than the block");
    }
}
