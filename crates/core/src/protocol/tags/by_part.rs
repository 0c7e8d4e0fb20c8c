//! An index of buffered messages by those parts of their key that a wildcard receive names: (context, source),
//! (context, tag), or the context alone. Each list has the order in which a wildcard receive takes messages. A matched
//! message stays listed until it comes to the front of a list, or until most listed messages are gone.
use super::entry::Entry;
use super::select::Select;
use crate::ids::{EntryId, Rank};
use slotmap::SlotMap;
use std::collections::{HashMap, VecDeque};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum KeyPart {
    Source(u16, Rank),
    Tag(u16, i32),
    Context(u16),
}

/// Returns the keys that a message is listed under.
fn parts(e: &Entry) -> [KeyPart; 3] {
    [KeyPart::Source(e.context, e.from), KeyPart::Tag(e.context, e.tag), KeyPart::Context(e.context)]
}

#[derive(Debug, Default)]
pub struct ByPart {
    lists: HashMap<KeyPart, VecDeque<EntryId>>,
    /// Counts messages that are gone and may still be listed.
    gone: usize,
}

impl ByPart {
    /// Adds a message behind all listed messages.
    pub fn push(&mut self, e: &Entry, id: EntryId) {
        for part in parts(e) {
            self.lists.entry(part).or_default().push_back(id);
        }
    }

    /// Records that a message has been matched; `left` messages remain. The message must still be in `entries`.
    pub fn gone(&mut self, entries: &SlotMap<EntryId, Entry>, id: EntryId, left: usize) {
        let there = |id: &EntryId| entries.get(*id).is_some_and(Entry::is_queued);
        self.gone += 1;
        if self.gone > left + 64 {
            self.lists.retain(|_, list| {
                list.retain(there);
                !list.is_empty()
            });
            self.gone = 0;
            return;
        }
        for part in parts(&entries[id]) {
            let Some(list) = self.lists.get_mut(&part) else { continue };
            while list.front().is_some_and(|f| !there(f)) {
                list.pop_front();
            }
            if list.is_empty() {
                self.lists.remove(&part);
            }
        }
    }

    /// Returns the first message that a receive or probe with a wildcard selects and that `wanted` accepts.
    pub fn find(
        &self,
        entries: &SlotMap<EntryId, Entry>,
        s: &Select,
        wanted: impl Fn(&Entry) -> bool,
    ) -> Option<EntryId> {
        let part = match (s.source, s.tag) {
            (Some(source), _) => KeyPart::Source(s.context, source),
            (None, Some(tag)) => KeyPart::Tag(s.context, tag),
            (None, None) => KeyPart::Context(s.context),
        };
        let list = self.lists.get(&part)?.iter().copied();
        list.into_iter().find(|&id| entries.get(id).is_some_and(|e| e.is_queued() && wanted(e)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::buffer_queue::BufferQueue;
    use super::*;
    use crate::protocol::transfer::Debt;

    fn find(q: &BufferQueue, source: Option<Rank>, tag: Option<i32>) -> Option<(Rank, i32)> {
        let id = q.find(&Select { context: 0, source, tag }, |_| false)?;
        Some((q.entries[id].from, q.entries[id].tag))
    }

    #[test]
    fn the_index_finds_what_a_walk_finds() {
        let mut q = BufferQueue::default();
        let mut reference: Vec<(EntryId, Rank, i32)> = Vec::new();
        let mut random = 1u64;
        for round in 0..4000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (from, tag) = ((random >> 33) as u32 % 5, (random >> 40) as i32 % 50);
            // At first more messages arrive than are matched; then more are matched than arrive.
            if (random >> 50) % 10 < if round < 2000 { 6 } else { 3 } {
                reference.push((q.queue(Entry::new(from, 0, tag, 8, Debt::default()), None), from, tag));
            } else if !reference.is_empty() {
                let (id, ..) = reference.remove((random >> 20) as usize % reference.len());
                q.unqueue(id);
                q.entries.remove(id);
            }
            for (source, tag) in [(Some(from), None), (None, Some(tag)), (None, None), (Some(from), Some(tag))] {
                let walked = reference.iter().find(|r| source.is_none_or(|s| s == r.1) && tag.is_none_or(|t| t == r.2));
                assert_eq!(find(&q, source, tag), walked.map(|r| (r.1, r.2)), "{source:?} {tag:?}");
            }
        }
    }
}
