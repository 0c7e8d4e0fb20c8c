//! Multicast frames: each is one encrypted datagram. The sender sends it once, and the network delivers it to all hosts
//! that have joined. A process that never joins a group has no socket for groups.
//!
//! Each (group, sender, epoch) has a key, which all processes of the job can derive. So a process of the job can forge
//! the frames of another member of a group, and no other host can (docs/WIRE.md).
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

use super::{CLEAR, HEADERS, TAG};

/// The size of the clear bytes in front of a datagram to a group: those of all datagrams, the group, and zeros.
const GROUP_CLEAR: usize = CLEAR + 8;
/// The size of the head in bytes. The head is encrypted together with words and body.
const HEAD: usize = 8;

/// The shortest and the longest packet to a group, in bytes, whatever the links carry.
const PACKETS: std::ops::RangeInclusive<usize> = 576..=9000;

/// Returns the most bytes of words and body of a multicast frame where links carry packets of `mtu` bytes. One datagram
/// holds a whole frame, because a receiver that lost one of several datagrams would have to discard all of them.
pub(super) fn longest(mtu: usize) -> usize {
    mtu.clamp(*PACKETS.start(), *PACKETS.end()) - HEADERS - GROUP_CLEAR - HEAD - TAG
}
