//! The buffer queue: messages that arrived before their receive. Their bytes lie in the pushed buffer.
//!
//! Entries hang in buckets by (context, source, tag) and in one list in the order that a wildcard receive takes them.
use super::chain::{Chain, Link, Linked, bucket};
use super::engine::Select;
use crate::ids::{EntryId, Rank, SendId};
use slotmap::SlotMap;

#[derive(Debug)]
pub struct Entry {
    pub from: Rank,
    pub context: u16,
    pub tag: i32,
    pub len: u64,
    /// The rest of a message of which only a part was pushed.
    pub rest: Option<Rest>,
    /// The message was sought and overtook others of its sender; this is its number among them.
    pub early: Option<u64>,
    /// Credit it holds, in bytes; goes back when it is taken.
    pub cost: u64,
    by_key: Link<EntryId>,
    by_order: Link<EntryId>,
}

/// What is known of a message's rest.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    pub send: SendId,
    pub address: u64,
    /// Bytes pushed without being asked: in all, and here so far.
    pub pushed: u64,
    pub got: u64,
}

impl Entry {
    pub fn new(from: Rank, context: u16, tag: i32, len: u64, cost: u64) -> Entry {
        let link = Link::default();
        Entry { from, context, tag, len, rest: None, early: None, cost, by_key: link, by_order: link }
    }
}

impl Linked<EntryId, 0> for Entry {
    fn link(&mut self) -> &mut Link<EntryId> {
        &mut self.by_key
    }
    fn next(&self) -> EntryId {
        self.by_key.next()
    }
}
impl Linked<EntryId, 1> for Entry {
    fn link(&mut self) -> &mut Link<EntryId> {
        &mut self.by_order
    }
    fn next(&self) -> EntryId {
        self.by_order.next()
    }
}

#[derive(Debug)]
pub struct BufferQueue {
    /// Queued entries, and those that `mprobe` took out of matching.
    pub entries: SlotMap<EntryId, Entry>,
    buckets: Vec<Chain<EntryId, 0>>,
    bits: u32,
    order: Chain<EntryId, 1>,
    queued: usize,
}

impl Default for BufferQueue {
    fn default() -> Self {
        let bits = 5;
        BufferQueue {
            entries: SlotMap::with_key(),
            buckets: vec![Chain::default(); 1 << bits],
            bits,
            order: Chain::default(),
            queued: 0,
        }
    }
}

impl BufferQueue {
    /// Messages that can be matched.
    pub fn queued(&self) -> usize {
        self.queued
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.queued == 0
    }

    fn bucket_of(&self, id: EntryId) -> usize {
        let e = &self.entries[id];
        bucket(e.context, e.from, e.tag, self.bits)
    }

    /// Queues an entry: behind all others, or, if its sequence number is given, before those of its sender that overtook it.
    pub fn queue(&mut self, entry: Entry, sequence: Option<u64>) -> EntryId {
        let from = entry.from;
        let id = self.entries.insert(entry);
        let before = sequence
            .filter(|_| !cfg!(planted_bug = "overtaken_behind"))
            .and_then(|s| self.order.find(&self.entries, |e| e.from == from && e.early.is_some_and(|t| t > s)));
        let b = self.bucket_of(id);
        // Messages with the same key never overtake each other.
        self.buckets[b].push_back(&mut self.entries, id);
        self.order.insert_before(&mut self.entries, before.unwrap_or_default(), id);
        self.queued += 1;
        if self.queued > 2 << self.bits {
            self.grow();
        }
        id
    }

    /// Takes an entry out of matching; it stays in `entries`.
    pub fn unqueue(&mut self, id: EntryId) {
        let b = self.bucket_of(id);
        self.buckets[b].remove(&mut self.entries, id);
        self.order.remove(&mut self.entries, id);
        self.queued -= 1;
    }

    /// The message that a receive or probe gets: the earliest that it selects. A receive of any tag leaves messages alone
    /// that overtook others of their sender, for as long as `overtook` says so.
    #[inline]
    pub fn find(&self, s: &Select, overtook: impl Fn(&Entry) -> bool) -> Option<EntryId> {
        if self.queued == 0 {
            return None;
        }
        match (s.source, s.tag) {
            (Some(source), Some(tag)) => self.buckets[bucket(s.context, source, tag, self.bits)]
                .find(&self.entries, |e| e.context == s.context && e.from == source && e.tag == tag),
            _ => self.order.find(&self.entries, |e| {
                s.takes(e.context, e.from, e.tag) && (s.tag.is_some() || e.early.is_none() || !overtook(e))
            }),
        }
    }

    /// The earliest entry from `from` that overtook others and that `s` selects.
    pub fn find_early(&self, from: Rank, s: &Select) -> Option<EntryId> {
        self.order.find(&self.entries, |e| e.from == from && e.early.is_some() && s.takes(e.context, e.from, e.tag))
    }

    /// Messages of this source and context below `sequence` that came early are in turn. True if there are any.
    pub fn ripen(&mut self, from: Rank, context: u16, sequence: u64) -> bool {
        let came_early = |e: &Entry| e.from == from && e.context == context && e.early.is_some_and(|s| s < sequence);
        let mut any = false;
        while let Some(id) = self.order.find(&self.entries, came_early) {
            self.entries[id].early = None;
            any = true;
        }
        any
    }

    fn grow(&mut self) {
        self.bits += 2;
        self.buckets = vec![Chain::default(); 1 << self.bits];
        let mut at = self.order.head;
        while let Some(e) = self.entries.get(at) {
            let (b, next) = (bucket(e.context, e.from, e.tag, self.bits), Linked::<EntryId, 1>::next(e));
            self.buckets[b].push_back(&mut self.entries, at);
            at = next;
        }
    }
}
