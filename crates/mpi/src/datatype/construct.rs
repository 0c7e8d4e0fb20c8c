//! Making, committing and freeing datatypes.
use super::{Made, Object, Type, no_type, predefined};
use crate::abi;
use crate::attr;
use crate::error::{Call, Result, fail};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::state::State;
use std::sync::Arc;

impl State {
    /// A handle for a new type, which is not committed yet.
    pub(super) fn new_type(&mut self, ty: Type, committed: bool) -> abi::Datatype {
        self.remove_unused_types();
        for &part in ty.made.iter().flat_map(|m| &m.types) {
            self.keep_type(part);
        }
        let object = Object { ty: Arc::new(ty), committed, name: Vec::new(), refs: 1 };
        abi::Datatype(self.types.insert(object))
    }

    /// One more user of a derived type's handle.
    pub(super) fn keep_type(&mut self, handle: abi::Datatype) {
        if let Some(object) = self.types.get_mut(handle.0) {
            object.refs += 1;
        }
    }

    /// One user less; after the last one the handle goes, unless an operation under way still needs the type.
    fn drop_type(&mut self, handle: abi::Datatype) {
        let Some(object) = self.types.get_mut(handle.0) else { return };
        object.refs -= 1;
        if object.refs > 0 {
            return;
        }
        if object.in_use() {
            self.freed_types.push(handle);
        } else {
            self.remove_type(handle);
        }
    }

    /// Removes a type without users, and lets go of the types that it was made of.
    fn remove_type(&mut self, handle: abi::Datatype) {
        if let Some(object) = self.types.remove(handle.0) {
            for &part in object.ty.made.iter().flat_map(|m| &m.types) {
                self.drop_type(part);
            }
        }
    }

    /// Removes the freed types that no operation needs any more.
    fn remove_unused_types(&mut self) {
        for handle in std::mem::take(&mut self.freed_types) {
            match self.types.get(handle.0) {
                // A user function may have made another type of it.
                Some(object) if object.refs > 0 => {}
                Some(object) if object.in_use() => self.freed_types.push(handle),
                _ => self.remove_type(handle),
            }
        }
    }
}

/// MPI_Type_dup
pub fn dup(_: Call, old: abi::Datatype, new: Out<abi::Datatype>) -> Result {
    let handle = {
        let mut s = gate::enter();
        let base = s.datatype(old)?;
        let committed = s.types.get(old.0).is_none_or(|o| o.committed);
        let combiner = abi::MPI_COMBINER_DUP;
        let made = Made { combiner, integers: vec![], addresses: vec![], large: vec![], types: vec![old] };
        s.new_type(Type { made: Some(made), ..(*base).clone() }, committed)
    };
    if let Err(e) = attr::copy_all(attr::Object::Type, old.0, handle.0) {
        gate::enter().drop_type(handle);
        return Err(e);
    }
    new.set(handle);
    Ok(())
}

/// MPI_Type_commit
pub fn commit(_: Call, datatype: Out<abi::Datatype>) -> Result {
    let mut s = gate::enter();
    s.datatype(datatype.get())?;
    if let Some(object) = s.types.get_mut(datatype.get().0) {
        object.committed = true;
    }
    Ok(())
}

/// MPI_Type_free. An operation under way hands the type's handle to the program's function: the handle means the same
/// type until that operation has ended.
pub fn free(_: Call, datatype: Out<abi::Datatype>) -> Result {
    let handle = datatype.get();
    gate::enter().remove_unused_types();
    if let Some(name) = predefined::name(handle) {
        return fail(abi::MPI_ERR_TYPE, format!("{name} is predefined and cannot be freed"));
    }
    if gate::enter().datatype(handle)?.made.as_ref().is_some_and(Made::unnamed) {
        return fail(abi::MPI_ERR_TYPE, "a type of MPI_Type_create_f90_… is predefined and cannot be freed");
    }
    if gate::enter().types.get(handle.0).is_some_and(|object| object.refs == 0) {
        return no_type(handle);
    }
    attr::delete_all(attr::Object::Type, handle.0)?;
    gate::enter().drop_type(handle);
    datatype.set(abi::MPI_DATATYPE_NULL);
    Ok(())
}
