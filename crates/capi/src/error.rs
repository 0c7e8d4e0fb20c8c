//! What may go wrong in a call from C: a number, and a sentence that says what, who and what to do.
use std::ffi::CString;
use std::fmt;

/// Numbers of errors; `clump.h` has them as `CLUMP_ERR_…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ErrorKind {
    /// Before the beginning or after the end.
    State = -1,
    /// An argument that cannot be.
    Argument = -2,
    /// There is no such stream, request, token or buffer, or not here.
    Stream = -3,
    /// More bytes than the message has.
    Size = -4,
    /// A handler failed, or is not registered.
    Handler = -5,
    /// Not from a handler, or not from this one.
    Rule = -6,
    /// The other rank has died or left the job.
    Peer = -7,
    /// The message was longer than the buffer.
    Truncated = -8,
    /// The operating system refused.
    System = -9,
}

/// Why a call from C came to nothing.
#[derive(Debug)]
pub struct CallError {
    pub kind: ErrorKind,
    pub text: String,
}

pub type CallResult<T = ()> = std::result::Result<T, CallError>;

pub fn fail<T>(kind: ErrorKind, text: impl Into<String>) -> CallResult<T> {
    Err(CallError { kind, text: text.into() })
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// A sentence as C has it.
pub fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "?")).unwrap_or_default()
}
