//! MPI on Clump: `libmpi_abi.so.1`, the MPI 5.0 standard ABI, as a client of the `clump` crate.
//!
//! **How a symbol is bound.** `tables/bindings/*.csv` has rows `MPI_Bcast,coll::bcast`; `cargo xtask gen` then writes
//! the exported pair `MPI_Bcast`/`PMPI_Bcast` to call `crate::coll::bcast(call, args…)`, and, where the two forms
//! differ only in `int` against `MPI_Count`, `MPI_Bcast_c` too. Bodies are safe Rust: `Call` first (the call's number),
//! then what `ffi::args` makes of each C parameter: `Addr` (buffers), `In<T>`/`Out<T>` (arrays, out-parameters),
//! `Text`, handles (`abi::Comm`…), `i32`, and `i64`/`Ints`/`IntOut` for what differs between the forms. They return
//! `error::Result`; an error goes to the communicator's error handler by itself. Unbound symbols raise "not
//! implemented: NAME". A null pointer that the call cannot do without is refused before the body is called;
//! `tables/pointers.csv` says where it may be null, or on what that depends, if the C type does not say it. **State.**
//! `let mut s = gate::enter()` gives `&mut State` (endpoint, comms, types, requests); drop it before calling user code.
//! `s.comm(handle)?` finds a `Comm`: rank, `size()`, `job_rank(r)`, `context` (the next odd one, `context + 1`, is for
//! collectives). `s.types.info(handle)?` says size, extent and element kind; `s.types.outgoing(addr, count, type)?`
//! and `incoming` turn a buffer into a `Message`. `s.finish(request, waiting)` waits, letting go
//! of the lock at MULTIPLE. What needs one table of the state takes that one, not the state.
#![deny(unsafe_code)]
// Its symbols are this library's, too.
extern crate clump_capi;

pub mod abi;
pub mod attr;
pub mod buffered;
pub mod calls;
pub mod coll;
pub mod comm;
pub mod context;
pub mod convert;
pub mod datatype;
pub mod environment;
pub mod errhandler;
pub mod error;
#[allow(unsafe_code)]
pub mod ffi;
pub mod group;
pub mod hardware;
pub mod info;
pub mod op;
pub mod p2p;
pub mod request;
pub mod slab;
pub mod start;
pub mod state;
pub mod status;
pub mod topology;
pub mod unbuilt;
pub mod unwinding;
pub mod win;
