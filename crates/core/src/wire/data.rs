//! DATA: pulled bytes. Words: receive id, offset in the message. Body: the bytes, straight to their destination.
use super::{Arrival, Head, Kind};
use crate::ids::{RecvId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Data {
    pub recv: RecvId,
    pub offset: u64,
}

impl Data {
    pub const WORDS: usize = 2;

    pub fn head(self) -> u64 {
        Head::bare(Kind::Data).emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [to_wire(self.recv), self.offset]
    }
    pub fn parse(frame: &impl Arrival) -> Option<Data> {
        let [recv, offset] = frame.words()?;
        Some(Data { recv: from_wire(recv), offset })
    }
}
