//! Makes an unreliable, unordered fabric reliable and ordered: core's `reliability` makes the decisions, this module
//! keeps the bytes.
//!
//! Frames are written into *chunks* of at most one datagram ([`record`]). Short frames that queue up share a chunk,
//! long frames take several. A chunk is kept until its peer has acknowledged it.
mod channel;
mod driver;
mod fetch;
mod fill;
mod paths;
mod record;
mod rx;
mod tx;

pub use crate::cut::{Cut, RowCut};
pub use driver::Guarantees;
pub use record::LARGEST;
pub use rx::Rx;
pub use tx::Tx;

use clump_fabric::clock::Clock;
use clump_fabric::{Capabilities, Datagrams, Fabric, Tx as _};
use driver::Driver;

/// The shortest usable frame of the network below: an acknowledgement's words, and a record with all words that a
/// frame may have.
const LEAST: usize = channel::ROOM + record::OVERHEAD + 8 * clump_fabric::PREFIX + 8;

/// A fabric made reliable.
pub struct Reliable<F: Fabric, C> {
    tx: Tx<F::Tx, C>,
    rx: Rx<F::Rx, C>,
}

impl<F: Fabric<Tx: Datagrams>, C: Clock> Reliable<F, C> {
    /// Returns the reliable fabric. `buffer` is the size of the receive buffer that the system has granted, in
    /// bytes as the system counts them.
    pub fn new(fabric: F, clock: C, buffer: u64) -> Reliable<F, C> {
        Reliable::with_frame(fabric, clock, buffer, usize::MAX)
    }

    /// Returns the reliable fabric with frames of at most `frame` bytes below, raised to the least usable length.
    pub fn with_frame(fabric: F, clock: C, buffer: u64, frame: usize) -> Reliable<F, C> {
        let (tx, rx) = fabric.split();
        // The network reaches all peers alike: any peer's capabilities stand for all.
        let inner = tx.capabilities(0);
        let frame = frame.clamp(LEAST, inner.largest_frame);
        let driver = Driver::new(tx, clock, frame, buffer);
        // Beside the longest piece, a chunk has room for the most words of a frame and for a short delayed frame.
        let rest = record::COMPANION + record::OVERHEAD + 8 * clump_fabric::PREFIX;
        let capabilities = Capabilities {
            reliable: true,
            ordered: true,
            native_pull: false,
            multicast: 0,
            receive_window: 0,
            largest_frame: LARGEST,
            piece: driver.pool.capacity().saturating_sub(rest).min(LARGEST),
            burst: 32,
        };
        Reliable { tx: Tx::new(driver, capabilities), rx: Rx::new(rx, inner.burst) }
    }

    /// Sets how many peers each side of a channel may have. All peers may send to one of them at once: before a
    /// receiver has said how much each of them may have in flight, they share its receive budget.
    pub fn among(mut self, peers: usize) -> Reliable<F, C> {
        self.tx.set_peers(peers);
        self
    }
}

impl<F: Fabric<Tx: Datagrams>, C: Clock> Fabric for Reliable<F, C> {
    type Tx = Tx<F::Tx, C>;
    type Rx = Rx<F::Rx, C>;
    fn split(self) -> (Self::Tx, Self::Rx) {
        (self.tx, self.rx)
    }
}
