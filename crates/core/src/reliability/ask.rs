//! ASK: the receiver of a long message asks its sender for a range now. Head: a mark that no packet number has; bit 0:
//! bytes wait in the network, and the answer leaves in short rows; bit 1: the receiver asks again for what was lost.
//! Words: the sender's number for the message, the receiver's pull, offset, length with the ask's number above bit
//! 32. An ASK has no packet number and is not acknowledged: the receiver asks again for what does not arrive.
use super::PullId;
use std::ops::Range;

/// The mark of an ASK's head. It lies above the 48 bits of packet numbers, and no kind of frame has this number
/// (`wire/head.rs`).
const MARK: u64 = 15 << 48;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AskHead {
    /// The number that the sender gave the message.
    pub send: u64,
    /// The number that the receiver gave the pull; every piece carries it back.
    pub pull: PullId,
    pub number: u32,
    pub offset: u64,
    pub len: u32,
    /// True if bytes wait in a queue of the network. A port that lets bytes through by their number (a token bucket)
    /// idles while it waits for room for a long row.
    pub queued: bool,
    /// True if this rank has asked for the bytes before, and they did not arrive.
    pub again: bool,
}

impl AskHead {
    pub const WORDS: usize = 4;

    /// Returns true if the head is that of an ask.
    pub fn is(head: u64) -> bool {
        head >> 48 == MARK >> 48
    }

    pub fn head(self) -> u64 {
        MARK | u64::from(self.queued) | u64::from(self.again) << 1
    }

    pub fn words(self) -> [u64; AskHead::WORDS] {
        [self.send, self.pull.to_word(), self.offset, u64::from(self.number) << 32 | u64::from(self.len)]
    }

    /// Decodes an ask: returns it with the range of the message that it asks for; `None` if the words contradict
    /// themselves.
    pub fn parse(head: u64, [send, pull, offset, last]: [u64; AskHead::WORDS]) -> Option<(AskHead, Range<u64>)> {
        if !AskHead::is(head) {
            return None;
        }
        let (pull, number) = (PullId::from_word(pull), (last >> 32) as u32);
        let (queued, again) = (head & 1 == 1, head & 2 == 2);
        let ask = AskHead { send, pull, number, offset, len: last as u32, queued, again };
        Some((ask, offset..offset.checked_add(u64::from(ask.len))?))
    }
}

#[cfg(test)]
mod tests {
    use super::super::PieceHead;
    use super::*;
    use crate::wire::Head;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn asks_survive_the_wire_and_no_words_cause_a_panic(
            send: u64, pull: u64, number: u32, offset in 0u64..1 << 60, len: u32, queued: bool,
            again: bool, head: u64, words: [u64; 4],
        ) {
            let ask = AskHead { send, pull: PullId::from_word(pull), number, offset, len, queued, again };
            let range = offset..offset + u64::from(len);
            prop_assert_eq!(AskHead::parse(ask.head(), ask.words()), Some((ask, range)));
            if let Some((_, range)) = AskHead::parse(head, words) {
                prop_assert!(range.start <= range.end);
            }
            prop_assert!(!AskHead::is(head % (1 << 48)));
        }
    }

    #[test]
    fn no_frame_and_no_piece_has_an_asks_head() {
        let pull = PullId::from_word(2);
        let ask = AskHead { send: 1, pull, number: 3, offset: 4, len: 5, queued: true, again: true };
        assert!(Head::parse(ask.head()).is_none() && !PieceHead::is(ask.head()));
        let piece = PieceHead { pull: PullId::from_word(2), number: 3, late: 4, offset: 5 };
        assert!(Head::parse(piece.head()).is_none() && !AskHead::is(piece.head()));
    }
}
