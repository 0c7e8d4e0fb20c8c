//! `libclump_heap.so`, preloaded into the ranks of a job: shares memory that the program sends from and receives into
//! with the other ranks, without slowing a program that sends nothing (docs/decisions/0009-heap.md).
//!
//! The C library stays the allocator of everything. Before `MPI_Init` attaches this library, its functions only
//! forward. Attaching removes it from LD_PRELOAD, so that programs which a rank starts do not load it. From then on it
//! records the large blocks that are allocated (`blocks`), without a lock and without calls to the C library. When
//! messages have used a block often enough, the pages of those messages are moved, in place, into a memory file
//! (`arena`; its format is `clump-heapfile`). Each page lies at the offset that is its address, and peers map that
//! file. Before such a block goes back to the C library its pages become private again, or the block is kept for the
//! next request of its size (`kept`). Pages of static memory and of small blocks hold other data too; they are moved
//! while the process has one thread, and stay shared (`program`). Before `fork` all pages become private (`fork`).
//!
//! Nothing here allocates: the records lie in tables of a fixed size, and what does not fit is not shared. It does not
//! use std either: a library that only forwards should cost nothing to load.
// Unwinding needs std: `cargo xtask install` builds this crate with the profile `heap`, which aborts. A plain `cargo
// build --release` unwinds, and produces a library that links std and works as well.
#![cfg_attr(all(not(test), panic = "abort"), no_std)]

mod arena;
mod blocks;
mod credit;
mod early;
mod exports;
mod fork;
mod heap;
mod interface;
mod kept;
mod lock;
mod next;
mod pages;
mod preload;
mod process;
mod program;
mod ranges;

// No other crate asks the linker for the C library, because std is missing.
#[link(name = "c")]
// SAFETY: declares nothing.
unsafe extern "C" {}

/// Ends the process. A panic is a bug of this library, because the library indexes only its own tables.
#[cfg(all(not(test), panic = "abort"))]
#[panic_handler]
fn panicked(_: &core::panic::PanicInfo) -> ! {
    process::die(b"clump: libclump_heap.so has a bug; --no-shared-heap does without it\n")
}

// The prebuilt `core` names the function that unwinding would call. No code of this library unwinds, and other
// libraries must not see the name.
#[cfg(all(not(test), panic = "abort"))]
core::arch::global_asm!(".globl rust_eh_personality", ".hidden rust_eh_personality", "rust_eh_personality:", ".long 0");
