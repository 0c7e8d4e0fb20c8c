//! A biased lock for the threads of one process: the thread it is biased to pays two plain stores until another thread
//! comes for the first time; from then on it is a word that waiters spin on, then sleep on.
//!
//! **Access rule.** `owner` is the biased thread, stored before other threads may come, and made 0, once and for all,
//! by whoever holds `word` and wants in. The biased thread raises `inside`, then looks at `owner` again; who revokes
//! makes `owner` 0, puts a barrier on every processor (`membarrier`), then waits until `inside` is down. So either the
//! biased thread sees that it is the owner no longer, or the other sees it inside. `word` is FREE, HELD, or HELD with
//! SLEEPERS; a waiter that means to sleep stores SLEEPERS, and whoever takes SLEEPERS down wakes one.
//!
//! Waiters look rarely on purpose: what the lock guards is then used many times by one core before it moves to
//! another's caches, which is worth more than an even turn (docs/decisions/0007-threads.md).
use std::sync::atomic::Ordering;

#[cfg(not(all(loom, test)))]
mod real;
#[cfg(not(all(loom, test)))]
use real as world;
#[cfg(all(loom, test))]
pub(crate) mod model;
#[cfg(all(loom, test))]
use model as world;
use world::{AtomicBool, AtomicU32, AtomicUsize, Bed, SPINS, YIELDS};

const FREE: u32 = 0;
const HELD: u32 = 1;
const SLEEPERS: u32 = 2;

/// No thread: the lock is not, or no longer, biased.
const NOBODY: usize = 0;

/// Pauses of the first spin between two looks; each next spin is twice as long, up to `SPIN_MOST`.
const SPIN_FIRST: u32 = 16;
const SPIN_MOST: u32 = 256;

/// Looks with a spin or a yield before them while a thread gives way.
const GIVE_WAY: u32 = 4;

/// How the lock is held; [`BiasedLock::unlock`] wants it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// By the thread it is biased to.
    Biased,
    /// By the word.
    Word,
}

/// What the biased thread touches, on a line of its own.
#[repr(align(128))]
struct Bias {
    owner: AtomicUsize,
    inside: AtomicBool,
}

/// What all threads fight for, on a line of its own; behind it, how many wait for it.
#[repr(align(128))]
struct Word(AtomicU32, Bed, AtomicU32);

/// The lock. It guards nothing by itself, and does not notice being locked twice by one thread: that thread waits for
/// ever.
pub struct BiasedLock {
    bias: Bias,
    word: Word,
}

impl BiasedLock {
    /// A lock that is biased to nobody.
    #[cfg(not(all(loom, test)))]
    pub const fn new() -> BiasedLock {
        let bias = Bias { owner: AtomicUsize::new(NOBODY), inside: AtomicBool::new(false) };
        BiasedLock { bias, word: Word(AtomicU32::new(FREE), Bed::new(), AtomicU32::new(0)) }
    }
    #[cfg(all(loom, test))]
    pub fn new() -> BiasedLock {
        let bias = Bias { owner: AtomicUsize::new(NOBODY), inside: AtomicBool::new(false) };
        BiasedLock { bias, word: Word(AtomicU32::new(FREE), Bed::new(), AtomicU32::new(0)) }
    }

    /// Biases the lock to the calling thread, where the machine has what that takes. Only while no other thread can
    /// come and nobody holds the lock. (A thread that begins where the biased one has ended is as good as that.)
    pub fn bias(&self) {
        if world::heavy_barrier() {
            self.bias.owner.store(world::this_thread(), Ordering::Relaxed);
        }
    }

    /// Waits for the lock and takes it.
    #[inline(always)]
    pub fn lock(&self) -> Held {
        let me = world::this_thread();
        if self.bias.owner.load(Ordering::Relaxed) == me {
            self.bias.inside.store(true, Ordering::Relaxed);
            world::light_barrier();
            if self.bias.owner.load(Ordering::Relaxed) == me {
                return Held::Biased;
            }
            self.bias.inside.store(false, Ordering::Release);
        }
        if self.word.0.compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed).is_err() {
            self.wait();
        }
        if self.bias.owner.load(Ordering::Relaxed) != NOBODY {
            self.revoke();
        }
        Held::Word
    }

    /// Takes the lock if nobody has it and nobody waits for it: for a thread whose work is never urgent. It may have to
    /// end the bias, and then waits until the biased thread is out.
    pub fn try_lock(&self) -> Option<Held> {
        if self.word.2.load(Ordering::Relaxed) != 0 {
            return None;
        }
        self.word.0.compare_exchange(FREE, HELD, Ordering::Acquire, Ordering::Relaxed).ok()?;
        if self.bias.owner.load(Ordering::Relaxed) != NOBODY {
            self.revoke();
        }
        Some(Held::Word)
    }

    /// Lets go of the lock.
    #[inline(always)]
    pub fn unlock(&self, held: Held) {
        match held {
            Held::Biased => self.bias.inside.store(false, Ordering::Release),
            Held::Word => {
                if self.word.0.swap(FREE, Ordering::Release) == SLEEPERS {
                    self.word.1.wake_one(&self.word.0);
                }
            }
        }
    }

    /// True if another thread waits for the lock.
    #[inline(always)]
    pub fn is_wanted(&self) -> bool {
        self.word.2.load(Ordering::Relaxed) != 0
    }

    /// For a thread that has just let go and will be back: stays away until one that waits has got the lock, but no
    /// longer than that takes one that is awake and has a processor, or is on this one.
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
        // Others may sleep too, so the word says SLEEPERS from here on, even when this thread has got it.
        while self.word.0.swap(SLEEPERS, Ordering::Acquire) != FREE {
            self.word.1.sleep(&self.word.0, SLEEPERS);
        }
    }

    /// The first thread but the biased one is here, and holds the word: the bias ends.
    #[cold]
    #[inline(never)]
    fn revoke(&self) {
        self.bias.owner.store(NOBODY, Ordering::Relaxed);
        if !world::heavy_barrier() {
            // Refused, though it was granted before: wait for longer than a store stays unseen.
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
