//! Questions about handlers' messages, for checkers.
use super::Handlers;
use super::class::{CLASSES, of_role};
use crate::ids::Rank;
use crate::protocol::inspect::Handled;
use crate::protocol::transfer::{AccountView, Control, Send, State, Transfers};
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
            sends: transfers.sends.values().filter(|s| CLASSES.contains(&s.class) && !s.is_over()).count(),
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
        let waits = |s: &&Send| CLASSES.contains(&s.class) && (s.lent || s.state == State::Pushed);
        let sends = t.sends.values().filter(waits);
        arrivals.map(|a| t.peers[a.p].rank).chain(sends.map(|s| s.to))
    }

    /// Returns the accounts of handlers' messages of that role, for every peer met so far.
    pub fn handler_accounts(&self, t: &Transfers, role: MessageRole) -> impl Iterator<Item = AccountView> {
        let class = of_role(role);
        t.known_peers().map(move |(i, p)| {
            let streams = self.streams.values().filter(move |s| s.p == i && s.class == class);
            let pieces = p.outbox.iter().filter_map(Control::piece);
            let spent = pieces.filter(|(id, _)| t.sends.get(*id).is_some_and(|s| s.class == class));
            AccountView {
                buffered: streams.map(|s| s.held.bytes() + s.entry.bytes()).sum(),
                queued: spent.map(|(_, len)| len).sum(),
                incoming: p.open.len(),
                ..p.view(class)
            }
        })
    }
}
