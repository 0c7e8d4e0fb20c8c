//! The file object, its view, hints and data representations (MPI 5.0, chapter 14).
pub(crate) mod datarep;
pub(crate) mod hints;
pub(crate) mod object;
pub(crate) mod store;
pub(crate) mod view;
pub use object::File;
