//! `libclump_heap.so`, preloaded into the ranks of a job: makes memory that the program sends from and receives into
//! reachable for the other ranks, without slowing a program that sends nothing (docs/decisions/0009-heap.md).
//!
//! The C library stays the allocator of everything. This library only remembers the large blocks that it has handed out
//! (`blocks`), and nothing at all before `MPI_Init` attaches it. When messages have used a block often enough, the pages of
//! those messages are moved, where they are, into a file in memory (`arena`), in which each page lies at the offset that is
//! its address; peers map that file. Before such a block goes back to the C library its pages become private again, or the
//! block is kept for the next request of its size (`kept`). Before `fork` all become private (`fork`).
//!
//! Nothing here allocates: what it needs to remember lies in tables of a fixed size, and what does not fit is not shared.

mod arena;
mod blocks;
mod exports;
mod fork;
mod heap;
mod interface;
mod kept;
mod lock;
mod next;
mod pages;
mod ranges;
