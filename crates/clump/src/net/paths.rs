//! The lengths of datagrams: core's `Path` decides which are probed and used; this module sends the probes, and
//! answers those of peers. Answers are also signs of life (core's `Vigil`).
use super::driver::Driver;
use clump_core::Rank;
use clump_core::reliability::{PathVerdict, ProbeHead, Round, Sign};
use clump_fabric::Datagrams;
use clump_fabric::clock::Clock;
use clump_fabric::mem::Region;

impl<T: Datagrams, C: Clock> Driver<T, C> {
    /// Probes the path of channel `at`, if something was lost on it, or if it is time to try longer datagrams.
    pub(super) fn measure(&mut self, at: usize, now: u64) {
        let ch = &mut self.channels[at];
        if ch.out.take_doubt() {
            self.doubt(self.channels[at].rank);
        } else if ch.path.is_due(now, ch.heard) {
            let used = self.tx.length(ch.rank);
            let round = ch.path.widen(now, used);
            self.probe(at, round);
        }
    }

    /// Tests whether the length of datagrams to `rank` still comes through, because something was lost.
    pub(super) fn doubt(&mut self, rank: Rank) {
        let (at, now) = (self.channel(rank), self.clock.now());
        let (used, lengths) = (self.tx.length(rank), self.tx.lengths());
        let ch = &mut self.channels[at];
        let round = ch.path.doubt(now, ch.out.round_trip(), used, lengths);
        if round.as_ref().is_some_and(|round| round.unanswered) {
            self.tx.find_way(rank);
        }
        self.probe(at, round);
    }

    /// Processes a probe of `from`, or the answer to one.
    #[cold]
    pub(super) fn probed(&mut self, from: Rank, probe: ProbeHead) {
        if self.patience.is_some() {
            let (at, now) = (self.channel(from), self.clock.now());
            self.channels[at].vigil.hear(now);
        }
        if !probe.answers {
            // A lost answer counts as a lost probe.
            let _ = self.tx.send(from, ProbeHead { answers: true, ..probe }.head(), &[], Region::EMPTY);
            return;
        }
        let (at, now) = (self.channel(from), self.clock.now());
        let (used, lengths) = (self.tx.length(from), self.tx.lengths());
        match self.channels[at].path.answered(now, probe, used, lengths) {
            PathVerdict::Nothing => {}
            PathVerdict::Use(length) => {
                self.tx.set_length(from, length);
                if length > used {
                    // What is in flight was too long.
                    self.channels[at].out.hurry(now);
                    self.deadline = now;
                }
            }
            PathVerdict::Probe(round) => self.probe(at, Some(round)),
        }
    }

    /// Returns true if `rank` was silent for `patience` ns in which this rank has asked it for a sign of life. Asks, if
    /// it is time to.
    #[cold]
    pub(super) fn is_lost(&mut self, rank: Rank, patience: u64) -> bool {
        let (at, now) = (self.channel(rank), self.clock.now());
        let ch = &mut self.channels[at];
        match ch.vigil.look(now, ch.heard, patience) {
            Sign::Enough => return false,
            Sign::Ask => {
                // The answer belongs to no round of the path's.
                let question = ProbeHead { round: 0, length: ProbeHead::SHORT, answers: false };
                let _ = self.tx.send(rank, question.head(), &[], Region::EMPTY);
                self.tx.flush();
                return false;
            }
            Sign::Lost => ch.bury(),
        }
        true
    }

    #[cold]
    fn probe(&mut self, at: usize, round: Option<Round>) {
        let Some(Round { number, lengths, short, .. }) = round else { return };
        let rank = self.channels[at].rank;
        let head = |length| ProbeHead { round: number, length, answers: false }.head();
        lengths.for_each(|length| self.tx.probe(rank, length, head(length)));
        if short {
            let _ = self.tx.send(rank, head(ProbeHead::SHORT), &[], Region::EMPTY);
        }
    }
}
