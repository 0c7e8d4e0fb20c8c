//! Checks what a rank records for tools against its counters.
use crate::node::Node;
use crate::shared::Shared;

/// The longest log of retransmissions.
const MOST: u64 = 1024;

/// Checks that each unexpected message and each retransmission was recorded.
pub fn check(shared: &mut Shared, node: &mut Node) {
    let rank = node.rank;
    let log = node.engine.take_unexpected();
    let (logged, counted) = (log.messages.len() as u64 + log.dropped, node.engine.counters().unexpected);
    if logged != counted {
        shared.fail(|| format!("rank {rank} recorded {logged} unexpected messages and counted {counted}"));
    }
    let (resent, counted) = (node.tx.take_resent(), node.tx.resent());
    if resent.len() as u64 != counted.min(MOST) {
        shared.fail(|| format!("rank {rank} recorded retransmissions to {resent:?} and counted {counted}"));
    }
}
