//! `libclump_sock.so`: preloaded into the programs of `clump sock`, it carries the bytes of their TCP connections to
//! each other through shared memory (docs/SOCKETS.md, decision 41).
//!
//! Each descriptor stays the kernel's socket. The library replaces libc's functions of sockets; every call that is not
//! about a carried connection goes to libc unchanged. The file that the processes share, and the rules of access, are
//! in crates/sockfile.
//!
//! # Safety
//! The exported functions have the contracts of the functions of libc that they replace: pointers are valid for the
//! lengths beside them, or null where libc allows null. Functions that pass these pointers on have the same contract.
mod connection;
mod copying;
mod descriptors;
mod exports;
mod inheritance;
mod kernel;
mod lock;
mod next;
mod planted;
mod process;
mod registry;
mod sets;
mod sharing;
mod table;
mod transfer;
mod waiting;

/// Runs when the loader has loaded the library, before the program begins.
#[used]
#[unsafe(link_section = ".init_array")]
static BEGIN: extern "C" fn() = begin;

/// Runs when the program ends by `exit` or returns from `main`.
#[used]
#[unsafe(link_section = ".fini_array")]
static END: extern "C" fn() = end;

extern "C" fn begin() {
    table::open();
    sharing::watch_forks();
    registry::adopt_after_exec();
}

extern "C" fn end() {
    connection::leave_all();
}
