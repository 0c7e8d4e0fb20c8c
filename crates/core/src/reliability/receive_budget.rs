//! The receive budget: how much all senders together may have in flight to one receiver. The budget is half of the
//! buffer that the receiver's socket really has, counted as the kernel counts it.

/// How many bytes the receiving kernel needs for a chunk's headers, in addition to the chunk's own bytes.
const OVERHEAD: u64 = 600;
/// The share of the receive buffer that datagrams' bytes fill, as a fraction. Each datagram has a kernel buffer of its
/// own, so 3 bytes of datagrams take 5 bytes of the receive buffer.
const BYTES: (u64, u64) = (3, 5);
/// The least number of chunks that every sender may have in flight, even if there are many senders. A window of 0 would
/// never open again; a larger number lets many senders overflow the buffer.
pub(super) const LEAST: u64 = 2;

#[derive(Clone, Copy, Debug)]
pub struct ReceiveBudget {
    chunks: u64,
    /// The size of one chunk, in bytes.
    chunk: u64,
}

impl ReceiveBudget {
    /// Returns the budget of a socket whose receive buffer has `buffer` bytes, for chunks of `chunk` bytes. Half of the
    /// buffer is used, and chunks get a quarter of that half.
    pub fn new(buffer: u64, chunk: u64) -> ReceiveBudget {
        ReceiveBudget { chunks: (buffer / 8 / (chunk * BYTES.1 / BYTES.0 + OVERHEAD)).max(LEAST), chunk: chunk.max(1) }
    }

    /// Returns how many bytes of long messages the receiver may ask for: three quarters of the used half of the buffer.
    pub fn grants(buffer: u64) -> u64 {
        (buffer / 8 * 3 * BYTES.0 / BYTES.1).max(4 << 10)
    }

    /// Returns how many chunks each of `senders` may have in flight, if the network has room for `window` bytes.
    pub fn share(&self, senders: u64, window: u64) -> u16 {
        let chunks = self.chunks.min(window / self.chunk);
        (chunks / senders.max(1)).clamp(LEAST, super::WINDOW - 1) as u16
    }
}
