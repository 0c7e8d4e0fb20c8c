//! A lock in shared memory, held for moments only, and taken from a holder that has died.
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, Relaxed, SeqCst};
use std::time::{Duration, Instant};

/// Looks at a held lock between two offers of the processor to other threads.
const LOOKS: u32 = 64;

/// Holds a lock until it is dropped.
pub struct SharedLock<'a>(&'a AtomicU32);

impl SharedLock<'_> {
    /// Takes the lock; the word holds the process id of its holder. Waits for its holder, but not for a dead one.
    #[inline]
    pub fn lock(word: &AtomicU32) -> SharedLock<'_> {
        let me = crate::process::pid();
        if word.compare_exchange(0, me, SeqCst, Relaxed).is_ok() {
            return SharedLock(word);
        }
        match wait(word, me, None) {
            Some(held) => held,
            None => unreachable!("a wait without an end ends with the lock"),
        }
    }

    /// Takes the lock, but waits for at most this time.
    pub fn lock_within(word: &AtomicU32, time: Duration) -> Option<SharedLock<'_>> {
        wait(word, crate::process::pid(), Some(Instant::now() + time))
    }
}

impl Drop for SharedLock<'_> {
    #[inline]
    fn drop(&mut self) {
        // A full fence: what the holder reads behind it (who sleeps) is read after what it has written.
        self.0.swap(0, SeqCst);
    }
}

#[cold]
fn wait(word: &AtomicU32, me: u32, until: Option<Instant>) -> Option<SharedLock<'_>> {
    for turn in 1.. {
        let holder = word.load(Relaxed);
        if holder == 0 && word.compare_exchange(0, me, SeqCst, Relaxed).is_ok() {
            return Some(SharedLock(word));
        }
        std::hint::spin_loop();
        if turn % LOOKS == 0 {
            std::thread::yield_now();
            if until.is_some_and(|until| Instant::now() >= until) {
                return None;
            }
        }
        let dead = turn % (64 * LOOKS) == 0 && holder != 0 && !crate::process::is_alive(holder);
        if dead && word.compare_exchange(holder, me, Acquire, Relaxed).is_ok() {
            return Some(SharedLock(word));
        }
    }
    None
}
