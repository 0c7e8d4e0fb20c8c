//! The MPI functions on published names.
use super::port::text_of;
use crate::abi;
use crate::error::{Call, Error, Result, error, fail};
use crate::ffi::args::{Text, TextOut};
use crate::ffi::gate;
use clump::driver::ports::{self, LONGEST_NAME};
use std::io::{self, ErrorKind};

fn service_of(service: Text) -> Result<Vec<u8>> {
    let name = service.get().unwrap_or_default();
    match name.len() {
        1..=LONGEST_NAME => Ok(name),
        0 => fail(abi::MPI_ERR_ARG, "the service's name is empty"),
        len => fail(abi::MPI_ERR_ARG, format!("the service's name has {len} characters, more than {LONGEST_NAME}")),
    }
}

fn shown(service: &[u8]) -> String {
    String::from_utf8_lossy(service).into_owned()
}

fn failed(service: &[u8]) -> impl Fn(io::Error) -> Box<Error> {
    move |e| error(abi::MPI_ERR_OTHER, format!("the published name `{}`: {e}", shown(service)))
}

/// MPI_Publish_name
pub fn publish_name(_: Call, service: Text, info: abi::Info, port: Text) -> Result {
    let mut s = gate::enter();
    s.running()?;
    s.infos.or_null(info)?;
    let service = service_of(service)?;
    match ports::publish(&service, &text_of(port)?) {
        Ok(published) => s.dynamic.published.push(published),
        Err(e) if e.kind() == ErrorKind::AlreadyExists => {
            return fail(abi::MPI_ERR_SERVICE, format!("the name `{}` is published already", shown(&service)));
        }
        Err(e) => return Err(failed(&service)(e)),
    }
    Ok(())
}

/// MPI_Lookup_name
pub fn lookup_name(_: Call, service: Text, info: abi::Info, port: TextOut) -> Result {
    let mut s = gate::enter();
    s.running()?;
    s.infos.or_null(info)?;
    let service = service_of(service)?;
    let found = ports::look_up(&service).map_err(failed(&service))?;
    let found =
        found.ok_or_else(|| error(abi::MPI_ERR_NAME, format!("no process has published `{}`", shown(&service))))?;
    port.set(found.as_bytes(), abi::MPI_MAX_PORT_NAME as usize);
    Ok(())
}

/// MPI_Unpublish_name. Any process may withdraw a name.
pub fn unpublish_name(_: Call, service: Text, info: abi::Info, port: Text) -> Result {
    let mut s = gate::enter();
    s.running()?;
    s.infos.or_null(info)?;
    let service = service_of(service)?;
    let port = text_of(port)?;
    let Some(name) = ports::find(&service).map_err(failed(&service))?.filter(|name| name.port() == port) else {
        return fail(abi::MPI_ERR_SERVICE, format!("`{}` is not published with this port", shown(&service)));
    };
    s.dynamic.published.retain(|published| !published.is_of(&name));
    name.withdraw();
    Ok(())
}
