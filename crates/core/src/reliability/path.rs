//! Measures which length of datagram the path to one peer carries (RFC 8899): by probes, never by what ICMP says.
//!
//! Lengths have numbers: 0 is the longest, and each further one is shorter. The fabric knows their bytes, and keeps the
//! number in use for each peer, because it shortens a datagram at once that the system refuses. This side decides by
//! *rounds* of probes:
//!
//! - When something was lost or repeated ([`Path::doubt`]), a probe of the length in use leaves, and a short one behind
//!   it. If the short one alone is answered, the long one was lost: the next rounds try all shorter lengths, too. After
//!   [`MISSES`] such rounds the longest length that was answered is used.
//! - While the peer is heard ([`Path::is_due`]), all longer lengths are tried every [`WIDEN_NS`].
//! - A length longer than the one in use is used as soon as its probe is answered.
use super::ProbeHead;
use crate::planted::planted;
use std::ops::Range;

/// Rounds in a row, answered without the length in use, after which a shorter length is used. Fewer: losses by chance
/// shorten datagrams. More: a path that has become shorter stops messages for longer.
const MISSES: u8 = 3;
/// The time in ns between two tests of a length in use, and the least time for the answers of a round. Shorter: more
/// probes on a network that loses packets. Longer: messages stop for longer when the path becomes shorter.
const TEST_NS: u64 = 20_000_000;
/// The time in ns between two trials of longer lengths. Shorter: more probes that get lost. Longer: datagrams stay
/// short for longer after the path has become longer.
const WIDEN_NS: u64 = 10_000_000_000;

/// An order to send probes now: of these lengths, the longest first, then a short one if `short`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    pub number: u32,
    pub lengths: Range<u8>,
    pub short: bool,
    /// True if the peer has not answered the round before, so that perhaps no datagram at all reaches it.
    pub unanswered: bool,
}

/// What follows from the answer to a probe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathVerdict {
    Nothing,
    /// From now on, datagrams to the peer have at most this length.
    Use(u8),
    /// The caller sends another round.
    Probe(Round),
}

/// A test of the length in use.
#[derive(Clone, Copy, Debug)]
struct Test {
    /// Rounds that were answered without the length in use.
    missed: u8,
    /// The first round whose short probe counts for the next miss.
    first: u32,
    /// The longest shorter length that was answered.
    best: Option<u8>,
}

/// The path to one peer.
#[derive(Debug)]
pub struct Path {
    /// The number of the last round.
    round: u32,
    /// The first round whose answers count.
    since: u32,
    test: Option<Test>,
    /// When the last round of a test left; 0: never.
    tested: u64,
    /// When longer lengths were last tried, or the path was first used.
    tried: u64,
}

impl Path {
    /// Returns the state of a path that is used from `now` on.
    pub fn new(now: u64) -> Path {
        Path { round: 0, since: 1, test: None, tested: 0, tried: now }
    }

    fn begin(&mut self, lengths: Range<u8>, short: bool, unanswered: bool) -> Round {
        self.round = self.round.wrapping_add(1);
        Round { number: self.round, lengths, short, unanswered }
    }

    /// Records that something sent to the peer was lost, or was not answered in time. `round_trip` is the network's,
    /// in ns; `used` is the number of the length in use, of `lengths` in all. Returns the probes to send, if any.
    pub fn doubt(&mut self, now: u64, round_trip: u64, used: u8, lengths: u8) -> Option<Round> {
        let patience = TEST_NS.max(2 * round_trip);
        if self.tested > 0 && now < self.tested + patience {
            return None;
        }
        self.tested = now;
        let open = self.test.is_some();
        let test = *self.test.get_or_insert(Test { missed: 0, first: self.round.wrapping_add(1), best: None });
        if !open {
            self.since = test.first;
        }
        Some(self.begin(Path::of(test, used, lengths), true, open))
    }

    /// Returns the lengths that the next round of a test tries.
    fn of(test: Test, used: u8, lengths: u8) -> Range<u8> {
        used..if test.missed == 0 { used + 1 } else { lengths }
    }

    /// Returns true if it is time to try longer lengths. `heard`: when the peer was last heard; peers with which
    /// nothing is exchanged get no probes.
    #[inline]
    pub fn is_due(&self, now: u64, heard: u64) -> bool {
        now >= self.tried + WIDEN_NS && heard > self.tried
    }

    /// Returns the probes that try longer lengths than the one in use, if there are any.
    pub fn widen(&mut self, now: u64, used: u8) -> Option<Round> {
        self.tried = now;
        if used == 0 {
            return None;
        }
        let round = self.begin(0..used, false, false);
        if self.test.is_none() {
            self.since = round.number;
        }
        Some(round)
    }

    /// Takes the answer to a probe of round `round`. `used` is the number of the length in use, of `lengths` in all.
    pub fn answered(&mut self, now: u64, probe: ProbeHead, used: u8, lengths: u8) -> PathVerdict {
        let ProbeHead { round, length, .. } = probe;
        if round.wrapping_sub(self.since) > self.round.wrapping_sub(self.since) {
            return PathVerdict::Nothing;
        }
        if length < used {
            return PathVerdict::Use(length);
        }
        let Some(test) = &mut self.test else { return PathVerdict::Nothing };
        if length == used {
            self.test = None;
            return PathVerdict::Nothing;
        }
        if length < lengths {
            test.best = Some(test.best.map_or(length, |best| best.min(length)));
            return PathVerdict::Nothing;
        }
        if length != ProbeHead::SHORT || (round.wrapping_sub(test.first) as i32) < 0 {
            return PathVerdict::Nothing;
        }
        test.missed += 1;
        if test.missed < MISSES {
            test.first = self.round.wrapping_add(1);
            let next = Path::of(*test, used, lengths);
            self.tested = now;
            return PathVerdict::Probe(self.begin(next, true, false));
        }
        let shorter = test.best.unwrap_or(lengths - 1);
        (self.test, self.tried) = (None, now);
        if planted("too_long_counted_as_loss") || shorter == used {
            return PathVerdict::Nothing;
        }
        PathVerdict::Use(shorter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many lengths there are.
    const LENGTHS: u8 = 8;
    const MS: u64 = 1_000_000;

    /// A path that carries lengths from number `carries` on, and loses each further probe whose chance comes up.
    struct World {
        path: Path,
        used: u8,
        carries: u8,
        now: u64,
        /// Probes that have left.
        probes: usize,
        /// How many probes in a thousand get lost by chance.
        loss: u64,
        seed: u64,
    }

    impl World {
        fn new(used: u8, carries: u8) -> World {
            World { path: Path::new(1), used, carries, now: 1, probes: 0, loss: 0, seed: 7 }
        }

        fn arrives(&mut self, length: u8) -> bool {
            self.probes += 1;
            self.seed = self.seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            length >= self.carries && (self.seed >> 33) % 1000 >= self.loss
        }

        /// Sends rounds until none follows. Answers take a millisecond.
        fn send(&mut self, round: Option<Round>) {
            let Some(Round { number, lengths, short, .. }) = round else { return };
            self.now += MS;
            let all = lengths.chain(short.then_some(ProbeHead::SHORT));
            let answers: Vec<u8> = all.filter(|length| self.arrives(*length)).collect();
            for length in answers {
                self.answer(number, length);
            }
        }

        fn answer(&mut self, round: u32, length: u8) {
            let probe = ProbeHead { round, length, answers: true };
            match self.path.answered(self.now, probe, self.used, LENGTHS) {
                PathVerdict::Nothing => {}
                PathVerdict::Use(length) => self.used = length,
                PathVerdict::Probe(round) => self.send(Some(round)),
            }
        }

        fn doubt(&mut self) {
            let round = self.path.doubt(self.now, MS, self.used, LENGTHS);
            self.send(round);
            self.now += TEST_NS;
        }

        fn widen(&mut self) {
            self.now += WIDEN_NS;
            assert!(self.path.is_due(self.now, self.now));
            let round = self.path.widen(self.now, self.used);
            self.send(round);
        }
    }

    #[test]
    fn the_longest_length_that_comes_through_is_found_in_three_round_trips() {
        for used in 0..LENGTHS {
            for carries in 0..LENGTHS {
                let mut world = World::new(used, carries);
                let begin = world.now;
                world.doubt();
                assert_eq!(world.used, carries.max(used));
                assert!(world.now - begin <= 3 * MS + TEST_NS);
                world.widen();
                assert_eq!(world.used, carries);
            }
        }
    }

    #[test]
    fn a_length_that_comes_through_costs_two_probes_a_test() {
        let mut world = World::new(2, 2);
        for _ in 0..10 {
            world.doubt();
        }
        assert_eq!((world.used, world.probes), (2, 20));
        assert_eq!(world.path.doubt(world.now, MS, 2, LENGTHS).map(|r| r.lengths), Some(2..3));
        assert_eq!(world.path.doubt(world.now + 1, MS, 2, LENGTHS), None, "one test at a time");
    }

    #[test]
    fn losses_by_chance_seldom_shorten_datagrams_and_never_for_long() {
        let mut world = World { loss: 50, ..World::new(2, 2) };
        let mut shortened = 0;
        for _ in 0..10_000 {
            world.doubt();
            if world.used > 2 {
                shortened += 1;
                (0..10).for_each(|_| world.widen());
                assert_eq!(world.used, 2);
            }
        }
        assert!(shortened < 10, "{shortened} of 10000");
    }

    #[test]
    fn a_silent_peer_proves_nothing() {
        let mut world = World { loss: 1000, ..World::new(2, 2) };
        for tests in 0..20 {
            let round = world.path.doubt(world.now, MS, world.used, LENGTHS).expect("a round");
            assert_eq!(round.unanswered, tests > 0);
            world.send(Some(round));
            world.now += TEST_NS;
        }
        assert_eq!((world.used, world.probes), (2, 40));
        // When the peer answers again, the length in use still comes through.
        world.loss = 0;
        world.doubt();
        assert_eq!(world.used, 2);
    }

    #[test]
    fn late_answers_and_answers_of_no_round_have_no_effect() {
        let mut world = World::new(2, 2);
        let old = world.path.doubt(world.now, MS, 2, LENGTHS).expect("a round").number;
        world.answer(old, 2);
        world.now += TEST_NS;
        let round = world.path.doubt(world.now, MS, 2, LENGTHS).expect("a round").number;
        for length in [0, 1, 3, ProbeHead::SHORT] {
            world.answer(old, length);
            world.answer(round + 1, length);
        }
        assert_eq!(world.used, 2);
        // An answer that comes late still ends the test in which it was asked for.
        world.now += TEST_NS;
        let _ = world.path.doubt(world.now, MS, 2, LENGTHS);
        world.answer(round, ProbeHead::SHORT);
        world.answer(round, 2);
        world.answer(round + 1, ProbeHead::SHORT);
        assert_eq!(world.used, 2);
        // No answer names a length that does not exist.
        world.answer(round, LENGTHS);
        assert_eq!(world.used, 2);
    }

    #[test]
    fn an_idle_peer_gets_no_probes() {
        let mut path = Path::new(1);
        let later = 1 + 10 * WIDEN_NS;
        assert!(!path.is_due(later, 1), "the peer was not heard");
        assert!(!path.is_due(WIDEN_NS, WIDEN_NS), "it is too soon");
        assert!(path.is_due(later, later));
        assert_eq!(path.widen(later, 0), None, "there is no longer length");
        assert_eq!(path.widen(later, 3).map(|r| (r.lengths, r.short)), Some((0..3, false)));
        assert!(!path.is_due(later + WIDEN_NS, later), "the peer was not heard since");
    }
}
