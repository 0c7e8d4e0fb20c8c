//! Decides which thread may be inside a gate, by the biased lock or without any lock.
use crate::lock::{BiasedLock, LockHold};
use std::sync::atomic::Ordering::Relaxed;

#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicBool, AtomicUsize};
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicBool, AtomicUsize};

/// The entrance of a gate.
///
/// **Access rule.** Only a thread that is inside and holds the lock changes `locked`. To switch the lock on, the thread
/// takes the lock first; to switch it off, it releases the lock later. So a thread that gets the lock by `try_enter`
/// sees whether the lock is in use, and turns back if it is not. Only debug builds check `inside`, which names the
/// thread that is inside, or is 0.
pub struct Door {
    lock: BiasedLock,
    locked: AtomicBool,
    inside: AtomicUsize,
}

/// Returns a number that names this thread.
fn own() -> usize {
    thread_local! {
        static OWN: u8 = const { 0 };
    }
    OWN.with(|own| std::ptr::from_ref(own).addr())
}

impl Door {
    /// Creates a door without a lock.
    #[cfg(not(all(loom, test)))]
    pub const fn new() -> Door {
        Door { lock: BiasedLock::new(), locked: AtomicBool::new(false), inside: AtomicUsize::new(0) }
    }
    #[cfg(all(loom, test))]
    pub fn new() -> Door {
        Door { lock: BiasedLock::new(), locked: AtomicBool::new(false), inside: AtomicUsize::new(0) }
    }

    /// Enters. Waits for the lock if there is one. Panics in debug builds if this thread is inside already, which would
    /// wait for itself, and, without a lock, if another thread is.
    #[inline(always)]
    pub fn enter(&self) -> Option<LockHold> {
        // Loom runs its threads on one.
        if cfg!(all(debug_assertions, not(loom))) {
            assert!(self.inside.load(Relaxed) != own(), "entered by one thread twice: a guard outlives its statement");
        }
        let held = if self.locked.load(Relaxed) { Some(self.lock.lock()) } else { None };
        self.mark();
        held
    }

    /// Enters without blocking if there is a lock and no thread holds it or waits for it.
    pub fn try_enter(&self) -> Option<LockHold> {
        let held = self.lock.try_lock()?;
        if !self.locked.load(Relaxed) {
            // The lock was switched off while this thread was entering. The thread that is inside now needs no lock.
            self.lock.unlock(held);
            return None;
        }
        self.mark();
        Some(held)
    }

    /// Leaves the gate, and releases the lock if it is `held`.
    #[inline(always)]
    pub fn leave(&self, held: Option<LockHold>) {
        if cfg!(debug_assertions) {
            self.inside.store(0, Relaxed);
        }
        if let Some(held) = held {
            self.lock.unlock(held);
        }
    }

    /// Enters again after `leave`, with the lock if the thread held the lock before.
    pub fn return_with(&self, held: Option<LockHold>) -> Option<LockHold> {
        let held = held.map(|_| self.lock.lock());
        self.mark();
        held
    }

    /// Switches the lock on and takes it. Only the thread inside may call this. If `bias`, biases the lock to this
    /// thread.
    pub fn lock_from_now_on(&self, bias: bool) -> LockHold {
        if bias {
            self.lock.bias();
        }
        let held = self.lock.lock();
        self.locked.store(true, Relaxed);
        held
    }

    /// Keeps the lock on. Only the thread inside may call this, and only while it holds the lock.
    pub fn stay_locked(&self) {
        self.locked.store(true, Relaxed);
    }

    /// Switches the lock off. Only the thread inside may call this.
    pub fn unlock_from_now_on(&self) {
        self.locked.store(false, Relaxed);
    }

    /// Returns true if a thread holds the lock.
    pub fn is_held(&self) -> bool {
        self.lock.is_held()
    }

    /// Makes the door as new, in a forked child (see [`BiasedLock::renew`]).
    pub fn renew(&self) {
        self.lock.renew();
        self.locked.store(false, Relaxed);
        self.inside.store(0, Relaxed);
    }

    /// Returns true if another thread waits for the lock.
    #[inline(always)]
    pub fn is_wanted(&self) -> bool {
        self.lock.is_wanted()
    }

    /// Lets a waiting thread go first. The caller has just left the gate and will enter again.
    pub fn give_way(&self) {
        self.lock.give_way();
    }

    #[inline(always)]
    fn mark(&self) {
        if cfg!(debug_assertions) {
            let before = self.inside.swap(own(), Relaxed);
            assert!(
                before == 0,
                "entered by two threads without a lock, which the program promises not to do (MPI: below \
                 MPI_THREAD_MULTIPLE)"
            );
        }
    }
}
