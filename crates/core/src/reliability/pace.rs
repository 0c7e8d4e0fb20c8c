//! Packets leave no faster than the window empties, but for a burst.

/// Packets that may leave at once.
const BURST: u64 = 48;
/// Round trips below this are not paced: the queue is in this machine.
const SHORT: u64 = 200_000;

#[derive(Clone, Copy, Debug, Default)]
pub struct Pace {
    /// When the next packet would leave if all left evenly.
    next: u64,
}

impl Pace {
    fn interval(window: u32, smooth: u64) -> u64 {
        if smooth < SHORT { 0 } else { smooth * 4 / 5 / u64::from(window.max(1)) }
    }

    /// When a packet may leave: a time that has passed means now.
    pub fn when(&self, window: u32, smooth: u64) -> u64 {
        self.next.saturating_sub(BURST * Pace::interval(window, smooth))
    }

    pub fn sent(&mut self, now: u64, window: u32, smooth: u64) {
        self.next = self.next.max(now) + Pace::interval(window, smooth);
    }
}
