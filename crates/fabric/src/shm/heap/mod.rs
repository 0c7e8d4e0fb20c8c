//! The shared heap (docs/decisions/0009-heap.md): memory of a process that lies in a memory file, so that peers map the
//! file and access it by loads and stores. `own` is the owner's side, which `libclump_heap.so` provides if it is
//! loaded; `view` is a peer's side, and `reach` is what a message uses of it.
//!
//! **Access rule.** The words in the identity line belong to their process, which writes the secret before the word
//! that names the file. `crates/heapfile` describes the file and its head.
mod own;
mod reach;
#[cfg(all(test, not(loom)))]
mod tests;
mod view;
pub(super) use own::Own;
pub use reach::Reach;
pub(super) use view::Views;

/// Offsets of the word that names the file (generation in the upper half, descriptor in the lower; 0: none), and of the
/// secret in the file.
use super::layout::{HEAP_FILE, HEAP_SECRET};
