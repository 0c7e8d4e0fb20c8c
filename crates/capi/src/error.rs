//! Errors of calls from C: a number, and a sentence that says what is wrong, with which argument, and what to do.
use std::ffi::CString;
use std::fmt;

/// The numbers of the errors that calls return to C; `clump.h` names them `CLUMP_ERR_…`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ErrorKind {
    /// The program made the call before it joined the job, or after it left the job.
    State = -1,
    /// An argument is invalid.
    Argument = -2,
    /// No such stream, request, token or buffer exists, or the object belongs to another thread or handler.
    Stream = -3,
    /// The call wants more bytes than the message has.
    Size = -4,
    /// A handler failed, or no handler is registered.
    Handler = -5,
    /// The call is allowed only in a handler, or not in this handler.
    Rule = -6,
    /// The other rank has died or left the job.
    Peer = -7,
    /// The message was longer than the buffer.
    Truncated = -8,
    /// The operating system refused a request.
    System = -9,
}

/// The reason why a call from C failed.
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

/// Returns `text` as a C string, with `?` for each zero byte.
pub fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "?")).unwrap_or_default()
}
