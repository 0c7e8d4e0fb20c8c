//! MPI's entrance to the process-wide state ([`clump::driver::process`]). `enter` returns a [`Guard`], through which
//! MPI reads and changes the state. Below MPI_THREAD_MULTIPLE the program promises that only one thread at a
//! time calls MPI.
//!
//! Rule: no thread holds a guard while user code runs (error handlers, attribute functions, user operations),
//! because user code may call MPI again. Debug builds check the rule.
use crate::state::State;
use clump::driver::process::{self, Gate, Guarded, Inside};

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
pub type Guard = process::Guard<State>;

/// Enters the state. At MPI_THREAD_MULTIPLE, blocks while another thread holds the state.
#[inline(always)]
pub fn enter() -> Guard {
    Guard::enter()
}

/// Enters the state for this library's other interfaces (`clump-capi`), which do not know MPI. Calls `f` once.
#[unsafe(no_mangle)]
extern "Rust" fn clump_process(f: &mut dyn FnMut(&mut dyn Inside)) {
    f(&mut enter())
}
