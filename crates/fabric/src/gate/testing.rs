//! Gates for tests of crates that have no `unsafe`.
use super::{Gate, Guarded};

/// What a test keeps behind a gate. The test keeps [`Guarded`]'s rules.
pub trait Tested: Sized + Send + 'static {
    /// The same gate each time.
    fn gate() -> &'static Gate<Behind<Self>>;
}

/// The value of a [`Tested`] gate.
pub struct Behind<T>(pub T);

// SAFETY: tests alone use this; each keeps to the rules, and debug builds, which tests are, check them.
unsafe impl<T: Tested> Guarded for Behind<T> {
    fn gate() -> &'static Gate<Behind<T>> {
        T::gate()
    }
}
