//! Error handlers, classes, codes and strings (MPI 5.0, 9.3 to 9.5).
mod calls;
mod codes;
mod text;
pub use calls::*;
pub use codes::*;

use crate::abi;
use crate::error::{Call, Error, On, Result, error};
use crate::ffi::callback::Callback;
use crate::ffi::gate;
use crate::state::State;

/// What an error handler may be set on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    Comm,
    Win,
    File,
    Session,
}

/// An error handler that the program made.
#[derive(Clone, Copy, Debug)]
pub struct Handler {
    pub function: Callback,
    pub of: Object,
    /// Handles and communicators that name it.
    pub refs: u32,
}

impl State {
    /// Counts one more user of the handler. Error: MPI_ERR_ERRHANDLER.
    pub fn keep_handler(&mut self, handle: abi::Errhandler) -> Result {
        match handle {
            abi::MPI_ERRORS_ARE_FATAL | abi::MPI_ERRORS_ABORT | abi::MPI_ERRORS_RETURN => Ok(()),
            h => self.handler_mut(h).map(|h| h.refs += 1),
        }
    }

    /// Counts one user less; the last one frees it.
    pub fn drop_handler(&mut self, handle: abi::Errhandler) {
        if let Some(h) = self.handlers.get_mut(handle.0) {
            h.refs -= 1;
            if h.refs == 0 {
                self.handlers.remove(handle.0);
            }
        }
    }

    fn handler_mut(&mut self, handle: abi::Errhandler) -> Result<&mut Handler> {
        self.handlers.get_mut(handle.0).ok_or_else(|| match handle {
            abi::MPI_ERRHANDLER_NULL => error(abi::MPI_ERR_ERRHANDLER, "the error handler is MPI_ERRHANDLER_NULL"),
            h => error(abi::MPI_ERR_ERRHANDLER, format!("{:#x} is no error handler (freed already?)", h.0)),
        })
    }
}

/// What is to happen with an error.
enum Course {
    Return,
    Call(Callback, usize),
    Fatal(String),
}

/// Sends an error to its handler; what comes back is the call's return code.
#[cold]
#[inline(never)]
pub fn raise(call: Call, on: On, e: Error) -> i32 {
    let code = e.code;
    // The guard must be gone before the handler runs, so this is no `match` on the call itself.
    let course = course(&gate::enter(), call, on, &e);
    match course {
        Course::Return => code,
        Course::Call(function, object) => {
            function.error_handler(object, code);
            code
        }
        Course::Fatal(text) => end(code, &text),
    }
}

/// Ends the job by an error, whatever its handler is.
#[cold]
pub fn fatal(call: Call, e: &Error) -> ! {
    let text = describe(&gate::enter(), call, None, e);
    end(e.code, &text)
}

fn end(code: i32, text: &str) -> ! {
    match gate::enter().open_endpoint() {
        Some(endpoint) => endpoint.abort(exit_code(code), text),
        None => eprintln!("clump: {text}"),
    }
    std::process::exit(exit_code(code))
}

/// Whether this error would end the job.
pub fn is_fatal(call: Call, on: On, e: &Error) -> bool {
    matches!(course(&gate::enter(), call, on, e), Course::Fatal(_))
}

/// A process's exit code for an error code: never 0, and within 8 bits.
fn exit_code(code: i32) -> i32 {
    if (1..=255).contains(&code) { code } else { 1 }
}

fn course(s: &State, call: Call, on: On, e: &Error) -> Course {
    if let (None, On::Win(handle)) | (Some(On::Win(handle)), _) = (e.on, on)
        && let Some(win) = s.wins.get(handle.0)
    {
        return match s.handlers.get(win.errhandler.0) {
            Some(h) => Course::Call(h.function, handle.0),
            None if win.errhandler == abi::MPI_ERRORS_RETURN => Course::Return,
            None => Course::Fatal(describe(s, call, Some(("window", &win.name)), e)),
        };
    }
    let named = match (e.on, on) {
        // An operation's communicator serves it to its end; a call on one that was freed has none.
        (Some(On::Comm(h)), _) => s.comm_of_operation(h),
        (None, On::Comm(h)) => s.comm(h).ok(),
        (Some(On::Nothing | On::Win(_)), _) | (None, On::Nothing | On::Win(_)) => None,
    };
    // Programs written before MPI 4.0, where such errors went to MPI_COMM_WORLD, have set that one's handler only.
    let other = if s.self_handled { abi::MPI_COMM_SELF } else { abi::MPI_COMM_WORLD };
    let comm = named.or_else(|| s.comm(other).ok());
    match comm.map(|c| (c.errhandler, c.handle)) {
        Some((abi::MPI_ERRORS_RETURN, _)) => return Course::Return,
        Some((handle, comm)) => {
            if let Some(h) = s.handlers.get(handle.0) {
                return Course::Call(h.function, comm.0);
            }
        }
        None if e.code == abi::MPI_SUCCESS => return Course::Return,
        None => {}
    }
    Course::Fatal(describe(s, call, named.map(|c| ("communicator", c.name.as_slice())), e))
}

/// One sentence: which call, on what, which class, and why; the endpoint says which rank.
fn describe(s: &State, call: Call, object: Option<(&str, &[u8])>, e: &Error) -> String {
    let mut text = call.name().to_string();
    match object {
        Some((what, b"")) => text = text + " on an unnamed " + what,
        Some((_, name)) => text = text + " on " + &String::from_utf8_lossy(name),
        None => {}
    }
    text = text + ": " + &String::from_utf8_lossy(s.codes.text(e.code));
    if let Some(name) = codes::class_name(s.codes.class(e.code).unwrap_or(e.code)) {
        text = text + " (" + name + ")";
    }
    if !e.why.is_empty() {
        text = text + ": " + &e.why;
    }
    text
}
