//! Error handlers, classes, codes and strings (MPI 5.0, 9.3 to 9.5).
mod calls;
mod code_calls;
pub use calls::*;
pub use code_calls::*;

use crate::abi;
use crate::error::{Call, Error, On};
use crate::ffi::callback::Callback;
use crate::ffi::gate;
use crate::objects::errhandler::codes::class_name;
use crate::state::{Lifecycle, State};
use clump::driver::environment;
use clump_process::exit_now;
use std::io::Write as _;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The names of the predefined error handlers, as the option `-initial-errhandler` and the info key
/// `mpi_initial_errhandler` have them (MPI 5.0, 9.3 and 11.8.2).
const NAMES: [(&str, abi::Errhandler); 3] = [
    ("mpi_errors_are_fatal", abi::MPI_ERRORS_ARE_FATAL),
    ("mpi_errors_abort", abi::MPI_ERRORS_ABORT),
    ("mpi_errors_return", abi::MPI_ERRORS_RETURN),
];

/// Returns the predefined error handler of this name.
pub fn named(name: &str) -> Option<abi::Errhandler> {
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, handler)| *handler)
}

/// Returns the error handler that this process's predefined communicators begin with.
pub fn initial() -> abi::Errhandler {
    let name = environment::text(environment::INITIAL_HANDLER);
    name.and_then(|name| named(&name)).unwrap_or(abi::MPI_ERRORS_ARE_FATAL)
}

/// The reaction to an error, as its error handler demands.
enum Reaction {
    Return,
    Call(Callback, usize),
    Fatal(String),
}

/// Passes an error to its handler and returns the call's return code.
#[cold]
#[inline(never)]
pub fn raise(call: Call, on: On, e: Error) -> i32 {
    let code = e.code;
    if matches!(code, abi::MPI_ERR_PROC_FAILED | abi::MPI_ERR_PROC_FAILED_PENDING | abi::MPI_ERR_REVOKED) {
        // The program's next calls shall find what this one has found.
        gate::enter().hear_faults();
    }
    // Drop the guard before the handler runs. A `match` on `reaction(…)` itself would keep the guard.
    let reaction = reaction(&gate::enter(), call, on, &e);
    if e.shown && !matches!(reaction, Reaction::Fatal(_)) {
        show(call, &e);
    }
    // A handler may leave by longjmp, which runs no destructors, so free the error now.
    drop(e);
    match reaction {
        Reaction::Return => code,
        // The code is the handler's to change: the call returns what it leaves (9.3), as in MPICH and Open MPI.
        Reaction::Call(function, object) => function.error_handler(object, code),
        Reaction::Fatal(text) => end(code, &text),
    }
}

/// Returns true if the error of a call that names no object would be the call's return code, and nothing else.
pub fn would_return(s: &State, call: Call, e: &Error) -> bool {
    matches!(reaction(s, call, On::Nothing, e), Reaction::Return)
}

/// Prints an error that the program handles, once in each process: its code alone does not tell what to do.
#[cold]
fn show(call: Call, e: &Error) {
    static SHOWN: AtomicBool = AtomicBool::new(false);
    if SHOWN.swap(true, Relaxed) {
        return;
    }
    let s = gate::enter();
    let rank = s.open_endpoint().map_or_else(String::new, |endpoint| format!("rank {}: ", endpoint.rank()));
    let line = format!("clump: {rank}{}\n", describe(&s, call, None, e));
    drop(s);
    // Write the line at once, so that lines of several ranks do not mix. Ignore errors: stderr may be closed.
    let _ = std::io::stderr().write_all(line.as_bytes());
}

/// Ends the job with this error, whatever error handler is set.
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
    if gate::enter().phase == Lifecycle::Forked {
        // The functions that the parent has registered for its exit are not for a child that fails.
        exit_now(exit_code(code));
    }
    std::process::exit(exit_code(code))
}

/// Returns the process's exit code for an error code: 1 to 255.
fn exit_code(code: i32) -> i32 {
    if (1..=255).contains(&code) { code } else { 1 }
}

fn reaction(s: &State, call: Call, on: On, e: &Error) -> Reaction {
    if let (None, On::Win(handle)) | (Some(On::Win(handle)), _) = (e.on, on)
        && let Some(win) = s.wins.get(handle.0)
    {
        return match s.handlers.made(win.errhandler) {
            Some(h) => Reaction::Call(h.function, handle.0),
            None if win.errhandler == abi::MPI_ERRORS_RETURN => Reaction::Return,
            None => Reaction::Fatal(describe(s, call, Some(("window", &win.name)), e)),
        };
    }
    if let (None, On::File(handle)) | (Some(On::File(handle)), _) = (e.on, on) {
        return reaction_of_file(s, call, handle, e);
    }
    if let (None, On::Session(_) | On::New(_)) | (Some(On::Session(_) | On::New(_)), _) = (e.on, on)
        && let Some(reaction) = reaction_of_session(s, call, e.on.unwrap_or(on), e)
    {
        return reaction;
    }
    let named = match (e.on, on) {
        // The communicator of an operation in progress stays usable until the operation ends. A call on a freed
        // communicator finds no object.
        (Some(On::Comm(h)), _) => s.comm_of_operation(h),
        (None, On::Comm(h)) => s.comm(h).ok(),
        _ => None,
    };
    // Before MPI 4.0, such errors went to MPI_COMM_WORLD's handler. Use that handler unless MPI_COMM_SELF has one.
    let other = if s.self_handled { abi::MPI_COMM_SELF } else { abi::MPI_COMM_WORLD };
    let comm = named.or_else(|| s.comm(other).ok());
    match comm.map(|c| (c.errhandler, c.handle)) {
        Some((abi::MPI_ERRORS_RETURN, _)) => return Reaction::Return,
        Some((handle, comm)) => {
            if let Some(h) = s.handlers.made(handle) {
                return Reaction::Call(h.function, comm.0);
            }
        }
        None if e.code == abi::MPI_SUCCESS || s.errors_return => return Reaction::Return,
        None => {}
    }
    Reaction::Fatal(describe(s, call, named.map(|c| ("communicator", c.name.as_slice())), e))
}

/// Returns the reaction of a file's error handler. MPI_FILE_NULL's handler gets the errors of calls without a file.
fn reaction_of_file(s: &State, call: Call, handle: abi::File, e: &Error) -> Reaction {
    let file = s.files.table.get(handle.0);
    let handler = file.map_or(s.files.null_handler, |f| f.errhandler);
    let object = if file.is_some() { handle } else { abi::MPI_FILE_NULL };
    match s.handlers.made(handler) {
        Some(h) => Reaction::Call(h.function, object.0),
        None if handler == abi::MPI_ERRORS_RETURN => Reaction::Return,
        None => {
            let path = file.map(|f| f.open.path.as_os_str().as_encoded_bytes());
            Reaction::Fatal(describe(s, call, path.map(|path| ("file", path)), e))
        }
    }
}

/// Returns the reaction of a session's error handler, or of the error handler that the program passed for a new object;
/// `None` if there is no such session or handler.
fn reaction_of_session(s: &State, call: Call, on: On, e: &Error) -> Option<Reaction> {
    let (handler, object) = match on {
        On::Session(session) => (s.sessions.get(session.0)?.errhandler, session.0),
        On::New(handler) => (handler, 0),
        _ => return None,
    };
    match handler {
        abi::MPI_ERRORS_RETURN => Some(Reaction::Return),
        abi::MPI_ERRORS_ARE_FATAL | abi::MPI_ERRORS_ABORT => Some(Reaction::Fatal(describe(s, call, None, e))),
        made => {
            s.handlers.made(made).map(|h| Reaction::Call(h.function, if object == 0 { h.of.null() } else { object }))
        }
    }
}

/// Returns one sentence with the call, the object, the class and the cause. The endpoint adds the rank.
fn describe(s: &State, call: Call, object: Option<(&str, &[u8])>, e: &Error) -> String {
    let mut text = call.name().to_string();
    match object {
        Some((what, b"")) => text = text + " on an unnamed " + what,
        Some((_, name)) => text = text + " on " + &String::from_utf8_lossy(name),
        None => {}
    }
    let of_code = s.codes.text(e.code);
    // A callback of the program may return any code, also one without a text.
    if of_code.is_empty() {
        return text + ": " + &e.why;
    }
    // This class says nothing that its cause does not say better.
    if e.code == abi::MPI_ERR_OTHER && !e.why.is_empty() {
        return text + ": " + &e.why + " (MPI_ERR_OTHER)";
    }
    text = text + ": " + &String::from_utf8_lossy(of_code);
    if let Some(name) = class_name(s.codes.class(e.code).unwrap_or(e.code)) {
        text = text + " (" + name + ")";
    }
    if !e.why.is_empty() {
        text = text + ": " + &e.why;
    }
    text
}
