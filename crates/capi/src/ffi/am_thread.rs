//! Active Messages while the program computes: a thread of the library takes arrived messages and runs their handlers
//! (the thesis, 2.2.2: a handler interrupts the computation of its node).
use super::answer::{done, raise};
use super::executor;
use super::process::{enter, enter_open};
use crate::error::{CallError, CallResult, ErrorKind, fail};
use std::ffi::c_int;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// The running thread, and the flag that ends it.
static THREAD: Mutex<Option<(Arc<AtomicBool>, JoinHandle<()>)>> = Mutex::new(None);

/// If `on` is not 0, a thread of the library runs handlers from now on, also while the program computes; it sleeps
/// while no message arrives. The handlers then run beside the program's own code, so the program must lock what
/// handlers share with it. Handlers also run in AM_Poll, in the calling thread. If `on` is 0, which is the default,
/// handlers run in AM_Poll alone; the running handlers end first. AM_Terminate ends the thread. Call this function
/// while no other thread of the program is in a call, and not from a handler.
#[unsafe(no_mangle)]
pub extern "C" fn AM_SetThread(ep: c_int, on: c_int) -> c_int {
    done("AM_SetThread", only(ep).and_then(|()| if on == 0 { stop() } else { start() }))
}

/// Returns an error unless `ep` is the process's one endpoint.
pub fn only(ep: c_int) -> CallResult {
    if ep != 0 {
        return fail(ErrorKind::Argument, format!("there is no endpoint {ep}: a process has one, number 0"));
    }
    Ok(())
}

fn start() -> CallResult {
    executor::with(|executor| executor.outside())?;
    let mut running = THREAD.lock().unwrap_or_else(PoisonError::into_inner);
    if running.is_some() {
        return Ok(());
    }
    enter_open(|inside| {
        inside.expect_threads();
        Ok(())
    })?;
    let over = Arc::new(AtomicBool::new(false));
    let flag = over.clone();
    let run = move || {
        while !flag.load(Ordering::Acquire) {
            let ran = executor::with(|executor| executor.run_until(|| flag.load(Ordering::Acquire)));
            if let Err(error) = ran {
                raise("AM_SetThread", &error);
                if error.kind == ErrorKind::State {
                    return;
                }
            }
        }
    };
    let thread = thread::Builder::new().name("clump-am".into()).spawn(run).map_err(|e| CallError {
        kind: ErrorKind::System,
        text: format!("the thread that runs handlers cannot be started: {e}"),
    })?;
    *running = Some((over, thread));
    Ok(())
}

/// Ends the thread, if it runs, after the handler that it runs. Fails in a handler, which might run in that thread.
pub fn stop() -> CallResult {
    let running = THREAD.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some((over, thread)) = running else { return Ok(()) };
    if let Err(error) = executor::with(|executor| executor.outside()) {
        *THREAD.lock().unwrap_or_else(PoisonError::into_inner) = Some((over, thread));
        return Err(error);
    }
    over.store(true, Ordering::Release);
    // The thread may sleep until something changes.
    enter(|inside| {
        if let Some(endpoint) = &mut inside.common().endpoint {
            endpoint.stir();
        }
    });
    thread.join().map_err(|_| CallError {
        kind: ErrorKind::Handler,
        text: "the thread that runs handlers has ended by an exception of a handler".to_owned(),
    })
}
