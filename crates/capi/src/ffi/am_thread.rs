//! Active Messages while the program computes: a thread of the library takes arrived messages and runs their handlers
//! (the thesis, 2.2.2: a handler interrupts the computation of its node).
use super::answer::{done, raise};
use super::executor::{self, HandlerRunner};
use super::process::{enter, enter_open};
use crate::error::{CallError, CallResult, ErrorKind, fail};
use std::ffi::c_int;
use std::mem::MaybeUninit;
use std::ptr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// The value of the flag while the thread runs.
const RUNS: u8 = 0;
/// The value that ends the thread once no handler waits in it.
const ENDS: u8 = 1;
/// The value that ends the thread after the handler that it runs; the handlers that wait end where they wait.
const ENDS_AT_ONCE: u8 = 2;

/// The running thread, and the flag that ends it.
static THREAD: Mutex<Option<(Arc<AtomicU8>, JoinHandle<()>)>> = Mutex::new(None);

/// If `on` is not 0, a thread of the library runs handlers from now on, also while the program computes; it sleeps
/// while no message arrives. The handlers then run beside the program's own code, so the program must lock what
/// handlers share with it. Handlers also run in AM_Poll, in the calling thread. If `on` is 0, which is the default,
/// handlers run in AM_Poll alone; the handlers that have begun end first. The thread takes none of the program's
/// signals. AM_Terminate ends it. Call this function while no other thread of the program is in a call, and not from a
/// handler.
#[unsafe(no_mangle)]
pub extern "C" fn AM_SetThread(ep: c_int, on: c_int) -> c_int {
    done("AM_SetThread", only(ep).and_then(|()| if on == 0 { stop(ENDS) } else { start() }))
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
    let over = Arc::new(AtomicU8::new(RUNS));
    let flag = over.clone();
    let run = move || {
        ask_for_short_slices();
        let is_over = |executor: &HandlerRunner| match flag.load(Ordering::Acquire) {
            RUNS => false,
            ENDS => executor.waiting.borrow().is_empty(),
            _ => true,
        };
        while !executor::with(is_over) {
            if let Err(error) = executor::with(|executor| executor.run_until(|| is_over(executor))) {
                raise("AM_SetThread", &error);
                if error.kind == ErrorKind::State {
                    return;
                }
            }
        }
    };
    let thread = without_signals(|| thread::Builder::new().name("clump-am".into()).spawn(run)).map_err(|e| {
        CallError { kind: ErrorKind::System, text: format!("the thread that runs handlers cannot be started: {e}") }
    })?;
    *running = Some((over, thread));
    Ok(())
}

/// Runs `f` with all signals blocked except those of a thread's own faults. A thread that `f` makes inherits this, so it
/// takes no signal that the program meant for a thread of its own, and faults of the program's handlers reach the
/// program.
fn without_signals<T>(f: impl FnOnce() -> T) -> T {
    let (mut all, mut before) = (MaybeUninit::<libc::sigset_t>::uninit(), MaybeUninit::<libc::sigset_t>::uninit());
    // SAFETY: sigfillset fills the set, which the other calls read and change; pthread_sigmask fills `before`.
    unsafe {
        libc::sigfillset(all.as_mut_ptr());
        for fault in [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL] {
            libc::sigdelset(all.as_mut_ptr(), fault);
        }
        libc::pthread_sigmask(libc::SIG_SETMASK, all.as_ptr(), before.as_mut_ptr());
    }
    let value = f();
    // SAFETY: the call above has filled `before`.
    unsafe { libc::pthread_sigmask(libc::SIG_SETMASK, before.as_ptr(), ptr::null_mut()) };
    value
}

/// Ends the thread, if it runs, after the handler that it runs. The handlers that wait end where they wait.
pub fn stop_at_once() -> CallResult {
    stop(ENDS_AT_ONCE)
}

/// Ends the thread, if it runs, by this value of its flag. Fails in a handler, which might run in that thread.
fn stop(how: u8) -> CallResult {
    let running = THREAD.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some((over, thread)) = running else { return Ok(()) };
    if let Err(error) = executor::with(|executor| executor.outside()) {
        *THREAD.lock().unwrap_or_else(PoisonError::into_inner) = Some((over, thread));
        return Err(error);
    }
    over.store(how, Ordering::Release);
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
