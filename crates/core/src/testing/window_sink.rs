//! A test world's actions for windows. Every access is checked.
use super::world::{SendMemory, World};
use crate::ids::{DepositId, SendId, WindowId};
use crate::protocol::{Combination, WindowSink};
use crate::wire::{Combine, Rows};

/// The only combine operation of a [`World`]: the sum of 64-bit words.
pub const SUM: Combine = Combine { operation: 3, element: 64 };

impl WindowSink for World {
    fn deposit(&mut self, window: WindowId, offset: u64, skip: usize, from: u64, len: u64) {
        let bytes = self.body(skip, from, len);
        self.windows.part(window, offset, len).copy_from_slice(&bytes);
    }
    fn deposited(&mut self, window: WindowId, offset: u64, len: u64) {
        self.windows.told.push((window, offset, len));
    }
    fn place_deposit(&mut self, deposit: DepositId, window: WindowId, offset: u64, len: u64) {
        assert!(self.windows.deposits.insert(deposit, (window, offset, len)).is_none(), "a deposit is placed once");
    }
    fn register(&mut self, send: SendId, window: WindowId, offset: u64, len: u64) {
        self.keep_memory(send, SendMemory::Window { window, offset, len });
    }
    fn gather(&mut self, send: SendId, window: WindowId, offset: u64, rows: Rows, len: u64) {
        let row = |(at, _)| self.windows.part(window, at, rows.row()).to_vec();
        let all = rows.each(offset, len).flat_map(row).collect();
        self.keep_memory(send, SendMemory::Bytes(all));
    }
    fn combine(&mut self, what: Combination, skip: usize, from: u64, old: Option<SendId>) -> bool {
        let body = self.body(skip, from, if what.swap { 2 * what.len } else { what.len });
        if !what.swap && (what.how != SUM || !what.len.is_multiple_of(8)) {
            return false;
        }
        let place = self.windows.part(what.window, what.offset, what.len);
        let before = place.to_vec();
        if what.swap {
            let (compared, new) = body.split_at(before.len());
            if compared == before {
                place.copy_from_slice(new);
            }
        } else {
            let word = |b: &[u8]| u64::from_le_bytes(b.try_into().expect("8 bytes"));
            for (to, from) in place.chunks_mut(8).zip(body.chunks(8)) {
                let sum = word(to).wrapping_add(word(from));
                to.copy_from_slice(&sum.to_le_bytes());
            }
        }
        if let Some(send) = old {
            self.keep_memory(send, SendMemory::Bytes(before));
        }
        true
    }
}
