//! COMBINE: the target combines elements of its window with elements in the body, each atomically. Head: the window as
//! tag. Words: key, offset in the window, the origin's operation id, and how (bits 0–15 the operation, 16–31 the
//! elements' type; bit 32: a REPLY returns the old values; bit 33: compare and swap, where the body's first half holds
//! the values to compare with and the second half the new values). Body: the operands.
//!
//! COMBINEROWS: the target combines elements of rows of its window with elements in the body; no REPLY returns the old
//! values. Head: the window as tag. Words: key, offset of the first row in the window, the rows, and how (bits 0–31 as
//! above). Body: the operands of all rows.
use super::{Arrival, Head, Kind, Rows};
use crate::ids::{OperationId, WindowId, from_wire, to_wire};

/// How elements are combined: an operation and an element type. The origin's library and the target's agree on the
/// numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Combine {
    pub operation: u16,
    pub element: u16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombineRequest {
    pub window: WindowId,
    pub key: u64,
    pub offset: u64,
    /// The origin's operation; without meaning if the origin wants no reply.
    pub operation: OperationId,
    pub how: Combine,
    pub replied: bool,
    /// True for compare-and-swap: the body holds two values for each element.
    pub swap: bool,
}

const REPLIED: u64 = 1 << 32;
const SWAP: u64 = 1 << 33;

impl CombineRequest {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head { kind: Kind::Combine, context: 0, tag: self.window.0 as i32 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        let how = u64::from(self.how.operation) | u64::from(self.how.element) << 16;
        let replied = if self.replied { REPLIED } else { 0 };
        let swap = if self.swap { SWAP } else { 0 };
        [self.key, self.offset, to_wire(self.operation), how | replied | swap]
    }
    /// Returns how many bytes of the window an operation with a body of `body` bytes changes.
    pub fn len(&self, body: u64) -> u64 {
        if self.swap { body / 2 } else { body }
    }
    /// Decodes the frame. Returns `None` if a compare-and-swap body does not have two equal halves.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<CombineRequest> {
        let [key, offset, operation, how] = frame.words()?;
        let (replied, swap) = (how & REPLIED != 0, how & SWAP != 0);
        (!swap || frame.len(Self::WORDS).is_multiple_of(2)).then_some(CombineRequest {
            window: WindowId(head.tag as u32),
            key,
            offset,
            operation: from_wire(operation),
            how: Combine { operation: how as u16, element: (how >> 16) as u16 },
            replied,
            swap,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombineRows {
    pub window: WindowId,
    pub key: u64,
    pub offset: u64,
    pub rows: Rows,
    pub how: Combine,
}

impl CombineRows {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head { kind: Kind::CombineRows, context: 0, tag: self.window.0 as i32 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        let how = u64::from(self.how.operation) | u64::from(self.how.element) << 16;
        [self.key, self.offset, self.rows.word(), how]
    }
    /// Decodes the frame. Returns `None` if the body is not whole rows, or `how` has further bits.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<CombineRows> {
        let [key, offset, rows, how] = frame.words()?;
        let rows = Rows::of_word(rows)?;
        (how >> 32 == 0 && rows.divide(frame.len(Self::WORDS) as u64)).then_some(CombineRows {
            window: WindowId(head.tag as u32),
            key,
            offset,
            rows,
            how: Combine { operation: how as u16, element: (how >> 16) as u16 },
        })
    }
}
