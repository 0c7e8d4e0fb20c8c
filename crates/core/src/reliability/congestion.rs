//! The congestion window: how many chunks may be in flight to one peer. The window shrinks after a loss. It grows while
//! all chunks arrive and the delay stays the same.

/// The window at the start, in chunks.
const FIRST: u32 = 32;
/// The least window, in chunks.
const LEAST: u32 = 4;
/// If the smoothed round trip exceeds the shortest one times this factor plus `QUEUE_NS`, there is a queue in the
/// network, and the window stops growing. A larger factor fills the network's queues, a smaller one leaves a link idle.
const QUEUE_TIMES: u64 = 4;
const QUEUE_NS: u64 = 5_000_000;

#[derive(Clone, Copy, Debug)]
pub struct Congestion {
    window: u32,
    threshold: u32,
    /// Chunks acknowledged since the window last grew.
    credit: u32,
    /// The packet number below which losses belong to a loss that this side has already answered.
    recovered: u64,
}

impl Default for Congestion {
    fn default() -> Congestion {
        Congestion { window: FIRST, threshold: u32::MAX, credit: 0, recovered: 0 }
    }
}

impl Congestion {
    /// Returns the congestion window, in chunks.
    pub fn window(&self) -> u32 {
        self.window
    }

    /// Grows the window after `chunks` chunks have arrived while the window was in use.
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

    /// Shrinks the window because the chunk in `packet` was lost, only once for all losses within a round trip. `next`
    /// is the number of the next packet.
    pub fn lost(&mut self, packet: u64, next: u64) {
        if packet >= self.recovered {
            self.window = (self.window * 7 / 10).max(LEAST);
            self.threshold = self.window;
            self.recovered = next;
        }
    }

    /// Shrinks the window to its least, because the peer has been silent for several time-outs.
    pub fn silence(&mut self) {
        self.threshold = (self.window / 2).max(LEAST);
        self.window = LEAST;
    }
}
