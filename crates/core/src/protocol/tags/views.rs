//! What has come of operations with tags, and which of them are known.
use super::{Select, TAGS};
use crate::ids::{Rank, RecvId, SendId};
use crate::protocol::engine::Engine;
use crate::protocol::inspect::{Account, Leftovers};
use crate::protocol::outcome::Outcome;
use crate::protocol::transfer::State;

impl Engine {
    /// The outcome of a finished send, which stays.
    #[inline]
    pub fn send_outcome(&self, id: SendId) -> Option<Outcome> {
        let s = self.transfers.sends.get(id)?;
        let cancelled = match s.state {
            State::Done => false,
            State::Cancelled => true,
            _ if s.kept => false,
            _ => return None,
        };
        Some(Outcome { source: s.to, tag: self.tags.sends[id].tag, len: s.len, cancelled, truncated: None })
    }

    /// The outcome of a finished receive, which stays.
    #[inline]
    pub fn recv_outcome(&self, id: RecvId) -> Option<Outcome> {
        self.tags.receives.get(id)?.outcome()
    }

    /// Returns what a receive must select to match this send, if the send is not over: the rank is the receiver's.
    pub fn pending_send(&self, id: SendId) -> Option<Select> {
        let s = self.transfers.sends.get(id).filter(|s| !s.is_over() && !s.kept)?;
        let tagged = self.tags.sends.get(id)?;
        Some(Select { context: tagged.context, source: Some(s.to), tag: Some(tagged.tag) })
    }

    /// Returns what this receive selects, if no message has matched it yet.
    pub fn posted_receive(&self, id: RecvId) -> Option<Select> {
        self.tags.receives.get(id).filter(|r| r.is_posted()).map(|r| r.select())
    }

    /// Forgets a finished receive.
    #[inline]
    pub fn forget_recv(&mut self, id: RecvId) {
        self.tags.receives.remove(id);
    }

    /// Nobody will ask for this receive: it is forgotten when it is complete.
    pub fn detach_recv(&mut self, id: RecvId) {
        if self.recv_outcome(id).is_some() {
            self.tags.receives.remove(id);
        } else if let Some(r) = self.tags.receives.get_mut(id) {
            r.detached = true;
        }
    }

    /// True if the receive is still known.
    pub fn knows_recv(&self, id: RecvId) -> bool {
        self.tags.receives.get(id).is_some()
    }

    /// Receives that are known: posted, arriving, or finished and not yet forgotten.
    pub fn receives(&self) -> usize {
        self.tags.receives.len()
    }

    /// Receives that nobody will ask for and that have not ended: `None` for one that is matched, else from whom
    /// (`None`: any).
    pub fn detached_receives(&self) -> impl Iterator<Item = Option<Option<Rank>>> {
        let pending = self.tags.receives.recvs.iter().filter(|(_, r)| r.detached);
        pending.map(|(_, r)| r.is_posted().then(|| r.select().source))
    }

    /// True if an operation or a message of this context is known here: the context must not get another meaning.
    pub fn uses(&self, context: u16) -> bool {
        let tags = &self.tags;
        let mut sends = self.transfers.sends.iter().filter(|(_, s)| !s.is_over());
        sends.any(|(id, _)| tags.sends.get(id).is_some_and(|s| s.context == context))
            || tags.receives.recvs.iter().any(|(_, r)| r.select().context == context)
            || tags.buffered.entries.values().any(|e| e.context == context)
    }

    /// The accounts with every peer talked to so far.
    pub fn accounts(&self) -> impl Iterator<Item = Account> {
        self.transfers.peers.iter().enumerate().map(|(i, p)| {
            let (a, tags) = (&p.accounts[TAGS], self.tags.peers.get(i));
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

    pub fn leftovers(&self) -> Leftovers {
        Leftovers {
            sends: self.transfers.sends.len(),
            arrivals: self.transfers.arrivals.len(),
            handled: self.handled(),
            recvs: self.tags.receives.recvs.len(),
            posted: self.tags.receives.posted(),
            entries: self.tags.buffered.entries.len(),
            queued: self.tags.buffered.queued(),
        }
    }

    fn buffered_from(&self, rank: Rank) -> u64 {
        let entries = self.tags.buffered.entries.values();
        entries.filter(|e| e.from == rank).map(|e| e.cost).sum()
    }
}
