//! Finds out whether a silent peer is still there, in a job without agents that watch its hosts. A rank asks only for
//! peers without which its own waits cannot end: each search for a departed rank looks after them.

/// The time in ns after which a silent peer is asked, and asked again. Shorter: more datagrams. Longer: fewer questions
/// may get lost before the peer counts as lost.
const ASK_NS: u64 = 400_000_000;
/// If this rank did not look for so many ns (it did not wait, or was stopped), the peer's silence before means nothing.
const PAUSE_NS: u64 = 1_500_000_000;

/// What follows from a look at a peer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// The peer was heard lately, or was asked lately.
    Enough,
    /// The caller asks the peer for an answer.
    Ask,
    /// The peer was silent for too long.
    Lost,
}

/// What this rank knows of one peer.
#[derive(Debug, Default)]
pub struct Vigil {
    /// When the peer last gave a sign of life outside the reliable channel.
    heard: u64,
    /// When this rank last looked.
    looked: u64,
    /// Since when this rank has looked without a pause.
    since: u64,
    /// When the peer was last asked.
    asked: u64,
}

impl Vigil {
    /// Records a sign of life.
    pub fn hear(&mut self, now: u64) {
        self.heard = now;
    }

    /// Looks after the peer, which was last heard on the channel at `heard`. It is lost once it was silent for
    /// `patience` ns in which this rank has looked and asked.
    pub fn look(&mut self, now: u64, heard: u64, patience: u64) -> Sign {
        if now.saturating_sub(self.looked) > PAUSE_NS {
            self.since = now;
        }
        self.looked = now;
        let silent = now.saturating_sub(self.since.max(self.heard).max(heard));
        if silent > patience {
            return Sign::Lost;
        }
        if silent < ASK_NS || now.saturating_sub(self.asked) < ASK_NS {
            return Sign::Enough;
        }
        self.asked = now;
        Sign::Ask
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: u64 = 1_000_000;
    const PATIENCE: u64 = 3_600 * MS;
    const START: u64 = 1_000_000 * MS;

    /// Looks every 100 ms for `time` ms; the peer answers while `answers` is true. Returns when it is lost, in ms, and
    /// how often it was asked.
    fn watch(vigil: &mut Vigil, from: u64, time: u64, answers: bool) -> (Option<u64>, u32) {
        let mut asked = 0;
        for at in (0..time).step_by(100) {
            let now = from + at * MS;
            match vigil.look(now, 0, PATIENCE) {
                Sign::Lost => return (Some(at), asked),
                Sign::Ask => {
                    asked += 1;
                    if answers {
                        vigil.hear(now + MS);
                    }
                }
                Sign::Enough => {}
            }
        }
        (None, asked)
    }

    #[test]
    fn a_silent_peer_is_asked_and_then_lost() {
        let (lost, asked) = watch(&mut Vigil::default(), START, 10_000, false);
        assert_eq!((lost, asked), (Some(3_700), 9));
    }

    #[test]
    fn a_peer_that_answers_is_never_lost_and_costs_two_questions_a_second() {
        let (lost, asked) = watch(&mut Vigil::default(), START, 10_000, true);
        assert!(lost.is_none() && (18..=25).contains(&asked), "{lost:?}, {asked}");
    }

    #[test]
    fn a_rank_that_was_stopped_begins_anew() {
        let mut vigil = Vigil::default();
        assert_eq!(watch(&mut vigil, START, 3_000, false).0, None);
        let later = START + 60_000 * MS;
        assert_eq!(watch(&mut vigil, later, 10_000, false).0, Some(3_700));
    }

    #[test]
    fn a_peer_that_the_channel_hears_is_not_asked() {
        let mut vigil = Vigil::default();
        for at in 0..100 {
            let now = START + at * 100 * MS;
            assert_eq!(vigil.look(now, now - 50 * MS, PATIENCE), Sign::Enough);
        }
    }
}
