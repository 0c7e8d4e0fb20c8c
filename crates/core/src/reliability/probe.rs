//! PROBE: a packet of a given length that asks whether the path to a peer carries that length; the peer answers with a
//! short one. Head only: a mark that no packet number has, the round, the length's number, and in bit 0 whether this is
//! the answer. A PROBE is not acknowledged: what is not answered shows that the path is shorter.

/// The mark of a PROBE's head. It lies above the 48 bits of packet numbers, and no kind of frame has this number
/// (`wire/head.rs`).
const MARK: u64 = 39 << 48;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbeHead {
    /// The round of the asking side; the answer carries it back.
    pub round: u32,
    /// The number of the length ([`super::Path`]), or [`ProbeHead::SHORT`].
    pub length: u8,
    pub answers: bool,
}

impl ProbeHead {
    /// The length of a probe without padding, which every path carries.
    pub const SHORT: u8 = u8::MAX;

    /// Returns true if the head is that of a probe.
    pub fn is(head: u64) -> bool {
        head >> 48 == MARK >> 48
    }

    pub fn head(self) -> u64 {
        MARK | u64::from(self.round) << 16 | u64::from(self.length) << 8 | u64::from(self.answers)
    }

    /// Decodes the head of a probe.
    pub fn parse(head: u64) -> ProbeHead {
        ProbeHead { round: (head >> 16) as u32, length: (head >> 8) as u8, answers: head & 1 == 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{AskHead, PieceHead};
    use super::*;
    use crate::wire::Head;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn probes_survive_the_wire_and_are_no_other_packets(round: u32, length: u8, answers: bool) {
            let head = ProbeHead { round, length, answers }.head();
            prop_assert!(ProbeHead::is(head) && head >> 56 == 0);
            prop_assert_eq!(ProbeHead::parse(head), ProbeHead { round, length, answers });
            prop_assert!(Head::parse(head).is_none() && !PieceHead::is(head) && !AskHead::is(head));
        }
    }
}
