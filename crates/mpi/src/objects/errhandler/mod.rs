//! Error handlers, classes, codes and strings, as the process keeps them (MPI 5.0, 9.3 to 9.5).
pub(crate) mod codes;
pub(crate) mod handlers;
pub(crate) mod text;
pub use handlers::{Handler, Object};
