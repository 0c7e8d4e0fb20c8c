//! What this process knows of other jobs, and the link to its guardian (MPI 5.0, chapter 11).
pub(crate) mod guardian;
pub(crate) mod store;
