//! Whether the helping thread acts when it wakes, and what it does when it finds the program in a call.
use super::Ask;

/// What the thread is waiting for. `T` is a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stance<T> {
    /// An event: it was armed when it found nothing to do, or when it was answered.
    Ready,
    /// Time: it acts at `until`, whatever comes before then. `asked`: it has asked to be armed when the program leaves.
    Holding {
        /// No sooner than this.
        until: T,
        /// It has asked.
        asked: bool,
    },
    /// The program's leave: it is in a long call, and will find the ask.
    Asking,
}

impl<T: Copy + PartialOrd> Stance<T> {
    /// Having woken at `now`: true if the thread looks whether there is something to do.
    pub fn acts(&self, now: T, ask: &Ask) -> bool {
        match self {
            Stance::Ready => true,
            Stance::Holding { until, .. } => now >= *until,
            // A call that sleeps arms the thread too, to be woken by it. That is no answer.
            Stance::Asking => !ask.is_open(),
        }
    }

    /// It acted, and the program is in a call. The next look is at `until`, or when the program leaves.
    ///
    /// Events come once for each arming. Those that come while the thread holds back are used up, so it must not sleep
    /// without a limit before it has asked; and an ask that was answered meanwhile is over: its event may be used up
    /// too.
    #[must_use]
    pub fn busy(self, until: T, ask: &Ask) -> Stance<T> {
        match self {
            Stance::Ready | Stance::Asking => Stance::Holding { until, asked: false },
            Stance::Holding { asked: true, .. } if ask.is_open() => Stance::Asking,
            Stance::Holding { .. } => {
                ask.ask();
                Stance::Holding { until, asked: true }
            }
        }
    }

    /// It acted, and found nothing more to do; it is armed.
    #[must_use]
    pub fn watching(self, ask: &Ask) -> Stance<T> {
        ask.answer();
        Stance::Ready
    }
}
