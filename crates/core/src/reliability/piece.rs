//! PIECE: bytes that answer an ask. Its head is the ask's number, with a mark that no packet number has; words: the
//! receiver's pull, offset in the message. It is not numbered nor acknowledged: what does not come is asked for again.
use super::PullId;
use std::ops::Range;

/// Above the 48 bits of packet numbers.
const MARK: u64 = 16 << 48;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceHead {
    pub pull: PullId,
    pub number: u32,
    pub offset: u64,
}

impl PieceHead {
    pub const WORDS: usize = 2;

    /// True if the head is a piece's.
    pub fn is(head: u64) -> bool {
        head >> 48 == MARK >> 48
    }

    pub fn head(self) -> u64 {
        MARK | u64::from(self.number)
    }

    pub fn words(self) -> [u64; PieceHead::WORDS] {
        [self.pull.to_word(), self.offset]
    }

    /// A piece with `len` bytes behind these words, and which of the message's they are; `None`: it contradicts itself.
    pub fn parse(head: u64, [pull, offset]: [u64; PieceHead::WORDS], len: u64) -> Option<(PieceHead, Range<u64>)> {
        let number = u32::try_from(head & !MARK).ok().filter(|_| PieceHead::is(head))?;
        let range = offset..offset.checked_add(len)?;
        Some((PieceHead { pull: PullId::from_word(pull), number, offset }, range))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pieces_survive_the_wire_and_any_words_are_taken_calmly(
            pull: u64, number: u32, offset in 0u64..1 << 60, len in 0u64..100_000, head: u64, words: [u64; 2], any: u64,
        ) {
            let piece = PieceHead { pull: PullId::from_word(pull), number, offset };
            prop_assert_eq!(PieceHead::parse(piece.head(), piece.words(), len), Some((piece, offset..offset + len)));
            prop_assert_eq!(PullId::from_word(pull).to_word(), pull);
            if let Some((_, range)) = PieceHead::parse(head, words, any) {
                prop_assert!(range.start <= range.end);
            }
            prop_assert!(!PieceHead::is(head % (1 << 48)));
        }
    }
}
