//! What broadcasts within groups ask of the world.
use super::source::{Full, Source};
use crate::ids::{CastId, Rank};
use std::ops::Range;

/// A block of parts of a broadcast that have a parity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParityBlock {
    pub cast: CastId,
    pub bytes: Range<u64>,
    /// Bytes of each part but the last, which may be shorter.
    pub part: u64,
}

impl ParityBlock {
    /// Its parts.
    pub fn parts(&self) -> impl Iterator<Item = Range<u64>> + use<> {
        let Range { start, end } = self.bytes;
        let part = self.part;
        (0..(end - start).div_ceil(part)).map(move |i| start + i * part..end.min(start + (i + 1) * part))
    }
}

/// The receive window of who does not know its own: systems have as much room if nobody asks for more.
pub const USUAL_RECEIVE_WINDOW: u64 = 128 << 10;

/// Actions of the owner of groups. A broadcast's memory is named by its [`CastId`]: the root's, the destination's, or
/// where pushed bytes are kept until a destination is named.
pub trait CastSink {
    /// Bytes of the longest body that one multicast to the group that `peer` is in brings; 0: there is no multicast.
    fn longest_multicast(&self, peer: Rank) -> u64;
    /// This rank's receive window in the group that `peer` is in: bytes that may come by multicast at once before any
    /// is lost. 0: it is not known.
    fn receive_window(&self, _peer: Rank) -> u64 {
        0
    }
    /// Sends a frame once to all other members of the group. It may be lost, come twice, or late.
    fn multicast(&mut self, group: u16, head: u64, words: &[u64], body: Source) -> Result<(), Full>;
    /// The same with the parity of a block as the body: of parts of `part` bytes each, but for the last.
    fn multicast_parity(&mut self, group: u16, head: u64, words: &[u64], of: ParityBlock) -> Result<(), Full>;
    /// Makes the part `lost` of a block out of the arrived frame's body (behind `skip` words), the parity of the block,
    /// and of the block's other parts, which are here.
    fn restore_cast(&mut self, of: ParityBlock, lost: Range<u64>, skip: usize);
    /// Multicasts that were gathered leave now.
    fn flush_multicasts(&mut self);
    /// The memory of the running call is the broadcast's from now on.
    fn keep_cast(&mut self, cast: CastId);
    /// The broadcast's bytes are copied into the shared retransmission buffer; its memory is the caller's again.
    fn copy_cast(&mut self, cast: CastId);
    /// The memory of the running call is the broadcast's destination. The first `kept` bytes of what is kept of it, if
    /// any, are moved there.
    fn bind_cast(&mut self, cast: CastId, kept: u64);
    /// Copies `len` body bytes (behind `skip` words) of the arrived frame to `offset` of what is kept of the broadcast,
    /// which is `room` bytes in all.
    fn stash_cast(&mut self, cast: CastId, room: u64, offset: u64, skip: usize, len: u64);
    /// The same to `offset` of the destination.
    fn deliver_cast(&mut self, cast: CastId, offset: u64, skip: usize, len: u64);
    /// The broadcast's memory is its owner's again, and what was kept or copied of it is forgotten.
    fn cast_over(&mut self, cast: CastId);
}
