//! SEEK: the receiver waits for a message with (context, tag), and asks the sender to offer the first such message that
//! it holds back. Head: context, tag. Words: the seek's number; bit 63 is set for any tag, bit 62 if the receiver wants
//! only the head.
use super::{Arrival, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seek {
    pub context: u16,
    /// The tag of the wanted message; `None` for any tag.
    pub tag: Option<i32>,
    /// True if the receiver probes, and wants only the head.
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
