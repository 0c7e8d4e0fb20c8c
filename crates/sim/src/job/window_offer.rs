//! The simulation's record of windows on offer: their memory, and the sums that must result there.
use crate::contents::BLANK;
use clump_core::Combine;
use clump_fabric::mem::LentBuffer;
use clump_fabric::sim::lent_copy;

/// The only combine of the simulation: the sum of 64-bit words.
pub const SUM: Combine = Combine { operation: 1, element: 8 };
/// The word behind the stripes that is fetched and added to.
pub const FETCHED: u64 = 0;
/// The word that is only added to.
pub const ADDED: u64 = 1;
/// The word that is compared and swapped.
pub const SWAPPED: u64 = 2;
/// The first of the words that are added to together.
pub const BLOCK: u64 = 3;
/// How many words are added to together.
pub const BLOCK_WORDS: u64 = 4;
/// How many words lie behind the stripes.
const WORDS: u64 = BLOCK + BLOCK_WORDS;

/// A window on offer: a stripe for each rank, to which only that rank puts, and words that all ranks combine with.
pub struct Offer {
    pub key: u64,
    /// The number of the offer, which differs from that of every other offer.
    pub generation: u64,
    pub memory: LentBuffer,
    pub stripe: u64,
    ranks: u64,
    /// The sum of what all ranks have added to each word, counted when the operations are issued.
    pub sums: [u64; WORDS as usize],
    /// For each fetching addition, the value that it found and the value that it added, from its reply.
    pub fetched: Vec<(u64, u64)>,
    /// For each swap, the value that it found and the value that it compared with, from its reply.
    pub swapped: Vec<(u64, u64)>,
}

impl Offer {
    pub fn new(key: u64, generation: u64, ranks: u64, stripe: u64) -> Offer {
        let memory = lent_copy(&vec![BLANK; (ranks * stripe + 8 * WORDS) as usize]);
        for word in 0..WORDS {
            memory.region().slice((ranks * stripe + 8 * word) as usize, 8).set::<u64>(0, 0);
        }
        let (fetched, swapped) = (Vec::new(), Vec::new());
        Offer { key, generation, memory, stripe, ranks, sums: [0; WORDS as usize], fetched, swapped }
    }

    pub fn size(&self) -> u64 {
        self.memory.region().len() as u64
    }

    /// Returns the offset of a word.
    pub fn word(&self, word: u64) -> u64 {
        self.ranks * self.stripe + 8 * word
    }

    fn value(&self, word: u64) -> u64 {
        self.memory.region().slice(self.word(word) as usize, 8).get(0)
    }

    /// Checks that each addition and each swap happened exactly once, in some order. To be called after all operations
    /// are applied.
    pub fn check(&self) -> Result<(), String> {
        for word in (ADDED..SWAPPED).chain(BLOCK..WORDS) {
            let (is, sum) = (self.value(word), self.sums[word as usize]);
            if is != sum {
                return Err(format!("word {word} holds {is}, and {sum} was added to it in all"));
            }
        }
        let mut found = self.fetched.clone();
        found.sort_unstable();
        let mut at = 0;
        for (old, added) in found {
            if old != at {
                return Err(format!("an addition found {old}, where {at} must have been"));
            }
            at += added;
        }
        let swaps = self.swapped.iter().filter(|(old, compared)| old == compared).count() as u64;
        for (what, is, wanted) in [("fetched", self.value(FETCHED), at), ("swapped", self.value(SWAPPED), swaps)] {
            if is != wanted {
                return Err(format!("the {what} word holds {is}, and must hold {wanted}"));
            }
        }
        let mut won: Vec<u64> = self.swapped.iter().filter(|(old, c)| old == c).map(|(old, _)| *old).collect();
        won.sort_unstable();
        won.dedup();
        if won.len() as u64 != swaps {
            return Err("two swaps replaced the same value".to_owned());
        }
        Ok(())
    }
}
