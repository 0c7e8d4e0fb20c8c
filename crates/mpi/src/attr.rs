//! Attributes (MPI 5.0, 7.7): values that programs attach to communicators, datatypes and windows under their
//! own keys.
mod calls;
pub use calls::*;

use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::gate;
use crate::objects::attr::Attribute;
use crate::objects::attr::Object;

/// Deletes all attributes of an object, in the reverse of the order in which the program set them. Delete functions
/// may call MPI.
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

/// Deletes all attributes of a predefined communicator, which cannot stay: also one whose delete function fails.
/// Returns the first failure.
pub fn delete_all_at_end(comm: abi::Comm) -> Result {
    let mut end = Ok(());
    while let Err(mut e) = delete_all(Object::Comm, comm.0) {
        let mut s = gate::enter();
        let Some(i) = s.attributes.list.iter().rposition(|a| a.of == Object::Comm && a.object == comm.0) else { break };
        let key = s.attributes.list.remove(i).keyval;
        s.attributes.unuse(key);
        let name = s.comm(comm).map_or_else(|_| String::new(), |c| String::from_utf8_lossy(&c.name).into_owned());
        e.why = format!("an attribute of {name} could not be deleted: {}", e.why);
        end = end.and(Err(e));
    }
    end
}

/// Calls the delete function, then removes the attribute. If the function fails, the attribute stays.
fn delete_one(a: Attribute) -> Result {
    let key = gate::enter().attributes.facts(a.of, a.keyval)?;
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

/// Copies all attributes of an object to its duplicate, as each copy function decides.
pub fn copy_all(of: Object, from: usize, to: usize) -> Result {
    let list: Vec<_> =
        gate::enter().attributes.list.iter().filter(|a| a.of == of && a.object == from).copied().collect();
    for a in list {
        let key = gate::enter().attributes.facts(of, a.keyval)?;
        let copied = match key.copy.get() {
            abi::MPI_COMM_NULL_COPY_FN => None,
            abi::MPI_COMM_DUP_FN => Some(a.value),
            _ => key.copy.copy_attr(from, a.keyval, key.extra, a.value).or_else(|code| {
                fail(code, format!("the copy function of key {} returned error code {code}", a.keyval))
            })?,
        };
        if let Some(value) = copied {
            gate::enter().attributes.add(Attribute { object: to, value, ..a })?;
        }
    }
    Ok(())
}
