//! The actions that operations on windows ask of their surroundings: reading and writing this rank's windows.
use crate::ids::{DepositId, SendId, WindowId};
use crate::protocol::transfer::TransferSink;
use crate::wire::{Combine, Rows};

/// A combine that has arrived: the elements of a window that the combine changes, and the operation on them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combination {
    pub window: WindowId,
    pub offset: u64,
    /// The length of the changed range of the window, in bytes.
    pub len: u64,
    pub how: Combine,
    /// True for compare-and-swap: the first half of the body holds the values to compare with, the second half the new
    /// values.
    pub swap: bool,
}

/// Actions of the owner of windows, on the windows of this rank.
pub trait WindowSink: TransferSink {
    /// Copies `len` body bytes (behind `skip` words) of the arrived frame, from byte `from` of the body on, to `offset`
    /// of a window of this rank. The engine has checked that the range lies inside the window.
    fn deposit(&mut self, window: WindowId, offset: u64, skip: usize, from: u64, len: u64);
    /// Reports that all bytes of a deposit are in the window, at the place that [`deposit`](Self::deposit) or
    /// [`place_deposit`](Self::place_deposit) named.
    fn deposited(&mut self, window: WindowId, offset: u64, len: u64) {
        let _ = (window, offset, len);
    }
    /// Binds a range of a window to the deposit. The engine has checked that the range lies inside the window.
    fn place_deposit(&mut self, deposit: DepositId, window: WindowId, offset: u64, len: u64);
    /// Binds a range of a window of this rank to the send, as the memory that the send reads.
    fn register(&mut self, send: SendId, window: WindowId, offset: u64, len: u64);
    /// Makes a copy of rows of a window, one after another, the memory of the send. They have `len` bytes in all. The
    /// engine has checked that they lie inside the window.
    fn gather(&mut self, send: SendId, window: WindowId, offset: u64, rows: Rows, len: u64);
    /// Combines elements of a window with the elements in the arrived frame's body (behind `skip` words), from byte
    /// `from` of the body on. Each element changes atomically for every other access to the window. The old values
    /// become the memory of the send `old`. Returns false, and changes nothing, if the sink cannot combine in this way
    /// or the elements are misaligned.
    fn combine(&mut self, what: Combination, skip: usize, from: u64, old: Option<SendId>) -> bool;
}
