//! A biased lock for the threads of one process. Until another thread first takes the lock, the thread that it is
//! biased to pays two plain stores. From then on the lock is a word on which waiters spin, then sleep.
//!
//! **Access rule.** `owner` is the biased thread, stored before other threads may come. A thread that holds `word` and
//! needs the lock clears `owner`, once and for all. The biased thread raises `inside`, then reads `owner` again. The
//! revoking thread clears `owner`, executes a barrier on every processor (`membarrier`), then waits until `inside` is
//! down. So either the biased thread sees that it is no longer the owner, or the revoking thread sees it inside. `word`
//! is FREE, HELD or SLEEPERS. A waiter that is about to sleep stores SLEEPERS, and the thread that replaces SLEEPERS
//! wakes up one waiter.
//!
//! Waiters poll rarely on purpose. So one core uses the guarded value many times before the value moves to another
//! core's caches, which gains more than fairness would (docs/decisions/0007-threads.md).
use std::sync::atomic::Ordering;

mod callers;
#[cfg(not(all(loom, test)))]
mod real;
#[cfg(not(all(loom, test)))]
use real as world;
#[cfg(all(loom, test))]
pub(crate) mod model;
pub use callers::{begin_period, callers};
#[cfg(all(loom, test))]
use model as world;
use world::{AtomicBool, AtomicU32, AtomicUsize, Bed, SPINS, YIELDS};

const FREE: u32 = 0;
const HELD: u32 = 1;
const SLEEPERS: u32 = 2;

/// The value of `owner` for a lock that is not, or no longer, biased.
const UNBIASED: usize = 0;

/// The number of pause instructions of the first spin between two polls. Each further spin is twice as long, up to
/// `SPIN_MOST`.
const SPIN_FIRST: u32 = 16;
const SPIN_MOST: u32 = 256;

/// For how many polls a thread gives way, each after a spin or a yield. More polls help a slow waiter, and cost time if
/// the waiter sleeps.
const GIVE_WAY: u32 = 4;

/// How the lock is held. Pass it to [`BiasedLock::unlock`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LockHold {
    /// The thread to which the lock is biased holds the lock.
    Biased,
    /// The lock is held through its word.
    Word,
}

/// The state that the biased thread accesses, on a cache line of its own.
#[repr(align(128))]
struct Bias {
    owner: AtomicUsize,
    inside: AtomicBool,
}

/// The state that all threads compete for, on a cache line of its own: the lock word, the place where waiters sleep,
/// and the number of waiters.
#[repr(align(128))]
struct Word(AtomicU32, Bed, AtomicU32);

/// A biased lock. The lock holds no value of its own. A thread that locks it twice waits forever.
pub struct BiasedLock {
    bias: Bias,
    word: Word,
}

impl BiasedLock {
    /// Creates a lock that is not biased.
    #[cfg(not(all(loom, test)))]
    pub const fn new() -> BiasedLock {
        let bias = Bias { owner: AtomicUsize::new(UNBIASED), inside: AtomicBool::new(false) };
        BiasedLock { bias, word: Word(AtomicU32::new(FREE), Bed::new(), AtomicU32::new(0)) }
    }
    #[cfg(all(loom, test))]
    pub fn new() -> BiasedLock {
        let bias = Bias { owner: AtomicUsize::new(UNBIASED), inside: AtomicBool::new(false) };
        BiasedLock { bias, word: Word(AtomicU32::new(FREE), Bed::new(), AtomicU32::new(0)) }
    }

    /// Biases the lock to the calling thread, if the machine supports it. The caller must ensure that no other thread
    /// can come and no thread holds the lock. (A thread that starts after the biased thread has ended may count as that
    /// thread.)
    pub fn bias(&self) {
        if world::heavy_barrier() {
            self.bias.owner.store(world::this_thread(), Ordering::Relaxed);
        }
    }

    /// Waits for the lock and takes it.
    #[inline(always)]
    pub fn lock(&self) -> LockHold {
        let me = world::this_thread();
        if self.bias.owner.load(Ordering::Relaxed) == me {
            self.bias.inside.store(true, Ordering::Relaxed);
            world::light_barrier();
            if self.bias.owner.load(Ordering::Relaxed) == me {
                return LockHold::Biased;
            }
            self.bias.inside.store(false, Ordering::Release);
        }
        if self.word.0.compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed).is_err() {
            self.wait();
        }
        world::count_this_thread();
        if self.bias.owner.load(Ordering::Relaxed) != UNBIASED {
            self.revoke();
        }
        LockHold::Word
    }

    /// Takes the lock if no thread holds it or waits for it, for a thread whose work is never urgent. If the call has
    /// to revoke the bias, it waits until the biased thread has left.
    pub fn try_lock(&self) -> Option<LockHold> {
        if self.word.2.load(Ordering::Relaxed) != 0 {
            return None;
        }
        self.word.0.compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed).ok()?;
        if self.bias.owner.load(Ordering::Relaxed) != UNBIASED {
            self.revoke();
        }
        Some(LockHold::Word)
    }

    /// Releases the lock.
    #[inline(always)]
    pub fn unlock(&self, held: LockHold) {
        match held {
            LockHold::Biased => self.bias.inside.store(false, Ordering::Release),
            LockHold::Word => {
                if self.word.0.swap(FREE, Ordering::Release) == SLEEPERS {
                    self.word.1.wake_one(&self.word.0);
                }
            }
        }
    }

    /// Returns true if a thread holds the lock.
    pub fn is_held(&self) -> bool {
        self.bias.inside.load(Ordering::Relaxed) || self.word.0.load(Ordering::Relaxed) != FREE
    }

    /// Makes the lock as new, in a forked child: threads that held it or waited for it exist in the parent only. The
    /// caller must be the process's only thread.
    pub fn renew(&self) {
        self.bias.owner.store(UNBIASED, Ordering::Relaxed);
        self.bias.inside.store(false, Ordering::Relaxed);
        self.word.0.store(FREE, Ordering::Relaxed);
        self.word.2.store(0, Ordering::Relaxed);
    }

    /// Returns true if another thread waits for the lock.
    #[inline(always)]
    pub fn is_wanted(&self) -> bool {
        self.word.2.load(Ordering::Relaxed) != 0
    }

    /// Lets a waiting thread go first. The caller has just released the lock and will take it again. Returns once a
    /// waiting thread has got the lock, or after as long as that takes a waiter that is awake and has a processor.
    #[cold]
    #[inline(never)]
    pub fn give_way(&self) {
        for look in 0..GIVE_WAY {
            if self.word.0.load(Ordering::Relaxed) != FREE || !self.is_wanted() {
                return;
            }
            if look % 2 == 0 { world::spin(SPIN_MOST) } else { world::yield_now() }
        }
    }

    #[cold]
    #[inline(never)]
    fn wait(&self) {
        self.word.2.fetch_add(1, Ordering::Relaxed);
        self.wait_counted();
        self.word.2.fetch_sub(1, Ordering::Relaxed);
    }

    fn wait_counted(&self) {
        let (mut spin, mut looks) = (SPIN_FIRST, 0);
        loop {
            if looks < SPINS {
                world::spin(spin);
                spin = SPIN_MOST.min(spin * 2);
            } else if looks < SPINS + YIELDS {
                world::yield_now();
            } else {
                break;
            }
            looks += 1;
            if self.word.0.load(Ordering::Relaxed) == FREE
                && self.word.0.compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed).is_ok()
            {
                return;
            }
        }
        // Other threads may sleep too, so the word stays SLEEPERS from here on, even once this thread holds it.
        while self.word.0.swap(SLEEPERS, Ordering::Acquire) != FREE {
            self.word.1.sleep(&self.word.0, SLEEPERS);
        }
    }

    /// Revokes the bias. The caller holds the word, and is the first thread other than the biased thread.
    #[cold]
    #[inline(never)]
    fn revoke(&self) {
        self.bias.owner.store(UNBIASED, Ordering::Relaxed);
        if !world::heavy_barrier() {
            // The kernel granted the barrier before and refuses it now: wait longer than a store can stay invisible.
            world::long_rest();
        }
        while self.bias.inside.load(Ordering::Acquire) {
            world::yield_now();
        }
    }
}

#[cfg(not(all(loom, test)))]
impl Default for BiasedLock {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests;
