//! Reading an event within its callback (MPI 5.0, 15.3.8).
use super::{at, enter, must_give, refuse};
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate::Guard;
use crate::objects::tool::table::{EVENTS, Element};
use crate::objects::tool::{Occurrence, ToolObject};

fn occurrence(s: &Guard, instance: usize) -> Result<Occurrence> {
    match s.tool.objects.get(instance) {
        Some(ToolObject::Instance(occurrence)) => Ok(*occurrence),
        _ => refuse(abi::MPI_T_ERR_INVALID_HANDLE),
    }
}

/// Writes an element to memory of the program.
fn put(buffer: Addr, element: Element, value: u64) {
    match element {
        Element::Int => buffer.out::<i32>().set(value as i32),
        Element::UnsignedLongLong => buffer.out::<u64>().set(value),
    }
}

/// MPI_T_event_read
pub fn event_read(_: Call, instance: usize, index: i32, buffer: Addr) -> Result {
    let s = enter()?;
    let o = occurrence(&s, instance)?;
    let &(element, _) = at(EVENTS[o.event as usize].elements, index)?;
    if buffer.get() == 0 {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    put(buffer, element, o.values[index as usize]);
    Ok(())
}

/// MPI_T_event_copy
pub fn event_copy(_: Call, instance: usize, buffer: Addr) -> Result {
    let s = enter()?;
    let o = occurrence(&s, instance)?;
    if buffer.get() == 0 {
        return refuse(abi::MPI_T_ERR_INVALID);
    }
    for (i, &(element, displacement)) in EVENTS[o.event as usize].elements.iter().enumerate() {
        put(buffer.offset(displacement), element, o.values[i]);
    }
    Ok(())
}

/// MPI_T_event_get_timestamp
pub fn event_get_timestamp(_: Call, instance: usize, timestamp: Out<i64>) -> Result {
    let s = enter()?;
    let o = occurrence(&s, instance)?;
    must_give(timestamp, o.time)
}

/// MPI_T_event_get_source
pub fn event_get_source(_: Call, instance: usize, index: Out<i32>) -> Result {
    let s = enter()?;
    occurrence(&s, instance)?;
    must_give(index, 0)
}
