//! What this owner knows, for checkers.
use super::HANDLERS;
use crate::ids::Rank;
use crate::limits::ENTRY_COST;
use crate::protocol::engine::Engine;
use crate::protocol::inspect::{Account, Handled};
use crate::protocol::transfer::{Class, Control};

impl Engine {
    /// Messages whose handlers have not ended.
    pub fn handled(&self) -> usize {
        self.handlers.streams.len()
    }

    /// What is under way of messages that run handlers.
    pub fn handling(&self) -> Handled {
        let transfers = &self.transfers;
        Handled {
            messages: self.handled(),
            arrivals: transfers.arrivals.values().filter(|a| a.is_for_handler()).count(),
            sends: transfers.sends.values().filter(|s| s.class == Class::Handlers && !s.is_over()).count(),
            pushed: self.handler_accounts().map(|a| a.buffered).sum(),
        }
    }

    /// The ranks from and to which messages that run handlers are under way; each may come more than once.
    pub fn handler_peers(&self) -> impl Iterator<Item = Rank> {
        let sends = self.transfers.sends.values().filter(|s| s.class == Class::Handlers && !s.is_over());
        let streams = self.handlers.streams.values().filter(|s| !s.finished && s.broken_off.is_none());
        streams.map(|s| self.transfers.peers[s.p].rank).chain(sends.map(|s| s.to))
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
