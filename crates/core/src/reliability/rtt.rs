//! Estimates the round-trip time and the retransmission time-out (RFC 6298). Every retransmission has a packet number
//! of its own, so every sample is unambiguous.

/// The retransmission time-out before the first sample, in ns. A longer one notices early losses later, a shorter one
/// retransmits needlessly on slow networks.
const FIRST: u64 = 20_000_000;
/// The least time, in ns, by which the time-out exceeds the smoothed round trip. The peer may compute or wait for its
/// processor; with less slack, the sender retransmits needlessly, with more, it notices a loss later.
const SLACK: u64 = 1_500_000;
/// The longest time-out, in ns, however often the timer has expired. A longer one finds a returning peer later, a
/// shorter one sends more to a dead peer.
const MOST: u64 = 1_000_000_000;

/// The longest time, in ns, for which this side waits for a peer that has always answered late, before it asks or sends
/// again for the first time, unless the network itself is as slow. Longer: messages stop for longer when the path
/// becomes too short for datagrams. Shorter: more needless repeats to peers that compute.
pub const LATE: u64 = 100_000_000;

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

    /// Returns how long to wait for an acknowledgement, in ns, after the timer has expired `again` times in a row. Each
    /// expiration doubles the time.
    pub fn timeout(&self, again: u32) -> u64 {
        self.timeout_from(again, u64::MAX)
    }

    /// Returns the time-out like [`Rtt::timeout`], but at most `most` before the timer has expired.
    pub fn timeout_from(&self, again: u32, most: u64) -> u64 {
        let base = if self.smooth == 0 { FIRST } else { self.smooth + (4 * self.vary).max(SLACK) };
        let base = base.min(most);
        base.saturating_mul(1 << again.min(16)).min(MOST)
    }
}
