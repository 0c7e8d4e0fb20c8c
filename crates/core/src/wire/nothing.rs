//! NOTHING: the sender answers a SEEK that it holds back no such message. Words: the seek's number; bit 63 is set if
//! the sender holds back no message at all.
use super::{Arrival, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nothing {
    pub number: u16,
    pub empty: bool,
}

impl Nothing {
    pub const WORDS: usize = 1;

    pub fn head(self) -> u64 {
        Head::bare(Kind::Nothing).emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [u64::from(self.empty) << 63 | u64::from(self.number)]
    }
    pub fn parse(frame: &impl Arrival) -> Option<Nothing> {
        let [word] = frame.words()?;
        Some(Nothing { number: word as u16, empty: word >> 63 == 1 })
    }
}
