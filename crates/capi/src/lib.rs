//! Clump for C and C++: Clump's own interface (`clump.h`), and the layers of the papers as adapters over it
//! (`fm1.h`, `fm2.h`, `am.h`, `bip.h`, `pm.h`, `clip.h`, `deposit.h`, `dp.h`). docs/PERSONALITIES.md tells what each
//! promises.
//!
//! These are symbols of `libmpi_abi.so.1`, which is `libclump.so.1` by another name: a process has one endpoint for
//! all its users, and so one library (see decision 14). `cargo xtask gen` writes the headers from the declarations
//! in `ffi`.
//!
//! **Handlers** are ordinary functions. Each runs on the stack of a pooled coroutine, where calls that wait switch
//! back to the extracting code: a handler that need not wait costs one pair of switches. A thread runs the handlers
//! of the messages that it extracts, and a handler continues in the thread that began it.
#![deny(unsafe_code)]
mod error;
#[allow(unsafe_code)]
mod ffi;

/// The contexts of tagged messages that do not belong to MPI: one for `clump.h`, and one for all of the papers' layers,
/// which use different tags. MPI never gives these contexts to a communicator.
pub const CONTEXTS: [u16; 2] = [0xfffe, 0xffff];
