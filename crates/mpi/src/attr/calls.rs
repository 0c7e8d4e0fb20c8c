//! The MPI functions that create and free keys and set, get and delete attributes.
use super::delete_one;
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Addr, Out};
use crate::ffi::callback::Callback;
use crate::ffi::gate;
use crate::objects::attr::{Attribute, FIRST, Keyval, Object};

fn create(of: Object, copy: Callback, delete: Callback, keyval: Out<i32>, extra: Addr) -> Result {
    let mut s = gate::enter();
    s.running()?;
    let key = Keyval { of, copy, delete, extra: extra.get(), freed: false, used: 0 };
    let list = &mut s.attributes.keyvals;
    let free = list.iter().position(Option::is_none).unwrap_or(list.len());
    if free == list.len() {
        list.push(None);
    }
    list[free] = Some(key);
    keyval.set(FIRST + free as i32);
    Ok(())
}

fn free(of: Object, keyval: Out<i32>) -> Result {
    let mut s = gate::enter();
    s.running()?;
    let number = keyval.get();
    let key = s.attributes.keyval(of, number)?;
    // Keep the key until its last attribute is gone. Until then the program may free other copies of the key's number,
    // too.
    key.freed = true;
    // Count the program's own use of the key, so that `unuse` frees the key if no attribute uses it.
    key.used += 1;
    s.attributes.unuse(number);
    keyval.set(abi::MPI_KEYVAL_INVALID);
    Ok(())
}

pub(crate) fn set(of: Object, object: usize, keyval: i32, value: Addr) -> Result {
    let old = {
        let mut s = gate::enter();
        s.attributes.keyval(of, keyval)?;
        s.attributes.find(of, object, keyval).map(|i| s.attributes.list[i])
    };
    if let Some(a) = old {
        delete_one(a)?;
    }
    gate::enter().attributes.add(Attribute { of, object, keyval, value: value.get() })
}

pub(crate) fn get(of: Object, object: usize, keyval: i32, value: Out<usize>, flag: Out<i32>) -> Result {
    let mut s = gate::enter();
    s.attributes.keyval(of, keyval)?;
    let found = s.attributes.find(of, object, keyval).map(|i| s.attributes.list[i].value);
    if let Some(v) = found {
        value.set(v);
    }
    flag.set(found.is_some().into());
    Ok(())
}

pub(crate) fn delete(of: Object, object: usize, keyval: i32) -> Result {
    let found = {
        let mut s = gate::enter();
        s.attributes.keyval(of, keyval)?;
        s.attributes.find(of, object, keyval).map(|i| s.attributes.list[i])
    };
    match found {
        Some(a) => delete_one(a),
        None => fail(abi::MPI_ERR_KEYVAL, format!("the object has no attribute of key {keyval}")),
    }
}

/// MPI_Comm_create_keyval, MPI_Keyval_create
pub fn comm_create_keyval(_: Call, copy: Callback, delete: Callback, keyval: Out<i32>, extra: Addr) -> Result {
    create(Object::Comm, copy, delete, keyval, extra)
}
/// MPI_Type_create_keyval
pub fn type_create_keyval(_: Call, copy: Callback, delete: Callback, keyval: Out<i32>, extra: Addr) -> Result {
    create(Object::Type, copy, delete, keyval, extra)
}
/// MPI_Win_create_keyval
pub fn win_create_keyval(_: Call, copy: Callback, delete: Callback, keyval: Out<i32>, extra: Addr) -> Result {
    create(Object::Win, copy, delete, keyval, extra)
}
/// MPI_Comm_free_keyval, MPI_Keyval_free
pub fn comm_free_keyval(_: Call, keyval: Out<i32>) -> Result {
    free(Object::Comm, keyval)
}
/// MPI_Type_free_keyval
pub fn type_free_keyval(_: Call, keyval: Out<i32>) -> Result {
    free(Object::Type, keyval)
}
/// MPI_Win_free_keyval
pub fn win_free_keyval(_: Call, keyval: Out<i32>) -> Result {
    free(Object::Win, keyval)
}

/// Checks a communicator and returns the handle of its attributes.
fn comm_object(comm: abi::Comm) -> Result<usize> {
    Ok(gate::enter().comm(comm)?.handle.0)
}

/// Checks a datatype and returns the handle of its attributes.
fn type_object(datatype: abi::Datatype) -> Result<usize> {
    gate::enter().types.find(datatype).map(|_| datatype.0)
}

/// MPI_Comm_set_attr, MPI_Attr_put
pub fn comm_set(_: Call, comm: abi::Comm, keyval: i32, value: Addr) -> Result {
    set(Object::Comm, comm_object(comm)?, keyval, value)
}
/// MPI_Comm_get_attr, MPI_Attr_get
pub fn comm_get(_: Call, comm: abi::Comm, keyval: i32, value: Addr, flag: Out<i32>) -> Result {
    let object = comm_object(comm)?;
    let s = gate::enter();
    let a = &s.attributes;
    let predefined: &i32 = match keyval {
        abi::MPI_TAG_UB => &a.tag_ub,
        abi::MPI_HOST => &a.host,
        abi::MPI_IO => &a.io,
        abi::MPI_WTIME_IS_GLOBAL => &a.wtime_is_global,
        abi::MPI_UNIVERSE_SIZE => &a.universe_size,
        abi::MPI_LASTUSEDCODE => &s.codes.last,
        abi::MPI_APPNUM => match &a.appnum {
            Some(number) => number,
            None => {
                flag.set(0);
                return Ok(());
            }
        },
        _ => {
            drop(s);
            return get(Object::Comm, object, keyval, value.out(), flag);
        }
    };
    value.out::<usize>().set(std::ptr::from_ref(predefined) as usize);
    flag.set(1);
    Ok(())
}
/// MPI_Comm_delete_attr, MPI_Attr_delete
pub fn comm_delete(_: Call, comm: abi::Comm, keyval: i32) -> Result {
    delete(Object::Comm, comm_object(comm)?, keyval)
}

/// MPI_Type_set_attr
pub fn type_set(_: Call, datatype: abi::Datatype, keyval: i32, value: Addr) -> Result {
    set(Object::Type, type_object(datatype)?, keyval, value)
}
/// MPI_Type_get_attr
pub fn type_get(_: Call, datatype: abi::Datatype, keyval: i32, value: Addr, flag: Out<i32>) -> Result {
    get(Object::Type, type_object(datatype)?, keyval, value.out(), flag)
}
/// MPI_Type_delete_attr
pub fn type_delete(_: Call, datatype: abi::Datatype, keyval: i32) -> Result {
    delete(Object::Type, type_object(datatype)?, keyval)
}
