//! The few system calls that std does not offer, as safe functions.
mod aes;
mod cgroup;
mod cores;
mod descriptor;
mod fence;
mod forked;
mod futex;
mod membarrier;
mod memory;
mod pmix;
mod processes;
mod thread;
pub use aes::aes_bits;
pub use cores::{cpu_quota, processors, usable_cores};
pub use descriptor::{duplicate, inherit, is_secure_execution};
pub use fence::{ATOMICS_ARE_FENCES, full_fence};
pub use forked::OwnProcess;
pub use futex::{futex_wait, futex_wait_any, futex_wake, futex_wake_one};
pub use membarrier::{light_barrier_registered, membarrier};
pub use memory::{Allowance, memory_allowance, memory_limit};
pub use pmix::{Pmix, PmixError};
pub use processes::{TaskLimit, task_limit};
pub use thread::{exit_now, preemptions, this_core, this_thread, without_signals};

/// Yields the processor to another runnable thread, if there is one.
#[inline]
pub fn yield_now() {
    // SAFETY: no arguments, no memory.
    unsafe { libc::sched_yield() };
}
