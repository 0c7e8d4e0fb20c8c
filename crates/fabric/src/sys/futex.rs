//! Sleeping on a word in shared memory.
use std::sync::atomic::AtomicU32;
use std::time::Duration;

/// Sleeps while `word` holds `expected`, until another thread wakes this one up or until `timeout` has passed. May
/// return early, so the caller must check its condition again. Returns true if the thread slept and was woken up.
pub fn futex_wait(word: &AtomicU32, expected: u32, timeout: Option<Duration>) -> bool {
    let ts = timeout.map(|d| libc::timespec { tv_sec: d.as_secs() as _, tv_nsec: d.subsec_nanos() as _ });
    let p = ts.as_ref().map_or(std::ptr::null(), |t| t as *const libc::timespec);
    // SAFETY: the word is a live, aligned u32; the kernel reads the timespec before returning.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAIT, expected, p) == 0 }
}

/// The most words of one [`futex_wait_any`].
const MOST_WORDS: usize = 128;

/// Sleeps while each word holds the value beside it, until another thread wakes this one up by one of the words or
/// until `timeout` has passed. May return early. Returns false, at once, if the system cannot sleep on several words
/// (Linux before 5.16), or on so many.
pub fn futex_wait_any(words: &[(&AtomicU32, u32)], timeout: Duration) -> bool {
    /// The kernel's `struct futex_waitv`.
    #[repr(C)]
    struct Waiter {
        value: u64,
        address: u64,
        flags: u32,
        reserved: u32,
    }
    /// A word of 32 bits that processes share.
    const SIZE_U32: u32 = 2;
    if words.len() > MOST_WORDS {
        return false;
    }
    let waiter = |(word, value): &(&AtomicU32, u32)| Waiter {
        value: u64::from(*value),
        address: word.as_ptr() as u64,
        flags: SIZE_U32,
        reserved: 0,
    };
    let waiters: Vec<Waiter> = words.iter().map(waiter).collect();
    let mut until = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: `until` has room for the time; the words are live, aligned u32; the kernel reads the waiters and the time
    // before the call returns.
    let result = unsafe {
        libc::clock_gettime(libc::CLOCK_MONOTONIC, &mut until);
        let ns = until.tv_nsec as u64 + u64::from(timeout.subsec_nanos());
        until.tv_sec += timeout.as_secs() as libc::time_t + (ns / 1_000_000_000) as libc::time_t;
        until.tv_nsec = (ns % 1_000_000_000) as _;
        libc::syscall(
            libc::SYS_futex_waitv,
            waiters.as_ptr(),
            waiters.len() as libc::c_uint,
            0 as libc::c_uint,
            &raw const until,
            libc::CLOCK_MONOTONIC,
        )
    };
    // A sandbox may refuse the call with EPERM instead of ENOSYS.
    let may_return = [Some(libc::EAGAIN), Some(libc::EINTR), Some(libc::ETIMEDOUT)];
    result >= 0 || may_return.contains(&std::io::Error::last_os_error().raw_os_error())
}

/// Wakes up all threads that sleep on `word`.
pub fn futex_wake(word: &AtomicU32) {
    wake(word, i32::MAX);
}

/// Wakes up one thread that sleeps on `word`.
pub fn futex_wake_one(word: &AtomicU32) {
    wake(word, 1);
}

fn wake(word: &AtomicU32, most: i32) {
    // SAFETY: only the address is used.
    unsafe { libc::syscall(libc::SYS_futex, word.as_ptr(), libc::FUTEX_WAKE, most) };
}
