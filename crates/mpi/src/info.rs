//! Info objects (MPI 5.0, chapter 10): ordered (key, value) pairs.

use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Addr, Out, Text, TextOut};
use crate::ffi::gate;
use crate::objects::info::{Info, launch};

fn key_text(key: Text) -> Result<Vec<u8>> {
    let key = key.get().unwrap_or_default();
    if key.is_empty() || key.len() >= abi::MPI_MAX_INFO_KEY as usize {
        return fail(abi::MPI_ERR_INFO_KEY, format!("an info key has 1 to 255 characters, this one {}", key.len()));
    }
    Ok(key)
}

/// MPI_Info_create
pub fn create(_: Call, info: Out<abi::Info>) -> Result {
    info.set(gate::enter().infos.add(Info::new()));
    Ok(())
}

/// MPI_Info_create_env
pub fn create_env(_: Call, _argc: i32, _argv: Addr, info: Out<abi::Info>) -> Result {
    info.set(gate::enter().infos.add(launch::facts()));
    Ok(())
}

/// MPI_Info_dup
pub fn dup(_: Call, info: abi::Info, new: Out<abi::Info>) -> Result {
    let mut s = gate::enter();
    let copy = s.infos.get(info)?.clone();
    new.set(s.infos.add(copy));
    Ok(())
}

/// MPI_Info_free
pub fn free(_: Call, info: Out<abi::Info>) -> Result {
    let mut s = gate::enter();
    s.infos.own(info.get())?;
    s.infos.table.remove(info.get().0);
    info.set(abi::MPI_INFO_NULL);
    Ok(())
}

/// MPI_Info_set
pub fn set(_: Call, info: abi::Info, key: Text, value: Text) -> Result {
    let mut s = gate::enter();
    let info = s.infos.own(info)?;
    let key = key_text(key)?;
    match value.get() {
        Some(v) if v.len() < abi::MPI_MAX_INFO_VAL as usize => info.put(key, v),
        Some(v) => {
            return fail(abi::MPI_ERR_INFO_VALUE, format!("the value has {} characters, more than 1023", v.len()));
        }
        None => return fail(abi::MPI_ERR_INFO_VALUE, "the value is a null pointer"),
    }
    Ok(())
}

/// MPI_Info_delete
pub fn delete(_: Call, info: abi::Info, key: Text) -> Result {
    let mut s = gate::enter();
    let info = s.infos.own(info)?;
    let key = key_text(key)?;
    if info.remove(&key) {
        Ok(())
    } else {
        fail(abi::MPI_ERR_INFO_NOKEY, format!("there is no key `{}`", String::from_utf8_lossy(&key)))
    }
}

/// MPI_Info_get (deprecated). `room` does not count the NUL.
pub fn get(_: Call, info: abi::Info, key: Text, room: i32, value: TextOut, flag: Out<i32>) -> Result {
    let mut s = gate::enter();
    let info = s.infos.get(info)?;
    let found = info.value(&key_text(key)?);
    if room < 0 {
        return fail(abi::MPI_ERR_ARG, format!("the length for the value is {room}"));
    }
    if let Some(v) = found {
        value.set(v, room as usize + 1);
    }
    flag.set(found.is_some().into());
    Ok(())
}

/// MPI_Info_get_string. `room` counts the NUL; the call sets `room` to the value's length including the NUL.
pub fn get_string(_: Call, info: abi::Info, key: Text, room: Out<i32>, value: TextOut, flag: Out<i32>) -> Result {
    let mut s = gate::enter();
    let info = s.infos.get(info)?;
    let found = info.value(&key_text(key)?);
    if let Some(v) = found {
        value.set(v, room.get().max(0) as usize);
        room.set(v.len() as i32 + 1);
    }
    flag.set(found.is_some().into());
    Ok(())
}

/// MPI_Info_get_valuelen (deprecated)
pub fn get_valuelen(_: Call, info: abi::Info, key: Text, len: Out<i32>, flag: Out<i32>) -> Result {
    let mut s = gate::enter();
    let info = s.infos.get(info)?;
    let found = info.value(&key_text(key)?);
    if let Some(v) = found {
        len.set(v.len() as i32);
    }
    flag.set(found.is_some().into());
    Ok(())
}

/// MPI_Info_get_nkeys
pub fn get_nkeys(_: Call, info: abi::Info, n: Out<i32>) -> Result {
    n.set(gate::enter().infos.get(info)?.0.len() as i32);
    Ok(())
}

/// MPI_Info_get_nthkey
pub fn get_nthkey(_: Call, info: abi::Info, n: i32, key: TextOut) -> Result {
    let mut s = gate::enter();
    let list = &s.infos.get(info)?.0;
    match usize::try_from(n).ok().and_then(|n| list.get(n)) {
        Some((k, _)) => {
            key.set(k, abi::MPI_MAX_INFO_KEY as usize);
            Ok(())
        }
        None => fail(abi::MPI_ERR_ARG, format!("there is no key number {n}; the object has {}", list.len())),
    }
}
