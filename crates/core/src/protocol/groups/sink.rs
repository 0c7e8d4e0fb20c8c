//! The actions that broadcasts within groups ask of their surroundings.
use crate::ids::{BroadcastId, Rank};
use crate::protocol::transfer::{Full, Source, TransferSink};
use std::ops::Range;

/// A block of parts of a broadcast that share one parity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParityBlock {
    pub broadcast: BroadcastId,
    pub bytes: Range<u64>,
    /// Bytes of each part; the last part may be shorter.
    pub part: u64,
}

impl ParityBlock {
    /// Returns the byte ranges of the block's parts.
    pub fn parts(&self) -> impl Iterator<Item = Range<u64>> + use<> {
        let Range { start, end } = self.bytes;
        let part = self.part;
        (0..(end - start).div_ceil(part)).map(move |i| start + i * part..end.min(start + (i + 1) * part))
    }
}

/// The receive window assumed for a member that does not know its own, in bytes: the usual size of a system's socket
/// buffer.
pub const USUAL_RECEIVE_WINDOW: u64 = 128 << 10;

/// Actions of the owner of groups. A [`BroadcastId`] names a broadcast's memory: the root's memory, the destination, or
/// the buffer that keeps pushed bytes until the program names a destination.
pub trait GroupSink: TransferSink {
    /// Returns the longest body, in bytes, of one multicast to the group that `peer` is in; 0 if there is no
    /// multicast.
    fn longest_multicast(&self, peer: Rank) -> u64;
    /// Returns this rank's receive window in the group that `peer` is in: how many multicast bytes can arrive at
    /// once without loss. Returns 0 if the window is unknown.
    fn receive_window(&self, _peer: Rank) -> u64 {
        0
    }
    /// Sends a frame once to all other members of the group. The network may lose, duplicate or delay the frame.
    fn multicast(&mut self, group: u16, head: u64, words: &[u64], body: Source) -> Result<(), Full>;
    /// Sends a frame once to all other members of the group, as [`multicast`](Self::multicast) does. The body is the
    /// parity of the block `of`.
    fn multicast_parity(&mut self, group: u16, head: u64, words: &[u64], of: ParityBlock) -> Result<(), Full>;
    /// Restores the part `lost` of a block from the arrived frame's body (the parity, behind `skip` words) and the
    /// block's other parts, which this rank has.
    fn restore_broadcast(&mut self, of: ParityBlock, lost: Range<u64>, skip: usize);
    /// Sends the multicasts that the fabric has gathered.
    fn flush_multicasts(&mut self);
    /// Binds the memory of the running call to the broadcast.
    fn keep_broadcast(&mut self, broadcast: BroadcastId);
    /// Copies the broadcast's bytes into the shared retransmission buffer, and returns its memory to the caller.
    fn copy_broadcast(&mut self, broadcast: BroadcastId);
    /// Binds the memory of the running call as the broadcast's destination, and moves the first `kept` bytes that
    /// arrived earlier there.
    fn bind_broadcast(&mut self, broadcast: BroadcastId, kept: u64);
    /// Copies `len` body bytes (behind `skip` words) of the arrived frame to `offset` of the buffer that keeps the
    /// broadcast's bytes. That buffer has `room` bytes.
    fn stash_broadcast(&mut self, broadcast: BroadcastId, room: u64, offset: u64, skip: usize, len: u64);
    /// Copies `len` body bytes (behind `skip` words) of the arrived frame to `offset` of the broadcast's
    /// destination.
    fn deliver_broadcast(&mut self, broadcast: BroadcastId, offset: u64, skip: usize, len: u64);
    /// Ends a broadcast: returns its memory to the owner, and drops the bytes kept or copied for it.
    fn broadcast_over(&mut self, broadcast: BroadcastId);
}
