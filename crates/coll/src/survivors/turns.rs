//! The order of a communicator's agreements.
use std::collections::BTreeMap;

/// The agreements of this process's communicators. All members begin them in one order, and each ends before the next
/// one begins: they have one place to write in for each communicator.
#[derive(Debug, Default)]
pub struct AgreementTurns {
    /// By the communicator's context.
    turns: BTreeMap<u16, Turns>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Turns {
    /// How many calls have begun, and have ended.
    begun: u64,
    ended: u64,
    /// The number of the last agreement; a call may need several.
    number: u32,
}

impl AgreementTurns {
    pub const fn new() -> AgreementTurns {
        AgreementTurns { turns: BTreeMap::new() }
    }

    /// Begins a call, and returns its turn.
    pub fn begin(&mut self, context: u16) -> u64 {
        let turns = self.turns.entry(context).or_default();
        turns.begun += 1;
        turns.begun
    }

    /// Returns true once the calls before this turn have ended.
    pub fn is_next(&self, context: u16, turn: u64) -> bool {
        self.turns.get(&context).is_none_or(|turns| turns.ended + 1 == turn)
    }

    /// Returns the number of the next agreement.
    pub fn next_number(&mut self, context: u16) -> u32 {
        let turns = self.turns.entry(context).or_default();
        turns.number += 1;
        turns.number
    }

    /// Ends the call whose turn it is.
    pub fn end(&mut self, context: u16) {
        if let Some(turns) = self.turns.get_mut(&context) {
            turns.ended += 1;
        }
    }

    /// Forgets a communicator.
    pub fn forget(&mut self, context: u16) {
        self.turns.remove(&context);
    }
}
