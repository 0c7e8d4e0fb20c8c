//! SEEK: the receiver waits for (context, tag): "offer me the first of these that you hold back". Head: context, tag.
//! Words: the seek's number, with bit 63 set if any tag will do, and bit 62 if only the head is wanted.
use super::{Arrival, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seek {
    pub context: u16,
    /// `None`: any tag.
    pub tag: Option<i32>,
    /// Only the head, no bytes: somebody probes.
    pub bare: bool,
    pub number: u16,
}

impl Seek {
    pub const WORDS: usize = 1;

    pub fn head(self) -> u64 {
        Head { kind: Kind::Seek, context: self.context, tag: self.tag.unwrap_or(0) }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [u64::from(self.tag.is_none()) << 63 | u64::from(self.bare) << 62 | u64::from(self.number)]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<Seek> {
        let [word] = frame.words()?;
        let tag = (word >> 63 == 0).then_some(head.tag);
        Some(Seek { context: head.context, tag, bare: word >> 62 & 1 == 1, number: word as u16 })
    }
}
