//! Processor atomics on memory that several processes share, for one-sided operations on single elements.
use super::{Pod, Region};
use std::sync::atomic::{
    AtomicU8, AtomicU16, AtomicU32, AtomicU64,
    Ordering::{Release, SeqCst},
};

/// Numbers on which the processor operates atomically: 1, 2, 4 or 8 bytes, aligned to their size.
pub trait Atom: Pod + Eq {
    #[doc(hidden)]
    type Cell;
    #[doc(hidden)]
    fn load(cell: &Self::Cell) -> Self;
    #[doc(hidden)]
    fn store(cell: &Self::Cell, value: Self);
    #[doc(hidden)]
    fn release(cell: &Self::Cell, value: Self);
    #[doc(hidden)]
    fn swap(cell: &Self::Cell, value: Self) -> Self;
    #[doc(hidden)]
    fn add(cell: &Self::Cell, value: Self) -> Self;
    #[doc(hidden)]
    fn exchange(cell: &Self::Cell, current: Self, new: Self) -> Result<Self, Self>;
}

macro_rules! atom { ($($t:ty: $cell:ty;)*) => { $(
    impl Atom for $t {
        type Cell = $cell;
        #[inline(always)]
        fn load(cell: &$cell) -> $t {
            cell.load(SeqCst)
        }
        #[inline(always)]
        fn store(cell: &$cell, value: $t) {
            cell.store(value, SeqCst)
        }
        #[inline(always)]
        fn release(cell: &$cell, value: $t) {
            cell.store(value, Release)
        }
        #[inline(always)]
        fn swap(cell: &$cell, value: $t) -> $t {
            cell.swap(value, SeqCst)
        }
        #[inline(always)]
        fn add(cell: &$cell, value: $t) -> $t {
            cell.fetch_add(value, SeqCst)
        }
        #[inline(always)]
        fn exchange(cell: &$cell, current: $t, new: $t) -> Result<$t, $t> {
            cell.compare_exchange(current, new, SeqCst, SeqCst)
        }
    }
)* } }
atom! { u8: AtomicU8; u16: AtomicU16; u32: AtomicU32; u64: AtomicU64; }

impl Region {
    /// Returns true if the `width` bytes at `offset` lie in the region, and the processor can operate on them
    /// atomically.
    #[inline(always)]
    pub fn is_atomic(&self, offset: usize, width: usize) -> bool {
        // A mask, because the remainder of a number that the compiler does not know is a division: up to 90 cycles.
        matches!(width, 1 | 2 | 4 | 8)
            && (self.as_ptr() as usize).wrapping_add(offset) & (width - 1) == 0
            && offset <= self.len()
            && width <= self.len() - offset
    }

    /// Returns the cell at `offset`. Panics if the cell is not aligned, or not inside the region.
    #[inline(always)]
    pub(crate) fn cell<T: Atom>(&self, offset: usize) -> &T::Cell {
        assert!(self.is_atomic(offset, size_of::<T>()), "region: no cell of {} at {offset}", size_of::<T>());
        // SAFETY: inside by the check, valid by the region's contract, and aligned; std's atomics are laid out as their
        // numbers. Other code accesses the bytes meanwhile by atomics too, or has lent them for that.
        unsafe { &*self.as_ptr().wrapping_add(offset).cast::<T::Cell>() }
    }

    /// Loads the number at `offset` atomically. Panics if the number is not aligned, or not inside the region.
    #[inline(always)]
    pub fn atomic_load<T: Atom>(&self, offset: usize) -> T {
        T::load(self.cell::<T>(offset))
    }

    /// Stores a number at `offset` atomically. Panics as [`atomic_load`](Self::atomic_load) does.
    #[inline(always)]
    pub fn atomic_store<T: Atom>(&self, offset: usize, value: T) {
        T::store(self.cell::<T>(offset), value);
    }

    /// Stores a number at `offset` atomically, after everything that this thread has written before (release). Later
    /// loads may come first, so the store costs no processor fence. Panics as [`atomic_load`](Self::atomic_load) does.
    #[inline(always)]
    pub fn atomic_release<T: Atom>(&self, offset: usize, value: T) {
        T::release(self.cell::<T>(offset), value);
    }

    /// Stores a number at `offset` atomically, and returns the old number. Panics as [`atomic_load`](Self::atomic_load)
    /// does.
    #[inline(always)]
    pub fn atomic_swap<T: Atom>(&self, offset: usize, value: T) -> T {
        T::swap(self.cell::<T>(offset), value)
    }

    /// Adds to the number at `offset` atomically, wrapping around, and returns the old number. Panics as
    /// [`atomic_load`](Self::atomic_load) does.
    #[inline(always)]
    pub fn atomic_add<T: Atom>(&self, offset: usize, value: T) -> T {
        T::add(self.cell::<T>(offset), value)
    }

    /// Stores `new` at `offset` atomically if the number there is `current`, and returns `current`. Otherwise fails
    /// with the present number. Panics as [`atomic_load`](Self::atomic_load) does.
    #[inline(always)]
    pub fn atomic_exchange<T: Atom>(&self, offset: usize, current: T, new: T) -> Result<T, T> {
        T::exchange(self.cell::<T>(offset), current, new)
    }

    /// Replaces the number at `offset` by `f` of it atomically, and returns the old number. `f` may run several times.
    /// Panics as [`atomic_load`](Self::atomic_load) does.
    #[inline(always)]
    pub fn atomic_update<T: Atom>(&self, offset: usize, mut f: impl FnMut(T) -> T) -> T {
        let cell = self.cell::<T>(offset);
        let mut now = T::load(cell);
        loop {
            match T::exchange(cell, now, f(now)) {
                Ok(was) => return was,
                Err(other) => now = other,
            }
        }
    }

    /// Combines each element of the region with the operand's element atomically: `f` gets the operand's element and
    /// the present element, and changes the present element in place. Elements have `width` bytes (1, 2, 4 or 8), and
    /// the region is aligned to that. The old elements go to `old`. `operand` and `old` are as long as the region. Only
    /// each element is atomic: another thread may come between two elements.
    pub fn combine_atomically(&self, width: usize, operand: Region, old: Option<Region>, f: impl Fn(Region, Region)) {
        match width {
            1 => self.combine_cells::<u8>(operand, old, f),
            2 => self.combine_cells::<u16>(operand, old, f),
            4 => self.combine_cells::<u32>(operand, old, f),
            8 => self.combine_cells::<u64>(operand, old, f),
            _ => panic!("region: elements of {width} bytes are no atoms"),
        }
    }

    #[inline(always)]
    fn combine_cells<T: Atom>(&self, operand: Region, old: Option<Region>, f: impl Fn(Region, Region)) {
        let width = size_of::<T>();
        for i in 0..self.len() / width {
            let operand = operand.slice(i * width, width);
            let was = self.atomic_update::<T>(i * width, |now| {
                let mut word = now;
                // SAFETY: the region is a variable of this function, and `f` uses it only during the call.
                f(operand, unsafe { Region::new((&raw mut word).cast(), width) });
                word
            });
            if let Some(old) = old {
                old.set(i, was);
            }
        }
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use crate::mem::{Leaked, Region};

    #[test]
    fn cells_are_inside_and_aligned() {
        let b = Leaked::new(24);
        let r = b.region().slice(1, 20);
        assert!(r.is_atomic(7, 8) && r.is_atomic(0, 1) && r.is_atomic(1, 2) && r.is_atomic(3, 4));
        assert!(!r.is_atomic(0, 2) && !r.is_atomic(15, 8) && !r.is_atomic(20, 1) && !r.is_atomic(usize::MAX, 1));
        assert!(!r.is_atomic(7, 3) && !r.is_atomic(7, 16));
        assert!(std::panic::catch_unwind(|| r.atomic_load::<u64>(15)).is_err());
    }

    #[test]
    fn atomic_operations_return_old_values() {
        let b = Leaked::new(16);
        let r = b.region();
        r.atomic_store::<u64>(8, 5);
        assert_eq!((r.atomic_add::<u64>(8, 7), r.atomic_swap::<u64>(8, 1), r.atomic_load::<u64>(8)), (5, 12, 1));
        assert_eq!((r.atomic_exchange::<u64>(8, 2, 9), r.atomic_exchange::<u64>(8, 1, 9)), (Err(1), Ok(1)));
        assert_eq!((r.atomic_update::<u16>(2, |n| n + 3), r.get::<u16>(1)), (0, 3));
    }

    /// Four threads add to elements of every width; no addition is lost.
    #[test]
    fn no_addition_is_lost_between_threads() {
        for width in [1, 2, 4, 8] {
            let b = Leaked::new(64);
            let all = b.region();
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| {
                        let ones = Leaked::new(64);
                        (0..64 / width).for_each(|i| ones.region().set::<u8>(i * width, 1));
                        for _ in 0..50 {
                            let add = |a: Region, b: Region| b.combine::<u8>(a, |a, b| a + b);
                            all.combine_atomically(width, ones.region(), None, add);
                        }
                    });
                }
            });
            (0..64).for_each(|i| assert_eq!(all.get::<u8>(i), if i % width == 0 { 200 } else { 0 }));
        }
    }

    #[test]
    fn combining_returns_the_old_elements() {
        let (b, operand, old) = (Leaked::copy_of(&[1, 2, 3, 4]), Leaked::copy_of(&[9; 4]), Leaked::new(4));
        b.region().combine_atomically(2, operand.region(), Some(old.region()), |a, b| {
            b.copy_from(a);
        });
        assert_eq!((b.region().to_vec(), old.region().to_vec()), (vec![9; 4], vec![1, 2, 3, 4]));
    }
}
