//! Whose turn it is where an extract has a bound.
use clump::Rank;
use std::collections::VecDeque;

/// Senders with something to read, in the order of their turns.
#[derive(Default)]
pub struct Senders {
    order: VecDeque<SenderTurn>,
}

/// A sender's next turn.
#[derive(Clone, Copy)]
pub struct SenderTurn {
    pub sender: Rank,
    /// New messages go first, then those that handlers read already; the other way round at the next turn.
    pub new_first: bool,
}

impl Senders {
    /// Senders that have nothing more lose their place; those that are new come last. How many there are.
    pub fn update(&mut self, with_work: &[Rank]) -> u64 {
        self.order.retain(|turn| with_work.contains(&turn.sender));
        for &sender in with_work {
            if self.order.iter().all(|turn| turn.sender != sender) {
                self.order.push_back(SenderTurn { sender, new_first: true });
            }
        }
        self.order.len() as u64
    }

    /// The next turn, which goes to the end of the order.
    pub fn next(&mut self) -> Option<SenderTurn> {
        let turn = self.order.pop_front()?;
        self.order.push_back(SenderTurn { new_first: !turn.new_first, ..turn });
        Some(turn)
    }
}
