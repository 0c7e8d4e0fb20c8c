//! The types of the MPI 5.0 standard ABI (chapter 20). Handles are opaque words; predefined handles are below 4096.
#[rustfmt::skip]
mod constants;
pub use constants::*;

macro_rules! handles { ($($(#[$doc:meta])* $name:ident)*) => { $(
    $(#[$doc])*
    #[repr(transparent)]
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub struct $name(pub usize);
)* } }
handles! {
    /// MPI_Op
    Op
    /// MPI_Comm
    Comm
    /// MPI_Group
    Group
    /// MPI_Win
    Win
    /// MPI_File
    File
    /// MPI_Session
    Session
    /// MPI_Message
    Message
    /// MPI_Info
    Info
    /// MPI_Errhandler
    Errhandler
    /// MPI_Request
    Request
    /// MPI_Datatype
    Datatype
}

/// MPI_Status. `internal` holds the byte count (low word, high word) and then the cancelled flag.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Status {
    pub source: i32,
    pub tag: i32,
    pub error: i32,
    pub internal: [i32; 5],
}
const _: () = assert!(size_of::<Status>() == 32 && align_of::<Status>() == 4);
