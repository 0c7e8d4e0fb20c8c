//! The window object, its epochs, and the elements and types of accumulating operations (MPI 5.0, chapter 12).
pub(crate) mod element;
pub(crate) mod epoch;
pub(crate) mod object;
pub(crate) mod types;
pub use object::Win;
