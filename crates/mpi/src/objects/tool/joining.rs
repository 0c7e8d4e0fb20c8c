//! The right to join and leave the job, or the tool interface. A thread takes it before it enters the gate.
use super::collect::{hold_telling, tell};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Held while a thread joins or leaves: any threads may open and close sessions at any time (MPI 5.0, 11.4.1), also
/// before the gate has its lock.
static JOINING: Mutex<()> = Mutex::new(());

/// The right to join and leave. While a thread has it, that thread tells tools nothing, because a tool's function may
/// open a session.
pub struct Joining(Option<MutexGuard<'static, ()>>);

/// Waits until no other thread joins or leaves.
pub fn joining() -> Joining {
    let lock = JOINING.lock().unwrap_or_else(PoisonError::into_inner);
    hold_telling(true);
    Joining(Some(lock))
}

impl Drop for Joining {
    fn drop(&mut self) {
        self.0 = None;
        hold_telling(false);
        tell();
    }
}
