//! Multicast frames: each is one encrypted datagram, sent once and delivered by the network to all hosts that have
//! joined. A process that never joins a group has no socket for it.
//!
//! Each (group, sender, epoch) has a key, which all processes of the job can derive. So a process of the job can forge
//! what another member sends to a group, and no other host can (docs/WIRE.md).
mod clear;
mod incoming;
mod member;
mod outgoing;
#[cfg(test)]
mod tests;

pub(super) use clear::TO_GROUP;
pub(super) use incoming::{GroupReceiver, MOST};
pub(super) use member::GroupMember;
pub(super) use outgoing::GroupSender;

use super::{CLEAR, Cut, TAG};

/// Clear bytes in front of a datagram to a group: those of all datagrams, the group, and zeros.
const GROUP_CLEAR: usize = CLEAR + 8;
/// Bytes of the head, which is encrypted with words and body.
const HEAD: usize = 8;

/// Returns the most bytes of words and body. A datagram holds a whole frame, because a receiver that lost one of
/// several parts would have to discard all of them.
pub(super) fn longest(cut: Cut) -> usize {
    CLEAR + cut.part - GROUP_CLEAR - HEAD - TAG
}
