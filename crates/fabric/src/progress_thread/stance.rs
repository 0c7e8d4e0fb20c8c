//! The state of the helper thread: whether it acts when it wakes up, and what it does when it finds the program in a
//! call.
use super::ArmRequest;

/// What the helper thread waits for. `T` is a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance<T> {
    /// The thread waits for an event. It was armed when it found nothing to do, or when the program answered.
    Ready,
    /// The thread waits for the time `until`, and does nothing before, even if frames arrive.
    Holding {
        /// The earliest time at which the thread acts.
        until: T,
        /// True if the thread has requested to be armed when the program leaves its call.
        asked: bool,
    },
    /// The thread waits for the end of a long call. At that end the program will find the thread's request.
    Asking,
}

impl<T: Copy + PartialOrd> Stance<T> {
    /// Returns true if the thread, having woken up at `now`, checks for work.
    pub fn acts(&self, now: T, ask: &ArmRequest) -> bool {
        match self {
            Stance::Ready => true,
            Stance::Holding { until, .. } => now >= *until,
            // A call that sleeps also arms the thread, so that the thread can wake up the call. That arming does not
            // answer the request.
            Stance::Asking => !ask.is_open(),
        }
    }

    /// Returns the stance after the thread has checked for work and found the program in a call. The thread checks
    /// again at `until`, or when the program leaves the call.
    ///
    /// Each arming delivers one event, and events before `until` are lost. So the thread must not sleep without a time
    /// limit before it has set a request. If the program has answered a request meanwhile, the thread sets another one,
    /// because the event of that arming may be lost too.
    #[must_use]
    pub fn busy(self, until: T, ask: &ArmRequest) -> Stance<T> {
        match self {
            Stance::Ready | Stance::Asking => Stance::Holding { until, asked: false },
            Stance::Holding { asked: true, .. } if ask.is_open() => Stance::Asking,
            Stance::Holding { .. } => {
                ask.ask();
                Stance::Holding { until, asked: true }
            }
        }
    }

    /// Returns the stance after the thread checked for work, found nothing more to do, and was armed.
    #[must_use]
    pub fn watching(self, ask: &ArmRequest) -> Stance<T> {
        ask.answer();
        Stance::Ready
    }
}
