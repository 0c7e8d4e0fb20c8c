//! What a datatype is.
use super::elem::Elem;
use super::layout::TypeLayout;
use super::signature::Signature;
use crate::abi;
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
    pub(super) nest: OnceLock<Arc<Nest>>,
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
    pub(super) fn in_use(&self) -> bool {
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
