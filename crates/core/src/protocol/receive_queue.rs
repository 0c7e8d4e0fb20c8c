//! The receive queue: receives that are posted, and those whose message is arriving or has arrived.
//!
//! Posted receives with a definite source and tag hang in buckets by (context, source, tag); those with a wildcard in one
//! list of their own. Sequence numbers settle which was posted first (MPI 5.0, 3.5).
use super::chain::{Chain, Link, Linked, bucket};
use super::engine::{Outcome, Select};
use crate::ids::{Rank, RecvId};
use slotmap::SlotMap;

#[derive(Clone, Copy, Debug)]
pub enum State {
    Posted,
    /// Matched; bytes are on their way from `from`.
    Arriving {
        from: Rank,
    },
    Done(Outcome),
}

#[derive(Debug)]
pub struct Recv {
    pub select: Select,
    /// Bytes of memory the receive has.
    pub room: u64,
    pub sequence: u64,
    pub state: State,
    /// Bytes of the message: all of them, those wanted (that fit), those here.
    pub len: u64,
    pub want: u64,
    pub got: u64,
    pub tag: i32,
    /// Nobody will ask for the outcome.
    pub detached: bool,
    link: Link<RecvId>,
}

impl Linked<RecvId, 0> for Recv {
    fn link(&mut self) -> &mut Link<RecvId> {
        &mut self.link
    }
    fn next(&self) -> RecvId {
        self.link.next()
    }
}

#[derive(Debug)]
pub struct ReceiveQueue {
    pub recvs: SlotMap<RecvId, Recv>,
    buckets: Vec<Chain<RecvId, 0>>,
    bits: u32,
    wild: Chain<RecvId, 0>,
    wilds: usize,
    posted: usize,
    next: u64,
}

impl Default for ReceiveQueue {
    fn default() -> Self {
        let bits = 5;
        ReceiveQueue {
            recvs: SlotMap::with_key(),
            buckets: vec![Chain::default(); 1 << bits],
            bits,
            wild: Chain::default(),
            wilds: 0,
            posted: 0,
            next: 1,
        }
    }
}

impl ReceiveQueue {
    /// A new receive, not yet posted.
    #[inline]
    pub fn insert(&mut self, select: Select, room: u64) -> RecvId {
        let sequence = self.next;
        self.next += 1;
        self.recvs.insert(Recv {
            select,
            room,
            sequence,
            state: State::Posted,
            len: 0,
            want: 0,
            got: 0,
            tag: 0,
            detached: false,
            link: Link::default(),
        })
    }

    #[inline]
    fn chain(&mut self, s: &Select) -> &mut Chain<RecvId, 0> {
        match (s.source, s.tag) {
            (Some(source), Some(tag)) => {
                &mut self.buckets[bucket(s.context, source, tag, self.bits)]
            }
            _ => &mut self.wild,
        }
    }

    /// Puts a receive where messages find it.
    #[inline]
    pub fn post(&mut self, id: RecvId) {
        let select = self.recvs[id].select;
        let mut chain = *self.chain(&select);
        chain.push_back(&mut self.recvs, id);
        *self.chain(&select) = chain;
        self.wilds += usize::from(select.source.is_none() || select.tag.is_none());
        self.posted += 1;
        if self.posted > 2 << self.bits {
            self.grow();
        }
    }

    /// Takes a posted receive out.
    #[inline]
    pub fn unpost(&mut self, id: RecvId) {
        let select = self.recvs[id].select;
        let mut chain = *self.chain(&select);
        chain.remove(&mut self.recvs, id);
        *self.chain(&select) = chain;
        self.wilds -= usize::from(select.source.is_none() || select.tag.is_none());
        self.posted -= 1;
    }

    /// The receive that a message belongs to: of those posted that select it, the one posted first.
    #[inline]
    pub fn matching(&self, context: u16, from: Rank, tag: i32) -> Option<RecvId> {
        if self.posted == 0 {
            return None;
        }
        let exact = self.buckets[bucket(context, from, tag, self.bits)].find(&self.recvs, |r| {
            r.select.context == context
                && r.select.source == Some(from)
                && r.select.tag == Some(tag)
        });
        if self.wilds == 0 {
            return exact;
        }
        let wild = self
            .wild
            .find(&self.recvs, |r| r.select.takes(context, from, tag));
        match (exact, wild) {
            (Some(_), Some(w)) if cfg!(planted_bug = "wildcard_overtakes") => Some(w),
            (Some(e), Some(w)) => Some(if self.recvs[e].sequence < self.recvs[w].sequence {
                e
            } else {
                w
            }),
            (e, w) => e.or(w),
        }
    }

    /// Of the posted receives that could get something from `from`, the first one numbered above `after`.
    pub fn next_for(&self, from: Rank, after: u64) -> Option<RecvId> {
        if self.posted == 0 {
            return None;
        }
        self.recvs
            .iter()
            .filter(|(_, r)| {
                matches!(r.state, State::Posted)
                    && r.sequence > after
                    && r.select.source.is_none_or(|s| s == from)
            })
            .min_by_key(|(_, r)| r.sequence)
            .map(|(id, _)| id)
    }

    /// The posted receives of any tag that could get something from `from`, in order.
    pub fn posted_wild_tags(&self, from: Rank) -> Vec<RecvId> {
        let mut found = Vec::new();
        let mut at = self.wild.head;
        while let Some(r) = self.recvs.get(at) {
            if r.select.tag.is_none() && r.select.source.is_none_or(|s| s == from) {
                found.push(at);
            }
            at = r.link.next();
        }
        found
    }

    fn grow(&mut self) {
        let old = std::mem::take(&mut self.buckets);
        self.bits += 2;
        self.buckets = vec![Chain::default(); 1 << self.bits];
        for chain in old {
            let mut at = chain.head;
            while let Some(r) = self.recvs.get_mut(at) {
                let next = r.link.next();
                let select = r.select;
                let mut c = *self.chain(&select);
                c.push_back(&mut self.recvs, at);
                *self.chain(&select) = c;
                at = next;
            }
        }
    }
}
