//! Locks (OpenSHMEM 1.5, section 9.12): a queue of PEs (Mellor-Crummey and Scott, 1991), so that each waiting PE polls
//! its own memory.
//!
//! The lock's variable has two words on each PE. The first, at the lock's home alone, names the last PE of the queue,
//! plus 1; 0 if the lock is free. The second is the PE's own: the PE that comes after it, plus 1, and a bit that says
//! that it waits.
//!
//! # Safety
//! The C program vouches for the arguments of the functions that it calls (`mod.rs`).
use super::amo::{change_at, exchange_at};
use super::meet::block;
use super::order;
use super::process::fail;
use super::space::SPACE;
use super::window::AtomicChange;
use std::ffi::{c_int, c_long};
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Acquire, SeqCst};

const _: () = assert!(size_of::<c_long>() == 8);

/// The PE whose first word names the end of the queue.
const HOME: usize = 0;
/// The bit of a PE's second word that says that it waits.
const WAITS: u32 = 1 << 31;

/// A lock, by the offset of its variable.
struct QueueLock<'a> {
    call: &'a str,
    at: usize,
}

impl<'a> QueueLock<'a> {
    fn new(call: &'a str, lock: *mut c_long) -> QueueLock<'a> {
        let (_, at) = SPACE.place(call, lock.addr(), 8, SPACE.me() as i32);
        if !lock.is_aligned() {
            fail(call, format_args!("the address {lock:?} of the lock is not aligned"));
        }
        QueueLock { call, at }
    }

    /// Returns this PE's second word.
    fn own(&self) -> &'static AtomicU32 {
        let word = SPACE.part(SPACE.me()).wrapping_add(self.at + 4);
        // SAFETY: the constructor has checked the variable, which is aligned.
        unsafe { AtomicU32::from_ptr(word.cast()) }
    }

    fn name() -> u32 {
        SPACE.me() as u32 + 1
    }

    fn take(&self) {
        if self.own().load(SeqCst) != 0 {
            self.refuse_again();
        }
        self.own().store(WAITS, SeqCst);
        let before = change_at(self.call, (HOME, self.at), 0, AtomicChange::Set, Self::name(), true);
        if before == 0 {
            // The next PE may have written its name already.
            self.own().fetch_and(!WAITS, SeqCst);
            return;
        }
        if before == Self::name() {
            self.refuse_again();
        }
        let before = before as usize - 1;
        change_at(self.call, (before, self.at + 4), 0, AtomicChange::Or, Self::name(), false);
        block(|| self.own().load(Acquire) & WAITS == 0);
    }

    fn refuse_again(&self) -> ! {
        fail(self.call, format_args!("PE {} has the lock already", SPACE.me()))
    }

    fn try_take(&self) -> bool {
        exchange_at(self.call, (HOME, self.at), 0, 0u32, Self::name()) == 0
    }

    fn give_back(&self) {
        if self.own().load(SeqCst) == 0 {
            let end = exchange_at(self.call, (HOME, self.at), 0, Self::name(), 0u32);
            if end == Self::name() {
                return;
            }
            if end == 0 {
                fail(self.call, format_args!("PE {} does not have the lock", SPACE.me()));
            }
            // Another PE has joined the queue, and will say so.
            block(|| self.own().load(Acquire) != 0);
        }
        let after = self.own().swap(0, SeqCst) & !WAITS;
        change_at(self.call, (after as usize - 1, self.at + 4), 0, AtomicChange::And, !WAITS, false);
    }
}

pub unsafe fn set(call: &str, lock: *mut c_long) {
    let lock = QueueLock::new(call, lock);
    order::wait_for_all(call);
    lock.take();
}

pub unsafe fn clear(call: &str, lock: *mut c_long) {
    let lock = QueueLock::new(call, lock);
    std::sync::atomic::fence(SeqCst);
    order::wait_for_all(call);
    lock.give_back();
}

pub unsafe fn test(call: &str, lock: *mut c_long) -> c_int {
    let lock = QueueLock::new(call, lock);
    if lock.try_take() {
        return 0;
    }
    // Programs test in loops: another PE may need this processor, or this PE's answer.
    super::process::enter(|inside| inside.advance());
    if SPACE.is_crowded() {
        std::thread::yield_now();
    }
    1
}
