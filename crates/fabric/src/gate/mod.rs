//! A value that a whole process shares. A thread reaches the value inside its gate: with a lock if several threads may
//! enter, and without a lock if the program promises that only one thread does.
//!
//! Without a lock only that promise separates two threads, and only the program's care keeps a thread from entering
//! twice. A program that breaks one of the two rules would create two references to one value. So the code that sets up
//! a gate answers for its program, which is the `unsafe` of [`Guarded`]. Debug builds check the rules at each entry.
mod door;
#[cfg(feature = "wrap")]
pub mod testing;
#[cfg(test)]
mod tests;

pub use crate::lock::LockHold;
use door::Door;
use std::cell::UnsafeCell;
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// A value behind a door. The gate begins without a lock.
pub struct Gate<T> {
    value: UnsafeCell<T>,
    door: Door,
}
// SAFETY: the value is reached through a `Guard` only, and there is one guard at a time (see `Guarded`).
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

impl<T> Gate<T> {
    /// Replaces the value in a forked child, and makes the door as new. `make` gets the old value unless a thread of
    /// the parent was inside, which may have left the value half changed. The old value is not dropped: much of what it
    /// refers to belongs to the parent.
    ///
    /// # Safety
    /// The caller is the only thread of its process, and has no guard.
    pub unsafe fn renew_in_child(&self, make: impl FnOnce(Option<&T>) -> T) {
        // SAFETY: by the contract above, no reference to the value exists.
        let old = (!self.door.is_held()).then(|| unsafe { &*self.value.get() });
        let new = make(old);
        // SAFETY: as above; `write` drops nothing.
        unsafe { self.value.get().write(new) };
        self.door.renew();
    }
}

/// A unique value behind a gate. A guard finds the gate by this type, so the guard need not carry the gate's address.
///
/// # Safety
/// - `gate` returns the same gate each time.
/// - While the gate has no lock, at most one thread at a time has a guard.
/// - A thread that has a guard does not enter again before it has dropped that guard, except in [`Guard::outside`].
pub unsafe trait Guarded: Sized + Send + 'static {
    fn gate() -> &'static Gate<Self>;
}

/// The action of a guard that is dropped while there is a lock.
pub trait Exit<T> {
    /// Called just before the lock is released. Returns true if `after` must be called once the lock is free.
    fn before(value: &mut T) -> bool;
    fn after();
}

/// No action.
impl<T> Exit<T> for () {
    fn before(_: &mut T) -> bool {
        false
    }
    fn after() {}
}

/// The right to use the value.
pub struct Guard<T: Guarded, E: Exit<T> = ()> {
    held: Option<LockHold>,
    /// A guard stays with its thread, because the lock may be biased to that thread.
    _of: PhantomData<(*const T, E)>,
}

impl<T: Guarded, E: Exit<T>> Guard<T, E> {
    /// Enters the gate. If there is a lock, waits until no other thread is inside.
    #[inline(always)]
    pub fn enter() -> Guard<T, E> {
        Guard { held: T::gate().door.enter(), _of: PhantomData }
    }

    /// Enters the gate without blocking; returns `None` unless there is a lock and no thread holds it or waits for it.
    /// For a thread whose work is never urgent.
    pub fn try_enter() -> Option<Guard<T, E>> {
        T::gate().door.try_enter().map(|held| Guard { held: Some(held), _of: PhantomData })
    }

    /// Returns how this guard holds the lock, or `None` if there was no lock when it entered.
    #[inline(always)]
    pub fn held(&self) -> Option<LockHold> {
        self.held
    }

    /// Switches the lock on; this guard then holds it. `bias` makes the lock nearly free for this thread until another
    /// thread comes. The caller must ensure that no other thread can enter during the call. A guard that holds the lock
    /// already revokes its [`unlock_from_now_on`](Self::unlock_from_now_on).
    pub fn lock_from_now_on(&mut self, bias: bool) {
        match self.held {
            None => self.held = Some(T::gate().door.lock_from_now_on(bias)),
            Some(_) => T::gate().door.stay_locked(),
        }
    }

    /// Switches the lock off for later entries. This guard still holds the lock until it is dropped.
    pub fn unlock_from_now_on(&mut self) {
        T::gate().door.unlock_from_now_on();
    }

    /// Returns true if another thread waits for the lock.
    #[inline(always)]
    pub fn is_wanted(&self) -> bool {
        T::gate().door.is_wanted()
    }

    /// Lets a waiting thread go first, then enters again.
    #[cold]
    pub fn give_way(&mut self) {
        self.outside(|| T::gate().door.give_way());
    }

    /// Leaves the gate if there is a lock. This is a function of its own, so that the path without a lock stays short.
    #[inline(never)]
    fn leave_with_lock(&mut self) {
        let after = E::before(self);
        T::gate().door.leave(self.held);
        if after {
            E::after();
        }
    }

    /// Runs `f` outside the gate. If there is a lock, other threads may enter meanwhile, and `f` may enter too. Without
    /// a lock `f` may enter too, because no other thread does.
    pub fn outside<R>(&mut self, f: impl FnOnce() -> R) -> R {
        let back = Back { held: self.held.take(), guard: self };
        T::gate().door.leave(back.held);
        f()
    }
}

/// Brings a guard back inside when it is dropped, even if the code that ran outside unwinds.
struct Back<'a, T: Guarded, E: Exit<T>> {
    guard: &'a mut Guard<T, E>,
    held: Option<LockHold>,
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
        // SAFETY: this guard is the only one (by the lock, or by the contract of `Guarded`), and it cannot be used
        // while `outside` has left the gate, because that borrows it.
        unsafe { &*T::gate().value.get() }
    }
}

impl<T: Guarded, E: Exit<T>> DerefMut for Guard<T, E> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: this guard is the only one, as in `deref`, and the exclusive borrow of it makes this the only
        // reference.
        unsafe { &mut *T::gate().value.get() }
    }
}
