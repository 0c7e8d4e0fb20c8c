//! The process's table of datatypes.
use super::object::{Object, Type, TypeInfo};
use super::predefined;
use crate::abi;
use crate::error::{Result, fail};
use crate::slab::{HandleKind, HandleTable};
use std::sync::Arc;

/// All derived datatypes, and the names of predefined datatypes.
pub struct Types {
    pub table: HandleTable<Object>,
    /// Derived datatypes that the program has freed while an operation in progress still needs them.
    freed: Vec<abi::Datatype>,
    /// Names that the program gave to predefined datatypes.
    pub(crate) names: Vec<(abi::Datatype, Vec<u8>)>,
}

impl Default for Types {
    fn default() -> Self {
        Self::new()
    }
}

impl Types {
    pub const fn new() -> Types {
        Types { table: HandleTable::new(HandleKind::Datatype), freed: Vec::new(), names: Vec::new() }
    }

    /// Returns the type behind a handle, or MPI_ERR_TYPE.
    pub fn find(&self, handle: abi::Datatype) -> Result<&Arc<Type>> {
        match self.table.get(handle.0) {
            Some(object) => Ok(&object.ty),
            None => predefined::find(handle).map_or_else(|| no_type(handle), Ok),
        }
    }

    /// Returns the facts of a type, or MPI_ERR_TYPE.
    pub fn info(&self, handle: abi::Datatype) -> Result<TypeInfo> {
        if let Some(facts) = predefined::facts(handle) {
            return Ok(*facts);
        }
        let t = self.find(handle)?;
        let l = &t.layout;
        let (size, extent, true_lb, true_extent) = (l.size, l.extent, l.true_lb, l.true_extent);
        Ok(TypeInfo { size, extent, true_lb, true_extent, elem: t.signature.elem(), solid: l.solid() })
    }

    /// Returns the type behind a handle for communication. Returns MPI_ERR_TYPE for an invalid handle or a derived type
    /// that is not committed.
    pub fn committed(&self, handle: abi::Datatype) -> Result<&Arc<Type>> {
        match self.table.get(handle.0) {
            Some(object) if object.committed => Ok(&object.ty),
            Some(_) => fail(abi::MPI_ERR_TYPE, "the datatype is not committed; call MPI_Type_commit first"),
            None => self.find(handle),
        }
    }

    /// Adds a new type and returns its handle.
    #[inline(always)]
    pub(crate) fn add(&mut self, ty: Arc<Type>, committed: bool) -> abi::Datatype {
        self.remove_unused();
        for &part in ty.made.iter().flat_map(|m| &m.types) {
            self.keep(part);
        }
        let object = Object { ty, committed, name: Vec::new(), refs: 1 };
        abi::Datatype(self.table.insert(object))
    }

    /// Counts one more user of a derived type's handle.
    pub(crate) fn keep(&mut self, handle: abi::Datatype) {
        if let Some(object) = self.table.get_mut(handle.0) {
            object.refs += 1;
        }
    }

    /// Removes one user of a derived type's handle. Without users the handle becomes invalid, unless an operation in
    /// progress needs the type.
    pub(crate) fn let_go(&mut self, handle: abi::Datatype) {
        let Some(object) = self.table.get_mut(handle.0) else { return };
        object.refs -= 1;
        if object.refs > 0 {
            return;
        }
        if object.in_use() {
            self.freed.push(handle);
        } else {
            self.remove(handle);
        }
    }

    /// Removes a type without users, and releases the types from which it was made.
    fn remove(&mut self, handle: abi::Datatype) {
        if let Some(object) = self.table.remove(handle.0) {
            for &part in object.ty.made.iter().flat_map(|m| &m.types) {
                self.let_go(part);
            }
        }
    }

    /// Removes the freed types that no operation needs any more.
    pub(crate) fn remove_unused(&mut self) {
        for handle in std::mem::take(&mut self.freed) {
            match self.table.get(handle.0) {
                // A user function may have made another type from this one.
                Some(object) if object.refs > 0 => {}
                Some(object) if object.in_use() => self.freed.push(handle),
                _ => self.remove(handle),
            }
        }
    }
}

#[cold]
pub(crate) fn no_type<T>(handle: abi::Datatype) -> Result<T> {
    if handle == abi::MPI_DATATYPE_NULL {
        return fail(abi::MPI_ERR_TYPE, "the datatype is MPI_DATATYPE_NULL");
    }
    match predefined::name(handle) {
        Some(name) => fail(abi::MPI_ERR_TYPE, format!("{name} is optional and this library has no such type")),
        None => fail(abi::MPI_ERR_TYPE, format!("{:#x} is no datatype (freed already?)", handle.0)),
    }
}
