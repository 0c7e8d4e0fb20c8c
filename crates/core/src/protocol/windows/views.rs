//! Questions about windows, for checkers and for a rank that waits to leave.
use super::state::{PeerOperations, WINDOWS, Windows};
use crate::ids::Rank;
use crate::limits::ENTRY_COST;
use crate::protocol::inspect::Account;
use crate::protocol::transfer::Transfers;

impl Windows {
    /// Counts the requests and answers that have not left, to ranks that have not `left`.
    pub(in crate::protocol) fn waiting(&self, t: &Transfers, mut left: impl FnMut(Rank) -> bool) -> usize {
        let links = self.links.iter().enumerate();
        let waiting = links.map(|(p, l)| (p, l.requests.len() + l.answers.len())).filter(|(_, n)| *n > 0);
        waiting.filter(|(p, _)| !left(t.peers[*p].rank)).map(|(_, n)| n).sum()
    }

    /// Counts the operations that are not over, with this rank as origin or target, and the results that the program
    /// has not fetched.
    pub(in crate::protocol) fn operations(&self) -> usize {
        let w = self;
        let waiting = |l: &PeerOperations| l.requests.len() + l.answers.len() + l.applied.len();
        w.incoming.len() + w.lent.len() + w.operations.len() + w.links.iter().map(waiting).sum::<usize>()
    }

    /// Returns the accounts of operations on windows, for every peer met so far.
    pub(in crate::protocol) fn accounts(&self, t: &Transfers) -> impl Iterator<Item = Account> {
        t.peers.iter().enumerate().map(|(i, p)| {
            let a = &p.accounts[WINDOWS];
            let incoming = self.incoming.values().filter(|c| c.p == i);
            let answers = self.links.get(i).into_iter().flat_map(|l| &l.answers);
            let lent = self.lent.values().filter(|l| l.p == i).count() as u64 * ENTRY_COST;
            let answers: u64 = answers.map(|a| a.cost()).sum();
            let buffered = incoming.clone().map(|c| c.cost).sum::<u64>() + answers + lent;
            Account {
                peer: p.rank,
                credit: a.credit,
                allowance: a.allowance,
                owed: a.owed,
                withheld: a.withheld,
                buffered,
                outbox: p.outbox.len(),
                held: a.held,
                streams: p.streams.len(),
                incoming: incoming.count(),
                early: 0,
                queued: 0,
                seeks: false,
            }
        })
    }
}
