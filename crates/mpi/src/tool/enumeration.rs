//! The calls about enumerations (MPI 5.0, 15.3.5).
use super::{at, enter, give, refuse, text};
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::{Out, TextOut};
use crate::objects::tool::table::ENUMS;

/// Returns an enumeration by its handle: name and items.
fn by_handle(handle: usize) -> Result<&'static (&'static str, &'static [(&'static str, i32)])> {
    match handle.checked_sub(1).and_then(|i| ENUMS.get(i)) {
        Some(e) => Ok(e),
        None => refuse(abi::MPI_T_ERR_INVALID_HANDLE),
    }
}

/// MPI_T_enum_get_info
pub fn enum_get_info(_: Call, handle: usize, num: Out<i32>, name: TextOut, name_len: Out<i32>) -> Result {
    let _s = enter()?;
    let (its, items) = by_handle(handle)?;
    give(num, items.len() as i32);
    text(name, name_len, its);
    Ok(())
}

/// MPI_T_enum_get_item
pub fn enum_get_item(_: Call, handle: usize, index: i32, value: Out<i32>, name: TextOut, name_len: Out<i32>) -> Result {
    let _s = enter()?;
    let (its, number) = *at(by_handle(handle)?.1, index)?;
    give(value, number);
    text(name, name_len, its);
    Ok(())
}
