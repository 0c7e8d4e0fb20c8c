//! The MPI functions that duplicate, commit and free datatypes.
use super::types::no_type;
use super::{Made, Type, predefined};
use crate::abi;
use crate::attr;
use crate::error::{Call, Result, fail};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::unwinding::OnUnwind;

/// MPI_Type_dup
pub fn dup(_: Call, old: abi::Datatype, new: Out<abi::Datatype>) -> Result {
    let handle = {
        let mut s = gate::enter();
        let base = s.types.find(old)?;
        let committed = s.types.table.get(old.0).is_none_or(|o| o.committed);
        let combiner = abi::MPI_COMBINER_DUP;
        let made = Made { combiner, integers: vec![], addresses: vec![], large: vec![], types: vec![old] };
        s.types.add(Type { made: Some(made), ..(*base).clone() }, committed)
    };
    let gone = OnUnwind::new(|| gate::enter().types.let_go(handle));
    let copied = attr::copy_all(attr::Object::Type, old.0, handle.0);
    gone.disarm();
    if let Err(e) = copied {
        gate::enter().types.let_go(handle);
        return Err(e);
    }
    new.set(handle);
    Ok(())
}

/// MPI_Type_commit
pub fn commit(_: Call, datatype: Out<abi::Datatype>) -> Result {
    let mut s = gate::enter();
    s.types.find(datatype.get())?;
    if let Some(object) = s.types.table.get_mut(datatype.get().0) {
        object.committed = true;
    }
    Ok(())
}

/// MPI_Type_free. An operation in progress may pass the type's handle to the program's function, so the
/// handle stays valid until that operation has ended.
pub fn free(_: Call, datatype: Out<abi::Datatype>) -> Result {
    let handle = datatype.get();
    gate::enter().types.remove_unused();
    if let Some(name) = predefined::name(handle) {
        return fail(abi::MPI_ERR_TYPE, format!("{name} is predefined and cannot be freed"));
    }
    if gate::enter().types.find(handle)?.made.as_ref().is_some_and(Made::unnamed) {
        return fail(abi::MPI_ERR_TYPE, "a type of MPI_Type_create_f90_… is predefined and cannot be freed");
    }
    if gate::enter().types.table.get(handle.0).is_some_and(|object| object.refs == 0) {
        return no_type(handle);
    }
    attr::delete_all(attr::Object::Type, handle.0)?;
    gate::enter().types.let_go(handle);
    datatype.set(abi::MPI_DATATYPE_NULL);
    Ok(())
}
