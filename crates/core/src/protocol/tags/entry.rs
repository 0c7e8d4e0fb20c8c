//! A message that arrived before its receive, as the buffer queue stores it.
use super::chain::{ChainLink, Linked};
use crate::ids::{ArrivalId, EntryId, Rank};
use crate::protocol::transfer::Debt;

#[derive(Debug)]
pub struct Entry {
    pub from: Rank,
    pub context: u16,
    pub tag: i32,
    pub len: u64,
    /// The arrival of a message that was pushed in part.
    pub arrival: Option<ArrivalId>,
    /// The sequence number of a message that a receiver sought and that overtook other messages of its sender; `None`
    /// for a message in turn.
    pub early: Option<u64>,
    /// The credit that the message holds until a receive takes it.
    pub debt: Debt,
    /// True if a receive can match the message.
    pub(super) queued: bool,
    by_key: ChainLink<EntryId>,
    by_order: ChainLink<EntryId>,
}

impl Entry {
    pub fn new(from: Rank, context: u16, tag: i32, len: u64, debt: Debt) -> Entry {
        let link = ChainLink::default();
        Entry { from, context, tag, len, arrival: None, early: None, debt, queued: false, by_key: link, by_order: link }
    }
}

impl Entry {
    /// Returns true if a receive can match the message.
    pub fn is_queued(&self) -> bool {
        self.queued
    }
}

impl Linked<EntryId, 0> for Entry {
    fn link(&mut self) -> &mut ChainLink<EntryId> {
        &mut self.by_key
    }
    fn next(&self) -> EntryId {
        self.by_key.next()
    }
}
impl Linked<EntryId, 1> for Entry {
    fn link(&mut self) -> &mut ChainLink<EntryId> {
        &mut self.by_order
    }
    fn next(&self) -> EntryId {
        self.by_order.next()
    }
}
