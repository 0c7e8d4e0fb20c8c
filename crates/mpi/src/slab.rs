//! Tables of the objects behind handles. A handle is (slot << 12 | kind << 8 | generation), so a look-up takes a shift
//! and a comparison.

/// Number of low bits of a handle that hold the kind and the generation; the slot is in the bits above.
const SHIFT: u32 = 12;
/// Mask of the kind and the generation in a handle. It is also the largest handle that a predefined object can have.
const LOW: usize = (1 << SHIFT) - 1;

/// The kind of object that a handle names. A table refuses handles of another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandleKind {
    Comm = 1,
    Group = 2,
    Datatype = 3,
    Request = 4,
    Message = 5,
    Info = 6,
    Errhandler = 7,
    Op = 8,
    Win = 9,
    Session = 10,
    File = 11,
    Tool = 15,
}

struct Slot<T> {
    /// The low 12 bits of the handle of this slot's object: kind and generation.
    tag: u32,
    /// The next slot in the list of free slots, while this slot is free.
    next: u32,
    value: Option<T>,
}

/// All objects of one kind. No user object is in slot 0, because its handle would look like a predefined handle.
pub struct HandleTable<T> {
    slots: Vec<Slot<T>>,
    free: u32,
    kind: HandleKind,
}

/// A slot that has no object yet.
pub struct Vacant<'a, T> {
    slot: &'a mut Slot<T>,
    free: &'a mut u32,
    index: usize,
}

impl<T> Vacant<'_, T> {
    /// Stores `value` and returns its handle.
    #[inline(always)]
    pub fn fill(self, value: T) -> usize {
        let Vacant { slot, free, index } = self;
        *free = slot.next;
        slot.next = 0;
        // A free slot has no value, so forgetting the former content skips a drop that would do nothing.
        std::mem::forget(slot.value.replace(value));
        index << SHIFT | slot.tag as usize
    }
}

impl<T> HandleTable<T> {
    pub const fn new(kind: HandleKind) -> HandleTable<T> {
        HandleTable { slots: Vec::new(), free: 0, kind }
    }

    fn grow(&mut self) -> usize {
        self.slots.push(Slot { tag: (self.kind as u32) << 8, next: 0, value: None });
        self.slots.len() - 1
    }

    /// Stores the object that has the predefined handle `handle` in slot 0.
    pub fn predefine(&mut self, handle: usize, value: T) {
        if self.slots.is_empty() {
            self.grow();
        }
        self.slots[0].tag = (handle & LOW) as u32;
        self.slots[0].value = Some(value);
    }

    /// Stores `value` and returns its handle.
    #[inline]
    pub fn insert(&mut self, value: T) -> usize {
        self.vacant().fill(value)
    }

    /// Returns a slot for a new object. An object that is made after this call is built in its slot. Moving an object
    /// that was built elsewhere would stall until the stores have left the processor's store buffer.
    #[inline(always)]
    pub fn vacant(&mut self) -> Vacant<'_, T> {
        let index = if self.free != 0 { self.free as usize } else { self.fresh() };
        Vacant { slot: &mut self.slots[index], free: &mut self.free, index }
    }

    #[cold]
    fn fresh(&mut self) -> usize {
        if self.slots.is_empty() {
            self.grow();
        }
        self.grow()
    }

    #[inline(always)]
    pub fn get(&self, handle: usize) -> Option<&T> {
        let slot = self.slots.get(handle >> SHIFT)?;
        if slot.tag as usize == handle & LOW { slot.value.as_ref() } else { None }
    }

    #[inline(always)]
    pub fn get_mut(&mut self, handle: usize) -> Option<&mut T> {
        let slot = self.slots.get_mut(handle >> SHIFT)?;
        if slot.tag as usize == handle & LOW { slot.value.as_mut() } else { None }
    }

    /// Removes and returns the object, so that its handle becomes invalid. Never removes the object of slot 0.
    #[inline]
    pub fn remove(&mut self, handle: usize) -> Option<T> {
        let index = handle >> SHIFT;
        let slot = self.slots.get_mut(index)?;
        if index == 0 || slot.tag as usize != handle & LOW {
            return None;
        }
        let value = slot.value.take()?;
        slot.tag = (self.kind as u32) << 8 | (slot.tag + 1) & 0xff;
        slot.next = self.free;
        self.free = index as u32;
        Some(value)
    }

    /// Removes and returns the object, also the predefined object of slot 0.
    pub fn withdraw(&mut self, handle: usize) -> Option<T> {
        match self.slots.first_mut() {
            Some(slot) if handle <= LOW && slot.tag as usize == handle => slot.value.take(),
            _ => self.remove(handle),
        }
    }

    /// Drops the object in its slot, so that its handle becomes invalid. The caller has just found the handle with
    /// `get`.
    #[inline(always)]
    pub fn free(&mut self, handle: usize) {
        self.vacate(handle, |value| *value = None);
    }

    /// Frees the slot of an object that owns nothing, without dropping the object. Its handle becomes invalid.
    #[inline(always)]
    pub fn free_plain(&mut self, handle: usize) {
        self.vacate(handle, |value| std::mem::forget(value.take()));
    }

    #[inline(always)]
    fn vacate(&mut self, handle: usize, empty: impl FnOnce(&mut Option<T>)) {
        let index = handle >> SHIFT;
        if index != 0
            && let Some(slot) = self.slots.get_mut(index)
        {
            empty(&mut slot.value);
            slot.tag = (self.kind as u32) << 8 | (slot.tag + 1) & 0xff;
            slot.next = self.free;
            self.free = index as u32;
        }
    }

    /// Iterates over all objects with their handles.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &T)> {
        self.slots.iter().enumerate().filter_map(|(i, s)| Some((i << SHIFT | s.tag as usize, s.value.as_ref()?)))
    }

    /// Returns the handle with this number ([`to_int`]), or `None` if there is no such object (any more).
    pub fn from_int(&self, number: i32) -> Option<usize> {
        let handle = number as u32 as usize;
        (handle <= LOW || self.get(handle).is_some()).then_some(handle)
    }
}

/// Returns the number of a handle, for integers of C and for Fortran (MPI_Comm_toint…): the handle itself. The objects
/// of a table beyond the first million have handles of more than 32 bits, and no number: -1 is no handle.
pub fn to_int(handle: usize) -> i32 {
    u32::try_from(handle).map_or(-1, |number| number as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stale_and_foreign_handles_are_refused() {
        let mut comms = HandleTable::new(HandleKind::Comm);
        let a = comms.insert('a');
        assert!(a > 4095);
        assert_eq!(comms.get(a), Some(&'a'));
        assert_eq!(comms.remove(a), Some('a'));
        assert_eq!((comms.get(a).copied(), comms.remove(a)), (None, None));
        let b = comms.insert('b');
        assert_ne!(a, b);
        let mut groups = HandleTable::new(HandleKind::Group);
        groups.insert('g');
        assert_eq!(groups.get(b), None);
    }

    #[test]
    fn predefined_objects_are_withdrawn_but_not_removed() {
        let mut s = HandleTable::new(HandleKind::Comm);
        s.predefine(0x101, 'w');
        assert_eq!((s.get(0x101).copied(), s.get(0x102).copied(), s.remove(0x101)), (Some('w'), None, None));
        assert_eq!((s.withdraw(0x102), s.withdraw(0x101), s.get(0x101).copied()), (None, Some('w'), None));
    }

    #[test]
    fn handles_convert_to_integers_and_back() {
        let mut s = HandleTable::new(HandleKind::Info);
        let handles: Vec<_> = (0..300).map(|i| s.insert(i)).collect();
        for &h in handles.iter().chain(&[0x131]) {
            assert_eq!(s.from_int(to_int(h)), Some(h));
        }
        assert_eq!((to_int(1 << 32), s.from_int(-1), s.from_int(2_000_000_000)), (-1, None, None));
    }
}
