//! Attributes of windows (MPI 5.0, 7.7.3 and 12.2.6).
use crate::abi;
use crate::attr;
use crate::error::{Call, Result};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate;
use crate::objects::attr::Object;

/// Checks a window and returns the handle of its attributes.
fn object(win: abi::Win) -> Result<usize> {
    gate::enter().win(win).map(|_| win.0)
}

/// MPI_Win_set_attr
pub fn set_attr(_: Call, win: abi::Win, keyval: i32, value: Addr) -> Result {
    attr::set(Object::Win, object(win)?, keyval, value)
}

/// MPI_Win_get_attr
pub fn get_attr(_: Call, win: abi::Win, keyval: i32, value: Addr, flag: Out<i32>) -> Result {
    let object = object(win)?;
    let s = gate::enter();
    let facts = &s.win(win)?.facts;
    let address = match keyval {
        // The base is itself the attribute's value. For every other attribute the program gets a pointer to the value.
        abi::MPI_WIN_BASE => facts.base,
        abi::MPI_WIN_SIZE => std::ptr::from_ref(&facts.size) as usize,
        abi::MPI_WIN_DISP_UNIT => std::ptr::from_ref(&facts.unit) as usize,
        abi::MPI_WIN_CREATE_FLAVOR => std::ptr::from_ref(&facts.flavor) as usize,
        abi::MPI_WIN_MODEL => std::ptr::from_ref(&facts.model) as usize,
        _ => {
            drop(s);
            return attr::get(Object::Win, object, keyval, value.out(), flag);
        }
    };
    value.out::<usize>().set(address);
    flag.set(1);
    Ok(())
}

/// MPI_Win_delete_attr
pub fn delete_attr(_: Call, win: abi::Win, keyval: i32) -> Result {
    attr::delete(Object::Win, object(win)?, keyval)
}
