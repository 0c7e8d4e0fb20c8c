//! Tables of objects that C knows by number and not by address. The library detects a wrong number; it could not detect
//! a wrong address.
use crate::error::{CallResult, ErrorKind, fail};
use std::ffi::c_int;
use std::ops::Range;

/// A table of objects of one kind. A number is never reused.
pub struct Numbered<T> {
    kind: &'static str,
    things: Vec<Option<Box<T>>>,
}

impl<T> Numbered<T> {
    /// Creates a table. `kind` is the word for such an object in error texts.
    pub const fn new(kind: &'static str) -> Numbered<T> {
        Numbered { kind, things: Vec::new() }
    }

    /// Stores an object and returns its number.
    pub fn keep(&mut self, thing: T) -> c_int {
        self.things.push(Some(Box::new(thing)));
        self.things.len() as c_int - 1
    }

    #[inline]
    pub fn get(&mut self, number: c_int) -> CallResult<&mut T> {
        let place = usize::try_from(number).ok().and_then(|at| self.things.get_mut(at)?.as_deref_mut());
        place.map_or_else(|| unknown(self.kind, number), Ok)
    }

    pub fn take(&mut self, number: c_int) -> CallResult<T> {
        let place = usize::try_from(number).ok().and_then(|at| self.things.get_mut(at)?.take());
        place.map_or_else(|| unknown(self.kind, number), |thing| Ok(*thing))
    }

    /// Returns all numbers that the table has given out so far.
    pub fn numbers(&self) -> Range<c_int> {
        0..self.things.len() as c_int
    }

    /// Drops all objects.
    pub fn clear(&mut self) {
        self.things.fill_with(|| None);
    }
}

#[cold]
fn unknown<T>(kind: &str, number: c_int) -> CallResult<T> {
    fail(ErrorKind::Stream, format!("there is no {kind} {number}: it is closed, or was never made"))
}
