//! Statuses (MPI 5.0, 3.2.5): the outcome of an operation, as programs read it.

use crate::abi::{self, Status};
use crate::error::{Call, Result, error};
use crate::ffi::args::{In, IntOut, Out};
use crate::ffi::gate;

fn change(status: Out<Status>, f: impl FnOnce(&mut Status)) -> Result {
    let mut value = status.get();
    f(&mut value);
    status.set(value);
    Ok(())
}

/// MPI_Test_cancelled
pub fn test_cancelled(_: Call, status: In<Status>, flag: Out<i32>) -> Result {
    flag.set(status.get(0).cancelled().into());
    Ok(())
}

/// MPI_Status_set_cancelled
pub fn set_cancelled(_: Call, status: Out<Status>, flag: i32) -> Result {
    change(status, |s| s.internal[2] = i32::from(flag != 0))
}

/// MPI_Status_get_source
pub fn get_source(_: Call, status: In<Status>, source: Out<i32>) -> Result {
    source.set(status.get(0).source);
    Ok(())
}
/// MPI_Status_get_tag
pub fn get_tag(_: Call, status: In<Status>, tag: Out<i32>) -> Result {
    tag.set(status.get(0).tag);
    Ok(())
}
/// MPI_Status_get_error
pub fn get_error(_: Call, status: In<Status>, error: Out<i32>) -> Result {
    error.set(status.get(0).error);
    Ok(())
}
/// MPI_Status_set_source
pub fn set_source(_: Call, status: Out<Status>, source: i32) -> Result {
    change(status, |s| s.source = source)
}
/// MPI_Status_set_tag
pub fn set_tag(_: Call, status: Out<Status>, tag: i32) -> Result {
    change(status, |s| s.tag = tag)
}
/// MPI_Status_set_error
pub fn set_error(_: Call, status: Out<Status>, error: i32) -> Result {
    change(status, |s| s.error = error)
}

/// MPI_Status_set_elements. Sets the number of basic elements of this type.
pub fn set_elements(_: Call, status: Out<Status>, datatype: abi::Datatype, count: i64) -> Result {
    let t = gate::enter().types.find(datatype)?.clone();
    let count = u64::try_from(count)
        .map_err(|_| error(abi::MPI_ERR_COUNT, format!("the count is {count}; it must not be negative")))?;
    change(status, |s| s.set_len(t.signature.bytes_of_elements(count)))
}

/// MPI_Get_count. Returns the number of whole items received, or MPI_UNDEFINED.
pub fn get_count(_: Call, status: In<Status>, datatype: abi::Datatype, count: IntOut) -> Result {
    let (len, size) = (status.get(0).len(), gate::enter().types.info(datatype)?.size);
    count.set(match size {
        0 if len == 0 => 0,
        0 => i64::from(abi::MPI_UNDEFINED),
        _ if len % size == 0 => (len / size) as i64,
        _ => i64::from(abi::MPI_UNDEFINED),
    });
    Ok(())
}

/// MPI_Get_elements. Returns the number of basic elements received, or MPI_UNDEFINED.
pub fn get_elements(_: Call, status: In<Status>, datatype: abi::Datatype, count: IntOut) -> Result {
    let (len, t) = (status.get(0).len(), gate::enter().types.find(datatype)?.clone());
    count.set(t.signature.elements_of_bytes(len).map_or(i64::from(abi::MPI_UNDEFINED), |n| n as i64));
    Ok(())
}
