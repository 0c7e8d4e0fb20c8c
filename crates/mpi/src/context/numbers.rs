//! The context numbers that this process has taken.

/// Tells agreements apart that are under way at once: parent's context, tag, and what else it takes.
pub type AgreementKey = (u16, i32, u32);

/// An agreement's turn, the same on all its members: the time that they began it at, then the key. Time is counted as
/// by Lamport (1978): an agreement that begins after a process has heard of another one gets its turn after that one.
/// So no sequence of short ones keeps a long one waiting for ever.
pub(super) type Turn = (u64, AgreementKey);

pub(super) const PAIRS: usize = 1 << 15;
/// Pairs that one round of the agreement looks at: 256 bytes.
pub(super) const ROUND: usize = 2048;

/// This process's contexts.
#[derive(Debug)]
pub struct Contexts {
    /// Bit set: pair taken. Grows as pairs get used.
    taken: Vec<u64>,
    /// The agreements that are under way here; the lowest turn goes first.
    pub(super) waiting: Vec<Turn>,
    /// The latest time that an agreement here began at.
    pub(super) time: u64,
    pub(super) busy: bool,
    /// Steps from which the groups of contexts taken here count (see [`Contexts::start`]).
    pub(super) starts: Vec<(u16, u64)>,
}

impl Contexts {
    pub const fn new() -> Contexts {
        Contexts { taken: Vec::new(), waiting: Vec::new(), time: 0, busy: false, starts: Vec::new() }
    }

    fn is_free(&self, pair: usize) -> bool {
        self.taken.get(pair / 64).is_none_or(|w| w >> (pair % 64) & 1 == 0)
    }

    /// The free pairs of one round, a bit each, and in the last byte whether they are offered at all: only by the
    /// agreement whose turn is the lowest, and by one at a time.
    pub(super) fn offer(&mut self, first: usize, turn: Turn) -> ([u8; ROUND / 8 + 1], bool) {
        let mut mask = [0; ROUND / 8 + 1];
        if self.busy || self.waiting.iter().min() != Some(&turn) {
            return (mask, false);
        }
        self.busy = true;
        mask[ROUND / 8] = 1;
        for pair in first..first + ROUND {
            mask[(pair - first) / 8] |= u8::from(self.is_free(pair)) << (pair % 8);
        }
        (mask, true)
    }

    /// The step from which the group of a communicator with this context counts: agreed on together with the context.
    pub fn start(&self, context: u16) -> u64 {
        self.starts.iter().find(|(c, _)| *c == context).map_or(0, |(_, start)| *start)
    }

    /// Takes a pair that is known to be free everywhere.
    pub fn take(&mut self, context: u16) {
        let pair = usize::from(context) / 2;
        if self.taken.len() <= pair / 64 {
            self.taken.resize(pair / 64 + 1, 0);
        }
        self.taken[pair / 64] |= 1 << (pair % 64);
    }

    /// Gives a pair back.
    pub fn release(&mut self, context: u16) {
        self.starts.retain(|(c, _)| *c != context);
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
