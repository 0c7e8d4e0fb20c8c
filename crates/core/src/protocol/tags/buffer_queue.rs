//! The buffer queue: messages that arrived before their receive. Their bytes lie in the pushed buffer.
//!
//! Entries are linked into buckets by (context, source, tag), and into one list in the order in which a wildcard
//! receive takes messages. After a wildcard receive has walked far along that list, an index replaces the walk until
//! the queue is empty. The index is by those parts of the key that a wildcard receive names.
use super::by_part::ByPart;
use super::chain::{Chain, Linked, receive_budget};
use super::entry::Entry;
use super::select::Select;
use crate::ids::{EntryId, Rank};
use crate::planted::planted;
use slotmap::SlotMap;
use std::cell::Cell;

#[derive(Debug)]
pub struct BufferQueue {
    /// Queued entries, and entries that `mprobe` took out of matching.
    pub entries: SlotMap<EntryId, Entry>,
    receive_budgets: Vec<Chain<EntryId, 0>>,
    bits: u32,
    order: Chain<EntryId, 1>,
    queued: usize,
    /// Entries that arrived before their turn. There are few.
    early: Vec<EntryId>,
    /// The index for wildcards, made after a long walk.
    by_part: Option<ByPart>,
    /// True if a wildcard receive has walked far, and the next [`settle`](Self::settle) makes the index.
    far: Cell<bool>,
}

/// How many entries a wildcard receive may walk over before the queue indexes them. An index costs memory and time for
/// each entry, a walk costs time for each receive.
const FAR: usize = 32;

impl Default for BufferQueue {
    fn default() -> Self {
        let bits = 5;
        BufferQueue {
            entries: SlotMap::with_key(),
            receive_budgets: vec![Chain::default(); 1 << bits],
            bits,
            order: Chain::default(),
            queued: 0,
            early: Vec::new(),
            by_part: None,
            far: Cell::new(false),
        }
    }
}

impl BufferQueue {
    /// Counts the messages that can be matched.
    pub fn queued(&self) -> usize {
        self.queued
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.queued == 0
    }

    fn receive_budget_of(&self, id: EntryId) -> usize {
        let e = &self.entries[id];
        receive_budget(e.context, e.from, e.tag, self.bits)
    }

    /// Returns true if messages have arrived before their turn.
    #[inline(always)]
    pub fn has_early(&self) -> bool {
        !self.early.is_empty()
    }

    /// Queues an entry at the end. With a sequence number, queues it before the entries of the same sender that
    /// overtook it.
    pub fn queue(&mut self, mut entry: Entry, sequence: Option<u64>) -> EntryId {
        entry.queued = true;
        let before = sequence
            .filter(|_| !planted("overtaken_behind"))
            .and_then(|s| self.first_early(|e| e.from == entry.from && e.early > Some(s)));
        let early = entry.early.is_some();
        let id = self.entries.insert(entry);
        if early {
            self.early.push(id);
        }
        let b = self.receive_budget_of(id);
        // Messages with one key never overtake each other.
        self.receive_budgets[b].push_back(&mut self.entries, id);
        self.order.insert_before(&mut self.entries, before.unwrap_or_default(), id);
        self.queued += 1;
        if before.is_some() {
            // The entry is not the last one, so the index is out of order. The next long walk makes it anew.
            self.by_part = None;
        } else if let Some(by_part) = &mut self.by_part {
            by_part.push(&self.entries[id], id);
        } else if self.far.get() {
            self.index();
        }
        if self.queued > 2 << self.bits {
            self.grow();
        }
        id
    }

    /// Returns the lowest-numbered message among those that arrived before their turn and that are `wanted`.
    pub fn first_early(&self, wanted: impl Fn(&Entry) -> bool) -> Option<EntryId> {
        self.early.iter().copied().filter(|&id| wanted(&self.entries[id])).min_by_key(|&id| self.entries[id].early)
    }

    /// Takes an entry out of matching, and keeps it in `entries`.
    pub fn unqueue(&mut self, id: EntryId) {
        let b = self.receive_budget_of(id);
        self.receive_budgets[b].remove(&mut self.entries, id);
        self.order.remove(&mut self.entries, id);
        self.queued -= 1;
        self.entries[id].queued = false;
        if self.entries[id].early.is_some() {
            self.early.retain(|e| *e != id);
        }
        if self.by_part.is_some() || self.far.get() {
            self.unindex(id);
        }
    }

    /// Makes the index if a walk was long. Called before each lookup for a receive. If only queueing made the index,
    /// messages that wildcard receives seek and match without queueing would never cause it.
    #[inline(always)]
    pub fn settle(&mut self) {
        if self.far.get() && self.queued > 0 {
            self.index();
        }
    }

    /// Indexes the queued entries.
    #[cold]
    fn index(&mut self) {
        let mut by_part = ByPart::default();
        let mut at = self.order.head;
        while let Some(e) = self.entries.get(at) {
            by_part.push(e, at);
            at = Linked::<EntryId, 1>::next(e);
        }
        self.far.set(false);
        self.by_part = Some(by_part);
    }

    #[cold]
    fn unindex(&mut self, id: EntryId) {
        if self.queued == 0 {
            self.by_part = None;
            self.far.set(false);
        } else if let Some(by_part) = &mut self.by_part {
            by_part.gone(&self.entries, id, self.queued);
        } else {
            self.index();
        }
    }

    /// Returns the earliest message that a receive or probe selects. Skips messages that arrived before their turn and
    /// for which `reserved` returns true.
    #[inline]
    pub fn find(&self, s: &Select, reserved: impl Fn(&Entry) -> bool) -> Option<EntryId> {
        if self.queued == 0 {
            return None;
        }
        let wanted = |e: &Entry| s.takes(e.context, e.from, e.tag) && (e.early.is_none() || !reserved(e));
        match (s.source, s.tag) {
            (Some(source), Some(tag)) => {
                self.receive_budgets[receive_budget(s.context, source, tag, self.bits)].find(&self.entries, wanted)
            }
            _ => match &self.by_part {
                Some(by_part) => by_part.find(&self.entries, s, wanted),
                None => {
                    let mut walked = 0;
                    let found = self.order.find(&self.entries, |e| {
                        walked += 1;
                        wanted(e)
                    });
                    self.far.set(self.far.get() || walked > FAR);
                    found
                }
            },
        }
    }

    /// Marks messages of this source and context below `sequence` as in turn, and returns them in order.
    pub fn ripen(&mut self, from: Rank, context: u16, sequence: u64) -> Vec<EntryId> {
        let mut ripe = Vec::new();
        while let Some(id) = self.first_early(|e| e.from == from && e.context == context && e.early < Some(sequence)) {
            self.early.retain(|e| *e != id);
            self.entries[id].early = None;
            ripe.push(id);
        }
        ripe
    }

    fn grow(&mut self) {
        self.bits += 2;
        self.receive_budgets = vec![Chain::default(); 1 << self.bits];
        let mut at = self.order.head;
        while let Some(e) = self.entries.get(at) {
            let (b, next) = (receive_budget(e.context, e.from, e.tag, self.bits), Linked::<EntryId, 1>::next(e));
            self.receive_budgets[b].push_back(&mut self.entries, at);
            at = next;
        }
    }
}

#[cfg(test)]
#[path = "buffer_queue_tests.rs"]
mod tests;
