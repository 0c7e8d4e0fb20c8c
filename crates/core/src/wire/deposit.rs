//! DEPOSIT: bytes for a place inside a window of the receiver's, all of them. Head: the window as tag. Words: key,
//! offset in the window. Body: the bytes.
//!
//! DEPOSITHEAD: the head of a longer deposit with its first bytes; the receiver pulls the rest at once. Words: key,
//! offset in the window, send id, bytes in all. Body: the first bytes.
//!
//! DEPOSITPART: a part of a deposit of which all comes unasked, in parts one behind the other. Head: the window as tag.
//! Words: key, offset in the window of the whole deposit, where in that the part is, bytes in all. Body: the part's.
use super::{Arrival, Head, Kind};
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
    /// `None` if nothing is left to be pulled.
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
    /// Of the whole deposit.
    pub offset: u64,
    /// Where in the deposit the part begins.
    pub at: u64,
    /// Bytes of the whole deposit.
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
    /// `None` if it has no bytes, or more than there are behind its beginning.
    pub fn parse(head: Head, frame: &impl Arrival) -> Option<DepositPart> {
        let [key, offset, at, len] = frame.words()?;
        let (window, here) = (WindowId(head.tag as u32), frame.len(Self::WORDS) as u64);
        let fits = here > 0 && at < len && here <= len - at;
        fits.then_some(DepositPart { window, key, offset, at, len })
    }
}
