//! How long datagrams lay in the socket before somebody looked. The system can note when they come, which costs a ping-pong a
//! twentieth; so it does for processes that are sometimes late, because they compute, sleep or wait for a processor. Those that
//! look all the time find datagrams as they come.
use crate::clock::{ticks, ticks_per_us};

/// What is found so soon after a look that found nothing has just come, in us.
const SOON: u64 = 100;
/// The system takes a moment to begin with its notes, in us.
const BEGIN: u64 = 10_000;
/// Each late look counts as so many that are not. The system begins with notes when more than this, twice, are to be made up
/// for (one late look now and then is the scheduler's doing), and ends when none are; never more are kept.
const LATE: u32 = 64;
const MOST: u32 = 16 * LATE;

/// One socket's. Times are in ticks.
pub struct Lain {
    ticks_per_us: u64,
    /// When a look last found nothing: what is here now came later.
    empty: u64,
    /// The system notes since then.
    noted: Option<u64>,
    /// Looks in time that make up for late ones.
    owed: u32,
}

impl Default for Lain {
    fn default() -> Lain {
        Lain::at(ticks(), ticks_per_us())
    }
}

impl Lain {
    /// Nobody knows how long.
    pub const UNKNOWN: u64 = u64::MAX;

    fn at(now: u64, ticks_per_us: u64) -> Lain {
        Lain { ticks_per_us, empty: now, noted: None, owed: 0 }
    }

    /// A look has found nothing.
    #[inline]
    pub fn nothing(&mut self) {
        self.empty = ticks();
    }

    /// A look has found something, of which the system says that it has lain for `note` ns. For how many it has, or
    /// [`Lain::UNKNOWN`]; and whether the system is to take notes from now on, if that changes.
    pub fn found(&mut self, note: Option<u64>) -> (u64, Option<bool>) {
        self.found_at(ticks(), note)
    }

    fn found_at(&mut self, now: u64, note: Option<u64>) -> (u64, Option<bool>) {
        let us = |from: u64, to: u64| to.saturating_sub(from) / self.ticks_per_us;
        let soon = us(self.empty, now) < SOON;
        // A note of what came before the system took any says that it has just come.
        let sure = self.noted.is_some_and(|since| us(since, self.empty) >= BEGIN);
        let lain = match note {
            Some(ns) if sure => ns,
            _ if soon => 0,
            _ => Lain::UNKNOWN,
        };
        self.owed = match soon || lain < SOON * 1000 {
            true => self.owed.saturating_sub(1),
            false => MOST.min(self.owed + LATE),
        };
        let notes = if self.noted.is_some() { self.owed > 0 } else { self.owed > LATE };
        let changes = (notes != self.noted.is_some()).then_some(notes);
        if changes.is_some() {
            self.noted = notes.then_some(now);
        }
        (lain, changes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_takes_notes_for_who_is_late() {
        let mut lain = Lain::at(0, 1);
        let mut now = 0;
        let mut look = |lain: &mut Lain, after: u64, note| {
            lain.empty = now;
            now += after;
            lain.found_at(now, note)
        };
        for n in 0..5000 {
            assert_eq!(look(&mut lain, 10, None), (0, None), "it has just come");
            if n % 100 == 0 {
                assert_eq!(look(&mut lain, 4_000, None), (Lain::UNKNOWN, None), "once in a while is no reason");
            }
        }
        assert_eq!(look(&mut lain, 3_000, None), (Lain::UNKNOWN, None));
        assert_eq!(look(&mut lain, 3_000, None), (Lain::UNKNOWN, Some(true)));
        assert_eq!(look(&mut lain, 12_000, Some(1)), (Lain::UNKNOWN, None), "the note may say when it was asked for");
        for _ in 0..100 {
            assert_eq!(look(&mut lain, 3_000, Some(2_500_000)), (2_500_000, None));
        }
        // The look is late enough, but what it finds has just come.
        for _ in 1..MOST {
            assert_eq!(look(&mut lain, 3_000, Some(700)), (700, None));
        }
        assert_eq!(look(&mut lain, 3_000, Some(700)), (700, Some(false)));
        assert_eq!(look(&mut lain, 90, None), (0, None));
        assert_eq!(look(&mut lain, 100, None), (Lain::UNKNOWN, None));
    }

    #[test]
    fn what_lay_behind_the_first_has_lain_as_well() {
        let mut lain = Lain::at(0, 1);
        lain.nothing();
        let now = lain.empty;
        assert_eq!(lain.found_at(now + 5_000, None), (Lain::UNKNOWN, None));
        assert_eq!(lain.found_at(now + 5_001, None), (Lain::UNKNOWN, Some(true)));
        assert_eq!(lain.found_at(now + 5_002, None), (Lain::UNKNOWN, None));
    }
}
