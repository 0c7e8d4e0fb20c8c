//! MPI's way into the process ([`clump::process`]). `enter` gives a [`Guard`], which is the state as MPI sees it; below
//! MPI_THREAD_MULTIPLE the program promises that one thread at a time has one.
//!
//! Rule: nobody holds a guard while user code runs (error handlers, attribute functions, user operations), because that
//! code may call MPI again. Debug builds check it.
use crate::state::State;
use clump::process::{self, Gate, Guarded, Inside};

static GATE: Gate<State> = Gate::new(State::new());

// SAFETY: the gate is a static. Where there is no lock, the MPI program keeps to the thread level that it has asked for
// (MPI 5.0, 11.6): one thread at a time calls. No thread enters twice, by the rule above.
unsafe impl Guarded for State {
    #[inline(always)]
    fn gate() -> &'static Gate<State> {
        &GATE
    }
}

/// The right to use the state.
pub type Guard = process::Guard<State>;

/// Enters. Waits for other threads at MPI_THREAD_MULTIPLE.
#[inline(always)]
pub fn enter() -> Guard {
    Guard::enter()
}

/// The way in for the other interfaces of this library (`clump-capi`), which know nothing of MPI. `f` is called once.
#[unsafe(no_mangle)]
extern "Rust" fn clump_process(f: &mut dyn FnMut(&mut dyn Inside)) {
    f(&mut enter())
}
