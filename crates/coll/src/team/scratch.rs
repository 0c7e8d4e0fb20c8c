//! A pool of temporary memory for operands, because fresh pages cost more than the copy into them.
use crate::memory::lent_buffer;
use crate::unwinding;
use clump::driver::{LentBuffer, Region};
use std::sync::{Mutex, PoisonError};

/// Largest number of buffers in the pool. Larger: fewer fresh pages, more memory.
const KEPT: usize = 4;
/// Largest buffer in bytes that the pool keeps. Larger: fewer fresh pages, more memory.
const LARGEST: usize = 4 << 20;

static POOL: Mutex<Vec<LentBuffer>> = Mutex::new(Vec::new());

/// Buffers of calls that an exception from a user operation has ended. The process keeps these buffers until it ends.
static ABANDONED: Mutex<Vec<LentBuffer>> = Mutex::new(Vec::new());

/// Uninitialized memory, which returns to the pool when dropped.
pub struct Scratch {
    buffer: LentBuffer,
    len: usize,
}

impl Scratch {
    /// Takes `len` bytes, aligned to 8, from the pool, or allocates them.
    pub fn new(len: usize) -> Scratch {
        let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
        let fitting = pool.iter().position(|b| b.region().len() >= len);
        let buffer = fitting.map(|i| pool.swap_remove(i));
        drop(pool);
        Scratch { buffer: buffer.unwrap_or_else(|| lent_buffer(len.next_power_of_two())), len }
    }

    pub fn region(&self) -> Region {
        self.buffer.region().slice(0, self.len)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let buffer = std::mem::take(&mut self.buffer);
        if unwinding::operation_threw() {
            // Messages of the abandoned call may still read or write this buffer at any time.
            ABANDONED.lock().unwrap_or_else(PoisonError::into_inner).push(buffer);
            return;
        }
        if (1..=LARGEST).contains(&buffer.region().len()) {
            let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
            if pool.len() == KEPT {
                // Drop the smallest buffer; a larger one also serves small requests.
                pool.sort_by_key(|b| std::cmp::Reverse(b.region().len()));
                pool.pop();
            }
            pool.push(buffer);
        }
    }
}
