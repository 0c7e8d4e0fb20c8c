//! This process and others, by their ids.
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::Relaxed;

static PID: AtomicU32 = AtomicU32::new(0);

/// Returns this process's id, as [`note_pid`] has found it.
#[inline(always)]
pub fn pid() -> u32 {
    PID.load(Relaxed)
}

/// Finds this process's id out: at its beginning, and in each new child.
pub fn note_pid() {
    PID.store(std::process::id(), Relaxed);
}

/// Returns true if a process with this id exists.
pub fn is_alive(pid: u32) -> bool {
    // SAFETY: signal 0 only asks whether the process exists.
    let asked = unsafe { libc::kill(pid as i32, 0) };
    asked == 0 || std::io::Error::last_os_error().raw_os_error() != Some(libc::ESRCH)
}
