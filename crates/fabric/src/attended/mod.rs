//! Progress while the program computes: a fabric whose receiving side has a thread of its own, which helps while the
//! program is in no call. Here is what the two sides agree on; the thread itself is the fabric's (`udp/watcher.rs`).
//!
//! **Access rule of [`Ask`].** The thread asks to be armed, then looks once more whether the program is in a call; only
//! if so does it sleep without a limit. Whoever leaves a call answers: under the program's lock, and once more *after*
//! it has let go of the lock. Both sides put a barrier between their own word and the other's (Dekker's pattern), so
//! that either the thread finds the lock free, or the program finds the ask.
mod stance;
#[cfg(test)]
mod tests;

pub use stance::Stance;

#[cfg(all(loom, test))]
use loom::sync::atomic::{AtomicBool, fence};
use std::sync::Arc;
use std::sync::atomic::Ordering;
#[cfg(not(all(loom, test)))]
use std::sync::atomic::{AtomicBool, fence};

/// True while the helping thread wants to be armed by whoever leaves a call.
pub struct Ask(AtomicBool);

impl Ask {
    /// Nobody asks.
    #[cfg(not(all(loom, test)))]
    pub const fn new() -> Ask {
        Ask(AtomicBool::new(false))
    }
    #[cfg(all(loom, test))]
    pub fn new() -> Ask {
        Ask(AtomicBool::new(false))
    }

    /// The thread asks. Whatever it looks at next, it looks at after this is seen.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
        fence(Ordering::SeqCst);
    }

    /// True if it has asked and was not answered.
    #[inline]
    pub fn is_open(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    /// The same, for a thread that has just let go of the program's lock: it cannot miss an ask that came meanwhile.
    #[inline]
    pub fn is_open_behind(&self) -> bool {
        fence(Ordering::SeqCst);
        self.is_open()
    }

    /// It is answered, or no longer asked: what was done before is seen by the thread that finds it so.
    pub fn answer(&self) {
        self.0.store(false, Ordering::Release);
    }
}

impl Default for Ask {
    fn default() -> Ask {
        Ask::new()
    }
}

/// How the helping thread reaches the program.
#[derive(Clone)]
pub struct Help {
    /// Makes progress in the program's place, if that is not in a call. Never waits for the program. `true`: if there
    /// is nothing to do, the thread means to sleep.
    pub look: Arc<dyn Fn(bool) -> Helped + Send + Sync>,
    /// The program looks at it whenever it leaves a call.
    pub ask: &'static Ask,
}

/// What a look of the helping thread has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Helped {
    /// The program is in a call.
    Busy,
    /// Something has moved; there may be more.
    Moved,
    /// The same, but the processors are wanted by others: no more for a while.
    Enough,
    /// Nothing is to be done right now.
    Nothing,
    /// The same, and [`Attended::watch`] was called, because the thread means to sleep.
    Watching,
}

/// A side that receives, whose thread may help while nobody polls. `T` is the sending side of the same place, which the
/// caller holds.
pub trait Attended<T> {
    /// From now on, or (`None`) no longer, the thread calls `help` when something comes, or is due.
    fn set_help(&mut self, help: Option<Help>);

    /// The helping thread has found nothing more: it sleeps until something comes, or is due.
    fn watch(&mut self, tx: &mut T);

    /// The program leaves a call, and still holds its lock. What it has sent may fall due; the thread may have asked to
    /// be armed. Once the lock is free, the caller looks at [`Ask::is_open_behind`], and if so leaves once more.
    fn leave(&mut self, tx: &mut T);
}
