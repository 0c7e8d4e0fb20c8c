//! Memory for operands on their way, kept from call to call: fresh pages would cost more than the copy into them.
use crate::unwinding;
use clump::{Buffer, Region};
use std::sync::{Mutex, PoisonError};

/// Buffers that are kept, and the largest that is.
const KEPT: usize = 4;
const LARGEST: usize = 4 << 20;

static POOL: Mutex<Vec<Buffer>> = Mutex::new(Vec::new());

/// Buffers of calls that a user operation has left by an exception. They stay until the process ends.
static ABANDONED: Mutex<Vec<Buffer>> = Mutex::new(Vec::new());

/// Memory with any contents, given back to the pool when dropped.
pub struct Scratch {
    buffer: Buffer,
    len: usize,
}

impl Scratch {
    /// `len` bytes, aligned to 8.
    pub fn new(len: usize) -> Scratch {
        let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
        let fitting = pool.iter().position(|b| b.region().len() >= len);
        let buffer = fitting.map(|i| pool.swap_remove(i));
        drop(pool);
        Scratch { buffer: buffer.unwrap_or_else(|| Buffer::new(len.next_power_of_two())), len }
    }

    pub fn region(&self) -> Region {
        self.buffer.region().slice(0, self.len)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let buffer = std::mem::take(&mut self.buffer);
        if unwinding::operation_threw() {
            // Messages of the call that was left may still be under way to it, or out of it, at any time.
            ABANDONED.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
            return;
        }
        if (1..=LARGEST).contains(&buffer.region().len()) {
            let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
            if pool.len() == KEPT {
                // The smallest goes: a larger one serves for it, too.
                pool.sort_by_key(|b| std::cmp::Reverse(b.region().len()));
                pool.pop();
            }
            pool.push(buffer);
        }
    }
}
