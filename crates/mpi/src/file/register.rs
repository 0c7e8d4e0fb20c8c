//! MPI_Register_datarep (MPI 5.0, 14.5.3).
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Addr, Text};
use crate::ffi::callback::Callback;
use crate::ffi::gate;
use crate::objects::file::datarep::{Conversion, UserRepresentation};
use std::sync::Arc;

fn register(name: Text, read: Callback, write: Callback, large: bool, extent: Callback, extra: Addr) -> Result {
    let name = name.get().unwrap_or_default();
    if name.is_empty() || name.len() >= abi::MPI_MAX_DATAREP_STRING as usize {
        let why = format!("a data representation's name has 1 to 127 characters, this one {}", name.len());
        return fail(abi::MPI_ERR_ARG, why);
    }
    let mut s = gate::enter();
    s.running()?;
    let known = &mut s.files.representations;
    let predefined = [&b"native"[..], b"internal", b"external32"].contains(&name.as_slice());
    if predefined || known.iter().any(|r| r.name == name) {
        return fail(abi::MPI_ERR_DUP_DATAREP, format!("`{}` is defined already", String::from_utf8_lossy(&name)));
    }
    let conversion = |function: Callback| (function.get() != 0).then_some(Conversion { function, large });
    let (read, write) = (conversion(read), conversion(write));
    known.push(Arc::new(UserRepresentation { name, read, write, extent, extra: extra.get() }));
    Ok(())
}

/// MPI_Register_datarep
pub fn register_datarep(
    _: Call,
    datarep: Text,
    read: Callback,
    write: Callback,
    extent: Callback,
    extra: Addr,
) -> Result {
    register(datarep, read, write, false, extent, extra)
}

/// MPI_Register_datarep_c
pub fn register_datarep_c(
    _: Call,
    datarep: Text,
    read: Callback,
    write: Callback,
    extent: Callback,
    extra: Addr,
) -> Result {
    register(datarep, read, write, true, extent, extra)
}
