//! What a call can fail with: an error class of the standard and a sentence.
use crate::abi;

/// An MPI function by its number in [`crate::calls::CALLS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call(pub u16);

impl Call {
    pub fn name(self) -> &'static str {
        crate::calls::CALLS.get(usize::from(self.0)).copied().unwrap_or("?")
    }
}

/// Whose error handler hears of an error. Errors on nothing go to MPI_COMM_SELF's (MPI 5.0, 9.3), and to
/// MPI_COMM_WORLD's in a program that never set that one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum On {
    Nothing,
    Comm(abi::Comm),
    Win(abi::Win),
}

/// Why a call failed.
#[derive(Debug)]
pub struct Error {
    /// Error code: a class of the standard, or a code of the user's.
    pub code: i32,
    /// What was wrong, as the end of a sentence. Empty where the class says it all.
    pub why: String,
    /// The object, where the call's arguments do not say it (a request's communicator).
    pub on: Option<On>,
}

pub type Result<T = ()> = std::result::Result<T, Box<Error>>;

/// An error of this class.
#[cold]
#[inline(never)]
pub fn error(code: i32, why: impl Into<String>) -> Box<Error> {
    Box::new(Error { code, why: why.into(), on: None })
}

/// The same as a failed result.
#[cold]
#[inline(never)]
pub fn fail<T>(code: i32, why: impl Into<String>) -> Result<T> {
    Err(error(code, why))
}

/// The result of a user callback: its error code, if it is one.
pub fn from_callback(code: i32, what: &str) -> Result {
    if code == abi::MPI_SUCCESS { Ok(()) } else { fail(code, format!("{what} returned error code {code}")) }
}
