//! The datatype object.
use super::elem::Elem;
use super::layout::TypeLayout;
use super::signature::Signature;
use crate::abi;
use clump::driver::Nest;
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// A datatype without its name and attributes.
#[derive(Debug, Clone)]
pub struct Type {
    pub layout: TypeLayout,
    /// The basic elements of which the type consists.
    pub signature: Signature,
    /// The call and arguments that made the type; `None` for a predefined type.
    pub made: Option<Made>,
    /// The copy loop of one item, compiled on first use.
    pub(crate) nest: OnceLock<Arc<Nest>>,
}

impl Type {
    #[inline(always)]
    pub fn new(layout: TypeLayout, signature: Signature, made: Option<Made>) -> Type {
        Type { layout, signature, made, nest: OnceLock::new() }
    }
}

/// The call and arguments that made a derived datatype (MPI 5.0, 5.1.13).
#[derive(Debug, Clone)]
pub struct Made {
    /// The combiner, a constant MPI_COMBINER_….
    pub combiner: i32,
    /// As many as a part of a two-dimensional array has need no allocation.
    pub integers: SmallVec<[i32; 8]>,
    pub addresses: Vec<i64>,
    pub large: Vec<i64>,
    pub types: SmallVec<[abi::Datatype; 1]>,
}

impl Made {
    /// Records a call that has no arguments yet.
    #[inline(always)]
    pub fn by(combiner: i32) -> Made {
        Made { combiner, integers: SmallVec::new(), addresses: vec![], large: vec![], types: SmallVec::new() }
    }
}

/// A derived datatype behind a handle.
#[derive(Debug)]
pub struct Object {
    pub ty: Arc<Type>,
    pub committed: bool,
    pub name: Vec<u8>,
    /// Number of references: the program's own handle, and the contents of other types. If 0, the program has freed the
    /// type, which is still [`Object::in_use`].
    pub refs: u32,
}

impl Object {
    /// Returns true while an operation in progress holds the type.
    pub(crate) fn in_use(&self) -> bool {
        Arc::strong_count(&self.ty) > 1
    }
}

/// The properties of a datatype that most callers need. All sizes are in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TypeInfo {
    /// Number of data bytes in one item.
    pub size: u64,
    /// Distance from one item to the next, in bytes.
    pub extent: i64,
    pub true_lb: i64,
    pub true_extent: i64,
    /// The kind of element; `None` if there are no elements or several kinds.
    pub elem: Option<Elem>,
    /// True if items follow each other without gaps, beginning at the buffer's address.
    pub solid: bool,
}
