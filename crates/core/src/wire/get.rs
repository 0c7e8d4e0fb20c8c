//! GET: the origin asks for bytes of a window of the target; a REPLY or REPLYHEAD brings them. Head: the window as tag.
//! Words: key, offset in the window, length, the origin's operation id.
use super::{Arrival, Head, Kind};
use crate::ids::{OperationId, WindowId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Get {
    pub window: WindowId,
    pub key: u64,
    pub offset: u64,
    pub len: u64,
    pub operation: OperationId,
}

impl Get {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head { kind: Kind::Get, context: 0, tag: self.window.0 as i32 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.key, self.offset, self.len, to_wire(self.operation)]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<Get> {
        let [key, offset, len, operation] = frame.words()?;
        Some(Get { window: WindowId(head.tag as u32), key, offset, len, operation: from_wire(operation) })
    }
}
