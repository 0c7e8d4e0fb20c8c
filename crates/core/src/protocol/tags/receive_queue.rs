//! The receive queue: posted receives, and receives whose message is arriving or has arrived.
//!
//! Posted receives are linked into buckets by what they select: (context, source, tag); a wildcard receive omits
//! source, tag, or both. There are four kinds of receives. For each kind that is posted, an arriving message is looked
//! up once, and sequence numbers decide which receive was posted first (MPI 5.0, 3.5). The lookup walks through no list
//! of all receives.
use super::by_age::ByAge;
use super::select::Select;
use crate::ids::{ArrivalId, Rank, RecvId};
use crate::planted::planted;
use crate::protocol::outcome::Outcome;
use crate::slab::{NONE, Slab};
use slotmap::Key;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Posted,
    /// A message matched the receive, and its bytes are on their way from `source`.
    Arriving,
    Done,
    Cancelled,
    /// A message matched the receive, and its sender has died before all bytes were here. The program cancels it.
    Lost,
}

/// One receive. After the match, `source` and the tag are those of the message.
#[derive(Debug)]
pub struct Recv {
    /// Kind (`ANY_TAG`, `ANY_SOURCE`), context and tag as one word; the tag is 0 for a receive of any tag.
    key: u64,
    /// The source; 0 for a posted receive from any source.
    pub source: Rank,
    /// The index of the next receive in the same list.
    next: u32,
    pub state: State,
    /// True if the program will not ask for the outcome.
    pub detached: bool,
    pub sequence: u64,
    /// The size of the receive's memory, in bytes.
    pub room: u64,
    /// The length of the matched message, in bytes.
    pub len: u64,
    /// The arrival of a matched message that does not come in one frame.
    pub arrival: ArrivalId,
}

/// The bit of a key that is set for a receive of any tag. [`ANY_SOURCE`] is the bit for a receive from any source.
const ANY_TAG: u64 = 1 << 48;
const ANY_SOURCE: u64 = 2 << 48;
const KINDS: usize = 4;

#[inline(always)]
fn key(context: u16, tag: i32) -> u64 {
    u64::from(context) << 32 | u64::from(tag as u32)
}

#[inline(always)]
fn kind(key: u64) -> usize {
    (key >> 48) as usize
}

impl Recv {
    /// Returns what a posted receive selects.
    pub fn select(&self) -> Select {
        let (context, tag) = self.named();
        Select { context, source: (!self.any_source()).then_some(self.source), tag: (!self.any_tag()).then_some(tag) }
    }

    /// Returns the context and tag of a receive; the tag is 0 for a posted receive of any tag.
    #[inline(always)]
    pub fn named(&self) -> (u16, i32) {
        ((self.key >> 32) as u16, self.key as u32 as i32)
    }

    /// Returns true for a posted receive of any tag.
    pub fn any_tag(&self) -> bool {
        self.key & ANY_TAG != 0
    }

    /// Returns true for a posted receive from any source.
    pub fn any_source(&self) -> bool {
        self.key & ANY_SOURCE != 0
    }

    /// Returns true until a message matches the receive or the program cancels it.
    pub fn is_posted(&self) -> bool {
        self.state == State::Posted
    }

    /// Returns true if the receive needs a rank that has yet to send: no message has matched it, or the sender of the
    /// one that has is lost.
    pub fn is_open(&self) -> bool {
        matches!(self.state, State::Posted | State::Lost)
    }

    /// Returns how many bytes of the matched message fit into the receive's memory.
    #[inline(always)]
    pub fn want(&self) -> u64 {
        self.len.min(self.room)
    }

    /// Records the message that matched the receive.
    #[inline(always)]
    pub fn matched(&mut self, state: State, from: Rank, tag: i32, len: u64) {
        self.state = state;
        self.source = from;
        self.key = self.key >> 32 << 32 | u64::from(tag as u32);
        self.len = len;
    }

    /// Records the message that matched the receive and that has arrived in part.
    pub fn arrives(&mut self, arrival: ArrivalId, from: Rank, tag: i32, len: u64) {
        self.matched(State::Arriving, from, tag, len);
        self.arrival = arrival;
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

/// A list of receives, linked through `next`.
#[derive(Clone, Copy, Debug)]
struct List {
    head: u32,
    tail: u32,
}
const EMPTY: List = List { head: NONE, tail: NONE };

/// A receive found in a bucket, and the receive before it.
#[derive(Clone, Copy)]
struct Found {
    at: u32,
    before: u32,
    receive_budget: usize,
}

#[derive(Debug)]
pub struct ReceiveQueue {
    pub recvs: Slab<Recv>,
    receive_budgets: Vec<List>,
    /// 64 minus the binary logarithm of the number of buckets.
    shift: u32,
    /// Counts posted receives, of all kinds.
    posted: usize,
    /// Counts posted receives of each kind.
    of_kind: [usize; KINDS],
    /// The number of posted receives above which the queue needs more buckets. The value is 0 while the queue also
    /// keeps the receives by age, so that each post takes the slow path.
    most: usize,
    next: u64,
    /// Posted receives by age, while a seek needs that order.
    by_age: Option<ByAge>,
}

impl Default for ReceiveQueue {
    fn default() -> Self {
        ReceiveQueue {
            recvs: Slab::default(),
            receive_budgets: vec![EMPTY; 64],
            shift: 58,
            posted: 0,
            of_kind: [0; KINDS],
            most: 128,
            next: 1,
            by_age: None,
        }
    }
}

#[inline(always)]
fn append(recvs: &mut Slab<Recv>, list: &mut List, index: u32) {
    if planted("two_matches_swapped") && list.head != NONE {
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
    /// Counts the receives that wait for a message.
    pub fn posted(&self) -> usize {
        self.posted
    }

    /// Creates a receive that is not posted yet.
    #[inline(always)]
    pub fn insert(&mut self, s: Select, room: u64) -> RecvId {
        let sequence = self.next;
        self.next += 1;
        let any_tag = if s.tag.is_none() { ANY_TAG } else { 0 };
        let any_source = if s.source.is_none() { ANY_SOURCE } else { 0 };
        let key = key(s.context, s.tag.unwrap_or(0)) | any_tag | any_source;
        RecvId(self.recvs.insert(|| Recv {
            key,
            source: s.source.unwrap_or(0),
            next: NONE,
            state: State::Posted,
            detached: false,
            sequence,
            room,
            len: 0,
            arrival: ArrivalId::null(),
        }))
    }

    #[inline(always)]
    fn receive_budget(&self, key: u64, source: Rank) -> usize {
        ((key ^ u64::from(source) << 40).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> self.shift) as usize
    }

    /// Posts a receive: messages match it from now on.
    #[inline(always)]
    pub fn post(&mut self, id: RecvId) {
        let r = self.recvs.at(id.0.index);
        let (b, kind) = (self.receive_budget(r.key, r.source), kind(r.key));
        append(&mut self.recvs, &mut self.receive_budgets[b], id.0.index);
        self.of_kind[kind % KINDS] += 1;
        self.posted += 1;
        if self.posted > self.most {
            self.posted_one_more(id);
        }
    }

    #[cold]
    fn posted_one_more(&mut self, id: RecvId) {
        if self.posted > 2 * self.receive_budgets.len() {
            self.grow();
        }
        if let Some(by_age) = &mut self.by_age {
            by_age.push(self.recvs.at(id.0.index).sequence, id);
            // A sender that never sends may ask for this order rarely, while receives from other ranks come and go. So
            // the list is kept short here.
            let recvs = &self.recvs;
            by_age.tidy(self.posted, |id| recvs.get(id.0).is_some_and(|r| r.state == State::Posted));
        }
    }

    /// Removes a posted receive from matching.
    pub fn unpost(&mut self, id: RecvId) {
        let r = self.recvs.at(id.0.index);
        let receive_budget = self.receive_budget(r.key, r.source);
        let (mut at, mut before) = (self.receive_budgets[receive_budget].head, NONE);
        while at != NONE && at != id.0.index {
            before = at;
            at = self.recvs.at(at).next;
        }
        if at != NONE {
            self.take_out(Found { at, before, receive_budget });
        }
    }

    #[inline(always)]
    fn take_out(&mut self, f: Found) {
        let kind = kind(self.recvs.at(f.at).key);
        unlink(&mut self.recvs, &mut self.receive_budgets[f.receive_budget], f);
        self.of_kind[kind % KINDS] -= 1;
        self.posted -= 1;
    }

    /// Returns the first posted receive with this key and source.
    #[inline(always)]
    fn find(&self, key: u64, source: Rank) -> Option<Found> {
        let receive_budget = self.receive_budget(key, source);
        let (mut at, mut before) = (self.receive_budgets[receive_budget].head, NONE);
        while at != NONE {
            let r = self.recvs.at(at);
            if r.key == key && r.source == source {
                return Some(Found { at, before, receive_budget });
            }
            before = at;
            at = r.next;
        }
        None
    }

    /// Finds the receive that was posted first, among the posted receives that select the message.
    #[inline(always)]
    fn first(&self, context: u16, from: Rank, tag: i32) -> Option<Found> {
        let exact = self.find(key(context, tag), from);
        if self.posted == self.of_kind[0] { exact } else { self.first_of_all(exact, context, from, tag) }
    }

    #[inline(never)]
    fn first_of_all(&self, exact: Option<Found>, context: u16, from: Rank, tag: i32) -> Option<Found> {
        let kinds = [
            (key(context, 0) | ANY_TAG, from),
            (key(context, tag) | ANY_SOURCE, 0),
            (key(context, 0) | ANY_TAG | ANY_SOURCE, 0),
        ];
        let wild = kinds.into_iter().filter(|k| self.of_kind[kind(k.0)] > 0).filter_map(|(k, s)| self.find(k, s));
        let age = |f: &Found| self.recvs.at(f.at).sequence;
        let wild = wild.min_by_key(age);
        if planted("wildcard_overtakes") && wild.is_some() {
            return wild;
        }
        exact.into_iter().chain(wild).min_by_key(age)
    }

    /// Removes from matching, and returns, the receive that was posted first among those that select the message.
    #[inline(always)]
    pub fn take(&mut self, context: u16, from: Rank, tag: i32) -> Option<RecvId> {
        if self.posted == 0 {
            return None;
        }
        // This separate path lets the common case keep its values in registers.
        if self.posted == self.of_kind[0] {
            let found = self.find(key(context, tag), from)?;
            self.take_out(found);
            return Some(RecvId(self.recvs.id(found.at)));
        }
        self.take_first(context, from, tag)
    }

    #[inline(never)]
    fn take_first(&mut self, context: u16, from: Rank, tag: i32) -> Option<RecvId> {
        let found = self.first(context, from, tag)?;
        self.take_out(found);
        Some(RecvId(self.recvs.id(found.at)))
    }

    /// Returns the posted receive `id` if no other receive can match its message first. Returns `None` unless a quick
    /// check shows that: every posted receive names source and tag, and this receive is the first of its bucket.
    #[inline(always)]
    pub fn foremost(&self, id: RecvId) -> Option<&Recv> {
        let r = self.recvs.get(id.0)?;
        let alone = self.posted == self.of_kind[0] || planted("in_turn_overtakes") && kind(r.key) == 0;
        let plain = r.state == State::Posted && alone;
        (plain && self.receive_budgets[self.receive_budget(r.key, r.source)].head == id.0.index).then_some(r)
    }

    /// Removes and forgets the receive that `foremost` has just returned.
    #[inline(always)]
    pub fn remove_foremost(&mut self, id: RecvId) {
        let r = self.recvs.at(id.0.index);
        let receive_budget = self.receive_budget(r.key, r.source);
        self.take_out(Found { at: id.0.index, before: NONE, receive_budget });
        self.recvs.remove(id.0);
    }

    /// Returns the receive that [`take`](Self::take) would remove, and changes nothing.
    pub fn matching(&self, context: u16, from: Rank, tag: i32) -> Option<RecvId> {
        let found = self.first(context, from, tag)?;
        Some(RecvId(self.recvs.id(found.at)))
    }

    /// Returns the first posted receive with a number above `after` that a message from `from` can match.
    pub fn next_for(&mut self, from: Rank, after: u64) -> Option<RecvId> {
        if self.posted == 0 {
            return None;
        }
        self.most = 0;
        let recvs = &self.recvs;
        let by_age = self.by_age.get_or_insert_with(|| {
            let posted = recvs.iter().filter(|(_, r)| r.state == State::Posted);
            ByAge::new(posted.map(|(id, r)| (r.sequence, RecvId(id))).collect())
        });
        let posted = |id: RecvId| recvs.get(id.0).filter(|r| r.state == State::Posted);
        by_age.tidy(self.posted, |id| posted(id).is_some());
        by_age.after(after).find(|&id| posted(id).is_some_and(|r| r.any_source() || r.source == from))
    }

    /// Stops keeping the order of posted receives, because no sender holds messages back any more.
    pub fn forget_order(&mut self) {
        self.by_age = None;
        self.most = 2 * self.receive_budgets.len();
    }

    pub fn get(&self, id: RecvId) -> Option<&Recv> {
        self.recvs.get(id.0)
    }
    #[inline(always)]
    pub fn get_mut(&mut self, id: RecvId) -> Option<&mut Recv> {
        self.recvs.get_mut(id.0)
    }
    /// Returns a receive that the caller knows to exist.
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
        let old = std::mem::take(&mut self.receive_budgets);
        self.shift -= 2;
        self.receive_budgets = vec![EMPTY; old.len() * 4];
        if self.by_age.is_none() {
            self.most = 2 * self.receive_budgets.len();
        }
        for list in old {
            let mut at = list.head;
            while at != NONE {
                let next = std::mem::replace(&mut self.recvs.at_mut(at).next, NONE);
                let r = self.recvs.at(at);
                let b = self.receive_budget(r.key, r.source);
                append(&mut self.recvs, &mut self.receive_budgets[b], at);
                at = next;
            }
        }
    }
}

#[cfg(test)]
#[path = "receive_queue_tests.rs"]
mod tests;
