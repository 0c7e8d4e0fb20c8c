//! Attributes (MPI 5.0, 7.7): values that programs attach to communicators and datatypes under keys of their own.
mod calls;
pub use calls::*;

use crate::abi;
use crate::error::{Result, error, fail};
use crate::ffi::callback::Callback;
use crate::ffi::gate::{self, Guard};
use crate::state::State;

/// What kind of object a key is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    Comm,
    Type,
    Win,
}

/// A key that the program made.
#[derive(Clone, Copy, Debug)]
struct Keyval {
    of: Object,
    copy: Callback,
    delete: Callback,
    extra: usize,
    /// Freed by the program; lives on while objects have it.
    freed: bool,
    /// Objects that have it.
    used: u32,
}

/// One attribute of one object.
#[derive(Clone, Copy, Debug)]
struct Attribute {
    of: Object,
    /// The object's handle.
    object: usize,
    keyval: i32,
    value: usize,
}

/// Number of the program's first key: above all predefined ones.
const FIRST: i32 = 1024;

/// All keys and attributes, the latter in the order in which they were set.
#[derive(Debug)]
pub struct Attributes {
    keyvals: Vec<Option<Keyval>>,
    list: Vec<Attribute>,
    /// Values of the predefined attributes, which programs get the addresses of.
    pub tag_ub: i32,
    pub host: i32,
    pub io: i32,
    pub wtime_is_global: i32,
    pub universe_size: i32,
    /// If the launcher tells it.
    pub appnum: Option<i32>,
}

impl Attributes {
    pub const fn new() -> Attributes {
        Attributes {
            keyvals: Vec::new(),
            list: Vec::new(),
            tag_ub: i32::MAX,
            host: abi::MPI_PROC_NULL,
            io: abi::MPI_ANY_SOURCE,
            wtime_is_global: 1,
            universe_size: 0,
            appnum: None,
        }
    }

    fn keyval(&mut self, of: Object, number: i32) -> Result<&mut Keyval> {
        let found = usize::try_from(number - FIRST).ok().and_then(|i| self.keyvals.get_mut(i)?.as_mut());
        found.filter(|k| k.of == of).ok_or_else(|| {
            let why = match number {
                abi::MPI_KEYVAL_INVALID => "the key is MPI_KEYVAL_INVALID".into(),
                501..=507 | 601..=605 => {
                    format!("key {number} is predefined and read-only, or for another object")
                }
                _ => {
                    format!("{number} is no attribute key of this kind of object (freed already?)")
                }
            };
            error(abi::MPI_ERR_KEYVAL, why)
        })
    }

    fn find(&self, of: Object, object: usize, keyval: i32) -> Option<usize> {
        self.list.iter().position(|a| a.of == of && a.object == object && a.keyval == keyval)
    }

    /// One attribute less has the key.
    fn unuse(&mut self, keyval: i32) {
        let slot = &mut self.keyvals[(keyval - FIRST) as usize];
        if let Some(k) = slot {
            k.used -= 1;
            if k.used == 0 && k.freed {
                *slot = None;
            }
        }
    }
}

impl Default for Attributes {
    fn default() -> Self {
        Self::new()
    }
}

impl State {
    fn key_facts(&mut self, of: Object, keyval: i32) -> Result<Keyval> {
        self.attributes.keyval(of, keyval).copied()
    }
}

/// Deletes all attributes of an object, the last one set first. Its delete functions may call MPI.
pub fn delete_all(of: Object, object: usize) -> Result {
    loop {
        let last = {
            let s = gate::enter();
            s.attributes.list.iter().rev().find(|a| a.of == of && a.object == object).copied()
        };
        match last {
            Some(a) => delete_one(a)?,
            None => return Ok(()),
        }
    }
}

/// Calls the delete function, then takes the attribute away; a function that fails keeps it.
fn delete_one(a: Attribute) -> Result {
    let key = gate::enter().key_facts(a.of, a.keyval)?;
    if key.delete.get() != abi::MPI_COMM_NULL_DELETE_FN {
        let code = key.delete.delete_attr(a.object, a.keyval, a.value, key.extra);
        if code != abi::MPI_SUCCESS {
            return fail(code, format!("the delete function of key {} returned error code {code}", a.keyval));
        }
    }
    let mut s = gate::enter();
    if let Some(i) = s.attributes.find(a.of, a.object, a.keyval) {
        s.attributes.list.remove(i);
        s.attributes.unuse(a.keyval);
    }
    Ok(())
}

/// Copies all attributes of an object to its duplicate, as their copy functions say.
pub fn copy_all(of: Object, from: usize, to: usize) -> Result {
    let list: Vec<_> =
        gate::enter().attributes.list.iter().filter(|a| a.of == of && a.object == from).copied().collect();
    for a in list {
        let key = gate::enter().key_facts(of, a.keyval)?;
        let copied = match key.copy.get() {
            abi::MPI_COMM_NULL_COPY_FN => None,
            abi::MPI_COMM_DUP_FN => Some(a.value),
            _ => key.copy.copy_attr(from, a.keyval, key.extra, a.value).or_else(|code| {
                fail(code, format!("the copy function of key {} returned error code {code}", a.keyval))
            })?,
        };
        if let Some(value) = copied {
            put(&mut gate::enter(), Attribute { object: to, value, ..a })?;
        }
    }
    Ok(())
}

/// Adds an attribute that is not there yet.
fn put(s: &mut Guard, a: Attribute) -> Result {
    s.attributes.keyval(a.of, a.keyval)?.used += 1;
    s.attributes.list.push(a);
    Ok(())
}
