//! DEPOSIT: all bytes of a short put into a window of the receiver. Head: the window as tag. Words: key, offset in the
//! window. Body: the bytes.
//!
//! DEPOSITHEAD: the head of a longer deposit with its first bytes; the receiver pulls the other bytes at once. Words:
//! key, offset in the window, send id, length of the deposit. Body: the first bytes.
//!
//! DEPOSITPART: a part of a deposit whose parts all come unasked, one after the other. Head: the window as tag. Words:
//! key, offset of the whole deposit in the window, offset of the part in the deposit, length of the deposit. Body: the
//! part's bytes.
//!
//! DEPOSITROWS: all bytes of a short put into rows of a window. Head: the window as tag. Words: key, offset of the
//! first row in the window, the rows. Body: the bytes of all rows.
use super::{Arrival, Head, Kind, Rows};
use crate::ids::{SendId, WindowId, from_wire, to_wire};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Deposit {
    pub window: WindowId,
    pub key: u64,
    pub offset: u64,
}

impl Deposit {
    pub const WORDS: usize = 2;

    pub fn head(self) -> u64 {
        Head { kind: Kind::Deposit, context: 0, tag: self.window.0 as i32 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.key, self.offset]
    }
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<Deposit> {
        let [key, offset] = frame.words()?;
        Some(Deposit { window: WindowId(head.tag as u32), key, offset })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepositRows {
    pub window: WindowId,
    pub key: u64,
    pub offset: u64,
    pub rows: Rows,
}

impl DepositRows {
    pub const WORDS: usize = 3;

    pub fn head(self) -> u64 {
        Head { kind: Kind::DepositRows, context: 0, tag: self.window.0 as i32 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.key, self.offset, self.rows.word()]
    }
    /// Decodes the frame. Returns `None` if the body is not whole rows.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<DepositRows> {
        let [key, offset, rows] = frame.words()?;
        let rows = Rows::of_word(rows)?;
        let window = WindowId(head.tag as u32);
        rows.divide(frame.len(Self::WORDS) as u64).then_some(DepositRows { window, key, offset, rows })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepositHead {
    pub window: WindowId,
    pub key: u64,
    pub offset: u64,
    pub send: SendId,
    pub len: u64,
}

impl DepositHead {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head { kind: Kind::DepositHead, context: 0, tag: self.window.0 as i32 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.key, self.offset, to_wire(self.send), self.len]
    }
    /// Decodes the frame. Returns `None` if no byte is left to be pulled.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<DepositHead> {
        let [key, offset, send, len] = frame.words()?;
        let window = WindowId(head.tag as u32);
        ((frame.len(Self::WORDS) as u64) < len).then_some(DepositHead {
            window,
            key,
            offset,
            send: from_wire(send),
            len,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DepositPart {
    pub window: WindowId,
    pub key: u64,
    /// The offset of the whole deposit in the window.
    pub offset: u64,
    /// The part's offset in the deposit.
    pub at: u64,
    /// The length of the whole deposit.
    pub len: u64,
}

impl DepositPart {
    pub const WORDS: usize = 4;

    pub fn head(self) -> u64 {
        Head { kind: Kind::DepositPart, context: 0, tag: self.window.0 as i32 }.emit()
    }
    pub fn words(self) -> [u64; Self::WORDS] {
        [self.key, self.offset, self.at, self.len]
    }
    /// Decodes the frame. Returns `None` if the body is empty or exceeds the deposit.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<DepositPart> {
        let [key, offset, at, len] = frame.words()?;
        let (window, here) = (WindowId(head.tag as u32), frame.len(Self::WORDS) as u64);
        let fits = here > 0 && at < len && here <= len - at;
        fits.then_some(DepositPart { window, key, offset, at, len })
    }
}
