//! Questions about handlers' messages, for checkers.
use super::Handlers;
use crate::ids::Rank;
use crate::protocol::inspect::{Account, Handled};
use crate::protocol::transfer::{Class, Control, Send, State, Transfers};
use crate::wire::MessageRole;

impl Handlers {
    /// Counts messages whose handlers have not ended.
    pub fn handled(&self) -> usize {
        self.streams.len()
    }

    /// Counts the parts of handlers' messages that are under way.
    pub fn handling(&self, t: &Transfers) -> Handled {
        let transfers = t;
        Handled {
            messages: self.handled(),
            arrivals: transfers.arrivals.values().filter(|a| a.is_for_handler()).count(),
            sends: transfers.sends.values().filter(|s| s.class.runs_handlers() && !s.is_over()).count(),
            pushed: [MessageRole::Request, MessageRole::Reply]
                .into_iter()
                .flat_map(|role| self.handler_accounts(t, role))
                .map(|a| a.buffered)
                .sum(),
        }
    }

    /// Lists the peers of unfinished messages to handlers: the sender of each arriving message, and the receiver of
    /// each message that this rank sends. A rank may occur more than once.
    pub fn handler_peers(&self, t: &Transfers) -> impl Iterator<Item = Rank> {
        let arrivals = t.arrivals.values().filter(|a| a.is_for_handler() && !a.is_lost());
        let waits = |s: &&Send| s.class.runs_handlers() && (s.lent || s.state == State::Pushed);
        let sends = t.sends.values().filter(waits);
        arrivals.map(|a| t.peers[a.p].rank).chain(sends.map(|s| s.to))
    }

    /// Returns the accounts of handlers' messages of that role, for every peer met so far.
    pub fn handler_accounts(&self, t: &Transfers, role: MessageRole) -> impl Iterator<Item = Account> {
        let class = match role {
            MessageRole::Request => Class::Handlers,
            MessageRole::Reply => Class::Replies,
        };
        t.peers.iter().enumerate().map(move |(i, p)| {
            let a = &p.accounts[class.index()];
            let streams = self.streams.values().filter(move |s| s.p == i && s.class == class);
            Account {
                peer: p.rank,
                credit: a.credit,
                allowance: a.allowance,
                owed: a.owed,
                withheld: a.withheld,
                buffered: streams.map(|s| s.held + s.entry).sum(),
                outbox: p.outbox.len(),
                queued: p
                    .outbox
                    .iter()
                    .filter_map(Control::piece)
                    .filter(|(id, _)| t.sends.get(*id).is_some_and(|s| s.class == class))
                    .map(|(_, len)| len)
                    .sum(),
                held: a.held,
                streams: p.streams.len(),
                incoming: p.open.len(),
                early: 0,
                seeks: false,
            }
        })
    }
}
