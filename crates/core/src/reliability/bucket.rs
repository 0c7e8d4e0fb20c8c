//! What may be under way to one receiver, from all senders together: no more than half of the buffer that its socket
//! really has, counted as the kernel counts it.

/// What a chunk costs the receiving kernel beside its bytes: headers.
const OVERHEAD: u64 = 600;
/// And for so many bytes so many, where datagrams come one by one and each has a buffer of its own.
const BYTES: (u64, u64) = (3, 5);
/// Every sender may have so many chunks under way, however many there are: a window that shuts would never open again.
const LEAST: u64 = 2;

#[derive(Clone, Copy, Debug)]
pub struct Bucket {
    chunks: u64,
    /// Bytes of one.
    chunk: u64,
}

impl Bucket {
    /// For a socket whose receive buffer has `buffer` bytes, and chunks of `chunk` bytes: a quarter of the half is
    /// theirs.
    pub fn new(buffer: u64, chunk: u64) -> Bucket {
        Bucket { chunks: (buffer / 8 / (chunk * BYTES.1 / BYTES.0 + OVERHEAD)).max(LEAST), chunk: chunk.max(1) }
    }

    /// Bytes of messages that may be asked for: what the rest of the half holds.
    pub fn grants(buffer: u64) -> u64 {
        (buffer / 8 * 3 * BYTES.0 / BYTES.1).max(4 << 10)
    }

    /// Chunks that each of `senders` may have under way, if the network between has room for `window` bytes.
    pub fn share(&self, senders: u64, window: u64) -> u16 {
        let chunks = self.chunks.min(window / self.chunk);
        (chunks / senders.max(1)).clamp(LEAST, super::WINDOW - 1) as u16
    }
}
