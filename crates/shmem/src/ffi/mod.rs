//! The only place in this crate with `unsafe`: exported symbols, addresses of the program, mappings.
//!
//! # Safety
//! The functions here that are `unsafe` are bodies of exported symbols. The C program vouches for its addresses: memory
//! that it passes has the bytes that the call reads or writes, and no other thread of it changes them meanwhile.
#![allow(non_snake_case, clippy::too_many_arguments)]
mod active;
mod amo;
mod collective;
mod context;
mod ctx;
mod export;
mod fork;
mod generated;
mod handle;
mod introduce;
mod locks;
mod meet;
mod memory;
mod order;
mod process;
mod query;
mod reduce;
mod reduction;
mod rma;
mod signal;
mod space;
mod start;
mod statics;
mod strided;
mod team;
mod transfer;
mod waits;
mod window;
