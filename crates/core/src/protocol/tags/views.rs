//! Questions about operations with tags: their outcomes, and which operations are known.
use super::receive_queue::State;
use super::{CLASS, Select, Tags};
use crate::ids::{Rank, RecvId, SendId};
use crate::planted::planted;
use crate::protocol::outcome::Outcome;
use crate::protocol::transfer::{AccountView, State as SendState, Transfers};

/// The messages and receives of one context that wait to be matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct QueueLengths {
    /// Messages that arrived before their receive, and their bytes.
    pub unexpected: u64,
    pub unexpected_bytes: u64,
    /// Posted receives that no message has matched.
    pub posted: u64,
}

impl Tags {
    /// Returns the outcome of a finished send. The outcome stays until the send is forgotten.
    #[inline]
    pub fn send_outcome(&self, t: &Transfers, id: SendId) -> Option<Outcome> {
        let s = t.sends.get(id)?;
        let cancelled = match s.state {
            SendState::Done => false,
            SendState::Cancelled => true,
            _ if s.kept => false,
            _ => return None,
        };
        Some(Outcome { source: s.to, tag: self.sends[id].tag, len: s.len, cancelled, truncated: None })
    }

    /// Returns the outcome of a finished receive. The outcome stays until the receive is forgotten.
    #[inline]
    pub fn recv_outcome(&self, id: RecvId) -> Option<Outcome> {
        self.receives.get(id)?.outcome()
    }

    /// Returns the receiver's rank (as `source`), the context and the tag of an unfinished send. Returns `None` if the
    /// send is over.
    pub fn pending_send(&self, t: &Transfers, id: SendId) -> Option<Select> {
        let s = t.sends.get(id).filter(|s| !s.is_over() && !s.kept)?;
        let tagged = self.sends.get(id)?;
        Some(Select { context: tagged.context, source: Some(s.to), tag: Some(tagged.tag) })
    }

    /// Returns what this receive selects, if no message has matched it yet. Of a receive whose message is lost with its
    /// sender, returns the sender and the tag, with context 0.
    pub fn posted_receive(&self, id: RecvId) -> Option<Select> {
        self.receives.get(id).filter(|r| r.is_open()).map(|r| r.select())
    }

    /// Returns the sender of the message that has matched this receive and that is not all here.
    pub fn arriving_from(&self, id: RecvId) -> Option<Rank> {
        self.receives.get(id).filter(|r| r.state == State::Arriving).map(|r| r.source)
    }

    /// Forgets a finished receive.
    #[inline]
    pub fn forget_recv(&mut self, id: RecvId) {
        self.receives.remove(id);
    }

    /// Detaches a receive: the program will not ask for its outcome. The receive is forgotten when it is complete.
    pub fn detach_recv(&mut self, id: RecvId) {
        if self.recv_outcome(id).is_some() {
            self.receives.remove(id);
        } else if let Some(r) = self.receives.get_mut(id) {
            r.detached = true;
        }
    }

    /// Returns true if the receive is still known.
    pub fn knows_recv(&self, id: RecvId) -> bool {
        self.receives.get(id).is_some()
    }

    /// Counts known receives: posted, arriving, or finished and not yet forgotten.
    pub fn receives(&self) -> usize {
        self.receives.len()
    }

    /// Lists the unfinished receives whose outcome the program will not ask for. An item is `None` for a matched
    /// receive, else the source that the receive selects (`Some(None)`: any rank).
    pub fn detached_receives(&self) -> impl Iterator<Item = Option<Option<Rank>>> {
        let pending = self.receives.recvs.iter().filter(|(_, r)| r.detached);
        pending.map(|(_, r)| r.is_posted().then(|| r.select().source))
    }

    /// Returns true if an operation or a message uses this context on this rank. Such a context must not be given a new
    /// meaning.
    pub fn uses(&self, t: &Transfers, context: u16) -> bool {
        let tags = self;
        let mut sends = t.sends.iter().filter(|(_, s)| !s.is_over());
        sends.any(|(id, _)| tags.sends.get(id).is_some_and(|s| s.context == context))
            || tags.receives.recvs.iter().any(|(_, r)| r.select().context == context)
            || tags.buffered.entries.values().any(|e| e.context == context)
    }

    /// Lists the sends and the receives with this context and tag that the program has not forgotten.
    pub fn operations_of(&self, t: &Transfers, context: u16, tag: i32) -> (Vec<SendId>, Vec<RecvId>) {
        let sends = t.sends.iter().map(|(id, _)| id);
        let sends = sends.filter(|&id| self.sends.get(id).is_some_and(|s| s.context == context && s.tag == tag));
        let receives = self.receives.recvs.iter();
        let receives = receives.filter(|(_, r)| {
            let named = r.named() == (context, tag) && !(r.is_posted() && r.any_tag());
            named && (r.is_posted() || !planted("arriving_receives_not_withdrawn"))
        });
        (sends.collect(), receives.map(|(id, _)| RecvId(id)).collect())
    }

    /// Counts what waits to be matched in a context.
    pub fn queue_lengths(&self, context: u16) -> QueueLengths {
        let queued = self.buffered.entries.values().filter(|e| e.is_queued() && e.context == context);
        let (unexpected, unexpected_bytes) = queued.fold((0, 0), |(n, bytes), e| (n + 1, bytes + e.len));
        let receives = self.receives.recvs.iter();
        let posted = receives.filter(|(_, r)| r.is_posted() && r.select().context == context).count() as u64;
        QueueLengths { unexpected, unexpected_bytes, posted }
    }

    /// Returns the accounts of messages with tags, for every peer met so far.
    pub fn accounts(&self, t: &Transfers) -> impl Iterator<Item = AccountView> {
        t.known_peers().map(|(i, p)| {
            let tags = self.peers.get(i);
            AccountView {
                buffered: self.buffered_from(p.rank),
                incoming: p.pushing.len(),
                early: tags.map_or(0, |t| t.early.len()),
                seeks: tags.is_some_and(|t| t.seek.is_some()),
                ..p.view(CLASS)
            }
        })
    }

    /// Returns four counts: known receives, posted receives, kept messages, and those kept messages that are queued.
    pub fn known(&self) -> [usize; 4] {
        let kept = self.buffered.entries.len();
        [self.receives.recvs.len(), self.receives.posted(), kept, self.buffered.queued()]
    }

    fn buffered_from(&self, rank: Rank) -> u64 {
        let entries = self.buffered.entries.values();
        entries.filter(|e| e.from == rank).map(|e| e.debt.bytes()).sum()
    }
}
