//! Pacing: after a burst, packets leave no faster than acknowledgements empty the window.

/// The burst: how many packets may leave at once. A longer burst fills the queues of switches; a shorter one leaves the
/// link idle.
const BURST: u64 = 48;
/// The round trip in ns below which packets are not paced, because any queue is in this machine.
const SHORT: u64 = 200_000;

#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// When the next packet would leave if all packets left evenly, in ns.
    next: u64,
}

impl Pace {
    fn interval(window: u32, smooth: u64) -> u64 {
        if smooth < SHORT { 0 } else { smooth * 4 / 5 / u64::from(window.max(1)) }
    }

    /// Returns when a packet may leave; a time in the past means now.
    pub fn when(&self, window: u32, smooth: u64) -> u64 {
        self.next.saturating_sub(BURST * Pace::interval(window, smooth))
    }

    pub fn sent(&mut self, now: u64, window: u32, smooth: u64) {
        self.next = self.next.max(now) + Pace::interval(window, smooth);
    }
}
