//! CREDIT: this many more bytes of a class may be pushed. Head: the class as context. Words: bytes.
use super::{Arrival, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credit {
    /// Whose messages they are for: 0 those with tags, 1 those for handlers, 2 operations on windows.
    pub class: u16,
    pub bytes: u64,
}

impl Credit {
    pub const WORDS: usize = 1;

    pub fn head(self) -> u64 {
        Head { kind: Kind::Credit, context: self.class, tag: 0 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.bytes]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<Credit> {
        let [bytes] = frame.words()?;
        Some(Credit { class: head.context, bytes })
    }
}
