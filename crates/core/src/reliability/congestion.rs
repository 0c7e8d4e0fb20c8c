//! How many chunks may be under way to one peer: fewer after a loss, more while all arrive and the delay does not grow.

/// Chunks at the start.
const FIRST: u32 = 32;
/// Never fewer.
const LEAST: u32 = 4;
/// A delay of so many times the shortest, and this much more, says that a queue stands somewhere.
const QUEUE_TIMES: u64 = 4;
const QUEUE_NS: u64 = 5_000_000;

#[derive(Clone, Copy, Debug)]
pub struct Congestion {
    window: u32,
    threshold: u32,
    /// Chunks acknowledged since the window last grew.
    credit: u32,
    /// Losses of packets below this belong to one that is answered already.
    recovered: u64,
}

impl Default for Congestion {
    fn default() -> Congestion {
        Congestion { window: FIRST, threshold: u32::MAX, credit: 0, recovered: 0 }
    }
}

impl Congestion {
    /// Chunks that may be under way.
    pub fn window(&self) -> u32 {
        self.window
    }

    /// So many chunks have arrived, while the window was in use.
    pub fn arrived(&mut self, chunks: u32, most: u32, smooth: u64, least: u64) {
        if smooth > least.saturating_mul(QUEUE_TIMES).saturating_add(QUEUE_NS) {
            return;
        }
        if self.window < self.threshold {
            self.window = (self.window + chunks).min(most);
            return;
        }
        self.credit += chunks;
        if self.credit >= self.window {
            self.credit -= self.window;
            self.window = (self.window + 1).min(most);
        }
    }

    /// The chunk in `packet` was lost; `next` is the next packet's number. One answer for all losses of a round trip.
    pub fn lost(&mut self, packet: u64, next: u64) {
        if packet >= self.recovered {
            self.window = (self.window * 7 / 10).max(LEAST);
            self.threshold = self.window;
            self.recovered = next;
        }
    }

    /// Nothing at all has been heard for several timeouts.
    pub fn silence(&mut self) {
        self.threshold = (self.window / 2).max(LEAST);
        self.window = LEAST;
    }
}
