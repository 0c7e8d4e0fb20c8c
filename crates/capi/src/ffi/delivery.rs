//! Guaranteed and unguaranteed delivery (the thesis, 4.1.2.1: reliable or not is the application's choice).
use clump::driver::Mode;
use std::cell::Cell;
use std::ffi::c_int;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The longest message, in bytes, that may be dropped. A longer one does not fit one frame, and always waits.
const MOST_DROPPED: usize = 4096;

/// Counts the messages that this process has dropped.
static DROPPED: AtomicU64 = AtomicU64::new(0);

thread_local! {
    /// True if this thread's messages may be dropped.
    static UNGUARANTEED: Cell<bool> = const { Cell::new(false) };
}

/// Chooses how this thread sends from now on: messages with tags, requests of active messages, and the messages of BIP,
/// PM, CLIP and FM 1.x. If `on` is not 0, which is the default, a message that finds no room at its receiver waits. If
/// `on` is 0, such a message of up to 4096 bytes is dropped, as BIP and CLIP lost messages without a receive; the send
/// succeeds. Longer messages, replies, and the first message to a rank always wait. Returns what was chosen before.
#[unsafe(no_mangle)]
pub extern "C" fn clump_guaranteed(on: c_int) -> c_int {
    c_int::from(!UNGUARANTEED.replace(on == 0))
}

/// Returns how many messages this process has dropped (clump_guaranteed).
#[unsafe(no_mangle)]
pub extern "C" fn clump_dropped() -> u64 {
    DROPPED.load(Relaxed)
}

/// Returns true if a message of `bytes` bytes that finds no room is dropped.
#[inline(always)]
pub fn may_drop(bytes: usize, mode: Mode) -> bool {
    UNGUARANTEED.get() && bytes <= MOST_DROPPED && matches!(mode, Mode::Standard)
}

/// Counts a message that was dropped because it has not `left`.
pub fn count(left: bool) {
    if !left {
        DROPPED.fetch_add(1, Relaxed);
    }
}
