//! What tools observe of an endpoint: traffic with each peer, the queues of matching, the network, sleeps.
use super::{Endpoint, Local};
use crate::standard_fabric::Standard;
use clump_core::limits::ENTRY_COST;
use clump_core::{Engine, QueueLengths, Rank, UnexpectedLog};
use clump_fabric::{Tx as _, Unwrapped};

/// The messages between this rank and one peer since the endpoint was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// Messages that have left for the peer.
    pub sent: u64,
    /// Messages that have arrived from the peer.
    pub received: u64,
    /// Bytes of messages that this rank has pushed to the peer. The peer pulls all further bytes.
    pub pushed_bytes: u64,
}

/// What happened on the network since the endpoint was opened. All counts are 0 in a job on one machine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NetworkCounters {
    /// Chunks that were retransmitted.
    pub retransmitted: u64,
    /// Datagrams that this rank dropped, because they were not from this job or arrived again.
    pub dropped: u64,
    /// Packets that contradicted themselves or this rank's own packets.
    pub malformed: u64,
}

/// The view of an [`Endpoint`] for tools.
pub struct ObservedView<'a, F: Local = Standard> {
    pub(super) endpoint: &'a mut Endpoint<F>,
}

impl<F: Local> Endpoint<F> {
    /// Returns the view for tools.
    #[inline(always)]
    pub fn observed(&mut self) -> ObservedView<'_, F> {
        ObservedView { endpoint: self }
    }
}

impl<F: Local> ObservedView<'_, F> {
    /// Returns the traffic with a peer.
    pub fn traffic(&self, peer: Rank) -> Traffic {
        self.endpoint.engine.accounts().find(|account| account.peer == peer).map_or_else(Traffic::default, |account| {
            Traffic {
                sent: account.sent,
                received: account.received,
                pushed_bytes: account.spent.saturating_sub(account.sent * ENTRY_COST),
            }
        })
    }

    /// Counts what waits to be matched in a context.
    pub fn queue_lengths(&self, context: u16) -> QueueLengths {
        self.endpoint.engine.queue_lengths(context)
    }

    /// Returns true if frames wait in this process for room or for an acknowledgement.
    pub fn has_unsent_frames(&mut self) -> bool {
        self.endpoint.engine.wants_flush() || !self.endpoint.tx.drained()
    }

    /// Starts or stops recording the messages that arrive before their receive.
    pub fn log_unexpected(&mut self, on: bool) {
        self.endpoint.engine.log_unexpected(on);
    }

    /// Takes the messages that were recorded since the last call.
    pub fn take_unexpected(&mut self) -> UnexpectedLog {
        self.endpoint.engine.take_unexpected()
    }
}

impl<F: Local> Endpoint<F> {
    /// Returns the protocol's state, for checkers.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// Returns how often a thread of this rank went to sleep in a call because nothing arrived.
    pub fn sleeps(&self) -> u64 {
        self.policy.sleeps()
    }
}

impl ObservedView<'_, Standard> {
    /// Returns what happened on the network.
    pub fn network_counters(&mut self) -> NetworkCounters {
        let dropped = self.endpoint.rx.unwrapped().dropped();
        let tx = self.endpoint.tx.unwrapped();
        NetworkCounters {
            retransmitted: tx.resent(),
            dropped: dropped.malformed + dropped.foreign + dropped.other_cipher + dropped.forged + dropped.replayed,
            malformed: tx.malformed(),
        }
    }

    /// Returns the length of the longest packets that this rank sends to `peer`, in bytes, with headers of IPv6: the
    /// longest that the path was found to carry. `None`: the peer is on this machine.
    pub fn packet_length(&mut self, peer: Rank) -> Option<usize> {
        self.endpoint.tx.unwrapped().packet_length(peer)
    }

    /// Starts or stops recording to which ranks chunks are retransmitted.
    pub fn log_retransmissions(&mut self, on: bool) {
        self.endpoint.tx.unwrapped().log_resent(on);
    }

    /// Returns, for each retransmission since the last call, the rank that the chunk was retransmitted to.
    pub fn take_retransmissions(&mut self) -> Vec<Rank> {
        self.endpoint.tx.unwrapped().take_resent()
    }
}
