//! The environment variables of this process: the only way by which the library reads them.
//!
//! A program that its file makes more powerful than the user who starts it (set-user-id, set-group-id, capabilities of
//! the file) inherits that user's variables and descriptors. It believes none: the user could name a library to load,
//! or memory to share.
use std::ffi::OsString;

/// The variable by which a launcher tells a rank the error handler that its predefined communicators begin with.
pub const INITIAL_HANDLER: &str = "CLUMP_INITIAL_ERRHANDLER";

/// Returns the value of a variable. Returns `None` if the variable is not set, or if this process believes none.
pub fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|_| !is_more_powerful())
}

/// Returns the value of a variable as [`variable`] does, if the value is valid UTF-8.
pub fn text(name: &str) -> Option<String> {
    variable(name)?.into_string().ok()
}

/// Returns the value of a variable that no code may believe: a process with more power than its user reads it in order
/// to say that it ignores it.
pub(crate) fn unbelieved(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
}

/// Returns true if this process has more power than the user who has started it (AT_SECURE).
pub fn is_more_powerful() -> bool {
    clump_fabric::sys::is_secure_execution()
}
