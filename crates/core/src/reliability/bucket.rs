//! What may be under way to one receiver, from all senders together: no more than half of the buffer that its socket
//! really has, counted as the kernel counts it.

/// What a datagram costs the receiving kernel beside its bytes: headers, and a buffer that is a power of two.
const OVERHEAD: u64 = 900;
/// Every sender may have so many chunks under way, however many there are: a window that shuts would never open again.
const LEAST: u64 = 2;

#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    chunks: u64,
}

impl Bucket {
    /// For a socket whose receive buffer has `buffer` bytes, and chunks of `chunk` bytes.
    pub fn new(buffer: u64, chunk: u64) -> Bucket {
        Bucket { chunks: (buffer / 2 / (chunk + OVERHEAD)).max(LEAST) }
    }

    /// Chunks that each of `senders` may have under way.
    pub fn share(&self, senders: u64) -> u16 {
        (self.chunks / senders.max(1)).clamp(LEAST, super::WINDOW - 1) as u16
    }
}
