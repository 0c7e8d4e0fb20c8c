//! The contexts that this process has taken.

use std::ops::Range;

/// Identifies an agreement among all agreements that run at once: the parent's context, the tag, and a further number.
pub type AgreementKey = (u16, i32, u32);

/// An agreement's turn, equal on all its members: the time at which they began the agreement, then its key. Time is
/// Lamport's logical time (1978): an agreement that begins after a process has heard of another agreement gets a later
/// turn. So no sequence of short agreements starves a long agreement.
pub(crate) type Turn = (u64, AgreementKey);

/// Context of MPI_COMM_WORLD.
pub const WORLD: u16 = 0;
/// Context of MPI_COMM_SELF.
pub const SELF: u16 = 2;

/// The context of exchanges among processes without a common communicator: MPI_COMM_SELF's for collectives, on which no
/// other message passes between processes.
pub const PARENTLESS: u16 = SELF + 1;

/// Number of pairs of contexts that exist: contexts have 16 bits.
pub(crate) const PAIRS: usize = 1 << 15;
/// Pairs of contexts in one round of the agreement; their mask takes 256 bytes. Larger: fewer rounds, longer messages.
pub(crate) const ROUND: usize = 2048;

/// This process's contexts.
#[derive(Debug)]
pub struct Contexts {
    /// Mask of contexts with a bit for each pair, set if the pair is taken. The mask grows as pairs are used.
    taken: Vec<u64>,
    /// The agreements in which this process takes part, with true for those that a member has refused. The agreement
    /// with the lowest turn goes first.
    waiting: Vec<(Turn, bool)>,
    /// The latest time at which an agreement began in this process.
    pub(crate) time: u64,
    pub(crate) busy: bool,
    /// Contexts that are never released: messages of a call that an exception has ended may still arrive on them.
    retired: Vec<u16>,
    /// Contexts, and a tag, of messages that no receive will take: they may arrive at any later time.
    late: Vec<Late>,
    /// What the members have agreed on together with each taken context.
    pub(crate) births: Vec<Birth>,
}

/// Contexts of messages that no receive will take, and their tag unless it is `None`.
pub type Late = (Range<u16>, Option<i32>);

/// What the members of a communicator have agreed on together with its context.
#[derive(Debug)]
pub(crate) struct Birth {
    pub context: u16,
    /// The step from which the board's group counts (see [`Contexts::start`]).
    pub start: u64,
    /// The time of the agreement's [`Turn`].
    pub time: u64,
}

impl Contexts {
    pub const fn new() -> Contexts {
        Contexts {
            taken: Vec::new(),
            waiting: Vec::new(),
            time: 0,
            busy: false,
            retired: Vec::new(),
            late: Vec::new(),
            births: Vec::new(),
        }
    }

    /// Adds an agreement whose members all take part.
    pub(crate) fn begin(&mut self, turn: Turn) {
        self.waiting.push((turn, false));
    }

    /// Removes an agreement that has ended.
    pub(crate) fn end(&mut self, turn: Turn) {
        self.waiting.retain(|(waiting, _)| *waiting != turn);
    }

    /// Records that a member has refused the agreement.
    pub(crate) fn refused(&mut self, turn: Turn) {
        self.waiting.iter_mut().filter(|(waiting, _)| *waiting == turn).for_each(|(_, refused)| *refused = true);
    }

    /// Returns the lowest turn.
    fn first(&self) -> Option<Turn> {
        self.waiting.iter().map(|(turn, _)| *turn).min()
    }

    /// Returns true if the agreement has nothing to do until another one of this process has ended. While a member
    /// refuses that other one, this process answers: the member may be waiting for the answer.
    pub(crate) fn waits(&self, turn: Turn) -> bool {
        self.waiting.iter().min().is_some_and(|(first, refused)| *first != turn && !refused)
    }

    fn is_free(&self, pair: usize) -> bool {
        self.taken.get(pair / 64).is_none_or(|w| w >> (pair % 64) & 1 == 0)
    }

    /// Returns a round's free pairs, one bit each, and whether this process offers them (also in the last byte). A
    /// process offers its pairs only to the agreement with the lowest turn, and only to one agreement at a time.
    pub(crate) fn offer(&mut self, first: usize, turn: Turn) -> ([u8; ROUND / 8 + 1], bool) {
        let mut mask = [0; ROUND / 8 + 1];
        if self.busy || self.first() != Some(turn) {
            return (mask, false);
        }
        self.busy = true;
        mask[ROUND / 8] = 1;
        for pair in first..first + ROUND {
            mask[(pair - first) / 8] |= u8::from(self.is_free(pair)) << (pair % 8);
        }
        (mask, true)
    }

    /// Returns the step from which the board's group of a communicator with this context counts. The members have
    /// agreed on this step together with the context.
    pub fn start(&self, context: u16) -> u64 {
        self.birth(context).map_or(0, |birth| birth.start)
    }

    /// Returns a time that tells the communicator from all earlier ones with this context. All members agree on it.
    pub fn time_of(&self, context: u16) -> u64 {
        self.birth(context).map_or(0, |birth| birth.time)
    }

    fn birth(&self, context: u16) -> Option<&Birth> {
        self.births.iter().find(|birth| birth.context == context)
    }

    /// Takes a pair that is free on all members.
    pub fn take(&mut self, context: u16) {
        let pair = usize::from(context) / 2;
        if self.taken.len() <= pair / 64 {
            self.taken.resize(pair / 64 + 1, 0);
        }
        self.taken[pair / 64] |= 1 << (pair % 64);
    }

    /// Keeps a taken pair for ever, on all members: they agree on pairs that are free on each of them.
    pub fn retire(&mut self, context: u16) {
        if !self.retired.contains(&context) {
            self.retired.push(context);
        }
    }

    /// Notes that messages which no receive will take may arrive.
    pub fn expect_late(&mut self, late: impl IntoIterator<Item = Late>) {
        for late in late {
            if !self.late.contains(&late) {
                self.late.push(late);
            }
        }
    }

    /// Returns which messages no receive will take.
    pub fn late(&self) -> &[Late] {
        &self.late
    }

    /// Releases a pair. The pairs of MPI_COMM_WORLD and MPI_COMM_SELF stay taken: the world model may start after a
    /// session, and exchanges without a communicator use the second (see [`crate::agreement::Agreement`]).
    pub fn release(&mut self, context: u16) {
        if context <= SELF {
            return;
        }
        if self.retired.contains(&context) {
            self.expect_late([(context..context + 2, None)]);
            return;
        }
        self.births.retain(|birth| birth.context != context);
        let pair = usize::from(context) / 2;
        if let Some(w) = self.taken.get_mut(pair / 64) {
            *w &= !(1 << (pair % 64));
        }
    }
}

impl Default for Contexts {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreements_wait_for_the_first_one_until_a_member_refuses_it() {
        let mut contexts = Contexts::new();
        let (first, second) = ((1, (0, 1, 0)), (1, (0, 2, 0)));
        contexts.begin(second);
        assert!(!contexts.waits(second));
        contexts.begin(first);
        assert!(contexts.waits(second) && !contexts.waits(first));
        contexts.refused(first);
        assert!(!contexts.waits(second) && !contexts.offer(0, second).1);
        contexts.end(first);
        assert!(!contexts.waits(second) && contexts.offer(0, second).1);
        contexts.begin(first);
        // This process must refuse at once while the later agreement has its mask.
        assert!(!contexts.waits(first) && !contexts.offer(0, first).1);
    }
}
