//! The MPI functions that open and close ports.
use crate::abi;
use crate::error::{Call, Result, error};
use crate::ffi::args::{Text, TextOut};
use crate::ffi::gate;
use clump::driver::ports::PortListener;

/// Returns the text of a port that the program passes, or MPI_ERR_PORT.
pub(super) fn text_of(port: Text) -> Result<String> {
    let text = port.get().and_then(|text| String::from_utf8(text).ok());
    text.ok_or_else(|| error(abi::MPI_ERR_PORT, "it is no port: a port comes from MPI_Open_port"))
}

/// Returns the error for a port that this process has not opened.
pub(super) fn not_open() -> Box<crate::error::Error> {
    error(abi::MPI_ERR_PORT, "this process has not opened the port, or has closed it")
}

/// MPI_Open_port
pub fn open_port(_: Call, info: abi::Info, port: TextOut) -> Result {
    let mut s = gate::enter();
    s.running()?;
    s.infos.or_null(info)?;
    let listener = PortListener::open().map_err(|e| error(abi::MPI_ERR_OTHER, format!("cannot open a port: {e}")))?;
    let text = listener.name().to_text();
    port.set(text.as_bytes(), abi::MPI_MAX_PORT_NAME as usize);
    s.dynamic.ports.push((text, listener));
    Ok(())
}

/// MPI_Close_port
pub fn close_port(_: Call, port: Text) -> Result {
    let text = text_of(port)?;
    let mut s = gate::enter();
    s.running()?;
    let ports = &mut s.dynamic.ports;
    match ports.iter().position(|(open, _)| *open == text) {
        Some(at) => drop(ports.swap_remove(at)),
        None => return Err(not_open()),
    }
    Ok(())
}
