//! Gates for tests of crates that have no `unsafe`.
use super::{Gate, Guarded};

/// A value that a test keeps behind a gate. The test must follow [`Guarded`]'s rules.
pub trait Tested: Sized + Send + 'static {
    /// Returns the same gate each time.
    fn gate() -> &'static Gate<Behind<Self>>;
}

/// The value of a [`Tested`] gate.
pub struct Behind<T>(pub T);

// SAFETY: only tests use this; each follows the rules, and debug builds, which tests are, check them.
unsafe impl<T: Tested> Guarded for Behind<T> {
    fn gate() -> &'static Gate<Behind<T>> {
        T::gate()
    }
}
