//! Replay protection: accepts each counter of a peer once, and refuses counters that are too old to tell, and those of
//! another life than this process's.
use super::seal::{first_counter, life_of};

const WORDS: usize = 32;
/// The size of the replay window, in counters: one word less than the bitmap has, because the window's two ends would
/// share a word. A larger window takes memory for each peer; a smaller one refuses more late datagrams.
const WINDOW: u64 = 64 * (WORDS as u64 - 1);

#[derive(Clone, Debug)]
pub struct Replay {
    life: u16,
    /// The highest accepted counter, plus one.
    next: u64,
    seen: [u64; WORDS],
}

impl Replay {
    /// Creates the protection of one life, in which no counter was accepted yet.
    pub fn new(life: u16) -> Replay {
        Replay { life, next: first_counter(life), seen: [0; WORDS] }
    }

    /// Returns true if the counter may be accepted. Callers check this before decryption, so that a replayed datagram
    /// costs no decryption.
    pub fn may_come(&self, counter: u64) -> bool {
        if life_of(counter) != self.life {
            return false;
        }
        if counter >= self.next {
            return counter != u64::MAX;
        }
        self.next - counter <= WINDOW && self.seen[(counter / 64) as usize % WORDS] >> (counter % 64) & 1 == 0
    }

    /// Records the counter of a genuine datagram. Returns true if none with a higher counter has arrived before.
    pub fn came(&mut self, counter: u64) -> bool {
        let newest = counter >= self.next;
        if newest {
            // The words between the old and the new end belong to counters that have not arrived.
            let (old, new) = (self.next.div_ceil(64), counter / 64);
            for word in old..=new.min(old + WORDS as u64 - 1) {
                self.seen[word as usize % WORDS] = 0;
            }
            if new >= old + WORDS as u64 {
                self.seen = [0; WORDS];
            }
            self.next = counter + 1;
        }
        self.seen[(counter / 64) as usize % WORDS] |= 1 << (counter % 64);
        newest
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn each_counter_is_accepted_once() {
        for spread in [3u64, 70, 500, 5000, 1 << 34] {
            let mut rng = fastrand::Rng::with_seed(spread);
            let (mut replay, mut came, mut at) = (Replay::new(0), HashSet::new(), 0u64);
            for _ in 0..20_000 {
                at += rng.u64(..3.max(spread / 50));
                let counter = at.saturating_sub(rng.u64(..spread));
                let fresh = replay.may_come(counter);
                assert!(!(fresh && came.contains(&counter)), "{counter} a second time");
                let highest = came.iter().max().copied().unwrap_or(0);
                // A recent counter that has not arrived is never refused.
                assert!(fresh || came.contains(&counter) || highest - counter >= WINDOW, "{counter} of {highest}");
                if fresh {
                    replay.came(counter);
                    came.insert(counter);
                    if came.len() > 4000 {
                        came.retain(|c| at - c < 2 * WINDOW + spread);
                    }
                }
            }
        }
    }

    #[test]
    fn counters_of_other_lives_are_refused() {
        let mut replay = Replay::new(3);
        for (counter, may) in
            [(0, false), ((3 << 48) - 1, false), (3 << 48, true), ((4 << 48) - 1, true), (4 << 48, false)]
        {
            assert_eq!(replay.may_come(counter), may, "{counter:#x}");
        }
        replay.came((4 << 48) - 1);
        assert!(!replay.may_come((4 << 48) - 1) && !replay.may_come(4 << 48));
    }
}
