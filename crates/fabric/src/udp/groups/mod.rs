//! Frames to groups of processes, by IP multicast: each is one sealed datagram, sent once and delivered by the network
//! to all hosts that have joined. A process that never joins a group has no socket for it.
//!
//! A group's datagrams are sealed with one key for each (group, sender, epoch), which all processes of the job can
//! derive: who is in the job can forge what another member sends to a group, and nobody else can (docs/WIRE.md).
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
/// Bytes of head that are sealed with words and body.
const HEAD: usize = 8;

/// Bytes of the longest words and body: a datagram holds a whole frame, since what a receiver loses of it would cost
/// the others the rest.
pub(super) fn longest(cut: Cut) -> usize {
    CLEAR + cut.part - GROUP_CLEAR - HEAD - TAG
}
