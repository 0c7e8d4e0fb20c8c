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
