//! CREDIT: this many more bytes may be pushed. Words: bytes.
use super::{Arrival, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credit {
    pub bytes: u64,
}

impl Credit {
    pub const WORDS: usize = 1;

    pub fn head(self) -> u64 {
        Head::bare(Kind::Credit).emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.bytes]
    }
    pub fn parse(frame: &impl Arrival) -> Option<Credit> {
        let [bytes] = frame.words()?;
        Some(Credit { bytes })
    }
}
