//! The calls of the tool interface. Errors go to no error handler: each call returns its error class (MPI 5.0,
//! 15.3.10).
mod category;
mod cvar;
mod enumeration;
mod event;
mod instance;
mod pvar;
mod session;
mod source;
mod start;
mod teller;

pub use category::*;
pub use cvar::*;
pub use enumeration::*;
pub use event::*;
pub use instance::*;
pub use pvar::*;
pub use session::*;
pub use source::*;
pub use start::*;

use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::args::{Addr, Out, Text, TextOut};
use crate::ffi::gate::{self, Guard};

/// Enters the state. Fails unless the tool interface is initialised.
fn enter() -> Result<Guard> {
    let s = gate::enter();
    if s.tool.users == 0 { refuse(abi::MPI_T_ERR_NOT_INITIALIZED) } else { Ok(s) }
}

/// Fails with an error class of the tool interface.
fn refuse<T>(class: i32) -> Result<T> {
    fail(class, "")
}

/// Returns the element of a table at an index from the program, or MPI_T_ERR_INVALID_INDEX.
fn at<T>(table: &[T], index: i32) -> Result<&T> {
    match usize::try_from(index).ok().and_then(|i| table.get(i)) {
        Some(element) => Ok(element),
        None => refuse(abi::MPI_T_ERR_INVALID_INDEX),
    }
}

/// Sets a variable, unless its pointer is null.
fn give<T: Copy>(out: Out<T>, value: T) {
    if !out.is_null() {
        out.set(value);
    }
}

/// Sets a variable. Fails if its pointer is null.
fn must_give<T: Copy>(out: Out<T>, value: T) -> Result {
    if out.is_null() {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    out.set(value);
    Ok(())
}

/// Returns a string (MPI 5.0, 15.3.3): as much as fits into `*len` bytes with its NUL, and in `*len` the length of the
/// whole string with its NUL. A null `len` asks for nothing; a null buffer or a length of 0 asks for the length alone.
fn text(out: TextOut, len: Out<i32>, text: &str) {
    if !len.is_null() {
        out.set(text.as_bytes(), usize::try_from(len.get()).unwrap_or(0));
        len.set(text.len() as i32 + 1);
    }
}

/// Finds a name among the names by index, and sets `index`. Fails with MPI_T_ERR_INVALID_NAME if the name is not there.
fn find<'n>(name: Text, index: Out<i32>, mut names: impl Iterator<Item = Option<&'n str>>) -> Result {
    let (Some(name), false) = (name.get(), index.is_null()) else { return refuse(abi::MPI_T_ERR_INVALID) };
    match names.position(|n| n.is_some_and(|n| n.as_bytes() == name)) {
        Some(i) => index.set(i as i32),
        None => return refuse(abi::MPI_T_ERR_INVALID_NAME),
    }
    Ok(())
}

/// Returns the communicator that `object`, the address of a handle, names.
fn bound_comm(s: &Guard, object: Addr) -> Result<abi::Comm> {
    if object.get() == 0 {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    let handle = object.out::<abi::Comm>().get();
    s.comm(handle).map(|_| handle).or_else(|_| refuse(abi::MPI_T_ERR_INVALID))
}

/// Fails unless the handle names an info object, or is MPI_INFO_NULL.
fn checked_info(s: &mut Guard, info: abi::Info) -> Result {
    s.infos.or_null(info).map(drop).or_else(|_| refuse(abi::MPI_T_ERR_INVALID))
}
