//! Datatypes (MPI 5.0, chapter 5). The arguments (address, count, datatype) describe a message buffer. This module
//! turns them into a [`Message`]: the caller's own memory if the memory is contiguous, otherwise a list of blocks or
//! packed bytes.
mod array;
mod construct;
mod f90;
mod indexed;
mod pack;
mod pack_external;
mod query;
mod structs;
mod vector;
pub use array::*;
pub use construct::*;
pub use f90::*;
pub use indexed::*;
pub use pack::*;
pub use pack_external::*;
pub use query::*;
pub use structs::*;
pub use vector::*;
