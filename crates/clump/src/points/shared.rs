//! A point's buffer that other processes of the machine share (the EQA paper, 3.1). One process produces entries; light
//! points of other processes retrieve them, and send them on from where they lie.
use super::error::PointError;
use crate::endpoint::{Endpoint, Request};
use crate::lent;
use clump_core::Rank;
use clump_fabric::mem::Region;
use clump_fabric::shm::{EntryCursor, EntryShape, MemoryName, SharedEntries, SharedMemory};
use std::fmt;

/// How another process of the machine finds a shared buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointInvitation {
    name: MemoryName,
    shape: EntryShape,
}

impl PointInvitation {
    /// The number of words of an invitation.
    pub const WORDS: usize = 6;

    /// Returns the invitation as words, to be sent to other processes.
    pub fn to_words(&self) -> [u64; PointInvitation::WORDS] {
        let (MemoryName([a, b, c]), EntryShape { slots, room, cursors }) = (self.name, self.shape);
        [a, b, c, slots as u64, room as u64, cursors as u64]
    }

    /// Returns the invitation that has these words; `None` if the words are none.
    pub fn from_words(words: [u64; PointInvitation::WORDS]) -> Option<PointInvitation> {
        let [a, b, c, slots, room, cursors] = words;
        let [slots, room, cursors] = [slots, room, cursors].map(|n| usize::try_from(n).unwrap_or(usize::MAX));
        let shape = EntryShape { slots, room, cursors };
        shape.bytes().map(|_| PointInvitation { name: MemoryName([a, b, c]), shape })
    }
}

/// The producer's side.
pub(super) struct SharedHome {
    entries: SharedEntries,
    invitation: PointInvitation,
    /// Must outlive `entries`, which use it.
    _memory: SharedMemory,
}

impl SharedHome {
    pub(super) fn create(shape: EntryShape) -> Result<SharedHome, PointError> {
        let bytes = shape.bytes().ok_or(PointError::Memory)?;
        let memory = lent::create_shared(bytes).map_err(|_| PointError::Memory)?;
        let name = memory.name().ok_or(PointError::Memory)?;
        let entries = SharedEntries::new(memory.region(), shape);
        Ok(SharedHome { entries, invitation: PointInvitation { name, shape }, _memory: memory })
    }

    pub(super) fn invitation(&self) -> PointInvitation {
        self.invitation
    }

    /// Copies an entry into the buffer. If there is no room, frees what consumers hold that have died or left, and
    /// tries again.
    pub(super) fn put(&mut self, endpoint: &mut Endpoint, data: Region) -> Result<(), PointError> {
        if data.len() > self.invitation.shape.room {
            return Err(PointError::TooLong(data.len()));
        }
        if self.entries.put(data) {
            return Ok(());
        }
        // The names are other processes' claims.
        let gone = self.entries.holders().filter(|&rank| rank < endpoint.size() && endpoint.lose_if_gone(rank));
        let gone: Vec<Rank> = gone.collect();
        gone.iter().for_each(|&rank| self.entries.lose(rank));
        match !gone.is_empty() && self.entries.put(data) {
            true => Ok(()),
            false => Err(PointError::Full),
        }
    }
}

/// A consumer's side.
pub(super) struct SharedLink {
    /// `None` only while the link is dropped.
    cursor: Option<EntryCursor>,
    /// The send that still uses the entry at the cursor.
    pub(super) sending: Option<Request>,
    /// Must outlive `cursor`, which uses it. `None` only while the link is dropped.
    memory: Option<SharedMemory>,
}

impl SharedLink {
    pub(super) fn open(invitation: PointInvitation, rank: Rank) -> Result<SharedLink, PointError> {
        let PointInvitation { name, shape } = invitation;
        let bytes = shape.bytes().ok_or(PointError::Memory)?;
        let memory = lent::open_shared(name, bytes).map_err(|_| PointError::Memory)?;
        let cursor = EntryCursor::join(memory.region(), shape, rank).ok_or(PointError::NoCursor)?;
        Ok(SharedLink { cursor: Some(cursor), sending: None, memory: Some(memory) })
    }

    /// Returns the bytes of the next entry, if it has been produced.
    pub(super) fn peek(&self) -> Option<Region> {
        self.cursor.as_ref()?.peek()
    }

    /// Passes the entry at the cursor.
    pub(super) fn pass(&mut self) {
        self.cursor.iter_mut().for_each(EntryCursor::pass);
    }
}

impl Drop for SharedLink {
    fn drop(&mut self) {
        if self.sending.is_some() {
            // The protocol may still send from the entry, so the memory stays mapped, and the producer keeps the entry.
            std::mem::forget((self.cursor.take(), self.memory.take()));
        }
    }
}

impl fmt::Debug for SharedHome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entries.fmt(f)
    }
}

impl fmt::Debug for SharedLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cursor.fmt(f)
    }
}
