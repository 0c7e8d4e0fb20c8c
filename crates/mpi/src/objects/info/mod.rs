//! The info object (MPI 5.0, chapter 10), the table of them, and what the launcher says of this process.
pub(crate) mod launch;
pub(crate) mod object;
pub(crate) mod table;
pub use launch::{MEMORY_KINDS, host_name};
pub use object::Info;
