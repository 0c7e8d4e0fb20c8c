//! Questions about windows, for checkers and for a rank that waits to leave.
use super::state::{CLASS, PeerOperations, Windows};
use crate::ids::Rank;
use crate::protocol::transfer::{AccountView, Transfers};

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
    pub(in crate::protocol) fn accounts(&self, t: &Transfers) -> impl Iterator<Item = AccountView> {
        t.known_peers().map(|(i, p)| {
            let incoming = self.incoming.values().filter(|c| c.p == i);
            let answers = self.links.get(i).into_iter().flat_map(|l| &l.answers);
            let lent = self.lent.values().filter(|l| l.p == i).map(|l| &l.debt);
            let debts = incoming.clone().map(|c| &c.debt).chain(answers.map(|a| &a.debt)).chain(lent);
            AccountView { buffered: debts.map(|d| d.bytes()).sum(), incoming: incoming.count(), ..p.view(CLASS) }
        })
    }
}
