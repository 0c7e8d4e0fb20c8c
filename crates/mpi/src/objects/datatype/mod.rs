//! The datatype object (MPI 5.0, chapter 5): layout, signature, recipe; and message buffers. A [`Message`] is the
//! caller's own memory if the memory is contiguous, otherwise a list of blocks or packed bytes.
pub(crate) mod compile;
pub(crate) mod elem;
pub(crate) mod external;
pub(crate) mod layout;
pub(crate) mod message;
pub(crate) mod object;
pub(crate) mod outside;
pub(crate) mod place;
pub(crate) mod predefined;
pub(crate) mod recipe;
pub(crate) mod signature;
pub(crate) mod types;
pub(crate) mod walk;
pub use elem::{Elem, Index, Value};
pub use layout::{Loop, Shape, TypeLayout};
pub use message::{BufferAccess, Lent, Message, direct};
pub use object::{Made, Type, TypeInfo};
pub use outside::{external_size, externalize, internalize};
#[cfg(test)]
pub use place::place as placed;
pub use predefined::{BFLOAT16, facts, solid_size};
pub use signature::Signature;
pub use types::Types;
