//! A message that arrived before its receive, as the buffer queue keeps it.
use super::chain::{Link, Linked};
use crate::ids::{ArrivalId, EntryId, Rank};

#[derive(Debug)]
pub struct Entry {
    pub from: Rank,
    pub context: u16,
    pub tag: i32,
    pub len: u64,
    /// A message of which only a part was pushed.
    pub arrival: Option<ArrivalId>,
    /// The message was sought and overtook others of its sender; this is its number among them.
    pub early: Option<u64>,
    /// Credit it holds, in bytes; goes back when it is taken.
    pub cost: u64,
    /// It can be matched.
    pub(super) queued: bool,
    by_key: Link<EntryId>,
    by_order: Link<EntryId>,
}

impl Entry {
    pub fn new(from: Rank, context: u16, tag: i32, len: u64, cost: u64) -> Entry {
        let link = Link::default();
        Entry { from, context, tag, len, arrival: None, early: None, cost, queued: false, by_key: link, by_order: link }
    }
}

impl Entry {
    /// True if it can be matched.
    pub fn is_queued(&self) -> bool {
        self.queued
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
