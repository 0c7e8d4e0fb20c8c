//! MPI's entrance to the process-wide state ([`clump_process`]). `enter` returns a [`Guard`], through which
//! MPI reads and changes the state. Below MPI_THREAD_MULTIPLE the program promises that only one thread at a
//! time calls MPI.
//!
//! Rule: no thread holds a guard while user code runs (error handlers, attribute functions, user operations),
//! because user code may call MPI again. Debug builds check the rule.
use crate::state::State;
use clump_process::{Gate, Guarded};
use std::sync::Once;

static GATE: Gate<State> = Gate::new(State::new());

// SAFETY: the gate is a static. Where there is no lock, the program keeps to the thread level that it requested (MPI
// 5.0, 11.6), so one thread at a time calls MPI. By the rule above no thread enters twice.
unsafe impl Guarded for State {
    #[inline(always)]
    fn gate() -> &'static Gate<State> {
        &GATE
    }
}

/// Exclusive access to the state.
pub type Guard = clump_process::Guard<State>;

/// Enters the state. At MPI_THREAD_MULTIPLE, blocks while another thread holds the state.
#[inline(always)]
pub fn enter() -> Guard {
    Guard::enter()
}

/// Makes this process's forked children start with a state of their own, in which MPI has ended: a child has neither
/// the job's shared memory nor a right to its parent's keys.
pub fn keep_children_out() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: the function stays where it is, because this library is never unloaded.
        unsafe { libc::pthread_atfork(None, None, Some(in_child)) };
    });
}

extern "C" fn in_child() {
    // SAFETY: a child has one thread, which is in `fork`: programs and this library call that outside the gate.
    unsafe { GATE.renew_in_child(State::of_child) };
}

// C's other interfaces and OpenSHMEM enter the same state, and do not know MPI's part of it.
clump_process::define_process!(State);
