//! The shared heap (docs/decisions/0009-heap.md): memory of a process that lies in a file in memory, so that peers
//! which map the file reach it by loads and stores. `own` is this process's side, which `libclump_heap.so` does if it
//! is loaded; `view` is a peer's, and `reach` what a message uses of it.
//!
//! **Access rule.** The words in the identity line belong to their process: the secret is written before the word that
//! names the file. The file and its head are described in `crates/heapfile`.
mod own;
mod reach;
#[cfg(all(test, not(loom)))]
mod tests;
mod view;
pub(super) use own::Own;
pub use reach::Reach;
pub(super) use view::Views;

/// Which file (generation in the upper half, descriptor in the lower; 0: none), and what is found in it.
use super::layout::{HEAP_FILE, HEAP_SECRET};
