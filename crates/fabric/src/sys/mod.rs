//! The few system calls that std does not offer, as safe functions.
mod futex;
mod membarrier;
mod memory;
pub use futex::{futex_wait, futex_wake};
pub use membarrier::{light_barrier_registered, membarrier};
pub use memory::memory_allowance;

/// Gives the processor to another runnable process, if there is one.
#[inline]
pub fn yield_now() {
    // SAFETY: no arguments, no memory.
    unsafe { libc::sched_yield() };
}
mod cores;
mod descriptor;
pub use cores::usable_cores;
pub use descriptor::inherit;
