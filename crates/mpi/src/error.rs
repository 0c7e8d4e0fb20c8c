//! The error of an MPI call: an error class of the standard, and a sentence.
use crate::abi;

/// An MPI function, by its index in [`crate::calls::CALLS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call(pub u16);

impl Call {
    pub fn name(self) -> &'static str {
        crate::calls::CALLS.get(usize::from(self.0)).copied().unwrap_or("?")
    }
}

/// The object whose error handler gets an error. An error without an object goes to MPI_COMM_SELF's handler (MPI 5.0,
/// 9.3), or to MPI_COMM_WORLD's handler if the program never set a handler on MPI_COMM_SELF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    Nothing,
    Comm(abi::Comm),
    Win(abi::Win),
    /// MPI_FILE_NULL stands for files that are to be opened or deleted.
    File(abi::File),
    Session(abi::Session),
    /// The object that the call was to make, by the error handler that the program passed for the object.
    New(abi::Errhandler),
}

/// The reason for which a call failed.
#[derive(Debug)]
pub struct Error {
    /// Error code: a class of the standard, or a code that the program added.
    pub code: i32,
    /// The cause, as the end of a sentence. Empty if the class says enough.
    pub why: String,
    /// The object, if the call's arguments do not name it (a request's communicator).
    pub on: Option<On>,
    /// The rank that has left the job, if that is the cause.
    pub departed: Option<u32>,
    /// True if the user must read the cause: stderr shows the first such error even if the program handles errors.
    pub shown: bool,
}

pub type Result<T = ()> = std::result::Result<T, Box<Error>>;

/// Returns an error of class `code`.
#[cold]
#[inline(never)]
pub fn error(code: i32, why: impl Into<String>) -> Box<Error> {
    Box::new(Error { code, why: why.into(), on: None, departed: None, shown: false })
}

/// Returns a failed result with an error of class `code`.
#[cold]
#[inline(never)]
pub fn fail<T>(code: i32, why: impl Into<String>) -> Result<T> {
    Err(error(code, why))
}

/// Converts the error code that a callback of the program returned to a result.
pub fn from_callback(code: i32, what: &str) -> Result {
    if code == abi::MPI_SUCCESS { Ok(()) } else { fail(code, format!("{what} returned error code {code}")) }
}
