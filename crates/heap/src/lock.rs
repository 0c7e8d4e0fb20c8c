//! A lock that does not allocate. Another thread may release it than the one that took it: `fork` takes it in one
//! function and releases it in another.
use crate::pages::keeping_errno;
use core::cell::UnsafeCell;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

const FREE: u32 = 0;
const TAKEN: u32 = 1;
const WANTED: u32 = 2;
/// How many polls precede a sleep. Most holders only search a table, so a few polls spare most sleeps.
const SPINS: u32 = 100;

/// The address of glibc's flag for "there is one thread" (2.32); null if there is none. In a process with one thread no
/// lock is taken, because locking would double the cost of recording a block.
static SINGLE: AtomicPtr<u8> = AtomicPtr::new(null_mut());

/// Returns true if this process certainly has only one thread.
#[inline(always)]
pub fn is_single_threaded() -> bool {
    let word = SINGLE.load(Ordering::Relaxed);
    // SAFETY: null, or the address of a byte that only glibc writes.
    !word.is_null() && unsafe { word.read_volatile() } != 0
}

/// Looks up the address of glibc's flag for a single thread.
pub fn look_for_threads() {
    // SAFETY: a C string.
    let word = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"__libc_single_threaded".as_ptr()) };
    SINGLE.store(word.cast(), Ordering::Relaxed);
}

/// A value behind a lock.
pub struct Lock<T> {
    word: AtomicU32,
    value: UnsafeCell<T>,
}

// SAFETY: only the holder of the lock accesses the value.
unsafe impl<T: Send> Sync for Lock<T> {}

/// The right to use the value. It holds the lock until it is dropped.
pub struct LockHeld<'a, T> {
    lock: &'a Lock<T>,
}

impl<T> Lock<T> {
    pub const fn new(value: T) -> Lock<T> {
        Lock { word: AtomicU32::new(FREE), value: UnsafeCell::new(value) }
    }

    pub fn hold(&self) -> LockHeld<'_, T> {
        self.take();
        LockHeld { lock: self }
    }

    /// Takes the lock without a guard. [`Lock::give_back`] releases it, possibly in another function or, after a fork,
    /// in another process.
    #[inline(always)]
    pub fn take(&self) {
        if is_single_threaded() && self.word.load(Ordering::Relaxed) == FREE {
            self.word.store(TAKEN, Ordering::Relaxed);
        } else {
            self.take_among_threads();
        }
    }

    fn take_among_threads(&self) {
        let swap = |from, to| self.word.compare_exchange(from, to, Ordering::Acquire, Ordering::Relaxed).is_ok();
        for _ in 0..SPINS {
            if swap(FREE, TAKEN) {
                return;
            }
            core::hint::spin_loop();
        }
        while self.word.swap(WANTED, Ordering::Acquire) != FREE {
            // SAFETY: a live, aligned word; no timeout.
            keeping_errno(|| unsafe {
                let (op, none) = (libc::FUTEX_WAIT | libc::FUTEX_PRIVATE_FLAG, core::ptr::null::<libc::timespec>());
                libc::syscall(libc::SYS_futex, self.word.as_ptr(), op, WANTED, none);
            });
        }
    }

    #[inline(always)]
    pub fn give_back(&self) {
        if is_single_threaded() && self.word.load(Ordering::Relaxed) == TAKEN {
            self.word.store(FREE, Ordering::Relaxed);
        } else {
            self.give_back_among_threads();
        }
    }

    fn give_back_among_threads(&self) {
        if self.word.swap(FREE, Ordering::Release) == WANTED {
            // SAFETY: only the word's address is used.
            keeping_errno(|| unsafe {
                libc::syscall(libc::SYS_futex, self.word.as_ptr(), libc::FUTEX_WAKE | libc::FUTEX_PRIVATE_FLAG, 1);
            });
        }
    }

    /// Returns the value, for a caller that has taken the lock by [`Lock::take`].
    ///
    /// # Safety
    /// The caller holds the lock and has no other reference to the value.
    #[allow(clippy::mut_from_ref)]
    pub unsafe fn value(&self) -> &mut T {
        // SAFETY: by this function's contract.
        unsafe { &mut *self.value.get() }
    }
}

impl<T> core::ops::Deref for LockHeld<'_, T> {
    type Target = T;
    fn deref(&self) -> &T {
        // SAFETY: the lock is held.
        unsafe { &*self.lock.value.get() }
    }
}

impl<T> core::ops::DerefMut for LockHeld<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: the lock is held, and the guard is borrowed alone.
        unsafe { &mut *self.lock.value.get() }
    }
}

impl<T> Drop for LockHeld<'_, T> {
    fn drop(&mut self) {
        self.lock.give_back();
    }
}

#[cfg(test)]
mod tests {
    use super::{Lock, look_for_threads};

    #[test]
    fn one_thread_at_a_time_holds_the_lock() {
        look_for_threads();
        let lock = Lock::new(0u64);
        *lock.hold() += 1;
        std::thread::scope(|s| {
            for _ in 0..4 {
                s.spawn(|| (0..20_000).for_each(|_| *lock.hold() += 1));
            }
        });
        assert_eq!(*lock.hold(), 80_001);
    }
}
