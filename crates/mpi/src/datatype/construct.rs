//! The MPI functions that duplicate, commit and free datatypes.
use crate::abi;
use crate::attr;
use crate::error::{Call, Result, fail};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::objects::attr::Object;
use crate::objects::datatype::types::no_type;
use crate::objects::datatype::{Made, Type, Types, predefined};
use clump_coll::unwinding::OnUnwind;
use smallvec::smallvec;
use std::sync::Arc;

/// MPI_Type_dup
pub fn dup(_: Call, old: abi::Datatype, new: Out<abi::Datatype>) -> Result {
    let handle = {
        let mut s = gate::enter();
        let base = s.types.find(old)?.clone();
        let committed = s.types.table.get(old.0).is_none_or(|o| o.committed);
        let made = Made { types: smallvec![old], ..Made::by(abi::MPI_COMBINER_DUP) };
        s.types.add(Arc::new(Type { made: Some(made), ..(*base).clone() }), committed)
    };
    let gone = OnUnwind::new(|| gate::enter().types.let_go(handle));
    let copied = attr::copy_all(Object::Type, old.0, handle.0);
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
    if let Some(object) = s.types.table.get_mut(datatype.get().0) {
        object.committed = true;
        return Ok(());
    }
    s.types.find(datatype.get()).map(drop)
}

/// MPI_Type_free. An operation in progress may pass the type's handle to the program's function, so the
/// handle stays valid until that operation has ended.
pub fn free(_: Call, datatype: Out<abi::Datatype>) -> Result {
    let handle = datatype.get();
    let mut s = gate::enter();
    s.types.remove_unused();
    may_be_freed(&s.types, handle)?;
    if s.attributes.is_empty() {
        s.types.let_go(handle);
    } else {
        drop(s);
        attr::delete_all(Object::Type, handle.0)?;
        gate::enter().types.let_go(handle);
    }
    datatype.set(abi::MPI_DATATYPE_NULL);
    Ok(())
}

/// Returns MPI_ERR_TYPE unless the program has made the type and not freed it.
fn may_be_freed(types: &Types, handle: abi::Datatype) -> Result {
    if let Some(name) = predefined::name(handle) {
        return fail(abi::MPI_ERR_TYPE, format!("{name} is predefined and cannot be freed"));
    }
    match types.table.get(handle.0) {
        Some(object) if object.ty.made.as_ref().is_some_and(Made::unnamed) => {
            fail(abi::MPI_ERR_TYPE, "a type of MPI_Type_create_f90_… is predefined and cannot be freed")
        }
        Some(object) if object.refs > 0 => Ok(()),
        _ => no_type(handle),
    }
}
