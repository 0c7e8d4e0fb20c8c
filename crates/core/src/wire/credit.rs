//! CREDIT: the receiver lets the sender push more bytes of a class. Head: the class as context; the tag is 1 if these
//! are all bytes that the receiver owed, which answers a BEGIN that asks for credit. Words: bytes.
use super::{Arrival, Head, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Credit {
    /// The class of messages: 0 messages with tags, 1 messages to handlers, 2 operations on windows, 4 replies of
    /// handlers.
    pub class: u16,
    /// True if the frame answers a BEGIN that asks for all owed credit.
    pub all: bool,
    pub bytes: u64,
}

impl Credit {
    pub const WORDS: usize = 1;

    pub fn head(self) -> u64 {
        Head { kind: Kind::Credit, context: self.class, tag: i32::from(self.all) }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.bytes]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<Credit> {
        let [bytes] = frame.words()?;
        Some(Credit { class: head.context, all: head.tag == 1, bytes })
    }
}
