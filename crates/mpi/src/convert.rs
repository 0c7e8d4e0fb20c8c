//! Conversion of handles to integers and back (MPI 5.0, 20.4): a handle is its own number. Fortran's handles (19.3.4)
//! are these integers, and its statuses (19.3.5) have C's layout.
use crate::abi::{self, Status};
use crate::error::{Call, Result, fail};
use crate::ffi::args::{In, Out};
use crate::ffi::gate;
use crate::slab::to_int;

macro_rules! conversions { ($($to:ident $from:ident $handle:ident $($slab:ident).+, $null:ident;)*) => { $(
    /// Returns the handle's number.
    pub fn $to(handle: abi::$handle) -> i32 {
        to_int(handle.0)
    }
    /// Returns the handle with this number, or the null handle if there is no such object.
    pub fn $from(number: i32) -> abi::$handle {
        gate::enter().$($slab).+.from_int(number).map_or(abi::$null, abi::$handle)
    }
)* } }
conversions! {
    comm_to comm_from Comm comms, MPI_COMM_NULL;
    errhandler_to errhandler_from Errhandler handlers.table, MPI_ERRHANDLER_NULL;
    group_to group_from Group groups, MPI_GROUP_NULL;
    info_to info_from Info infos.table, MPI_INFO_NULL;
    message_to message_from Message messages, MPI_MESSAGE_NULL;
    op_to op_from Op ops.table, MPI_OP_NULL;
    request_to request_from Request requests, MPI_REQUEST_NULL;
    type_to type_from Datatype types.table, MPI_DATATYPE_NULL;
    session_to session_from Session sessions, MPI_SESSION_NULL;
    win_to win_from Win wins, MPI_WIN_NULL;
    file_to file_from File files.table, MPI_FILE_NULL;
}

/// Number of integers in a status of Fortran's array form, which has the size of C's status.
const WORDS: usize = abi::MPI_F_STATUS_SIZE as usize;
const _: () = assert!(size_of::<Status>() == WORDS * size_of::<i32>());

/// Returns an error if either status is MPI_STATUS_IGNORE or a similar constant, which cannot be converted (MPI 5.0,
/// 19.3.5).
fn given(from: bool, to: bool) -> Result {
    match (from, to) {
        (true, true) => Ok(()),
        (false, _) => fail(abi::MPI_ERR_ARG, "the status to convert is MPI_STATUS_IGNORE, or Fortran's name for it"),
        (_, false) => fail(abi::MPI_ERR_ARG, "the place for the status is MPI_STATUS_IGNORE, or Fortran's name for it"),
    }
}

/// MPI_Status_c2f08, MPI_Status_f082c: copies all fields, including the error field.
pub fn status_copy(_: Call, from: In<Status>, to: Out<Status>) -> Result {
    given(!from.is_null(), !to.is_null())?;
    to.set(from.get(0));
    Ok(())
}

/// MPI_Status_c2f, MPI_Status_f082f
pub fn status_to_words(_: Call, from: In<Status>, to: Out<i32>) -> Result {
    given(!from.is_null(), !to.is_null())?;
    let Status { source, tag, error, internal } = from.get(0);
    for (i, word) in [source, tag, error].into_iter().chain(internal).enumerate() {
        to.set_at(i, word);
    }
    Ok(())
}

/// MPI_Status_f2c, MPI_Status_f2f08
pub fn status_from_words(_: Call, from: In<i32>, to: Out<Status>) -> Result {
    given(!from.is_null(), !to.is_null())?;
    let [source, tag, error, internal @ ..]: [i32; WORDS] = std::array::from_fn(|i| from.get(i));
    to.set(Status { source, tag, error, internal });
    Ok(())
}
