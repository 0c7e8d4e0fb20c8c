//! Processor atomics on memory that several processes share: what one-sided operations do to single elements.
use super::{Pod, Region};
use std::sync::atomic::{
    AtomicU8, AtomicU16, AtomicU32, AtomicU64,
    Ordering::{Release, SeqCst},
};

/// Numbers that the processor changes in one go: 1, 2, 4 or 8 bytes, aligned to their size.
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
    /// True if the `width` bytes at `offset` are inside, and can be changed in one go.
    #[inline(always)]
    pub fn is_atomic(&self, offset: usize, width: usize) -> bool {
        matches!(width, 1 | 2 | 4 | 8)
            && (self.as_ptr() as usize).wrapping_add(offset).is_multiple_of(width)
            && offset <= self.len()
            && width <= self.len() - offset
    }

    /// The cell at `offset`. Panics if it is not aligned, or not inside.
    #[inline(always)]
    pub(crate) fn cell<T: Atom>(&self, offset: usize) -> &T::Cell {
        assert!(self.is_atomic(offset, size_of::<T>()), "region: no cell of {} at {offset}", size_of::<T>());
        // SAFETY: inside by the check, valid by the region's contract, and aligned; std's atomics are laid out as their
        // numbers. Whoever else touches the bytes meanwhile does so by atomics too, or has lent them for that.
        unsafe { &*self.as_ptr().wrapping_add(offset).cast::<T::Cell>() }
    }

    /// Reads the number at `offset` in one go. Panics, as all of these, if it is not aligned or not inside.
    #[inline(always)]
    pub fn atomic_load<T: Atom>(&self, offset: usize) -> T {
        T::load(self.cell::<T>(offset))
    }

    /// Writes it in one go.
    #[inline(always)]
    pub fn atomic_store<T: Atom>(&self, offset: usize, value: T) {
        T::store(self.cell::<T>(offset), value);
    }

    /// Writes it in one go, after everything that this thread has written before; what it reads later may come first,
    /// so that it costs no fence of the processor.
    #[inline(always)]
    pub fn atomic_release<T: Atom>(&self, offset: usize, value: T) {
        T::release(self.cell::<T>(offset), value);
    }

    /// Writes it, and returns what was there.
    #[inline(always)]
    pub fn atomic_swap<T: Atom>(&self, offset: usize, value: T) -> T {
        T::swap(self.cell::<T>(offset), value)
    }

    /// Adds to it, wrapping round, and returns what was there.
    #[inline(always)]
    pub fn atomic_add<T: Atom>(&self, offset: usize, value: T) -> T {
        T::add(self.cell::<T>(offset), value)
    }

    /// Writes `new` if `current` is there. `Err`: what is there instead.
    #[inline(always)]
    pub fn atomic_exchange<T: Atom>(&self, offset: usize, current: T, new: T) -> Result<T, T> {
        T::exchange(self.cell::<T>(offset), current, new)
    }

    /// Writes what `f` makes of what is there, with nobody's change in between; returns what was there. `f` may run
    /// several times.
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

    /// For each element of `width` bytes (1, 2, 4 or 8; the region is aligned to it): writes what `f` makes of the
    /// operand's element (first) and what is there (second, in place), with nobody's change in between. What was there
    /// goes to `old`. Both are as long as the region. Each element by itself: others may come between two of them.
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
                // SAFETY: a variable of this function's, for the time of the call.
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
    use crate::mem::{Buffer, Region};

    #[test]
    fn cells_are_inside_and_aligned() {
        let b = Buffer::new(24);
        let r = b.region().slice(1, 20);
        assert!(r.is_atomic(7, 8) && r.is_atomic(0, 1) && r.is_atomic(1, 2) && r.is_atomic(3, 4));
        assert!(!r.is_atomic(0, 2) && !r.is_atomic(15, 8) && !r.is_atomic(20, 1) && !r.is_atomic(usize::MAX, 1));
        assert!(!r.is_atomic(7, 3) && !r.is_atomic(7, 16));
        assert!(std::panic::catch_unwind(|| r.atomic_load::<u64>(15)).is_err());
    }

    #[test]
    fn each_does_what_it_says() {
        let b = Buffer::new(16);
        let r = b.region();
        r.atomic_store::<u64>(8, 5);
        assert_eq!((r.atomic_add::<u64>(8, 7), r.atomic_swap::<u64>(8, 1), r.atomic_load::<u64>(8)), (5, 12, 1));
        assert_eq!((r.atomic_exchange::<u64>(8, 2, 9), r.atomic_exchange::<u64>(8, 1, 9)), (Err(1), Ok(1)));
        assert_eq!((r.atomic_update::<u16>(2, |n| n + 3), r.get::<u16>(1)), (0, 3));
    }

    /// Four threads add to elements of every width; no addition may be lost.
    #[test]
    fn nothing_is_lost_between_threads() {
        for width in [1, 2, 4, 8] {
            let b = Buffer::new(64);
            let all = b.region();
            std::thread::scope(|scope| {
                for _ in 0..4 {
                    scope.spawn(|| {
                        let ones = Buffer::new(64);
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
    fn what_was_there_is_told() {
        let (b, operand, old) = (Buffer::copy_of(&[1, 2, 3, 4]), Buffer::copy_of(&[9; 4]), Buffer::new(4));
        b.region().combine_atomically(2, operand.region(), Some(old.region()), |a, b| {
            b.copy_from(a);
        });
        assert_eq!((b.region().to_vec(), old.region().to_vec()), (vec![9; 4], vec![1, 2, 3, 4]));
    }
}
