//! The protocol's actions on windows in the simulator. Every access is checked.
use super::port::Port;
use crate::windows::SUM;
use clump_core::{Combination, DepositId, Destination, OperationId, Rows, SendId, WindowId, WindowSink};
use clump_fabric::RemoteMemory;
use clump_fabric::mem::Region;
use clump_fabric::sim::lent_copy;

impl WindowSink for Port<'_> {
    fn deposit(&mut self, window: WindowId, offset: u64, skip: usize, from: u64, len: u64) {
        let Some(bytes) = self.arrived(skip, from + len) else { return };
        self.put_into_window(window, offset, &bytes[from as usize..]);
    }

    fn deposited(&mut self, window: WindowId, offset: u64, len: u64) {
        self.shared.tell(self.rank, window, offset, len);
    }

    fn place_deposit(&mut self, deposit: DepositId, window: WindowId, offset: u64, len: u64) {
        self.memory.deposits.insert(deposit, (window, offset, len));
    }

    fn register(&mut self, send: SendId, window: WindowId, offset: u64, len: u64) {
        self.memory.lent.insert(send, (window, offset, len));
    }

    fn gather(&mut self, send: SendId, window: WindowId, offset: u64, rows: Rows, len: u64) {
        let row = |(at, _)| self.window(window, at, rows.row()).map_or_else(Vec::new, |row| row.to_vec());
        let all: Vec<u8> = rows.each(offset, len).flat_map(row).collect();
        self.memory.olds.insert(send, lent_copy(&all));
    }

    fn combine(&mut self, what: Combination, skip: usize, from: u64, old: Option<SendId>) -> bool {
        let len = if what.swap { 2 * what.len } else { what.len };
        let Some(bytes) = self.arrived(skip, from + len) else { return false };
        self.combine_in_window(what, &bytes[from as usize..], old)
    }
}

impl Port<'_> {
    /// Returns a part of a window of this rank. The window must be on offer and have the part.
    fn window(&mut self, window: WindowId, offset: u64, len: u64) -> Option<Region> {
        let part = self.shared.in_window(self.rank, window, offset, len);
        if part.is_none() {
            let rank = self.rank;
            self.shared.fail(|| {
                format!("rank {rank} touches {len} bytes at {offset} of {window:?}, which has them not (any more)")
            });
        }
        part
    }

    pub fn put_into_window(&mut self, window: WindowId, offset: u64, bytes: &[u8]) {
        if let Some(to) = self.window(window, offset, bytes.len() as u64) {
            to.write(bytes);
        }
    }

    pub fn combine_in_window(&mut self, what: Combination, bytes: &[u8], old: Option<SendId>) -> bool {
        let Some(place) = self.window(what.window, what.offset, what.len) else { return false };
        let before = place.to_vec();
        if what.how != SUM || !what.len.is_multiple_of(8) {
            return false;
        }
        if what.swap {
            let (compared, new) = bytes.split_at(before.len());
            if compared == before {
                place.write(new);
            }
        } else {
            let operand = lent_copy(bytes);
            for at in 0..before.len() / 8 {
                place.set::<u64>(at, place.get::<u64>(at).wrapping_add(operand.region().get(at)));
            }
        }
        if let Some(send) = old {
            self.memory.olds.insert(send, lent_copy(&before));
        }
        true
    }

    /// Writes bytes of a longer deposit to their place.
    pub fn land_deposit(&mut self, id: DepositId, offset: u64, bytes: &[u8]) {
        let end = offset.saturating_add(bytes.len() as u64);
        match self.memory.deposits.get(&id) {
            Some(&(window, start, room)) if end <= room => self.put_into_window(window, start + offset, bytes),
            place => {
                let (place, rank) = (place.copied(), self.rank);
                self.shared.fail(|| format!("rank {rank} writes up to {end} of {id:?}, whose place is {place:?}"));
            }
        }
    }

    /// Returns a part of the memory for an operation's answer.
    pub fn of_operation(&mut self, id: OperationId, offset: u64, len: u64) -> Option<&mut [u8]> {
        let end = offset.checked_add(len)?;
        self.memory.operations.get_mut(&id)?.get_mut(offset as usize..end as usize)
    }

    /// Lets a pull out of a window continue from a copy. Returns false if the send is no such pull.
    pub fn copy_of_window(&mut self, send: SendId, named: bool) -> bool {
        let Some((window, start, len)) = self.memory.lent.remove(&send) else { return false };
        let Some(part) = self.window(window, start, len) else { return true };
        if named {
            self.shared.fail(|| format!("{send:?} out of a window is said to be known by its address"));
        }
        self.memory.olds.insert(send, lent_copy(&part.to_vec()));
        true
    }

    /// Closes a deposit's or an operation's memory.
    pub fn close(&mut self, into: Destination) {
        if let Destination::Deposit(id) = into
            && self.memory.deposits.remove(&id).is_none()
        {
            self.shared.fail(|| format!("{into:?} is closed twice, or never began"));
        }
        let fetches = self.memory.fetches.iter().filter(|(_, (what, _))| what.into == into);
        let tickets: Vec<u64> = fetches.map(|(ticket, _)| *ticket).collect();
        for ticket in tickets {
            self.memory.fetches.remove(&ticket);
            self.tx.stop_fetch(ticket);
        }
    }
}
