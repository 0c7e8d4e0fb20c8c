//! The log of faults: which ranks have died, in the order in which the launcher has found it out, and which
//! communicators are revoked.
//!
//! **Access rule.** The log is an array of words, and a word that is not 0 never changes. A writer exchanges the first
//! word that is 0 (compare and exchange, release); if another writer was faster, it tries the next word. A reader reads
//! the words in order (acquire) up to the first that is 0. So all processes read the same faults in the same order, and
//! a writer that dies leaves nothing half written. Any process may write; the words are untrusted.
//!
//! The page behind the one with the first free word exists already, so that no reader faults (see `reserve`).
use super::atomic::Word;
use super::layout::FAULTS;
use super::segment::Segment;
use crate::local::Fault;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

/// Words in a page.
const PAGE: usize = 4096 / 8;

impl Segment {
    /// Returns word `at` of the log, or `None` if there are not as many faults.
    pub fn logged_fault(&self, at: usize) -> Option<Fault> {
        let word = self.log().get(at)?.load(Ordering::Acquire);
        if word == 0 { None } else { Some(Fault::of_word(word)) }
    }

    /// Adds a fault to the log, if the log does not have it. The caller wakes the ranks. Fails with a sentence if the
    /// log is full, or if the system has no memory for it.
    pub fn log_fault(&self, fault: Fault) -> io::Result<()> {
        if self.log()[0].load(Ordering::Acquire) == 0 {
            self.reserve(self.layout().faults(), 2 * PAGE * 8)?;
        }
        let Some((at, new)) = append(self.log(), fault.to_word()) else {
            return Err(io::Error::other(format!("the job's log has no room for more than {FAULTS} faults")));
        };
        if new && at % PAGE == 0 && at / PAGE + 2 <= FAULTS / PAGE {
            self.reserve(self.layout().faults() + (at / PAGE + 1) * PAGE * 8, PAGE * 8)?;
        }
        Ok(())
    }

    fn log(&self) -> &[AtomicU64; FAULTS] {
        let log = self.at(self.layout().faults(), FAULTS * 8).cast();
        // SAFETY: aligned words of the mapping that this segment is, of which only atomics are used.
        unsafe { &*log }
    }
}

/// Puts `word`, which is not 0, behind the last word that is not 0, unless the log has the word. Returns the word's
/// place, and whether this call has put it there; `None` if the log is full.
pub(super) fn append<W: Word<Value = u64>>(log: &[W], word: u64) -> Option<(usize, bool)> {
    for (at, place) in log.iter().enumerate() {
        loop {
            let old = match place.load(Ordering::Acquire) {
                0 => match place.exchange(0, word, Ordering::AcqRel, Ordering::Acquire) {
                    Ok(_) => return Some((at, true)),
                    Err(old) => old,
                },
                old => old,
            };
            match old {
                // The weak exchange may fail although no other writer was faster.
                0 => continue,
                old if old == word => return Some((at, false)),
                _ => break,
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::Revoked;

    #[test]
    fn faults_are_read_in_their_order_and_once_each() {
        let segment = Segment::create(3).expect("a segment");
        let revoked = Fault::Revoked(Revoked { pair: 32_767, first: 65_535, time: (1 << 31) - 1 });
        assert_eq!(segment.logged_fault(0), None);
        let Fault::Revoked(name) = revoked else { unreachable!() };
        for fault in [Fault::Died(2), revoked, Fault::Died(2), Fault::Died(0), revoked, Fault::Spread(name)] {
            segment.log_fault(fault).expect("room");
        }
        let all: Vec<_> = (0..9).map_while(|at| segment.logged_fault(at)).collect();
        assert_eq!(all, [Fault::Died(2), revoked, Fault::Died(0), Fault::Spread(name)]);
    }

    #[test]
    fn writers_at_once_lose_no_fault() {
        let segment = std::sync::Arc::new(Segment::create(2).expect("a segment"));
        let write = |first: u32| {
            let segment = segment.clone();
            std::thread::spawn(move || (first..first + 1000).for_each(|r| segment.log_fault(Fault::Died(r)).unwrap()))
        };
        // Every fault is written by two threads.
        let writers = [write(0), write(500), write(0), write(500)];
        writers.into_iter().for_each(|writer| writer.join().unwrap());
        let mut all: Vec<_> = (0..).map_while(|at| segment.logged_fault(at)).map(Fault::to_word).collect();
        assert_eq!(all.len(), 1500, "each once");
        all.sort_unstable();
        assert!(all.iter().zip(0..).all(|(word, rank)| *word == Fault::Died(rank).to_word()));
    }

    #[test]
    fn a_full_log_says_so() {
        let log: [AtomicU64; 2] = Default::default();
        assert_eq!(
            [5, 6, 5, 7].map(|word| append(&log, word)),
            [Some((0, true)), Some((1, true)), Some((0, false)), None]
        );
    }
}
