//! Lends a program's memory to operations, so that the memory outlives them whatever the program does.
#![allow(unsafe_code)]
use clump_fabric::mem::{Buffer, Region};
use std::mem::ManuallyDrop;

/// A program's buffer while an operation uses it. Dropping a loan leaks the buffer: a peer may still write into it.
pub struct Loan(ManuallyDrop<Buffer>);

impl Loan {
    /// Takes the buffer, and returns its bytes for the operation.
    pub fn new(buffer: Buffer) -> (Region, Loan) {
        let buffer = ManuallyDrop::new(buffer);
        // SAFETY: until `reclaim`, only the operation accesses the bytes, and nothing frees the buffer.
        let region = unsafe { buffer.region() };
        (region, Loan(buffer))
    }

    /// Gives the buffer back. The callers are in this folder, and call this only after the protocol has released the
    /// operation's memory.
    pub fn reclaim(self) -> Buffer {
        ManuallyDrop::into_inner(self.0)
    }
}

/// Names the bytes that a scope sends from. The scope holds the borrow, and ends after the operation.
pub fn of_slice(bytes: &[u8]) -> Region {
    // SAFETY: borrowed until the scope ends, which waits for the operation; the operation only reads.
    unsafe { Region::new(bytes.as_ptr(), bytes.len()) }
}

/// Names the bytes that a scope receives into. The scope holds the borrow, and ends after the operation.
pub fn of_mut_slice(bytes: &mut [u8]) -> Region {
    // SAFETY: borrowed mutably until the scope ends, which waits for the operation.
    unsafe { Region::new(bytes.as_mut_ptr(), bytes.len()) }
}
