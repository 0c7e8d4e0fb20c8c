//! What this owner knows, for checkers.
use super::HANDLERS;
use crate::limits::ENTRY_COST;
use crate::protocol::engine::Engine;
use crate::protocol::inspect::Account;
use crate::protocol::transfer::Control;

impl Engine {
    /// Messages whose handlers have not ended.
    pub fn handled(&self) -> usize {
        self.handlers.streams.len()
    }

    /// The accounts of handlers' messages with every peer talked to so far.
    pub fn handler_accounts(&self) -> impl Iterator<Item = Account> {
        self.transfers.peers.iter().enumerate().map(|(i, p)| {
            let a = &p.accounts[HANDLERS];
            let streams = self.handlers.streams.values().filter(|s| s.p == i);
            let entry = |finished: bool| if finished { 0 } else { ENTRY_COST };
            Account {
                peer: p.rank,
                credit: a.credit,
                allowance: a.allowance,
                owed: a.owed,
                withheld: a.withheld,
                buffered: streams.map(|s| s.held + entry(s.finished)).sum(),
                outbox: p.outbox.len(),
                queued: p.outbox.iter().filter_map(Control::piece).map(|(_, len)| len).sum(),
                held: a.held,
                streams: p.streams.len(),
                incoming: p.open.len(),
                early: 0,
                seeks: false,
            }
        })
    }
}
