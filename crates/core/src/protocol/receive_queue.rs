//! The receive queue: receives that are posted, and those whose message is arriving or has arrived.
//!
//! Posted receives with a definite source and tag hang in buckets by (context, source, tag); those with a wildcard in one
//! list of their own. Sequence numbers settle which was posted first (MPI 5.0, 3.5).
use super::engine::{Outcome, Select};
use crate::ids::{Rank, RecvId};
use crate::slab::{NONE, Slab};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Posted,
    /// Matched; bytes are on their way from `source`.
    Arriving,
    Done,
    Cancelled,
}

/// One receive. Once it is matched, `source` and `tag` are the message's.
#[derive(Debug)]
pub struct Recv {
    /// Context and tag as one word; the tag is 0 for a receive of any.
    key: u64,
    pub source: Rank,
    /// The next in the same list.
    next: u32,
    pub state: State,
    pub any_source: bool,
    pub any_tag: bool,
    /// Nobody will ask for the outcome.
    pub detached: bool,
    pub sequence: u64,
    /// Bytes of memory the receive has.
    pub room: u64,
    /// Bytes of the message: all of them, and those here.
    pub len: u64,
    pub got: u64,
}

#[inline(always)]
fn key(context: u16, tag: i32) -> u64 {
    u64::from(context) << 32 | u64::from(tag as u32)
}

impl Recv {
    pub fn select(&self) -> Select {
        Select {
            context: (self.key >> 32) as u16,
            source: (!self.any_source).then_some(self.source),
            tag: (!self.any_tag).then_some(self.key as u32 as i32),
        }
    }

    /// Bytes of the message that fit.
    #[inline(always)]
    pub fn want(&self) -> u64 {
        self.len.min(self.room)
    }

    /// The message it got.
    #[inline(always)]
    pub fn matched(&mut self, state: State, from: Rank, tag: i32, len: u64) {
        self.state = state;
        self.source = from;
        self.key = u64::from(tag as u32);
        self.len = len;
    }

    #[inline(always)]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.state {
            State::Done => Some(Outcome {
                source: self.source,
                tag: self.key as u32 as i32,
                len: self.want(),
                cancelled: false,
                truncated: (self.len > self.room).then_some(self.len),
            }),
            State::Cancelled => Some(Outcome { source: 0, tag: 0, len: 0, cancelled: true, truncated: None }),
            _ => None,
        }
    }
}

/// A list through `next`.
#[derive(Clone, Copy, Debug)]
struct List {
    head: u32,
    tail: u32,
}
const EMPTY: List = List { head: NONE, tail: NONE };

/// A receive found in a list, and the one before it.
#[derive(Clone, Copy)]
struct Found {
    at: u32,
    before: u32,
}

#[derive(Debug)]
pub struct ReceiveQueue {
    pub recvs: Slab<Recv>,
    buckets: Vec<List>,
    /// 64 less the logarithm of the number of buckets.
    shift: u32,
    wild: List,
    posted: usize,
    next: u64,
}

impl Default for ReceiveQueue {
    fn default() -> Self {
        ReceiveQueue { recvs: Slab::default(), buckets: vec![EMPTY; 64], shift: 58, wild: EMPTY, posted: 0, next: 1 }
    }
}

/// The first in the list that `wanted` accepts.
#[inline(always)]
fn find(recvs: &Slab<Recv>, list: List, wanted: impl Fn(&Recv) -> bool) -> Option<Found> {
    let (mut at, mut before) = (list.head, NONE);
    while at != NONE {
        let r = recvs.at(at);
        if wanted(r) {
            return Some(Found { at, before });
        }
        before = at;
        at = r.next;
    }
    None
}

#[inline(always)]
fn append(recvs: &mut Slab<Recv>, list: &mut List, index: u32) {
    if cfg!(planted_bug = "two_matches_swapped") && list.head != NONE {
        recvs.at_mut(index).next = std::mem::replace(&mut list.head, index);
        return;
    }
    if list.head == NONE {
        list.head = index;
    } else {
        recvs.at_mut(list.tail).next = index;
    }
    list.tail = index;
}

#[inline(always)]
fn unlink(recvs: &mut Slab<Recv>, list: &mut List, f: Found) {
    let next = std::mem::replace(&mut recvs.at_mut(f.at).next, NONE);
    if f.before == NONE {
        list.head = next;
    } else {
        recvs.at_mut(f.before).next = next;
    }
    if next == NONE {
        list.tail = f.before;
    }
}

impl ReceiveQueue {
    /// Receives that wait for a message.
    pub fn posted(&self) -> usize {
        self.posted
    }

    /// A new receive, not yet posted.
    #[inline(always)]
    pub fn insert(&mut self, s: Select, room: u64) -> RecvId {
        let sequence = self.next;
        self.next += 1;
        RecvId(self.recvs.insert(Recv {
            key: key(s.context, s.tag.unwrap_or(0)),
            source: s.source.unwrap_or(0),
            next: NONE,
            state: State::Posted,
            any_source: s.source.is_none(),
            any_tag: s.tag.is_none(),
            detached: false,
            sequence,
            room,
            len: 0,
            got: 0,
        }))
    }

    #[inline(always)]
    fn bucket(&self, key: u64, source: Rank) -> usize {
        ((key ^ u64::from(source) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// Puts a receive where messages find it.
    #[inline(always)]
    pub fn post(&mut self, id: RecvId) {
        let r = self.recvs.at(id.0.index);
        if r.any_source || r.any_tag {
            append(&mut self.recvs, &mut self.wild, id.0.index);
        } else {
            let b = self.bucket(r.key, r.source);
            append(&mut self.recvs, &mut self.buckets[b], id.0.index);
        }
        self.posted += 1;
        if self.posted > 2 * self.buckets.len() {
            self.grow();
        }
    }

    /// Takes a posted receive out.
    pub fn unpost(&mut self, id: RecvId) {
        let r = self.recvs.at(id.0.index);
        let wild = r.any_source || r.any_tag;
        let b = self.bucket(r.key, r.source);
        let list = if wild { &mut self.wild } else { &mut self.buckets[b] };
        let (mut at, mut before) = (list.head, NONE);
        while at != NONE && at != id.0.index {
            before = at;
            at = self.recvs.at(at).next;
        }
        if at != NONE {
            unlink(&mut self.recvs, list, Found { at, before });
            self.posted -= 1;
        }
    }

    #[inline(always)]
    fn exact(&self, k: u64, from: Rank) -> (usize, Option<Found>) {
        let b = self.bucket(k, from);
        (b, find(&self.recvs, self.buckets[b], |r| r.key == k && r.source == from))
    }

    fn wild(&self, context: u16, from: Rank, tag: i32) -> Option<Found> {
        let wanted = |r: &Recv| {
            (r.key >> 32) as u16 == context
                && (r.any_source || r.source == from)
                && (r.any_tag || r.key as u32 as i32 == tag)
        };
        find(&self.recvs, self.wild, wanted)
    }

    /// True if the wildcard receive was posted before the exact one (or there is no exact one).
    fn wild_first(&self, exact: Option<Found>, wild: Found) -> bool {
        let older = |e: Found| self.recvs.at(wild.at).sequence < self.recvs.at(e.at).sequence;
        cfg!(planted_bug = "wildcard_overtakes") || exact.is_none_or(older)
    }

    /// Takes the receive that a message belongs to: of those posted that select it, the one posted first.
    #[inline(always)]
    pub fn take(&mut self, context: u16, from: Rank, tag: i32) -> Option<RecvId> {
        if self.posted == 0 {
            return None;
        }
        let (b, exact) = self.exact(key(context, tag), from);
        let found = if self.wild.head != NONE
            && let Some(w) = self.wild(context, from, tag)
            && self.wild_first(exact, w)
        {
            unlink(&mut self.recvs, &mut self.wild, w);
            w
        } else {
            let e = exact?;
            unlink(&mut self.recvs, &mut self.buckets[b], e);
            e
        };
        self.posted -= 1;
        Some(RecvId(self.recvs.id(found.at)))
    }

    /// The receive that `take` would take.
    pub fn matching(&self, context: u16, from: Rank, tag: i32) -> Option<RecvId> {
        let (_, exact) = self.exact(key(context, tag), from);
        let found = match self.wild(context, from, tag) {
            Some(w) if self.wild_first(exact, w) => w,
            _ => exact?,
        };
        Some(RecvId(self.recvs.id(found.at)))
    }

    /// Of the posted receives that could get something from `from`, the first one numbered above `after`.
    pub fn next_for(&self, from: Rank, after: u64) -> Option<RecvId> {
        if self.posted == 0 {
            return None;
        }
        let could = |r: &Recv| r.state == State::Posted && r.sequence > after && (r.any_source || r.source == from);
        self.recvs.iter().filter(|(_, r)| could(r)).min_by_key(|(_, r)| r.sequence).map(|(id, _)| RecvId(id))
    }

    pub fn get(&self, id: RecvId) -> Option<&Recv> {
        self.recvs.get(id.0)
    }
    #[inline(always)]
    pub fn get_mut(&mut self, id: RecvId) -> Option<&mut Recv> {
        self.recvs.get_mut(id.0)
    }
    /// A receive known to be there.
    #[inline(always)]
    pub fn at(&mut self, id: RecvId) -> &mut Recv {
        self.recvs.at_mut(id.0.index)
    }
    #[inline(always)]
    pub fn remove(&mut self, id: RecvId) {
        self.recvs.remove(id.0);
    }
    pub fn len(&self) -> usize {
        self.recvs.len()
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.buckets);
        self.shift -= 2;
        self.buckets = vec![EMPTY; old.len() * 4];
        for list in old {
            let mut at = list.head;
            while at != NONE {
                let next = std::mem::replace(&mut self.recvs.at_mut(at).next, NONE);
                let r = self.recvs.at(at);
                let b = self.bucket(r.key, r.source);
                append(&mut self.recvs, &mut self.buckets[b], at);
                at = next;
            }
        }
    }
}
