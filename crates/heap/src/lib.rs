//! `libclump_heap.so`, preloaded into the ranks of a job: makes memory that the program sends from and receives into
//! reachable for the other ranks, without slowing a program that sends nothing (docs/decisions/0009-heap.md).
//!
//! The C library stays the allocator of everything. Before `MPI_Init` attaches this library its functions only pass on,
//! and then it is taken out of LD_PRELOAD, so that what a rank starts does not load it. From then on it remembers the
//! large blocks that are handed out (`blocks`): without a lock, and without asking the C library. When messages have
//! used a block often enough, the pages of those messages are moved, where they are, into a file in memory (`arena`;
//! its form is `clump-heapfile`), in which each page lies at the offset that is its address; peers map that file.
//! Before such a block goes back to the C library its pages become private again, or the block is kept for the next
//! request of its size (`kept`). Pages of static memory and of small blocks, which share pages with others, are moved
//! while the process has one thread, and stay shared (`program`). Before `fork` all become private (`fork`).
//!
//! Nothing here allocates: what it needs to remember lies in tables of a fixed size, and what does not fit is not
//! shared. Nor is there anything of std in it: a library that only passes on should cost nothing to load.
// Unwinding needs std: `cargo xtask install` builds this crate with the profile `heap`, which aborts. A plain
// `cargo build --release` unwinds, and gets a library that links std and works as well.
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

// Without std nobody else asks the linker for it.
#[link(name = "c")]
// SAFETY: declares nothing.
unsafe extern "C" {}

/// A panic is a bug of this library, which indexes its own tables only.
#[cfg(all(not(test), panic = "abort"))]
#[panic_handler]
fn panicked(_: &core::panic::PanicInfo) -> ! {
    process::die(b"clump: libclump_heap.so has a bug; --no-shared-heap does without it\n")
}

// The prebuilt `core` names the function that unwinding would call. Nothing unwinds here, and the name must not be seen
// by other libraries.
#[cfg(all(not(test), panic = "abort"))]
core::arch::global_asm!(".globl rust_eh_personality", ".hidden rust_eh_personality", "rust_eh_personality:", ".long 0");
