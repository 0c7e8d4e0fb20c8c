//! PIECE: bytes that answer an ask. Head: the ask's number and how long it waited at the sender, with a mark that no
//! packet number has. Words: the receiver's pull, offset in the message. A PIECE has no packet number and is not
//! acknowledged: the receiver asks again for what does not arrive.
use super::PullId;
use std::ops::Range;

/// The mark of a PIECE's head. It lies above the 48 bits of packet numbers, and no kind of frame has this number
/// (`wire/head.rs`).
const MARK: u64 = 16 << 48;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceHead {
    pub pull: PullId,
    pub number: u32,
    /// How long the ask waited at the sender of this piece, in units of [`LATE`].
    pub late: u16,
    pub offset: u64,
}

/// The unit of lateness, in nanoseconds.
const LATE: u64 = 1_000;

impl PieceHead {
    pub const WORDS: usize = 2;

    /// Returns true if the head is that of a piece.
    pub fn is(head: u64) -> bool {
        head >> 48 == MARK >> 48
    }

    pub fn head(self) -> u64 {
        MARK | u64::from(self.late) << 32 | u64::from(self.number)
    }

    /// Returns how long the ask waited at the sender of this piece, in ns.
    pub fn late(self) -> u64 {
        u64::from(self.late) * LATE
    }

    /// Converts a wait of `ns` to units of `LATE`. A wait beyond 65 ms counts as 65 ms.
    pub fn late_of(ns: u64) -> u16 {
        (ns / LATE).min(u64::from(u16::MAX)) as u16
    }

    pub fn words(self) -> [u64; PieceHead::WORDS] {
        [self.pull.to_word(), self.offset]
    }

    /// Decodes a piece of `len` bytes: returns it with the range of the message that the bytes are; `None` if the words
    /// contradict themselves.
    pub fn parse(head: u64, [pull, offset]: [u64; PieceHead::WORDS], len: u64) -> Option<(PieceHead, Range<u64>)> {
        if !PieceHead::is(head) {
            return None;
        }
        let range = offset..offset.checked_add(len)?;
        let (number, late) = (head as u32, (head >> 32) as u16);
        Some((PieceHead { pull: PullId::from_word(pull), number, late, offset }, range))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pieces_survive_the_wire_and_no_words_cause_a_panic(
            pull: u64, number: u32, late: u16, offset in 0u64..1 << 60, len in 0u64..100_000,
            head: u64, words: [u64; 2], any: u64,
        ) {
            let piece = PieceHead { pull: PullId::from_word(pull), number, late, offset };
            prop_assert_eq!(PieceHead::parse(piece.head(), piece.words(), len), Some((piece, offset..offset + len)));
            prop_assert_eq!(PullId::from_word(pull).to_word(), pull);
            if let Some((_, range)) = PieceHead::parse(head, words, any) {
                prop_assert!(range.start <= range.end);
            }
            prop_assert!(!PieceHead::is(head % (1 << 48)));
        }
    }
}
