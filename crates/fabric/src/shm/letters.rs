//! Letters from the ranks of a machine to the launcher's process there: a box for each rank, and one word on which the
//! process sleeps.
//!
//! **Access rule.** A box's state says whose turn it is: 0, the rank writes the letter and stores the letter's length
//! (release); otherwise the launcher's process reads it (acquire) and stores 0 (release). The word counts rings: a
//! ringer adds one and wakes; the sleeper sleeps while the word has the value that it has seen. Letters are untrusted.
use super::layout::{LETTER, RING_LAUNCHER};
use super::segment::Segment;
use crate::sys::{futex_wait, futex_wake};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// The most bytes of a letter.
pub const LONGEST_LETTER: usize = LETTER - 8;

impl Segment {
    fn launcher_word(&self) -> &AtomicU32 {
        let word = self.at(RING_LAUNCHER, 4).cast::<AtomicU32>();
        // SAFETY: an aligned word of the mapping that this segment is, of which only atomics are used.
        unsafe { &*word }
    }

    fn letter_state(&self, rank: u32) -> &AtomicU64 {
        self.word(self.layout().letter(rank))
    }

    /// Wakes up the launcher's process.
    pub fn ring_launcher(&self) {
        let word = self.launcher_word();
        word.fetch_add(1, Ordering::Release);
        futex_wake(word);
    }

    /// Sleeps until the word differs from `seen`, the value that an earlier call returned (0 at first).
    pub fn await_ring(&self, seen: u32) -> u32 {
        let word = self.launcher_word();
        loop {
            let now = word.load(Ordering::Acquire);
            if now != seen {
                return now;
            }
            futex_wait(word, seen, None);
        }
    }

    /// Puts a letter of `rank`, this process's own, into its box, and wakes up the launcher's process. Returns false if
    /// the former letter is still there, or the letter is too long or there is no memory for it.
    pub fn post_letter(&self, rank: u32, letter: &[u8]) -> bool {
        assert!(rank < self.ranks(), "rank {rank} of {}", self.ranks());
        let at = self.layout().letter(rank);
        if letter.is_empty() || letter.len() > LONGEST_LETTER || self.reserve(at, LETTER).is_err() {
            return false;
        }
        if self.letter_state(rank).load(Ordering::Acquire) != 0 {
            return false;
        }
        // SAFETY: the bytes lie in the box, which is this rank's while its state is 0.
        unsafe { std::ptr::copy_nonoverlapping(letter.as_ptr(), self.at(at + 8, letter.len()), letter.len()) };
        self.letter_state(rank).store(letter.len() as u64, Ordering::Release);
        self.ring_launcher();
        true
    }

    /// Takes the letter of a rank out of its box.
    pub fn take_letter(&self, rank: u32) -> Option<Vec<u8>> {
        let len = self.letter_state(rank).load(Ordering::Acquire);
        let len = usize::try_from(len).ok().filter(|len| (1..=LONGEST_LETTER).contains(len))?;
        let mut letter = vec![0; len];
        let from = self.at(self.layout().letter(rank) + 8, len);
        // SAFETY: the bytes lie in the box. A rank that breaks the rule can only spoil its own letter.
        unsafe { std::ptr::copy_nonoverlapping(from, letter.as_mut_ptr(), len) };
        self.letter_state(rank).store(0, Ordering::Release);
        Some(letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn letters_arrive_whole_and_one_at_a_time() {
        let segment = Arc::new(Segment::create(2).expect("a segment"));
        assert!(!segment.post_letter(0, &[0; LONGEST_LETTER + 1]) && !segment.post_letter(0, b""));
        assert_eq!(segment.take_letter(1), None);
        let reader = segment.clone();
        let reader = std::thread::spawn(move || {
            let (mut seen, mut letters) = (0, Vec::new());
            while letters.len() < 100 {
                seen = reader.await_ring(seen);
                letters.extend(reader.take_letter(1));
            }
            letters
        });
        let all: Vec<Vec<u8>> = (0..100u8).map(|i| vec![i; 1 + usize::from(i) * 40]).collect();
        for letter in &all {
            while !segment.post_letter(1, letter) {
                std::thread::yield_now();
            }
        }
        assert_eq!(reader.join().unwrap(), all);
        assert_eq!(segment.take_letter(1), None);
    }
}
