//! The options of a socket that the library keeps while its connection is carried: the kernel's value differs then.
use super::Carried;
use crate::descriptors::End;
use crate::lock::SharedLock;
use crate::registry::{option, set_option};
use clump_sockfile::{BACK, CONNECTIONS};
use libc::{IPPROTO_TCP, TCP_CORK, TCP_NODELAY, c_int};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicU8};

/// The program's value of TCP_NODELAY plus 1, by end, while the library has set it; 0: it has not.
static NODELAY: [AtomicU8; 2 * CONNECTIONS] = [const { AtomicU8::new(0) }; 2 * CONNECTIONS];
/// Whether the program has set TCP_CORK, by end, while the kernel's option is off: it would hold bells back. Bytes
/// leave sooner than with the option, as they may.
static CORK: [AtomicBool; 2 * CONNECTIONS] = [const { AtomicBool::new(false) }; 2 * CONNECTIONS];

fn index(end: End) -> usize {
    (end.index * 2 + end.side) % (2 * CONNECTIONS)
}

/// Forgets the options of an end that this process has left.
pub fn forget_options(end: End) {
    NODELAY[index(end)].store(0, Relaxed);
    CORK[index(end)].store(false, Relaxed);
}

impl Carried {
    /// Switches Nagle's algorithm off, so that bells leave at once, and keeps the program's value.
    pub(super) fn keep_options(&self) {
        let value = option(self.fd, IPPROTO_TCP, TCP_NODELAY).unwrap_or(0);
        NODELAY[index(self.end)].store(1 + u8::from(value != 0), Relaxed);
        set_option(self.fd, IPPROTO_TCP, TCP_NODELAY, 1);
    }

    /// Gives the program's options to the kernel: the connection stays there from now on.
    pub(super) fn return_options(&self) {
        match NODELAY[index(self.end)].load(Relaxed) {
            0 => {}
            value => set_option(self.fd, IPPROTO_TCP, TCP_NODELAY, c_int::from(value - 1)),
        }
        if CORK[index(self.end)].load(Relaxed) {
            set_option(self.fd, IPPROTO_TCP, TCP_CORK, 1);
        }
        forget_options(self.end);
    }

    /// Returns the program's value of TCP_NODELAY, if it differs from the kernel's now. Sets it to `new`, if given.
    pub fn kept_nodelay(&self, new: Option<bool>) -> Option<bool> {
        let word = &NODELAY[index(self.end)];
        // Another process may have taken the connection back into the kernel.
        let kept = if self.is_back() { 0 } else { word.load(Relaxed) };
        if kept != 0
            && let Some(new) = new
        {
            word.store(1 + u8::from(new), Relaxed);
        }
        (kept != 0).then_some(kept == 2)
    }

    /// Returns the program's value of TCP_CORK, unless the kernel has it. Sets it to `new`, if given.
    pub fn kept_cork(&self, new: Option<bool>) -> Option<bool> {
        let way = self.out();
        let held = SharedLock::lock(&way.write_lock);
        let is_kept = way.mode.load(Relaxed) != BACK;
        if is_kept && let Some(new) = new {
            CORK[index(self.end)].store(new, Relaxed);
        }
        drop(held);
        is_kept.then(|| CORK[index(self.end)].load(Relaxed))
    }
}
