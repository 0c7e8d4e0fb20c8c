//! A slab for the small-message path. Reaching a live entry takes one bounds check and one comparison.
//!
//! The other queues use `slotmap`; this path does not: see decision 5.

/// The name of an entry: its index and the slot's generation. A name whose entry was removed finds no entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Id {
    pub index: u32,
    pub generation: u32,
}

/// An index that no slot has.
pub const NONE: u32 = u32::MAX;

#[derive(Debug)]
struct Slot<T> {
    /// Counts insertions and removals: odd while the slot is in use.
    generation: u32,
    /// The index of the next free slot.
    next: u32,
    value: T,
}

#[derive(Debug)]
pub struct Slab<T> {
    slots: Vec<Slot<T>>,
    free: u32,
    len: usize,
}

impl<T> Default for Slab<T> {
    fn default() -> Self {
        Slab { slots: Vec::new(), free: NONE, len: 0 }
    }
}

impl<T> Slab<T> {
    /// Inserts the value that `value` builds in place. If the value were built elsewhere and moved, the move would
    /// stall until the value's stores have left the processor.
    #[inline(always)]
    pub fn insert(&mut self, value: impl FnOnce() -> T) -> Id {
        self.len += 1;
        if let Some(slot) = self.slots.get_mut(self.free as usize) {
            let index = self.free;
            self.free = slot.next;
            slot.generation = slot.generation.wrapping_add(1);
            slot.value = value();
            return Id { index, generation: slot.generation };
        }
        self.extend(value())
    }

    #[cold]
    fn extend(&mut self, value: T) -> Id {
        let index = self.slots.len() as u32;
        self.slots.push(Slot { generation: 1, next: NONE, value });
        Id { index, generation: 1 }
    }

    #[inline(always)]
    pub fn get(&self, id: Id) -> Option<&T> {
        self.slots
            .get(id.index as usize)
            .filter(|s| s.generation == id.generation && s.generation & 1 == 1)
            .map(|s| &s.value)
    }

    #[inline(always)]
    pub fn get_mut(&mut self, id: Id) -> Option<&mut T> {
        let slot = self.slots.get_mut(id.index as usize)?;
        (slot.generation == id.generation && slot.generation & 1 == 1).then_some(&mut slot.value)
    }

    /// Returns the entry in a slot that the caller knows to be in use.
    #[inline(always)]
    pub fn at(&self, index: u32) -> &T {
        &self.slots[index as usize].value
    }

    #[inline(always)]
    pub fn at_mut(&mut self, index: u32) -> &mut T {
        &mut self.slots[index as usize].value
    }

    /// Returns the name of the entry in a slot that the caller knows to be in use.
    #[inline(always)]
    pub fn id(&self, index: u32) -> Id {
        Id { index, generation: self.slots[index as usize].generation }
    }

    /// Frees the entry's slot. Does nothing if the entry was removed before.
    #[inline(always)]
    pub fn remove(&mut self, id: Id) {
        if let Some(slot) = self.slots.get_mut(id.index as usize)
            && slot.generation == id.generation
            && slot.generation & 1 == 1
        {
            slot.generation = slot.generation.wrapping_add(1);
            slot.next = self.free;
            self.free = id.index;
            self.len -= 1;
        }
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn iter(&self) -> impl Iterator<Item = (Id, &T)> {
        self.slots
            .iter()
            .enumerate()
            .filter(|(_, s)| s.generation & 1 == 1)
            .map(|(i, s)| (Id { index: i as u32, generation: s.generation }, &s.value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stale_names_find_nothing() {
        let mut s = Slab::default();
        let a = s.insert(|| "a");
        let b = s.insert(|| "b");
        s.remove(a);
        s.remove(a);
        assert_eq!((s.get(a), s.get(b), s.len()), (None, Some(&"b"), 1));
        let c = s.insert(|| "c");
        assert_eq!((c.index, s.get(a), s.get(c)), (a.index, None, Some(&"c")));
        assert_eq!(s.get(Id { index: 9, generation: 1 }), None);
        assert_eq!(s.get(Id { index: 0, generation: c.generation + 1 }), None);
    }
}
