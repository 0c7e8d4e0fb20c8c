//! Messages and broadcasts of directed points, under way.
use crate::endpoint::{Broadcast, BroadcastLost, Endpoint, Matched, Request};
use clump_core::{Outcome, Rank};
use clump_fabric::mem::Region;

/// The tag of messages to point 0. Tags below belong to other layers of the context.
pub(super) const FIRST_TAG: i32 = 1 << 16;

/// A send under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointSend {
    /// A message to one target.
    Message(Request),
    /// A broadcast to the targets of a group.
    Broadcast(Broadcast),
}

/// What a point receives next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    Message,
    /// The next broadcast of this rank in the group of this number.
    Broadcast {
        number: u16,
        root: Rank,
    },
}

/// A receive under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointReceive {
    /// A message.
    Message(Request),
    /// A broadcast.
    Broadcast {
        /// The endpoint's name for it.
        broadcast: Broadcast,
        /// The number of its group.
        number: u16,
        /// Its sender.
        root: Rank,
        /// The bytes of the memory that it goes to.
        room: u64,
    },
}

impl PointSend {
    /// Broadcasts `data` to a group. Returns `None` if the program may change the data.
    pub(super) fn broadcast(endpoint: &mut Endpoint, number: u16, data: Region) -> Option<PointSend> {
        let broadcast = endpoint.broadcasts().send(number, data);
        Some(PointSend::Broadcast(broadcast)).filter(|sent| !sent.is_over(endpoint))
    }

    /// Returns true if the data have left.
    pub fn has_ended(self, endpoint: &Endpoint) -> bool {
        match self {
            PointSend::Message(request) => endpoint.peek(request).is_some(),
            PointSend::Broadcast(broadcast) => endpoint.has_broadcast_ended(broadcast),
        }
    }

    /// Returns true if the data have left, and forgets the send then. Makes no progress.
    pub fn is_over(self, endpoint: &mut Endpoint) -> bool {
        match self {
            PointSend::Message(request) => endpoint.test(request).is_some(),
            PointSend::Broadcast(broadcast) => endpoint.broadcasts().end(broadcast).is_some(),
        }
    }
}

impl PointReceive {
    /// Returns true if all bytes are here.
    pub fn has_ended(self, endpoint: &Endpoint) -> bool {
        match self {
            PointReceive::Message(request) => endpoint.peek(request).is_some(),
            PointReceive::Broadcast { broadcast, .. } => endpoint.has_broadcast_ended(broadcast),
        }
    }

    pub(super) fn message(endpoint: &mut Endpoint, message: Matched, into: Region) -> PointReceive {
        PointReceive::Message(endpoint.mrecv(message, into))
    }

    pub(super) fn broadcast(endpoint: &mut Endpoint, number: u16, root: Rank, into: Region) -> PointReceive {
        let broadcast = endpoint.broadcasts().receive(number, 0, into);
        PointReceive::Broadcast { broadcast, number, root, room: into.len() as u64 }
    }

    /// Returns what has been received once all bytes are here, and forgets the receive then. Makes no progress.
    pub(super) fn end(self, endpoint: &mut Endpoint) -> Option<Result<Outcome, BroadcastLost>> {
        match self {
            PointReceive::Message(request) => endpoint.test(request).map(Ok),
            PointReceive::Broadcast { broadcast, root, room, .. } => {
                Some(endpoint.broadcasts().end(broadcast)?.map(|len| {
                    let truncated = (len > room).then_some(len);
                    Outcome { source: root, tag: 0, len: len.min(room), cancelled: false, truncated }
                }))
            }
        }
    }
}
