//! A message that arrived before its receive, as the buffer queue keeps it.
use super::chain::{Link, Linked};
use crate::ids::{EntryId, Rank, SendId};

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
    /// It can be matched.
    pub(super) queued: bool,
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
    /// That is all, and the sender does not wait.
    pub released: bool,
}

impl Entry {
    pub fn new(from: Rank, context: u16, tag: i32, len: u64, cost: u64) -> Entry {
        let link = Link::default();
        Entry { from, context, tag, len, rest: None, early: None, cost, queued: false, by_key: link, by_order: link }
    }
}

impl Entry {
    /// True if it can be matched.
    pub fn is_queued(&self) -> bool {
        self.queued
    }

    /// True if all that comes of it unasked is here.
    pub fn is_here(&self) -> bool {
        self.rest.is_none_or(|r| r.got == r.pushed)
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
