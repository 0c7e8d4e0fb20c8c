//! One policy for every wait.
//!
//! With a processor for each rank: spin for as long as a sleep and a wake would cost, then sleep. When ranks outnumber
//! processors: yield without spinning for a while, then sleep. A rank yields to ranks of its own job alone: where it
//! finds one on its processor (after some microseconds, or a preemption, which shows as a gap in the time-stamp
//! counter). To somebody else's process it would give a whole slice; beside one it spins, and sleeps, as without.
mod policy;
pub use policy::Policy;

use clump_fabric::shm::Doze;
use clump_fabric::sys::yield_now;
use std::time::{Duration, Instant};

/// What to do between two looks at the network.
pub enum Pause {
    Spin,
    /// No pause: a look at the network is a system call, which is one.
    Look,
    Yield,
    Sleep(Doze),
    /// A short sleep: what is waited for may come without a wake-up.
    Nap(Doze),
}

/// A sleep ends by itself after this long: a lost wake-up costs time, never the job.
const MOST: Duration = Duration::from_millis(500);

/// How long a nap lasts: a thousandth of a processor at most goes into looking.
const NAP: Duration = Duration::from_millis(2);

impl Pause {
    /// True for those that end only with a wake-up, or after a while.
    pub fn is_sleep(&self) -> bool {
        matches!(self, Pause::Sleep(_) | Pause::Nap(_))
    }

    /// Spins, yields or sleeps. Needs no endpoint, so that a lock round the endpoint can be let go first.
    #[inline(always)]
    pub fn rest(self) {
        self.rest_for(MOST);
    }

    /// The same, but looks again within a millisecond: for conditions that nobody signals.
    pub fn rest_briefly(self) {
        self.rest_for(Duration::from_millis(1));
    }

    /// Rests no longer than until `time`.
    pub fn rest_until(self, time: Instant) {
        let most = if self.is_sleep() { time.saturating_duration_since(Instant::now()) } else { MOST };
        self.rest_for(most.min(MOST));
    }

    #[inline(always)]
    fn rest_for(self, most: Duration) {
        match self {
            Pause::Spin => std::hint::spin_loop(),
            Pause::Look => {}
            Pause::Yield => yield_now(),
            Pause::Sleep(doze) => doze.sleep(Some(most)),
            Pause::Nap(doze) => doze.sleep(Some(most.min(NAP))),
        }
    }
}

/// How long a wait has lasted. One for each wait; `Default` starts one.
#[derive(Default)]
pub struct Patience {
    /// Ticks at the first pause; 0: none yet.
    start: u64,
    /// Ticks at the last one.
    last: u64,
    /// Pauses so far.
    looks: u32,
    /// It was told to sleep; and that sleep ended by itself.
    slept: bool,
    idle: bool,
    /// The wait is shown to the launcher.
    pub(crate) shown: bool,
}

impl Patience {
    /// Pauses so far.
    #[inline(always)]
    pub fn looks(&self) -> u32 {
        self.looks
    }

    /// Something has moved: what is still to come is waited for afresh. (A long message comes in many pieces.)
    #[inline(always)]
    pub fn moved(&mut self) {
        self.start = 0;
        self.slept = false;
    }

    /// True before the first pause.
    #[inline(always)]
    pub fn is_fresh(&self) -> bool {
        self.looks == 0
    }
}
