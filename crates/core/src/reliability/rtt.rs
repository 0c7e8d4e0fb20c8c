//! Round trips, measured (RFC 6298, with packet numbers that make every sample certain).

/// The time-out before anything is measured, in ns.
const FIRST: u64 = 20_000_000;
/// How much longer than a round trip a timer waits at least, in ns: the peer may compute, or wait for its processor.
const SLACK: u64 = 1_500_000;
/// The longest time-out, in ns, however often the timer has expired.
const MOST: u64 = 1_000_000_000;

#[derive(Clone, Copy, Debug, Default)]
pub struct Rtt {
    smooth: u64,
    vary: u64,
    least: u64,
}

impl Rtt {
    pub fn sample(&mut self, ns: u64) {
        let ns = ns.max(1);
        if self.smooth == 0 {
            *self = Rtt { smooth: ns, vary: ns / 2, least: ns };
            return;
        }
        self.vary = self.vary - self.vary / 4 + ns.abs_diff(self.smooth) / 4;
        self.smooth = self.smooth - self.smooth / 8 + ns / 8;
        self.least = self.least.min(ns);
    }

    /// Returns the smoothed round trip, in ns; 0: not measured.
    pub fn smooth(&self) -> u64 {
        self.smooth
    }

    /// Returns the shortest round trip so far, in ns.
    pub fn least(&self) -> u64 {
        self.least
    }

    /// Returns how long to wait for an acknowledgement before asking again, for the n-th time in a row.
    pub fn timeout(&self, again: u32) -> u64 {
        let base = if self.smooth == 0 { FIRST } else { self.smooth + (4 * self.vary).max(SLACK) };
        base.saturating_mul(1 << again.min(16)).min(MOST)
    }
}
