//! The memory that broadcasts need ("Efficient Reliable Broadcast on Commodity Clusters", 4.2), by the paper's
//! formula.
use super::eqa::{Home, Local};
use crate::limits::BroadcastLimits;

/// The bytes that one member's structures take, by the member's role.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MemberMemory {
    /// A sender alone, with its retransmission buffer (the paper's send-only DP).
    pub sender: f64,
    /// A receiver alone (the receive-only DP).
    pub receiver: f64,
    /// Each further receiver of a sender, if the receivers share a buffer (the LDP).
    pub light: f64,
}

impl MemberMemory {
    /// The paper's figures. By the formula they give a saving of 0.391 (1 - 1/n), where the paper prints 0.386.
    pub const PAPER: MemberMemory =
        MemberMemory { sender: 33.8 * 1024.0, receiver: 41.4 * 1024.0, light: 4.4 * 1024.0 };

    /// Returns Clump's figures. A sender has the shared buffer, the queue and a first cursor. A receiver has the bytes
    /// that it may have to keep. Each further receiver costs a cursor.
    pub const fn ours() -> MemberMemory {
        let (buffer, cursor) = (BroadcastLimits::OURS.buffer as f64, size_of::<Local>() as f64);
        MemberMemory { sender: buffer + size_of::<Home>() as f64 + cursor, receiver: buffer, light: cursor }
    }

    /// Returns the bytes for point-to-point broadcasts to `n` nodes: a pair of structures for each.
    pub fn point_to_point(&self, n: f64) -> f64 {
        n * (self.sender + self.receiver)
    }

    /// Returns the bytes for broadcasts to `n` nodes with one shared buffer.
    pub fn shared(&self, n: f64) -> f64 {
        self.sender + (n - 1.0) * self.light + n * self.receiver
    }

    /// Returns the share of memory that the shared buffer saves.
    pub fn saved(&self, n: f64) -> f64 {
        1.0 - self.shared(n) / self.point_to_point(n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A further member costs one cursor, and no buffer.
    #[test]
    fn a_member_costs_its_cursor() {
        let ours = MemberMemory::ours();
        assert_eq!(ours.shared(129.0) - ours.shared(128.0) - ours.receiver, size_of::<Local>() as f64);
        assert!(size_of::<Local>() <= 72, "{} bytes", size_of::<Local>());
    }

    #[test]
    fn the_papers_figures() {
        let factor = |memory: MemberMemory, n: f64| memory.saved(n) / (1.0 - 1.0 / n);
        for n in [2.0, 8.0, 128.0] {
            assert!((factor(MemberMemory::PAPER, n) - 0.391).abs() < 5e-4, "{}", factor(MemberMemory::PAPER, n));
        }
        let (paper, ours) = (MemberMemory::PAPER.saved(128.0), MemberMemory::ours().saved(128.0));
        assert!((paper - 0.388).abs() < 5e-4, "{paper}: the paper's own factor would give 0.383");
        assert!((0.38..0.5).contains(&ours), "{ours}");
    }
}
