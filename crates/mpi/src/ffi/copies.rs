//! Copies of sections of Fortran's arrays. A library for Fortran passes to a collective a copy of a section, whose
//! elements lie side by side. A call that returns early takes the copies over, brings them up to date at the begin of
//! each round, writes them back at its end, and frees them.
use std::cell::Cell;
use std::ffi::{c_int, c_void};

/// Moves the data of copies that a library for Fortran has made. The step is [`READ`], [`WRITE_BACK`] or [`FREE`].
type Move = unsafe extern "C" fn(*mut c_void, c_int);

const READ: c_int = 0;
const WRITE_BACK: c_int = 1;
const FREE: c_int = 2;

/// The copies of one call.
pub struct Copies {
    of: *mut c_void,
    by: Move,
}
// SAFETY: the library that made the copies lets any thread move them, one at a time.
unsafe impl Send for Copies {}

thread_local! {
    /// The copies for the collective that this thread calls next.
    static PASSED: Cell<Option<(Move, *mut c_void)>> = const { Cell::new(None) };
}

/// Passes copies to the collective that this thread calls next; or, without a function, takes them back. Returns 1 if
/// no call has taken over what was passed before.
pub extern "C" fn set_copies(by: Option<Move>, of: *mut c_void) -> c_int {
    PASSED.replace(by.map(|by| (by, of))).is_some().into()
}

impl Copies {
    /// Takes over the copies that the program passes to this call, if any.
    pub fn take() -> Option<Copies> {
        PASSED.take().map(|(by, of)| Copies { of, by })
    }

    /// Copies the program's data, before a round.
    pub fn read(&self) {
        self.step(READ);
    }

    /// Writes the results back, after a round.
    pub fn write_back(&self) {
        self.step(WRITE_BACK);
    }

    fn step(&self, step: c_int) {
        // SAFETY: the library for Fortran made the copies for this function, and they live until the step FREE, which
        // only the end of this value takes.
        unsafe { (self.by)(self.of, step) }
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        self.step(FREE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    extern "C" fn note(of: *mut c_void, step: c_int) {
        // SAFETY: the test passes a Vec.
        let steps = unsafe { &mut *of.cast::<Vec<c_int>>() };
        steps.push(step);
    }

    #[test]
    fn copies_belong_to_the_next_call_and_are_freed_once() {
        let mut steps: Vec<c_int> = Vec::new();
        let of = (&raw mut steps).cast();
        assert_eq!(set_copies(Some(note), of), 0);
        // The call has failed before it took them over: they are still the caller's.
        assert_eq!(set_copies(None, of), 1);
        assert!(Copies::take().is_none());
        set_copies(Some(note), of);
        let copies = Copies::take().expect("copies were passed");
        assert_eq!(set_copies(None, of), 0);
        copies.read();
        copies.write_back();
        drop(copies);
        assert_eq!(steps, [READ, WRITE_BACK, FREE]);
    }
}
