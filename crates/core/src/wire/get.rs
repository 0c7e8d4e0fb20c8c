//! GET: the origin asks for bytes of a window of the target; a REPLY or REPLYHEAD brings them. Head: the window as tag.
//! Words: key, offset in the window, length, the origin's operation id.
//!
//! GETROWS: the origin asks for the bytes of rows of a window, no more than a REPLY brings. Head: the number of rows as
//! context, the window as tag. Words: key, offset of the first row in the window, the rows, the origin's operation id.
use super::{Arrival, Head, Kind, Rows};
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

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GetRows {
    pub window: WindowId,
    pub key: u64,
    pub offset: u64,
    pub rows: Rows,
    /// The number of rows.
    pub count: u16,
    pub operation: OperationId,
}

impl GetRows {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head { kind: Kind::GetRows, context: self.count, tag: self.window.0 as i32 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.key, self.offset, self.rows.word(), to_wire(self.operation)]
    }
    /// Returns the number of bytes of all rows.
    pub fn bytes(&self) -> u64 {
        u64::from(self.count) * self.rows.row()
    }
    /// Decodes the frame. Returns `None` if it names no row.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<GetRows> {
        let [key, offset, rows, operation] = frame.words()?;
        let (window, rows, count) = (WindowId(head.tag as u32), Rows::of_word(rows)?, head.context);
        (count > 0).then_some(GetRows { window, key, offset, rows, count, operation: from_wire(operation) })
    }
}
