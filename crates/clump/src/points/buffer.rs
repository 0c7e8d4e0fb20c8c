//! The buffer of a directed point: copies of data, each with the sends that refer to it.
use super::transfer::PointSend;
use crate::lent;
use clump_fabric::mem::{LentBuffer, Region};
use std::collections::VecDeque;
use std::mem::ManuallyDrop;

/// One copy in the buffer.
#[derive(Debug)]
struct HeldEntry {
    /// Freed only when no send refers to the bytes.
    bytes: ManuallyDrop<LentBuffer>,
    len: usize,
    /// The references: the sends that have not left.
    sends: Vec<PointSend>,
}

#[derive(Debug)]
pub(super) struct EntryBuffer {
    room: usize,
    used: usize,
    entries: VecDeque<HeldEntry>,
    /// The last copy, before its sends are known.
    latest: Option<LentBuffer>,
}

impl EntryBuffer {
    pub(super) const fn new(room: usize) -> EntryBuffer {
        EntryBuffer { room, used: 0, entries: VecDeque::new(), latest: None }
    }

    /// Copies `data` into the buffer. Returns the copy, or `None` if there is too little room.
    pub(super) fn copy(&mut self, data: Region) -> Option<Region> {
        if data.len() > self.room - self.used {
            return None;
        }
        let copy = lent::zeroed(data.len());
        copy.region().copy_from(data);
        let region = copy.region();
        self.latest = Some(copy);
        Some(region)
    }

    /// Copies bytes into the buffer, whose room they fit.
    pub(super) fn copy_bytes(&mut self, bytes: &[u8]) -> Region {
        let copy = lent::zeroed(bytes.len());
        copy.region().write(bytes);
        let region = copy.region();
        self.latest = Some(copy);
        region
    }

    /// Keeps the latest copy until these sends have left.
    pub(super) fn hold(&mut self, sends: Vec<PointSend>) {
        let Some(bytes) = self.latest.take().filter(|_| !sends.is_empty()) else { return };
        let len = bytes.region().len();
        self.used += len;
        self.entries.push_back(HeldEntry { bytes: ManuallyDrop::new(bytes), len, sends });
    }

    /// Drops the references of sends that have left, and frees the entries without references.
    pub(super) fn release(&mut self, mut has_left: impl FnMut(PointSend) -> bool) {
        let EntryBuffer { used, entries, .. } = self;
        for entry in entries.iter_mut() {
            entry.sends.retain(|send| !has_left(*send));
        }
        while let Some(at) = entries.iter().position(|entry| entry.sends.is_empty()) {
            let Some(over) = entries.remove(at) else { return };
            *used -= over.len;
            drop(ManuallyDrop::into_inner(over.bytes));
        }
    }

    /// Returns the bytes in use, and the number of references.
    pub(super) fn held(&self) -> (usize, usize) {
        (self.used, self.entries.iter().map(|e| e.sends.len()).sum())
    }
}
