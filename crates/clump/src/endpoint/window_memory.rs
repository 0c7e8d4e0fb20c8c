//! The windows that this rank offers to peers that cannot map the windows' memory, and the memory of this rank's own
//! operations on windows.
use clump_core::{Combination, DepositId, Destination, OperationId, WindowId};
use clump_fabric::mem::Region;
use slotmap::SecondaryMap;
use std::collections::{BTreeMap, HashMap};

/// Combines elements of a window for other ranks. Arguments: the operation, the elements' memory, the operands, and
/// the memory for the previous elements. Each element changes atomically with respect to every way in which ranks
/// access it. Returns false if the operation is not defined.
pub type Combiner = Box<dyn Fn(Combination, Region, Region, Option<Region>) -> bool + Send>;

/// A function that is called when a deposit of another rank has arrived, with the deposit's offset in the window and
/// its length in bytes.
pub type Teller = Box<dyn Fn(u64, u64) + Send>;

/// This rank's windows, and the memory of pending operations.
#[derive(Default)]
pub struct WindowMemory {
    offered: HashMap<WindowId, Parts>,
    /// Destinations of other ranks' longer deposits.
    pub deposits: SecondaryMap<DepositId, Region>,
    /// Destinations of the answers to this rank's operations.
    pub operations: SecondaryMap<OperationId, Region>,
}

struct Parts {
    /// The attached parts of memory, by their offset in the window.
    parts: BTreeMap<u64, Region>,
    combiner: Combiner,
    teller: Option<Teller>,
}

impl WindowMemory {
    /// Returns the memory of `len` bytes at `offset` of an offered window; `None` unless attached memory holds all of
    /// these bytes contiguously.
    pub fn part(&self, window: WindowId, offset: u64, len: u64) -> Option<Region> {
        let parts = &self.offered.get(&window)?.parts;
        let (start, part) = parts.range(..=offset).next_back()?;
        let inside = usize::try_from(offset - start).ok()?;
        let mut all = part.part(inside, part.len().checked_sub(inside)?)?;
        while (all.len() as u64) < len {
            all = all.joined(*parts.get(&offset.checked_add(all.len() as u64)?)?)?;
        }
        all.part(0, len as usize)
    }

    /// Returns the memory of a deposit or of an operation.
    pub fn place(&self, into: Destination) -> Option<Region> {
        match into {
            Destination::Deposit(id) => self.deposits.get(id).copied(),
            Destination::Operation(id) => self.operations.get(id).copied(),
            Destination::Recv(_) | Destination::Stream(_) => None,
        }
    }

    pub fn place_deposit(&mut self, deposit: DepositId, window: WindowId, offset: u64, len: u64) {
        if let Some(place) = self.part(window, offset, len) {
            self.deposits.insert(deposit, place);
        }
    }

    /// Tells the window's owner that a deposit is in its memory.
    pub fn deposited(&self, window: WindowId, offset: u64, len: u64) {
        if let Some(tell) = self.offered.get(&window).and_then(|w| w.teller.as_ref()) {
            tell(offset, len);
        }
    }

    pub fn combine(&self, what: Combination, operand: Region, old: Option<Region>) -> bool {
        let place = self.part(what.window, what.offset, what.len);
        let offered = self.offered.get(&what.window);
        offered.zip(place).is_some_and(|(offered, there)| (offered.combiner)(what, there, operand, old))
    }

    pub fn close(&mut self, into: Destination) {
        match into {
            Destination::Deposit(id) => drop(self.deposits.remove(id)),
            Destination::Operation(id) => drop(self.operations.remove(id)),
            Destination::Recv(_) | Destination::Stream(_) => {}
        }
    }
}

impl WindowMemory {
    /// Offers a window; it has no memory yet.
    pub fn offer(&mut self, window: WindowId, combiner: Combiner) {
        self.offered.insert(window, Parts { parts: BTreeMap::new(), combiner, teller: None });
    }

    /// Sets the function that is called for each deposit.
    pub fn tell(&mut self, window: WindowId, teller: Teller) {
        if let Some(offered) = self.offered.get_mut(&window) {
            offered.teller = Some(teller);
        }
    }

    /// Returns the first number from `from` on that no offered window has.
    pub fn free_number(&self, from: u32) -> Option<WindowId> {
        (from..=u32::MAX).map(WindowId).find(|id| !self.offered.contains_key(id))
    }

    /// Attaches memory to the window at `offset`. Returns false if there is no such window.
    pub fn attach(&mut self, window: WindowId, offset: u64, memory: Region) -> bool {
        let offered = self.offered.get_mut(&window);
        offered.is_some_and(|offered| offered.parts.insert(offset, memory).is_none())
    }

    /// Returns true if the memory attached at `offset` begins where the preceding attached memory ends, both in the
    /// window and in the address space.
    pub fn continues(&self, window: WindowId, offset: u64) -> bool {
        let Some(Parts { parts, .. }) = self.offered.get(&window) else { return false };
        let both = parts.range(..offset).next_back().zip(parts.get(&offset));
        both.is_some_and(|((start, before), part)| {
            start.checked_add(before.len() as u64) == Some(offset) && before.joined(*part).is_some()
        })
    }

    pub fn detach(&mut self, window: WindowId, offset: u64) {
        if let Some(offered) = self.offered.get_mut(&window) {
            offered.parts.remove(&offset);
        }
    }

    pub fn withdraw(&mut self, window: WindowId) {
        self.offered.remove(&window);
    }
}
