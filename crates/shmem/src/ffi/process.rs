//! Access to the process's state, which belongs to `crates/mpi`; this crate is part of the same library. How errors
//! end the job.
use clump_process::Inside;
use std::fmt::Display;

// SAFETY: `crates/mpi` defines this function with this signature, beside the one gate of the process.
unsafe extern "Rust" {
    safe fn clump_process(f: &mut dyn FnMut(&mut dyn Inside));
}

/// Runs `f` with the process's state. `f` must not enter again, nor call functions of the program.
#[inline(always)]
pub fn enter<T>(f: impl FnOnce(&mut dyn Inside) -> T) -> T {
    let (mut f, mut value) = (Some(f), None);
    clump_process(&mut |inside| value = f.take().map(|f| f(inside)));
    match value {
        Some(value) => value,
        None => unreachable!("the process calls back once"),
    }
}

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

/// Lets this crate's own tests be linked, which run without a process.
#[cfg(test)]
mod without_process {
    use clump_process::Inside;

    // SAFETY: defines the function that the declaration above names, with its signature.
    #[unsafe(no_mangle)]
    extern "Rust" fn clump_process(_: &mut dyn FnMut(&mut dyn Inside)) {
        unreachable!("tests call no function that needs a process");
    }
}
