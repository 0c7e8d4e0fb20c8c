//! The turns of senders in an extract that has a bound.
use clump::driver::Rank;
use std::collections::VecDeque;

/// The senders with messages to read, in the order of their turns.
#[derive(Default)]
pub struct Senders {
    order: VecDeque<SenderTurn>,
}

/// A sender's next turn.
#[derive(Clone, Copy)]
pub struct SenderTurn {
    pub sender: Rank,
    /// True if new messages go before messages that handlers are already reading, in this turn. The order alternates
    /// from turn to turn.
    pub new_first: bool,
}

impl Senders {
    /// Removes senders without work, and appends new senders. Returns the number of senders.
    pub fn update(&mut self, with_work: &[Rank]) -> u64 {
        self.order.retain(|turn| with_work.contains(&turn.sender));
        for &sender in with_work {
            if self.order.iter().all(|turn| turn.sender != sender) {
                self.order.push_back(SenderTurn { sender, new_first: true });
            }
        }
        self.order.len() as u64
    }

    /// Returns the next turn, and appends that sender's following turn.
    pub fn next(&mut self) -> Option<SenderTurn> {
        let turn = self.order.pop_front()?;
        self.order.push_back(SenderTurn { new_first: !turn.new_first, ..turn });
        Some(turn)
    }
}
