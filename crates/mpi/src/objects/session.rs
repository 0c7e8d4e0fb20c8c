//! The session object.
use crate::abi;

/// A session.
#[derive(Clone, Copy, Debug)]
pub struct Session {
    pub errhandler: abi::Errhandler,
    /// The thread level that MPI_Session_init granted (MPI_THREAD_…).
    pub level: i32,
}
