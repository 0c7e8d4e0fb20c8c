//! Info objects (MPI 5.0, chapter 10): ordered (key, value) pairs.
use crate::abi;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{Addr, Out, Text, TextOut};
use crate::ffi::gate;
use crate::state::State;
use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt;

/// Keys with their values, in the order in which they were first set. Both are bytes of any encoding, as C strings are.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Info(Vec<(Vec<u8>, Vec<u8>)>);

impl Info {
    pub const fn new() -> Info {
        Info(Vec::new())
    }
    /// The value of a hint. `None` also for a value that is not UTF-8: no hint allows such a value.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.value(key.as_bytes()).and_then(|v| str::from_utf8(v).ok())
    }
    /// The value of a key, byte by byte.
    fn value(&self, key: &[u8]) -> Option<&[u8]> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_slice())
    }
    pub fn set(&mut self, key: &str, value: &str) {
        self.put(key.into(), value.into());
    }
    fn put(&mut self, key: Vec<u8>, value: Vec<u8>) {
        match self.0.iter_mut().find(|(k, _)| *k == key) {
            Some((_, v)) => *v = value,
            None => self.0.push((key, value)),
        }
    }
    /// The pairs that are UTF-8, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().filter_map(|(k, v)| Some((str::from_utf8(k).ok()?, str::from_utf8(v).ok()?)))
    }
    fn remove(&mut self, key: &[u8]) -> bool {
        let before = self.0.len();
        self.0.retain(|(k, _)| k != key);
        self.0.len() < before
    }
}

impl State {
    /// The info object behind a handle; MPI_INFO_NULL is an empty one. Error: MPI_ERR_INFO.
    pub fn info_or_null(&mut self, handle: abi::Info) -> Result<Info> {
        if handle == abi::MPI_INFO_NULL { Ok(Info::new()) } else { self.info(handle).cloned() }
    }

    fn info(&mut self, handle: abi::Info) -> Result<&mut Info> {
        if handle == abi::MPI_INFO_ENV && self.infos.get(handle.0).is_none() {
            self.infos.predefine(handle.0, environment());
        }
        self.infos.get_mut(handle.0).ok_or_else(|| match handle {
            abi::MPI_INFO_NULL => error(abi::MPI_ERR_INFO, "the info object is MPI_INFO_NULL"),
            h => error(abi::MPI_ERR_INFO, format!("{:#x} is no info object (freed already?)", h.0)),
        })
    }

    /// An info object that the program may change, so not MPI_INFO_ENV.
    pub(crate) fn own_info(&mut self, handle: abi::Info) -> Result<&mut Info> {
        if handle == abi::MPI_INFO_ENV {
            return fail(abi::MPI_ERR_INFO, "MPI_INFO_ENV is read-only");
        }
        self.info(handle)
    }
}

/// The key and value that tell a program which kinds of memory its buffers may lie in (MPI 5.0, 12.4.3).
pub const MEMORY_KINDS: (&str, &str) = ("mpi_memory_alloc_kinds", "system,mpi");

/// MPI_INFO_ENV (MPI 5.0, 11.2.1): how this process was started.
fn environment() -> Info {
    let mut info = Info::new();
    let mut args = std::env::args_os().map(OsString::into_vec);
    if let Some(command) = args.next() {
        info.put("command".into(), command);
        info.put("argv".into(), args.collect::<Vec<_>>().join(&b' '));
    }
    if let Ok(folder) = std::env::current_dir() {
        info.put("wdir".into(), folder.into_os_string().into_vec());
    }
    info.set("arch", std::env::consts::ARCH);
    info.put("host".into(), crate::environment::host_name());
    info.set("thread_level", "MPI_THREAD_MULTIPLE");
    info.set(MEMORY_KINDS.0, MEMORY_KINDS.1);
    info.0.iter_mut().for_each(|(_, v)| v.truncate(abi::MPI_MAX_INFO_VAL as usize - 1));
    info
}

fn key_text(key: Text) -> Result<Vec<u8>> {
    let key = key.get().unwrap_or_default();
    if key.is_empty() || key.len() >= abi::MPI_MAX_INFO_KEY as usize {
        return fail(abi::MPI_ERR_INFO_KEY, format!("an info key has 1 to 255 characters, this one {}", key.len()));
    }
    Ok(key)
}

/// MPI_Info_create
pub fn create(_: Call, info: Out<abi::Info>) -> Result {
    info.set(abi::Info(gate::enter().infos.insert(Info::new())));
    Ok(())
}

/// MPI_Info_create_env
pub fn create_env(_: Call, _argc: i32, _argv: Addr, info: Out<abi::Info>) -> Result {
    info.set(abi::Info(gate::enter().infos.insert(environment())));
    Ok(())
}

/// MPI_Info_dup
pub fn dup(_: Call, info: abi::Info, new: Out<abi::Info>) -> Result {
    let mut s = gate::enter();
    let copy = s.info(info)?.clone();
    new.set(abi::Info(s.infos.insert(copy)));
    Ok(())
}

/// MPI_Info_free
pub fn free(_: Call, info: Out<abi::Info>) -> Result {
    let mut s = gate::enter();
    s.own_info(info.get())?;
    s.infos.remove(info.get().0);
    info.set(abi::MPI_INFO_NULL);
    Ok(())
}

/// MPI_Info_set
pub fn set(_: Call, info: abi::Info, key: Text, value: Text) -> Result {
    let mut s = gate::enter();
    let info = s.own_info(info)?;
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
    let info = s.own_info(info)?;
    let key = key_text(key)?;
    if info.remove(&key) {
        Ok(())
    } else {
        fail(abi::MPI_ERR_INFO_NOKEY, format!("there is no key `{}`", String::from_utf8_lossy(&key)))
    }
}

/// MPI_Info_get (deprecated): `room` counts without the NUL.
pub fn get(_: Call, info: abi::Info, key: Text, room: i32, value: TextOut, flag: Out<i32>) -> Result {
    let mut s = gate::enter();
    let info = s.info(info)?;
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

/// MPI_Info_get_string: `room` counts the NUL; set to what the value needs.
pub fn get_string(_: Call, info: abi::Info, key: Text, room: Out<i32>, value: TextOut, flag: Out<i32>) -> Result {
    let mut s = gate::enter();
    let info = s.info(info)?;
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
    let info = s.info(info)?;
    let found = info.value(&key_text(key)?);
    if let Some(v) = found {
        len.set(v.len() as i32);
    }
    flag.set(found.is_some().into());
    Ok(())
}

/// MPI_Info_get_nkeys
pub fn get_nkeys(_: Call, info: abi::Info, n: Out<i32>) -> Result {
    n.set(gate::enter().info(info)?.0.len() as i32);
    Ok(())
}

/// MPI_Info_get_nthkey
pub fn get_nthkey(_: Call, info: abi::Info, n: i32, key: TextOut) -> Result {
    let mut s = gate::enter();
    let list = &s.info(info)?.0;
    match usize::try_from(n).ok().and_then(|n| list.get(n)) {
        Some((k, _)) => {
            key.set(k, abi::MPI_MAX_INFO_KEY as usize);
            Ok(())
        }
        None => fail(abi::MPI_ERR_ARG, format!("there is no key number {n}; the object has {}", list.len())),
    }
}
