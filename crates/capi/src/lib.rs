//! Clump for C and C++: our own interface (`clump.h`), and the layers of the papers as adapters over it (`fm1.h`,
//! `fm2.h`, `am.h`, `bip.h`, `pm.h`, `clip.h`, `deposit.h`). What each promises: docs/PERSONALITIES.md.
//!
//! These are symbols of `libmpi_abi.so.1`, which is `libclump.so.1` by another name: a process has one endpoint,
//! whoever uses it, and so one library (docs/decisions/0014-capi.md). Headers are written from the declarations in
//! `ffi` by `cargo xtask gen`.
//!
//! **Handlers** are ordinary functions, each on a pooled coroutine's stack, where calls that wait give the processor
//! back to whoever extracts: one pair of switches for each handler that need not wait. A thread runs the handlers of
//! the messages that it extracts, and a handler goes on in the thread that began it.
#![deny(unsafe_code)]
mod error;
#[allow(unsafe_code)]
mod ffi;

/// Contexts of tagged messages that are not MPI's: of `clump.h`, and of the layers of papers, where the tag says which.
/// MPI never gives them to a communicator.
pub const CONTEXTS: [u16; 2] = [0xfffe, 0xffff];
