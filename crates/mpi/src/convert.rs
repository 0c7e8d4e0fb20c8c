//! Handles as integers (MPI 5.0, 20.4): predefined handles are their own numbers, others are numbered by their slot.
use crate::abi;
use crate::ffi::gate;

macro_rules! conversions { ($($to:ident $from:ident $handle:ident $($slab:ident).+, $null:ident;)*) => { $(
    /// The handle's number.
    pub fn $to(handle: abi::$handle) -> i32 {
        gate::enter().$($slab).+.to_int(handle.0)
    }
    /// The number's handle; the null handle if there is no such object.
    pub fn $from(number: i32) -> abi::$handle {
        gate::enter().$($slab).+.from_int(number).map_or(abi::$null, abi::$handle)
    }
)* } }
conversions! {
    comm_to comm_from Comm comms, MPI_COMM_NULL;
    errhandler_to errhandler_from Errhandler handlers, MPI_ERRHANDLER_NULL;
    group_to group_from Group groups, MPI_GROUP_NULL;
    info_to info_from Info infos, MPI_INFO_NULL;
    message_to message_from Message messages, MPI_MESSAGE_NULL;
    op_to op_from Op coll.ops, MPI_OP_NULL;
    request_to request_from Request requests, MPI_REQUEST_NULL;
    type_to type_from Datatype types, MPI_DATATYPE_NULL;
}

/// Kinds of which this library has only predefined handles so far: those are their own numbers.
macro_rules! predefined { ($($to:ident $from:ident $handle:ident $null:ident;)*) => { $(
    /// The handle's number.
    pub fn $to(handle: abi::$handle) -> i32 {
        handle.0 as i32
    }
    /// The number's handle; the null handle for numbers that no handle has.
    pub fn $from(number: i32) -> abi::$handle {
        match number {
            1..=4095 => abi::$handle(number as usize),
            _ => abi::$null,
        }
    }
)* } }
predefined! {
    file_to file_from File MPI_FILE_NULL;
    session_to session_from Session MPI_SESSION_NULL;
    win_to win_from Win MPI_WIN_NULL;
}
