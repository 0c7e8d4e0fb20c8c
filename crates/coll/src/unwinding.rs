//! C++ exceptions that functions of the program throw through this library.
//!
//! The library holds no lock while it calls a function of the program. Destructors undo or complete the work that the
//! library began before the call; the destructor of an [`OnUnwind`] acts only if the function throws. The library does
//! not catch the exception.
use std::cell::Cell;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// Calls its function when dropped, unless [`OnUnwind::disarm`] has been called. The function must not throw,
/// which would end the process.
pub struct OnUnwind<F: FnOnce()>(Option<F>);

impl<F: FnOnce()> OnUnwind<F> {
    pub fn new(f: F) -> OnUnwind<F> {
        OnUnwind(Some(f))
    }

    /// Disarms the guard, because the function has returned without throwing.
    pub fn disarm(mut self) {
        self.0 = None;
    }
}

impl<F: FnOnce()> Drop for OnUnwind<F> {
    fn drop(&mut self) {
        if let Some(f) = self.0.take() {
            f();
        }
    }
}

/// True once any user operation has thrown. Programs whose operations never throw pay for a single load.
static ANY: AtomicBool = AtomicBool::new(false);

thread_local! {
    static THROWN: Cell<bool> = const { Cell::new(false) };
}

/// Calls a user operation. If it throws, records this for [`operation_threw`].
pub fn run_operation(operation: impl FnOnce()) {
    let note = OnUnwind::new(|| {
        ANY.store(true, Relaxed);
        THROWN.set(true);
    });
    operation();
    note.disarm();
}

/// Returns true in destructors of a collective call whose user operation has thrown on this thread.
#[inline(always)]
pub fn operation_threw() -> bool {
    ANY.load(Relaxed) && THROWN.get()
}

/// Records that a collective call begins on this thread. No exception is propagating at this point.
#[inline(always)]
pub fn begin_call() {
    if ANY.load(Relaxed) {
        THROWN.set(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    #[test]
    fn an_unwind_guard_runs_only_if_an_exception_is_thrown() {
        let done = Cell::new(0);
        let count = || OnUnwind::new(|| done.set(done.get() + 1));
        count().disarm();
        assert_eq!(done.get(), 0);
        let thrown = catch_unwind(AssertUnwindSafe(|| {
            let _guard = count();
            panic!("as a callback may");
        }));
        assert!(thrown.is_err() && done.get() == 1);
    }

    #[test]
    fn a_throwing_operation_is_recorded_until_the_next_call_begins() {
        run_operation(|| ());
        assert!(!operation_threw());
        assert!(catch_unwind(|| run_operation(|| panic!("as an operation may"))).is_err());
        assert!(operation_threw());
        begin_call();
        assert!(!operation_threw());
    }
}
