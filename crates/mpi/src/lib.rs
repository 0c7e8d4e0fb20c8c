//! MPI on Clump: `libmpi_abi.so.1`, the MPI 5.0 standard ABI, as a client of the `clump` crate.
//!
//! **How a symbol is bound.** A row `MPI_Send,p2p::send` in `tables/bindings/*.csv` makes `cargo xtask gen` write the
//! exported pair `MPI_Send`/`PMPI_Send`, which calls `crate::p2p::send(call, args…)`. If the two forms of a function
//! differ only in `int` against `MPI_Count`, the generator also writes `MPI_Send_c`. A symbol without a row raises "not
//! implemented: NAME". A row `Bcast,coll::bcast` in `tables/collectives.csv` binds all forms of a collective: the
//! generator writes `MPI_Bcast`, `MPI_Ibcast`, `MPI_Bcast_init` and their large-count forms, and passes the form to the
//! body instead of the call.
//!
//! **Bodies** are safe Rust. The first parameter is `Call`, the function's number. `ffi::args` makes each further
//! parameter from a C parameter: `Addr` (buffers), `In<T>`/`Out<T>` (arrays, out-parameters), `Text`, handles
//! (`abi::Comm`…), `i32`, and `i64`/`Ints`/`IntOut` where the two forms differ. A body returns `error::Result`; the
//! generated symbol passes an error to the object's error handler. The symbol also refuses null pointers before it
//! calls the body. If the C type does not say whether a pointer may be null, `tables/pointers.csv` says so.
//!
//! **State.** `let mut s = gate::enter()` gives `&mut State` (endpoint, communicators, types, requests); drop
//! it before calling user code. A function that needs only one table of the state takes that table.
//! - `s.comm(handle)?` returns a `Comm`: rank, `size()`, `job_rank(r)`, `context` (`context + 1` is for
//!   collectives).
//! - `s.types.info(handle)?` returns size, extent and element kind.
//! - `s.types.outgoing(addr, count, type)?` and `incoming` turn a buffer into a `Message`.
//! - `s.finish(request, waiting)` blocks, and releases the lock meanwhile at MPI_THREAD_MULTIPLE.
#![deny(unsafe_code)]
// This library also exports the symbols of `clump_capi` and `clump_shmem`.
extern crate clump_capi;
extern crate clump_shmem;

pub mod abi;
pub mod agreement;
pub mod attr;
pub mod buffered;
pub mod calls;
pub mod coll;
pub mod comm;
pub mod context;
pub mod convert;
pub mod datatype;
pub mod dynamic;
pub mod environment;
pub mod errhandler;
pub mod error;
pub mod faults;
#[allow(unsafe_code)]
pub mod ffi;
pub mod file;
pub mod fortran_types;
pub mod group;
pub mod hardware;
pub mod info;
pub(crate) mod known_faults;
pub mod objects;
pub mod op;
pub mod p2p;
pub mod partitioned;
pub mod request;
pub mod session;
pub mod slab;
pub mod start;
pub mod state;
pub mod status;
#[allow(unsafe_code)]
mod symbols;
pub mod tool;
pub mod topology;
pub(crate) mod trace;
pub mod win;
