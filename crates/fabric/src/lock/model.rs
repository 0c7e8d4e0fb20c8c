//! The lock's environment under loom: its atomics, fences for barriers, and yields for every kind of waiting.
pub use super::callers::count_this_thread;
pub use loom::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize};
use loom::sync::{Condvar, Mutex};
pub use loom::thread::yield_now;
use std::cell::Cell;
use std::sync::atomic::Ordering;

loom::thread_local! {
    /// The number of the running thread. Loom runs its threads as coroutines of one real thread, so an address of real
    /// thread-local memory does not identify a thread.
    static NAME: Cell<usize> = Cell::new(0);
}

thread_local! {
    /// True plants a fault, to show that the model finds it: the biased thread has no barrier. All of loom's threads
    /// see the value.
    pub static FLAW: Cell<bool> = const { Cell::new(false) };
}

/// Gives the calling thread its number.
pub fn name(name: usize) {
    NAME.with(|n| n.set(name));
}

pub fn this_thread() -> usize {
    NAME.with(Cell::get)
}

pub fn light_barrier() {
    if !FLAW.get() {
        loom::sync::atomic::fence(Ordering::SeqCst);
    }
}

pub fn heavy_barrier() -> bool {
    loom::sync::atomic::fence(Ordering::SeqCst);
    true
}

pub fn spin(_pauses: u32) {
    yield_now();
}

/// The number of polls after a spin. One is enough, because the model tries every order anyway.
pub const SPINS: u32 = 1;
pub const YIELDS: u32 = 0;

/// A futex in the model. A thread that finds the word as expected sleeps until it is woken up; an earlier wake-up is
/// lost.
pub struct Bed(Mutex<()>, Condvar);

impl Bed {
    pub fn new() -> Bed {
        Bed(Mutex::new(()), Condvar::new())
    }
    pub fn sleep(&self, word: &AtomicU32, expected: u32) {
        let kernel = self.0.lock().unwrap();
        if word.load(Ordering::Relaxed) == expected {
            drop(self.1.wait(kernel).unwrap());
        }
    }
    pub fn wake_one(&self, _word: &AtomicU32) {
        let _kernel = self.0.lock().unwrap();
        self.1.notify_one();
    }
}

pub fn long_rest() {}
