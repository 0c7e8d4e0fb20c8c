//! The waiting policy decides when a waiting thread spins, yields or sleeps.
//!
//! If each rank has a processor, a thread spins for as long as a sleep and a wake-up would cost, then sleeps. On an
//! oversubscribed machine, and where the threads that call the library outnumber the processors, it yields for a while
//! without spinning, then sleeps. On any machine, a rank yields only to ranks of its own job: when it finds such a rank
//! on its processor (after some microseconds, or after a preemption, which shows as a gap in the time-stamp counter).
//! Another user's process would keep the processor for a whole slice; beside such a process a rank spins and sleeps as
//! if it were alone.
mod policy;
pub use policy::{Policy, call_before_sleep};

use clump_fabric::local::Sleep;
use clump_fabric::shm::Sleeper;
use clump_fabric::sys::yield_now;
use std::time::{Duration, Instant};

/// What a waiting thread does between two polls of the network.
pub enum Pause<S = Sleeper> {
    /// Polls again at once.
    Spin,
    /// No other pause: polling the network is a system call, which is a pause itself.
    Look,
    /// Gives the processor to another thread that is ready to run.
    Yield,
    /// Sleeps until a peer or another thread wakes this thread.
    Sleep(S),
    /// A sleep of at most this time, because the awaited event may come without a wake-up.
    Nap(S, Duration),
}

/// The longest sleep: a lost wake-up delays the job by this time, and never hangs it. A shorter sleep costs more
/// polls of an idle rank.
const MOST: Duration = Duration::from_millis(500);

/// How long a thread naps while frames wait for room: no peer wakes it up when there is room. A shorter nap finds room
/// earlier; a longer one spends less of a processor on polling.
const NAP: Duration = Duration::from_millis(2);

impl<S: Sleep> Pause<S> {
    /// Returns the pause of a thread whose frames wait for room.
    pub fn for_room(sleeper: S) -> Pause<S> {
        Pause::Nap(sleeper, NAP)
    }

    /// Returns true for pauses that end only with a wake-up or after their time limit.
    pub fn is_sleep(&self) -> bool {
        matches!(self, Pause::Sleep(_) | Pause::Nap(..))
    }

    /// Spins, yields or sleeps. Needs no endpoint, so that the caller can first release a lock around the endpoint.
    #[inline(always)]
    pub fn rest(self) {
        self.rest_for(MOST);
    }

    /// Rests for a millisecond at most: for conditions that become true without a wake-up.
    pub fn rest_briefly(self) {
        self.rest_for(Duration::from_millis(1));
    }

    /// Rests until `time` at the latest.
    pub fn rest_until(self, time: Instant) {
        let most = if self.is_sleep() { time.saturating_duration_since(Instant::now()) } else { MOST };
        self.rest_for(most.min(MOST));
    }

    #[inline(always)]
    fn rest_for(self, most: Duration) {
        #[cfg(feature = "turns")]
        if clump_fabric::sim::end_turn() {
            return;
        }
        match self {
            Pause::Spin => std::hint::spin_loop(),
            Pause::Look => {}
            Pause::Yield => yield_now(),
            Pause::Sleep(sleeper) => sleeper.sleep(most),
            Pause::Nap(sleeper, time) => sleeper.sleep(most.min(time)),
        }
    }
}

/// Measures how long a wait has lasted. Each wait has its own value; `Default` starts one.
#[derive(Default)]
pub struct Patience {
    /// Ticks at the first pause; 0 if there was none yet.
    start: u64,
    /// Ticks at the last pause.
    last: u64,
    /// Pauses so far.
    looks: u32,
    /// True if the last pause was a sleep.
    slept: bool,
    /// True if the last sleep ended without a wake-up.
    idle: bool,
    /// True if the launcher shows this wait.
    pub(crate) shown: bool,
}

impl Patience {
    /// Returns the number of pauses so far.
    #[inline(always)]
    pub fn looks(&self) -> u32 {
        self.looks
    }

    /// Records that something has moved: the wait's time counts afresh from here. (A long message arrives in many
    /// pieces.)
    #[inline(always)]
    pub fn moved(&mut self) {
        self.start = 0;
        self.slept = false;
    }

    /// Returns true if the launcher must show this wait from this pause on: it is the first pause that lasts longer
    /// than a poll.
    #[inline(always)]
    pub fn shows_with<S>(&mut self, pause: &Pause<S>) -> bool {
        // A short spin ends before anyone could read the status.
        let first = !matches!(pause, Pause::Spin | Pause::Look) && !self.shown;
        self.shown |= first;
        first
    }

    /// Returns true if the launcher shows this wait.
    #[inline(always)]
    pub fn is_shown(&self) -> bool {
        self.shown
    }

    /// Returns true before the first pause.
    #[inline(always)]
    pub fn is_fresh(&self) -> bool {
        self.looks == 0
    }
}
