//! Checks at the end that everything is complete and nothing is left over.
use crate::node::Node;
use crate::shared::Shared;
use clump_core::protocol::{Leftovers, MessageRole};

pub fn check(shared: &mut Shared, nodes: &[Node]) {
    for (id, m) in shared.messages.iter().enumerate() {
        if m.completed.is_none() || m.matched.is_none() != m.cancelled {
            let why = format!("at the end, message {id} is not done: {m:?}");
            return shared.fail(|| why);
        }
    }
    if let Some((rank, address)) = shared.network.first_loan() {
        shared.fail(|| format!("rank {rank}'s memory at {address:x} was never given back"));
    }
    for node in nodes {
        let rank = node.rank;
        let left = node.engine.leftovers();
        if left != Leftovers::default() {
            shared.fail(|| format!("rank {rank} ends with {left:?}"));
        }
        for a in node.engine.accounts() {
            if a.outbox + a.held + a.streams + a.incoming + a.early > 0 || a.buffered > 0 || a.seeks {
                shared.fail(|| format!("rank {rank} ends with {a:?}"));
            }
        }
        let roles = [MessageRole::Request, MessageRole::Reply];
        for a in roles.into_iter().flat_map(|role| node.engine.handler_accounts(role)) {
            if a.held + a.incoming > 0 || a.buffered > 0 {
                shared.fail(|| format!("rank {rank} ends with {a:?} of handlers"));
            }
        }
        for a in node.engine.window_accounts() {
            if a.held + a.incoming > 0 || a.buffered > 0 {
                shared.fail(|| format!("rank {rank} ends with {a:?} of windows"));
            }
        }
        if node.engine.on_windows() > 0 {
            shared.fail(|| format!("rank {rank} ends with {} operations on windows", node.engine.on_windows()));
        }
        let memory = &node.memory;
        if !memory.deposits.is_empty() || !memory.operations.is_empty() {
            shared.fail(|| format!("rank {rank} ends with places of operations"));
        }
        if !memory.lent.is_empty() || !memory.olds.is_empty() {
            shared.fail(|| format!("rank {rank} ends with memory of answers"));
        }
        if !memory.pieces.is_empty() || !memory.streams.is_empty() {
            shared.fail(|| format!("rank {rank} ends with memory of streams"));
        }
        if !memory.pushed.is_empty() || memory.pushed_bytes > 0 || !memory.sends.is_empty() {
            shared.fail(|| format!("rank {rank} ends with {} buffered bytes", memory.pushed_bytes));
        }
        let malformed = node.engine.counters().malformed + node.tx.malformed();
        if malformed > 0 {
            shared.fail(|| format!("rank {rank} took {malformed} of its peers' frames for nonsense"));
        }
    }
}
