//! Access to the process's one endpoint, and how errors end the job.
pub use clump_process::enter;
use std::fmt::Display;

/// Ends the job with a sentence, because OpenSHMEM's functions return no errors. Must not be called inside the process.
#[cold]
#[inline(never)]
pub fn fail(call: &str, why: impl Display) -> ! {
    let said = format!("{call}: {why}");
    enter(|inside| {
        if let Some(endpoint) = &inside.common().endpoint {
            endpoint.abort(1, &said);
        }
    });
    eprintln!("clump: {said}");
    std::process::exit(1);
}

// Lets this crate's own tests be linked.
#[cfg(test)]
clump_process::define_process!();
