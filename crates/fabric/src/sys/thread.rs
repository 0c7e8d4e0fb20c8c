//! The calling thread's identity, as cheaply as possible.

/// Returns a number other than 0 that no other living thread of this process has: the thread pointer, by one
/// instruction. (The address of a thread-local variable would take a function call in a library loaded at run time.)
#[inline(always)]
pub fn this_thread() -> usize {
    let pointer: usize;
    #[cfg(target_arch = "x86_64")]
    // SAFETY: reads the thread's own control block, whose first word is the block's address (System V ABI, thread-local
    // storage).
    unsafe {
        std::arch::asm!("mov {}, fs:[0]", out(reg) pointer, options(nostack, preserves_flags, readonly, pure));
    }
    #[cfg(target_arch = "aarch64")]
    // SAFETY: reads a register.
    unsafe {
        std::arch::asm!("mrs {}, tpidr_el0", out(reg) pointer, options(nostack, preserves_flags, nomem, pure));
    }
    pointer
}

/// Returns the number of the processor that this thread runs on now, or 0 if the kernel does not report it.
pub fn this_core() -> u32 {
    // SAFETY: takes no arguments and accesses no memory of ours.
    u32::try_from(unsafe { libc::sched_getcpu() }).unwrap_or(0)
}

/// Returns how often this thread has lost its processor without sleeping since it began, by preemption or by a yield.
pub fn preemptions() -> u64 {
    let mut usage = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the call fills the structure, all of whose bytes may be zero, and keeps nothing.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_THREAD, usage.as_mut_ptr());
        usage.assume_init()
    };
    usage.ru_nivcsw as u64
}

/// Runs `f`, which starts a thread, with all signals blocked, so that only the program's own threads handle signals.
pub fn without_signals<T>(f: impl FnOnce() -> T) -> T {
    // SAFETY: both sets are written before they are read, and live through the calls.
    unsafe {
        let mut all: libc::sigset_t = std::mem::zeroed();
        let mut before: libc::sigset_t = std::mem::zeroed();
        libc::sigfillset(&mut all);
        libc::pthread_sigmask(libc::SIG_SETMASK, &all, &mut before);
        let result = f();
        libc::pthread_sigmask(libc::SIG_SETMASK, &before, std::ptr::null_mut());
        result
    }
}

/// Ends this process at once: without the functions that the program has registered for its end, which its other
/// threads could disturb.
pub fn exit_now(code: i32) -> ! {
    // SAFETY: does not return, and calls nothing of the program.
    unsafe { libc::_exit(code) }
}

#[cfg(test)]
mod tests {
    use super::{preemptions, this_thread};

    #[test]
    fn preemptions_only_grow() {
        let before = preemptions();
        (0..100).for_each(|_| std::thread::yield_now());
        assert!(preemptions() >= before);
    }

    #[test]
    fn threads_have_different_numbers() {
        let me = this_thread();
        assert!(me != 0 && me == this_thread());
        let other = std::thread::scope(|s| s.spawn(this_thread).join().unwrap());
        assert_ne!(me, other);
    }
}
