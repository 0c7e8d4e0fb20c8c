//! Agreements in shared memory, which outlives its writers: each communicator has a line for each rank, at an address
//! that follows from the context (`layout`).
//!
//! **Access rule.** A line has two records, each a stamp and a value, and a decision. Only the rank itself writes its
//! records: it clears the stamp, stores the value and then the stamp. The first record is the rank's contribution, the
//! second what it proposes as the decision. The decision, in the line of the communicator's first member, names the
//! rank whose proposal is the decision, and has the low bits of the agreement's stamp; members exchange it from the
//! value of an earlier agreement, and the first exchange decides for all members, also if its member dies then.
//!
//! **Why one word is enough.** A member writes a record for agreement n + 1 of a communicator only after it has read
//! the decision of n, and n + 1 is decided only when all living members have contributed to it. So while a living
//! member has yet to read the decision of n, no member writes the decision of n + 1, or its proposal for it. The words
//! of the dead stay.
//!
//! **Who decides.** Every member looks at all contributions after it has written its own, with a full fence between. So
//! the last of several members that contribute at once finds all. A death makes every member look again.
use super::atomic::Word;
use super::layout::AGREEMENT;
use super::segment::Segment;
use crate::local::{AgreementName, Agreements, Contributed};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// The words in use of a line: contribution (stamp, value), proposal (stamp, value), decision.
pub(super) const WORDS: usize = 5;
const _: () = assert!(WORDS * 8 <= AGREEMENT);

/// How many bits of the stamp the decision has, beside the rank; the lowest 24 are the agreement's number.
const STAMP: u32 = 48;
/// The bits of a decision that are the stamp's.
const MASK: u64 = (1 << STAMP) - 1;

/// Writes a record. Only its owner does.
pub(super) fn write<W: Word<Value = u64>>(stamp_of: &W, value_of: &W, stamp: u64, value: u64) {
    stamp_of.store(0, Ordering::Relaxed);
    // A reader that sees the new value also sees that the old stamp is gone.
    value_of.store(value, Ordering::Release);
    stamp_of.store(stamp, Ordering::Release);
}

/// Returns a record's stamp and value; stamp 0 if the owner is writing it.
pub(super) fn read<W: Word<Value = u64>>(stamp_of: &W, value_of: &W) -> (u64, u64) {
    let stamp = stamp_of.load(Ordering::Acquire);
    let value = value_of.load(Ordering::Acquire);
    if stamp_of.load(Ordering::Relaxed) == stamp { (stamp, value) } else { (0, 0) }
}

/// Exchanges the decision word for `new`, unless it has the decision of the same agreement, or of a later one of the
/// communicator: a process that was taken for dead may be that late. Returns the word then.
pub(super) fn settle<W: Word<Value = u64>>(word: &W, new: u64) -> u64 {
    loop {
        let old = word.load(Ordering::Acquire);
        let (old_stamp, new_stamp) = (old & MASK, new & MASK);
        if old_stamp >> 24 == new_stamp >> 24 && old_stamp >= new_stamp {
            return old;
        }
        if word.exchange(old, new, Ordering::AcqRel, Ordering::Acquire).is_ok() {
            return new;
        }
    }
}

impl Segment {
    fn line(&self, name: AgreementName, rank: u32) -> &[AtomicU64; WORDS] {
        assert!(rank < self.ranks(), "rank {rank} of {}", self.ranks());
        let line = self.at(self.layout().agreement(usize::from(name.of.pair), rank), WORDS * 8).cast();
        // SAFETY: aligned words of the mapping that this segment is, of which only atomics are used.
        unsafe { &*line }
    }

    fn decision_word(&self, name: AgreementName) -> &AtomicU64 {
        &self.line(name, u32::from(name.of.first))[4]
    }
}

impl Agreements for Arc<Segment> {
    fn contribute(&self, name: AgreementName, rank: u32, value: u64) -> io::Result<()> {
        let first = self.layout().agreement(usize::from(name.of.pair), 0);
        self.reserve(first, self.ranks() as usize * AGREEMENT)?;
        let line = self.line(name, rank);
        write(&line[0], &line[1], name.stamp(), value);
        // See "Who decides" above.
        fence(Ordering::SeqCst);
        Ok(())
    }

    fn contribution(&self, name: AgreementName, rank: u32) -> Contributed {
        let line = self.line(name, rank);
        match read(&line[0], &line[1]) {
            (stamp, value) if stamp == name.stamp() => Contributed::Value(value),
            (stamp, _) if stamp >> 24 == u64::from(name.of.time) && stamp > name.stamp() => Contributed::Later,
            _ => Contributed::None,
        }
    }

    fn decision(&self, name: AgreementName) -> Option<u64> {
        let word = self.decision_word(name).load(Ordering::Acquire);
        let rank = (word >> STAMP) as u32;
        // The word is untrusted.
        if word & MASK != name.stamp() & MASK || rank >= self.ranks() {
            return None;
        }
        let line = self.line(name, rank);
        match read(&line[2], &line[3]) {
            (stamp, value) if stamp == name.stamp() => Some(value),
            _ => None,
        }
    }

    fn decide(&self, name: AgreementName, rank: u32, value: u64) -> u64 {
        let line = self.line(name, rank);
        write(&line[2], &line[3], name.stamp(), value);
        settle(self.decision_word(name), u64::from(rank) << STAMP | (name.stamp() & MASK));
        // Fails only if another process has damaged the words; then this process's value is as good as any.
        self.decision(name).unwrap_or(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::local::Revoked;

    fn name(number: u32) -> AgreementName {
        AgreementName { of: Revoked { pair: 3, first: 1, time: 9 }, number }
    }

    #[test]
    fn the_first_decision_holds_and_the_next_agreement_begins_anew() {
        let segment = Arc::new(Segment::create(3).expect("a segment"));
        for number in 1..4 {
            assert_eq!(segment.contribution(name(number), 2), Contributed::None);
            assert_eq!(segment.decision(name(number)), None);
            segment.contribute(name(number), 2, 70 + u64::from(number)).expect("memory");
            assert_eq!(segment.contribution(name(number), 2), Contributed::Value(70 + u64::from(number)));
            assert_eq!(segment.contribution(name(number + 1), 2), Contributed::None);
            assert_eq!(segment.decide(name(number), 2, 5), 5);
            assert_eq!(segment.decide(name(number), 0, 6), 5, "the first one has decided");
            assert_eq!(segment.decision(name(number)), Some(5));
        }
        assert_eq!(segment.contribution(name(1), 2), Contributed::Later);
        segment.decide(name(1), 1, 8);
        assert_eq!(segment.decision(name(3)), Some(5), "a process that was taken for dead changes no later decision");
        let other = AgreementName { of: Revoked { time: 10, ..name(1).of }, number: 1 };
        assert_eq!((segment.contribution(other, 2), segment.decision(other)), (Contributed::None, None));
    }

    #[test]
    fn ranks_that_decide_at_once_get_one_decision() {
        let segment = Arc::new(Segment::create(4).expect("a segment"));
        for number in 1..500 {
            let decide = |rank: u32| {
                let segment = segment.clone();
                std::thread::spawn(move || segment.decide(name(number), rank, u64::from(rank)))
            };
            let all: Vec<u64> = [0, 1, 2, 3].map(decide).into_iter().map(|thread| thread.join().unwrap()).collect();
            assert!(all.iter().all(|decision| *decision == all[0]), "{all:?}");
        }
    }
}
