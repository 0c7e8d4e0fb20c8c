//! What a lossy fabric offers to the layer that makes it reliable, beside [`Tx`]: the length of its datagrams.
use crate::Tx;

/// A sending side that cuts frames into datagrams. The lengths of datagrams have numbers: 0 is the longest, and each
/// further one is shorter. A path may lose every datagram that is too long for it, so the caller probes lengths and
/// sets for each peer the longest that comes through.
pub trait Datagrams: Tx {
    /// Returns how many lengths there are, at least one.
    fn lengths(&self) -> u8;

    /// Returns the number of the length in use for datagrams to `to`. If the system itself refuses a datagram as too
    /// long, the fabric sends the frame in shorter ones at once, and uses their length from then on.
    fn length(&self, to: u32) -> u8;

    /// Sets the length of the datagrams of later frames to `to`.
    fn set_length(&mut self, to: u32, length: u8);

    /// Sends a frame of zeros in one datagram of exactly this length. The frame is dropped if the system refuses it.
    fn probe(&mut self, to: u32, length: u8, head: u64);

    /// Looks for the address of `to` anew, because nothing that is sent there is answered.
    fn find_way(&mut self, to: u32);
}

/// Implements [`Datagrams`] for a fabric whose frames all have one length, so that there is nothing to probe.
#[macro_export]
macro_rules! datagrams_of_one_length {
    ($tx:ty) => {
        impl $crate::Datagrams for $tx {
            fn lengths(&self) -> u8 {
                1
            }
            fn length(&self, _: u32) -> u8 {
                0
            }
            fn set_length(&mut self, _: u32, _: u8) {}
            fn probe(&mut self, to: u32, _: u8, head: u64) {
                let _ = $crate::Tx::send(self, to, head, &[], $crate::mem::Region::EMPTY);
            }
            fn find_way(&mut self, _: u32) {}
        }
    };
}
