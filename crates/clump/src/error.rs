//! Errors: each has a kind that a program can match, and a sentence that says what failed, between which ranks or
//! hosts, why, and what to do.
use std::fmt;

/// What went wrong, for programs that react to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The process cannot join a job: what its launcher handed down is missing, or does not fit.
    Launch,
    /// The operating system refused memory, a socket, a file or a thread.
    System,
    /// An argument is invalid: there is no such rank, group or size, or the object belongs to another endpoint.
    Argument,
    /// This rank has left its job.
    Closed,
    /// The other rank has died or left the job.
    Departed,
    /// A message has fewer or more bytes than a call asked for or announced.
    Length,
    /// A handler failed, or no handler has the message's number, or a handler made a call that handlers must not make.
    Handler,
    /// Another rank sent what makes no sense here: the ranks run different programs or versions.
    Protocol,
    /// None of the above: an error of the program's own.
    Other,
}

/// An error: a [kind](Error::kind), and one sentence for the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(Box<(ErrorKind, String)>);

impl Error {
    /// Creates an error of this kind, with a sentence for the user.
    pub fn new(kind: ErrorKind, sentence: impl Into<String>) -> Error {
        Error(Box::new((kind, sentence.into())))
    }

    /// Returns what went wrong.
    pub fn kind(&self) -> ErrorKind {
        self.0.0
    }

    /// Returns the sentence for the user.
    pub fn sentence(&self) -> &str {
        &self.0.1
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence())
    }
}
impl std::error::Error for Error {}
impl From<std::io::Error> for Error {
    fn from(e: std::io::Error) -> Error {
        Error::new(ErrorKind::System, e.to_string())
    }
}
