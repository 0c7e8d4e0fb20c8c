//! What has come of operations with tags, and which of them are known.
use super::{TAGS, Tags};
use crate::ids::{Rank, RecvId, SendId};
use crate::protocol::inspect::Account;
use crate::protocol::outcome::Outcome;
use crate::protocol::transfer::{State, Transfers};

impl Tags {
    /// The outcome of a finished send, which stays.
    #[inline]
    pub fn send_outcome(&self, t: &Transfers, id: SendId) -> Option<Outcome> {
        let s = t.sends.get(id)?;
        let cancelled = match s.state {
            State::Done => false,
            State::Cancelled => true,
            _ if s.kept => false,
            _ => return None,
        };
        Some(Outcome { source: s.to, tag: self.sends[id].tag, len: s.len, cancelled, truncated: None })
    }

    /// The outcome of a finished receive, which stays.
    #[inline]
    pub fn recv_outcome(&self, id: RecvId) -> Option<Outcome> {
        self.receives.get(id)?.outcome()
    }

    /// Forgets a finished receive.
    #[inline]
    pub fn forget_recv(&mut self, id: RecvId) {
        self.receives.remove(id);
    }

    /// Nobody will ask for this receive: it is forgotten when it is complete.
    pub fn detach_recv(&mut self, id: RecvId) {
        if self.recv_outcome(id).is_some() {
            self.receives.remove(id);
        } else if let Some(r) = self.receives.get_mut(id) {
            r.detached = true;
        }
    }

    /// True if the receive is still known.
    pub fn knows_recv(&self, id: RecvId) -> bool {
        self.receives.get(id).is_some()
    }

    /// Receives that are known: posted, arriving, or finished and not yet forgotten.
    pub fn receives(&self) -> usize {
        self.receives.len()
    }

    /// Receives that nobody will ask for and that have not ended: `None` for one that is matched, else from whom
    /// (`None`: any).
    pub fn detached_receives(&self) -> impl Iterator<Item = Option<Option<Rank>>> {
        let pending = self.receives.recvs.iter().filter(|(_, r)| r.detached);
        pending.map(|(_, r)| r.is_posted().then(|| r.select().source))
    }

    /// True if an operation or a message of this context is known here: the context must not get another meaning.
    pub fn uses(&self, t: &Transfers, context: u16) -> bool {
        let tags = self;
        let mut sends = t.sends.iter().filter(|(_, s)| !s.is_over());
        sends.any(|(id, _)| tags.sends.get(id).is_some_and(|s| s.context == context))
            || tags.receives.recvs.iter().any(|(_, r)| r.select().context == context)
            || tags.buffered.entries.values().any(|e| e.context == context)
    }

    /// The accounts with every peer talked to so far.
    pub fn accounts(&self, t: &Transfers) -> impl Iterator<Item = Account> {
        t.peers.iter().enumerate().map(|(i, p)| {
            let (a, tags) = (&p.accounts[TAGS], self.peers.get(i));
            Account {
                peer: p.rank,
                credit: a.credit,
                allowance: a.allowance,
                owed: a.owed,
                withheld: a.withheld,
                buffered: self.buffered_from(p.rank),
                outbox: p.outbox.len(),
                queued: 0,
                held: a.held,
                streams: p.streams.len(),
                incoming: p.pushing.len(),
                early: tags.map_or(0, |t| t.early.len()),
                seeks: tags.is_some_and(|t| t.seek.is_some()),
            }
        })
    }

    /// Receives that are known, receives that are posted, messages that are kept, and those of them in the queue.
    pub fn known(&self) -> [usize; 4] {
        let kept = self.buffered.entries.len();
        [self.receives.recvs.len(), self.receives.posted(), kept, self.buffered.queued()]
    }

    fn buffered_from(&self, rank: Rank) -> u64 {
        let entries = self.buffered.entries.values();
        entries.filter(|e| e.from == rank).map(|e| e.cost).sum()
    }
}
