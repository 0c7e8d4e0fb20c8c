//! Datatypes (MPI 5.0, chapter 5). A message buffer is (address, count, datatype); it becomes a [`Message`]: the
//! caller's own bytes where they lie in one piece; else they are named piece by piece, or packed.
mod array;
mod compile;
mod construct;
mod elem;
mod external;
mod f90;
mod indexed;
mod layout;
mod message;
mod pack;
mod pack_external;
mod place;
mod predefined;
mod query;
mod recipe;
mod signature;
mod structs;
mod vector;
mod walk;
pub use array::*;
pub use construct::*;
pub use elem::{Elem, Index, Value};
pub use f90::*;
pub use indexed::*;
pub use layout::{Shape, TypeLayout};
pub use message::{BufferAccess, Message, direct};
pub use pack::*;
pub use pack_external::*;
pub use predefined::{facts, solid_size};
pub use query::*;
pub use signature::Signature;
pub use structs::*;
pub use vector::*;

use crate::abi;
use crate::error::{Result, fail};
use crate::state::State;
use clump::Nest;
use std::sync::{Arc, OnceLock};

/// What a datatype is, apart from its name and attributes.
#[derive(Debug, Clone)]
pub struct Type {
    pub layout: TypeLayout,
    /// The elements that it is made of.
    pub signature: Signature,
    /// How it was made; `None` for a predefined type.
    pub made: Option<Made>,
    /// One item compiled for copying, once it has been needed.
    nest: OnceLock<Arc<Nest>>,
}

impl Type {
    pub fn new(layout: TypeLayout, signature: Signature, made: Option<Made>) -> Type {
        Type { layout, signature, made, nest: OnceLock::new() }
    }
}

/// How a derived datatype was made (MPI 5.0, 5.1.13).
#[derive(Debug, Clone)]
pub struct Made {
    /// MPI_COMBINER_…
    pub combiner: i32,
    pub integers: Vec<i32>,
    pub addresses: Vec<i64>,
    pub large: Vec<i64>,
    pub types: Vec<abi::Datatype>,
}

/// A derived datatype behind a handle.
#[derive(Debug)]
pub struct Object {
    pub ty: Arc<Type>,
    pub committed: bool,
    pub name: Vec<u8>,
    /// Handles out there: the user's own and those that envelopes hold. 0: freed, but still [`Object::in_use`].
    pub refs: u32,
}

impl Object {
    /// True while an operation under way holds the type.
    fn in_use(&self) -> bool {
        Arc::strong_count(&self.ty) > 1
    }
}

/// What most users of a datatype want to know. Sizes in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeInfo {
    /// Bytes of data in one item.
    pub size: u64,
    /// Distance from one item to the next.
    pub extent: i64,
    pub true_lb: i64,
    pub true_extent: i64,
    /// The one kind of element it is made of.
    pub elem: Option<Elem>,
    /// Items follow each other without holes, beginning at the address itself.
    pub solid: bool,
}

impl State {
    /// The type behind a handle, ready to look into.
    pub fn datatype(&self, handle: abi::Datatype) -> Result<Arc<Type>> {
        if let Some(t) = predefined::find(handle) {
            return Ok(t.clone());
        }
        match self.types.get(handle.0) {
            Some(object) => Ok(object.ty.clone()),
            None => no_type(handle),
        }
    }

    /// The facts about a type. Error: MPI_ERR_TYPE.
    pub fn type_info(&self, handle: abi::Datatype) -> Result<TypeInfo> {
        if let Some(facts) = predefined::facts(handle) {
            return Ok(*facts);
        }
        let t = self.datatype(handle)?;
        let l = &t.layout;
        let (size, extent, true_lb, true_extent) = (l.size, l.extent, l.true_lb, l.true_extent);
        Ok(TypeInfo { size, extent, true_lb, true_extent, elem: t.signature.elem(), solid: l.solid() })
    }

    /// As `datatype`, for communication: a derived type must be committed.
    pub fn committed(&self, handle: abi::Datatype) -> Result<Arc<Type>> {
        if let Some(object) = self.types.get(handle.0)
            && !object.committed
        {
            return fail(abi::MPI_ERR_TYPE, "the datatype is not committed; call MPI_Type_commit first");
        }
        self.datatype(handle)
    }
}

#[cold]
fn no_type<T>(handle: abi::Datatype) -> Result<T> {
    if handle == abi::MPI_DATATYPE_NULL {
        return fail(abi::MPI_ERR_TYPE, "the datatype is MPI_DATATYPE_NULL");
    }
    match predefined::name(handle) {
        Some(name) => fail(abi::MPI_ERR_TYPE, format!("{name} is optional and this library has no such type")),
        None => fail(abi::MPI_ERR_TYPE, format!("{:#x} is no datatype (freed already?)", handle.0)),
    }
}
