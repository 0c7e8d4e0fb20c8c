//! Who may be inside: the biased lock, and the mode in which there is no lock at all.
use crate::lock::{BiasedLock, Held};
use std::sync::atomic::Ordering::Relaxed;

#[cfg(all(loom, test))]
use loom::sync::atomic::AtomicBool;
#[cfg(not(all(loom, test)))]
use std::sync::atomic::AtomicBool;

/// **Access rule.** `locked` is changed only by who is inside and holds the lock: who switches it on takes the lock
/// first, who switches it off lets go of the lock later. So whoever gets the lock by `try_enter` sees whether it is
/// needed, and turns back if not. `inside` is the check of debug builds: it is set while somebody is inside.
pub struct Door {
    lock: BiasedLock,
    locked: AtomicBool,
    inside: AtomicBool,
}

impl Door {
    /// A door without a lock.
    #[cfg(not(all(loom, test)))]
    pub const fn new() -> Door {
        Door { lock: BiasedLock::new(), locked: AtomicBool::new(false), inside: AtomicBool::new(false) }
    }
    #[cfg(all(loom, test))]
    pub fn new() -> Door {
        Door { lock: BiasedLock::new(), locked: AtomicBool::new(false), inside: AtomicBool::new(false) }
    }

    /// Comes in, and waits for the lock if there is one. Panics in debug builds if somebody is inside.
    #[inline(always)]
    pub fn enter(&self) -> Option<Held> {
        let held = if self.locked.load(Relaxed) { Some(self.lock.lock()) } else { None };
        self.mark();
        held
    }

    /// Comes in if there is a lock, nobody has it, and nobody waits for it.
    pub fn try_enter(&self) -> Option<Held> {
        let held = self.lock.try_lock()?;
        if !self.locked.load(Relaxed) {
            // Whoever is inside now needs no lock: it was switched off while this thread stood at the door.
            self.lock.unlock(held);
            return None;
        }
        self.mark();
        Some(held)
    }

    /// Goes out.
    #[inline(always)]
    pub fn leave(&self, held: Option<Held>) {
        if cfg!(debug_assertions) {
            self.inside.store(false, Relaxed);
        }
        if let Some(held) = held {
            self.lock.unlock(held);
        }
    }

    /// Comes in again after `leave`, with the lock if it was held then.
    pub fn return_with(&self, held: Option<Held>) -> Option<Held> {
        let held = held.map(|_| self.lock.lock());
        self.mark();
        held
    }

    /// Who is inside without a lock takes it; from now on all others do. With `bias` it is biased to this thread.
    pub fn lock_from_now_on(&self, bias: bool) -> Held {
        if bias {
            self.lock.bias();
        }
        let held = self.lock.lock();
        self.locked.store(true, Relaxed);
        held
    }

    /// From now on nobody needs the lock. Only who is inside may say so.
    pub fn unlock_from_now_on(&self) {
        self.locked.store(false, Relaxed);
    }

    /// True if another thread waits for the lock.
    #[inline(always)]
    pub fn is_wanted(&self) -> bool {
        self.lock.is_wanted()
    }

    /// For a thread that has just gone out and will be back: lets one that waits go first.
    pub fn give_way(&self) {
        self.lock.give_way();
    }

    #[inline(always)]
    fn mark(&self) {
        if cfg!(debug_assertions) {
            let before = self.inside.swap(true, Relaxed);
            assert!(
                !before,
                "entered by two threads without a lock, which the program promises not to do (MPI: below \
                 MPI_THREAD_MULTIPLE), or by one thread twice"
            );
        }
    }
}
