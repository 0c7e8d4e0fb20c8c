//! What the error classes mean, for MPI_Error_string and messages.
use crate::abi::*;

/// One clause for each class of the standard.
pub fn of_class(class: i32) -> Option<&'static str> {
    Some(match class {
        MPI_SUCCESS => "no error",
        MPI_ERR_BUFFER => "the buffer address is not valid",
        MPI_ERR_COUNT => "the count is not valid",
        MPI_ERR_TYPE => "the datatype is not valid",
        MPI_ERR_TAG => "the tag is not valid",
        MPI_ERR_COMM => "the communicator is not valid",
        MPI_ERR_RANK => "the rank is not valid",
        MPI_ERR_REQUEST => "the request is not valid",
        MPI_ERR_ROOT => "the root is not valid",
        MPI_ERR_GROUP => "the group is not valid",
        MPI_ERR_OP => "the reduction operation is not valid",
        MPI_ERR_TOPOLOGY => "the topology is not valid",
        MPI_ERR_DIMS => "the dimensions are not valid",
        MPI_ERR_ARG => "an argument is not valid",
        MPI_ERR_UNKNOWN => "an unknown error happened",
        MPI_ERR_TRUNCATE => "the message is longer than the receive buffer",
        MPI_ERR_OTHER => "the call is not possible now",
        MPI_ERR_INTERN => "the library has failed",
        MPI_ERR_PENDING => "the request is not complete yet",
        MPI_ERR_IN_STATUS => "some requests have failed; their statuses say which",
        MPI_ERR_ACCESS => "access to the file is denied",
        MPI_ERR_AMODE => "the access mode is not valid",
        MPI_ERR_ASSERT => "the assertion is not valid",
        MPI_ERR_BAD_FILE => "the file name is not valid",
        MPI_ERR_BASE => "the base address is not valid",
        MPI_ERR_CONVERSION => "a data conversion function has failed",
        MPI_ERR_DISP => "the displacement is not valid",
        MPI_ERR_DUP_DATAREP => "the data representation exists already",
        MPI_ERR_FILE_EXISTS => "the file exists already",
        MPI_ERR_FILE_IN_USE => "the file is in use",
        MPI_ERR_FILE => "the file handle is not valid",
        MPI_ERR_INFO_KEY => "the info key is not valid",
        MPI_ERR_INFO_NOKEY => "the info object has no such key",
        MPI_ERR_INFO_VALUE => "the info value is not valid",
        MPI_ERR_INFO => "the info object is not valid",
        MPI_ERR_IO => "reading or writing has failed",
        MPI_ERR_KEYVAL => "the attribute key is not valid",
        MPI_ERR_LOCKTYPE => "the lock type is not valid",
        MPI_ERR_NAME => "the service name is not published",
        MPI_ERR_NO_MEM => "memory is short",
        MPI_ERR_NOT_SAME => "the processes passed different arguments",
        MPI_ERR_NO_SPACE => "space on the storage device is short",
        MPI_ERR_NO_SUCH_FILE => "the file does not exist",
        MPI_ERR_PORT => "the port name is not valid",
        MPI_ERR_QUOTA => "the quota is exceeded",
        MPI_ERR_READ_ONLY => "the file or file system is read-only",
        MPI_ERR_RMA_ATTACH => "the memory cannot be attached to the window",
        MPI_ERR_RMA_CONFLICT => "accesses to the window conflict",
        MPI_ERR_RMA_RANGE => "the target memory is not part of the window",
        MPI_ERR_RMA_SHARED => "the memory cannot be shared",
        MPI_ERR_RMA_SYNC => "the window's synchronisation is wrong here",
        MPI_ERR_SERVICE => "the service name is not valid",
        MPI_ERR_SIZE => "the size is not valid",
        MPI_ERR_SPAWN => "processes could not be started",
        MPI_ERR_UNSUPPORTED_DATAREP => "the data representation is not supported",
        MPI_ERR_UNSUPPORTED_OPERATION => "the operation is not supported",
        MPI_ERR_WIN => "the window is not valid",
        MPI_ERR_RMA_FLAVOR => "the window is of the wrong flavor",
        MPI_ERR_PROC_ABORTED => "another process has ended",
        MPI_ERR_VALUE_TOO_LARGE => "the value does not fit the variable",
        MPI_ERR_SESSION => "the session is not valid",
        MPI_ERR_ERRHANDLER => "the error handler is not valid",
        MPI_ERR_ABI => "the program's and the library's binary interfaces differ",
        MPI_T_ERR_CANNOT_INIT => "the tool interface cannot be initialised",
        MPI_T_ERR_NOT_ACCESSIBLE => "the tool interface's function is not accessible",
        MPI_T_ERR_NOT_INITIALIZED => "the tool interface is not initialised",
        MPI_T_ERR_NOT_SUPPORTED => "the tool interface does not support this",
        MPI_T_ERR_MEMORY => "the tool interface's memory is short",
        MPI_T_ERR_INVALID => "an argument to the tool interface is not valid",
        MPI_T_ERR_INVALID_INDEX => "the index is not valid",
        MPI_T_ERR_INVALID_ITEM => "the item is not valid",
        MPI_T_ERR_INVALID_SESSION => "the performance session is not valid",
        MPI_T_ERR_INVALID_HANDLE => "the tool handle is not valid",
        MPI_T_ERR_INVALID_NAME => "the name is not known to the tool interface",
        MPI_T_ERR_OUT_OF_HANDLES => "no more tool handles can be made",
        MPI_T_ERR_OUT_OF_SESSIONS => "no more performance sessions can be made",
        MPI_T_ERR_CVAR_SET_NOT_NOW => "the control variable cannot be set now",
        MPI_T_ERR_CVAR_SET_NEVER => "the control variable cannot be set",
        MPI_T_ERR_PVAR_NO_WRITE => "the performance variable cannot be written",
        MPI_T_ERR_PVAR_NO_STARTSTOP => "the performance variable cannot be started or stopped",
        MPI_T_ERR_PVAR_NO_ATOMIC => "the performance variable cannot be read and reset at once",
        MPI_ERR_LASTCODE => "the last error code of the standard",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_class_has_a_text() {
        for (class, name) in super::ERROR_NAMES {
            assert!(
                super::of_class(*class).is_some_and(|t| !t.is_empty()),
                "{name}"
            );
        }
    }
}
