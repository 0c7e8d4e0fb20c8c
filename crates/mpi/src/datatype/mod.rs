//! Datatypes (MPI 5.0, chapter 5). The arguments (address, count, datatype) describe a message buffer. This module
//! turns them into a [`Message`]: the caller's own memory if the memory is contiguous, otherwise a list of blocks or
//! packed bytes.
mod array;
mod compile;
mod construct;
mod elem;
mod external;
mod f90;
mod indexed;
mod layout;
mod message;
mod object;
mod outside;
mod pack;
mod pack_external;
mod place;
mod predefined;
mod query;
mod recipe;
mod signature;
mod structs;
mod types;
mod vector;
mod walk;
pub use array::*;
pub use construct::*;
pub use elem::{Elem, Index, Value};
pub use f90::*;
pub use indexed::*;
pub use layout::{Loop, Shape, TypeLayout};
pub use message::{BufferAccess, Lent, Message, direct};
pub use object::{Made, Object, Type, TypeInfo};
pub use outside::{external_size, externalize, internalize};
pub use pack::*;
pub use pack_external::*;
#[cfg(test)]
pub use place::place as placed;
pub use predefined::{BFLOAT16, facts, solid_size};
pub use query::*;
pub use signature::Signature;
pub use structs::*;
pub use types::Types;
pub use vector::*;
