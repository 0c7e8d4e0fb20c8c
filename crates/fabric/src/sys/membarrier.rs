//! The sleeper's fence: makes this process's stores visible to every running process of the job, so that senders need
//! no fence.
use std::sync::OnceLock;

const GLOBAL_EXPEDITED: libc::c_int = 1 << 1;
const REGISTER_GLOBAL_EXPEDITED: libc::c_int = 1 << 2;

fn call(cmd: libc::c_int) -> bool {
    // SAFETY: membarrier takes no pointers.
    unsafe { libc::syscall(libc::SYS_membarrier, cmd, 0, 0) == 0 }
}

/// Registers this process to receive expedited barriers. Returns false if the kernel refuses (an old kernel, or a
/// seccomp profile): then senders must execute fences themselves.
#[inline]
pub fn light_barrier_registered() -> bool {
    static OK: OnceLock<bool> = OnceLock::new();
    *OK.get_or_init(|| call(REGISTER_GLOBAL_EXPEDITED) && call(GLOBAL_EXPEDITED))
}

/// Executes a full memory barrier on every processor that runs a registered process. Returns false if the kernel
/// refuses.
pub fn membarrier() -> bool {
    call(GLOBAL_EXPEDITED)
}
