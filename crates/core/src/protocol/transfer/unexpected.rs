//! Messages that arrived before their receive, recorded for tools that listen.
use super::Transfers;
use crate::ids::Rank;

/// Messages that a log keeps until a tool takes them. A longer log keeps more of a burst and uses more memory.
const MOST: usize = 1024;

/// A message that arrived before its receive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnexpectedMessage {
    pub from: Rank,
    pub context: u16,
    pub tag: i32,
    pub len: u64,
}

/// The unexpected messages since a tool last took them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnexpectedLog {
    pub messages: Vec<UnexpectedMessage>,
    /// How many further messages the log had no room for.
    pub dropped: u64,
}

impl UnexpectedLog {
    #[cold]
    fn push(&mut self, message: UnexpectedMessage) {
        if self.messages.len() < MOST { self.messages.push(message) } else { self.dropped += 1 }
    }
}

impl Transfers {
    /// Counts a message that arrived before its receive, and records it if a tool listens.
    #[inline(always)]
    pub fn note_unexpected(&mut self, from: Rank, context: u16, tag: i32, len: u64) {
        self.counters.unexpected += 1;
        if let Some(log) = &mut self.log {
            log.push(UnexpectedMessage { from, context, tag, len });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_log_counts_what_it_drops() {
        let mut log = UnexpectedLog::default();
        for tag in 0..MOST as i32 + 3 {
            log.push(UnexpectedMessage { from: 0, context: 0, tag, len: 8 });
        }
        assert_eq!((log.messages.len(), log.dropped), (MOST, 3));
        assert_eq!(log.messages.last().map(|m| m.tag), Some(MOST as i32 - 1));
    }
}
