//! OpenSHMEM 1.5 for C (`shmem.h`): symmetric memory of all PEs, on one window of the `clump` crate. A PE is a rank.
//!
//! These are symbols of `libmpi_abi.so.1`, as those of `clump-capi` are: a process has one endpoint for all its users.
//! `cargo xtask gen` writes the header and the symbols (`ffi::generated`) from `tables/functions.toml`; the bodies are
//! generic functions in `ffi`.
//!
//! **Memory.** All PEs of a machine map one memory file. Each PE has a part of it ([`layout`]): words by which PEs
//! meet, the static variables of its program, its symmetric heap. `shmem_init` copies the program's writable pages
//! into the part, and maps that piece of the file over them. A symmetric address is an offset in the part, so that it
//! may differ from PE to PE. `ffi::space` turns an address into the place in the PE's part that this process maps; put,
//! get and atomics are then loads, stores and instructions. Parts on other machines are reached by the window's frames.
//!
//! **Meeting.** Barriers and collectives use words in the parts: those of a team's slot, or the pSync array of the
//! deprecated functions. Collectives meet, move the data by put and get, and meet again.
#![deny(unsafe_code)]
mod arithmetic;
mod compare;
#[allow(unsafe_code)]
mod ffi;
mod heap;
mod layout;
mod pe_set;
mod size;

/// The context of the messages by which PEs introduce themselves in `shmem_init`, and the number of the window. MPI
/// never gives this context to a communicator.
pub const CONTEXT: u16 = 0xfffc;
