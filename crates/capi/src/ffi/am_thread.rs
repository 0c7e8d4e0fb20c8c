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

/// How long the thread wants to run at a time, in ns: about as long as some handlers take.
const SLICE: u64 = 100_000;

/// The kernel's `struct sched_attr`, in its first version.
#[repr(C)]
#[derive(Default)]
struct SchedAttr {
    size: u32,
    policy: u32,
    flags: u64,
    nice: i32,
    priority: u32,
    runtime: u64,
    deadline: u64,
    period: u64,
}

/// Asks the kernel for short time slices. A thread with a short slice that wakes up runs before one that computes has
/// used up its own, longer slice (Linux 6.12; older kernels ignore the wish). Refusal costs only time.
fn ask_for_short_slices() {
    let mut attr = SchedAttr { size: size_of::<SchedAttr>() as u32, ..SchedAttr::default() };
    let all = attr.size;
    // SAFETY: the call fills the structure, whose size it is told, for the calling thread.
    if unsafe { libc::syscall(libc::SYS_sched_getattr, 0, &raw mut attr, all, 0) } != 0 {
        return;
    }
    attr.runtime = SLICE;
    // SAFETY: the call reads the structure, which holds its own size.
    let _ = unsafe { libc::syscall(libc::SYS_sched_setattr, 0, &raw const attr, 0) };
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
        ask_for_short_slices();
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
