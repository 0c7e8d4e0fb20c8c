//! A value that a whole process shares, reached by whoever is inside its gate: with a lock where several threads may
//! come, without any where the program promises that only one does.
//!
//! Nothing but the promise stands between two threads without a lock, and nothing but the program's care keeps one
//! thread from entering twice. Both would make two references to one value, so that whoever sets a gate up answers for
//! its program: that is what the `unsafe` of [`Guarded`] says. Debug builds check it each time.
mod door;
#[cfg(feature = "wrap")]
pub mod testing;
#[cfg(test)]
mod tests;

pub use crate::lock::Held;
use door::Door;
use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// A value behind its door. It begins without a lock.
pub struct Gate<T> {
    value: UnsafeCell<T>,
    door: Door,
}
// SAFETY: the value is reached through a `Guard` only, of which there is one at a time (see `Guarded`).
unsafe impl<T: Send> Sync for Gate<T> {}

impl<T> Gate<T> {
    #[cfg(not(all(loom, test)))]
    pub const fn new(value: T) -> Gate<T> {
        Gate { value: UnsafeCell::new(value), door: Door::new() }
    }
    #[cfg(all(loom, test))]
    pub fn new(value: T) -> Gate<T> {
        Gate { value: UnsafeCell::new(value), door: Door::new() }
    }
}

/// A value of which there is one, behind a gate. A guard finds the gate by the type, and so need not carry its address.
///
/// # Safety
/// - `gate` returns the same gate each time.
/// - As long as the gate has no lock, one thread at a time has a guard.
/// - A thread that has a guard does not enter again before it has dropped it; in [`Guard::outside`] it may.
pub unsafe trait Guarded: Sized + Send + 'static {
    fn gate() -> &'static Gate<Self>;
}

/// What is done on the way out, where there is a lock.
pub trait Exit<T> {
    /// Just before the lock is let go of. True: `after` is to be called once it is free.
    fn before(value: &mut T) -> bool;
    fn after();
}

/// Nothing.
impl<T> Exit<T> for () {
    fn before(_: &mut T) -> bool {
        false
    }
    fn after() {}
}

/// The right to use the value.
pub struct Guard<T: Guarded, E: Exit<T> = ()> {
    held: Option<Held>,
    /// It stays with its thread, to which the lock may be biased.
    _of: PhantomData<(*const T, E)>,
}

impl<T: Guarded, E: Exit<T>> Guard<T, E> {
    /// Enters. Waits for other threads if there is a lock.
    #[inline(always)]
    pub fn enter() -> Guard<T, E> {
        Guard { held: T::gate().door.enter(), _of: PhantomData }
    }

    /// Enters if there is a lock, nobody has it, and nobody waits for it: for a thread whose work is never urgent.
    pub fn try_enter() -> Option<Guard<T, E>> {
        T::gate().door.try_enter().map(|held| Guard { held: Some(held), _of: PhantomData })
    }

    /// How the lock is held; `None`: there was no lock, and no other thread comes.
    #[inline(always)]
    pub fn held(&self) -> Option<Held> {
        self.held
    }

    /// From now on there is a lock, and this guard holds it. `bias`: it is nearly free for this thread until another
    /// comes. Only while no other thread can come in.
    pub fn lock_from_now_on(&mut self, bias: bool) {
        if self.held.is_none() {
            self.held = Some(T::gate().door.lock_from_now_on(bias));
        }
    }

    /// Once this guard is dropped there is no lock any more.
    pub fn unlock_from_now_on(&mut self) {
        T::gate().door.unlock_from_now_on();
    }

    /// True if another thread waits for the lock.
    #[inline(always)]
    pub fn is_wanted(&self) -> bool {
        T::gate().door.is_wanted()
    }

    /// Lets a thread go first that waits for the lock.
    #[cold]
    pub fn give_way(&mut self) {
        self.outside(|| T::gate().door.give_way());
    }

    /// The way out where there is a lock. By itself, so that nothing of it stands in the way where there is none.
    #[inline(never)]
    fn leave_with_lock(&mut self) {
        let after = E::before(self);
        T::gate().door.leave(self.held);
        if after {
            E::after();
        }
    }

    /// Runs `f` with the value let go of. Where there is a lock, others may come in meanwhile, and `f` may enter
    /// itself; without one `f` may still enter, for nobody else does.
    pub fn outside<R>(&mut self, f: impl FnOnce() -> R) -> R {
        let back = Back { held: self.held.take(), guard: self };
        T::gate().door.leave(back.held);
        f()
    }
}

/// Brings a guard back inside, also where what ran outside unwinds.
struct Back<'a, T: Guarded, E: Exit<T>> {
    guard: &'a mut Guard<T, E>,
    held: Option<Held>,
}

impl<T: Guarded, E: Exit<T>> Drop for Back<'_, T, E> {
    #[inline]
    fn drop(&mut self) {
        self.guard.held = T::gate().door.return_with(self.held);
    }
}

impl<T: Guarded, E: Exit<T>> Drop for Guard<T, E> {
    #[inline(always)]
    fn drop(&mut self) {
        if self.held.is_some() {
            self.leave_with_lock();
        } else {
            T::gate().door.leave(None);
        }
    }
}

impl<T: Guarded, E: Exit<T>> Deref for Guard<T, E> {
    type Target = T;
    #[inline(always)]
    fn deref(&self) -> &T {
        // SAFETY: this guard is the only one (by the lock, or by what `Guarded` promises), and it cannot be reached
        // while `outside` has let go of the value, because that borrows it.
        unsafe { &*T::gate().value.get() }
    }
}

impl<T: Guarded, E: Exit<T>> DerefMut for Guard<T, E> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as in `deref`, and the borrow of self makes it the only reference.
        unsafe { &mut *T::gate().value.get() }
    }
}
