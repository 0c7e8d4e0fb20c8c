//! Maps the protocol's identifiers to memory: operations to callers' buffers, and unexpected messages to their bytes in
//! the pushed buffer.
use super::broadcast_memory::BroadcastMemory;
use super::unread::Unread;
use super::window_memory::WindowMemory;
use clump_core::{BroadcastId, Destination, EntryId, RecvId, SendId, StreamId, planted};
use clump_fabric::mem::{LentBuffer, Region, Scattered, SmallBuffer};
use slotmap::SecondaryMap;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Non-contiguous memory that is sent from.
pub struct Holes {
    pub memory: Arc<Scattered>,
    /// The name by which the receiver reads this memory; 0: none.
    pub word: u64,
}

/// The bytes of a send, copied out of the program's memory.
pub struct Kept {
    /// The copy, to which the entry in `sends` refers.
    pub bytes: LentBuffer,
    /// The name by which the receiver may still read the non-contiguous memory that the bytes came from; 0: none.
    pub word: u64,
    /// True if the receiver has been told the original address.
    pub named: bool,
}

/// The destination of bytes that the fabric fetches by itself.
pub struct Fetch {
    pub into: Destination,
}

/// The memory that a handler reads into.
pub enum Reads {
    Contiguous(Region),
    /// Several pieces.
    Scattered(Arc<Scattered>),
}

impl Reads {
    /// Copies `from` to `offset` of this memory. The bytes must fit.
    pub fn write(&self, offset: u64, from: Region) {
        match self {
            Reads::Contiguous(to) => drop(to.part(offset as usize, from.len()).map(|to| to.copy_from(from))),
            Reads::Scattered(to) => to.copy_in(offset, from),
        }
    }
}

/// Counts the bytes in the pushed buffer, for experiments with a small one.
#[derive(Default)]
pub struct PushedCount {
    /// All bytes. The network reads this number.
    pub all: Arc<AtomicU64>,
    /// The bytes of each message.
    each: SecondaryMap<EntryId, u64>,
}

#[derive(Default)]
pub struct Memory {
    pub sends: SecondaryMap<SendId, Region>,
    /// Memory of each receive, by the receive's index.
    recvs: Vec<Region>,
    /// Non-contiguous memory by operation; `sends` and `recvs` have empty regions for those.
    pub scattered_sends: SecondaryMap<SendId, Holes>,
    pub scattered_recvs: HashMap<RecvId, Arc<Scattered>>,
    /// Sends that continue from a copy; usually empty.
    pub kept: HashMap<SendId, Kept>,
    /// The number of entries in `scattered_recvs` from which on [`tidy`](Self::tidy) removes finished receives.
    scattered_limit: usize,
    /// The memory that each handler reads into at present.
    pub streams: SecondaryMap<StreamId, Reads>,
    /// The pushed buffer (Push-Pull Messaging, 1.2); the protocol limits its size.
    pub pushed: SecondaryMap<EntryId, SmallBuffer>,
    /// Set in experiments with a small pushed buffer.
    pub pushed_count: Option<Box<PushedCount>>,
    /// The pushed bytes of messages that run handlers.
    pub unread: Unread,
    /// Destinations of fetches, by the fabric's ticket.
    pub fetches: HashMap<u64, Fetch>,
    pub windows: WindowMemory,
    /// Memory of broadcasts within groups. The key is the whole identifier, because the protocol reuses the slot of a
    /// short broadcast once the caller is done, while members may still need the copy.
    pub broadcasts: HashMap<BroadcastId, BroadcastMemory>,
}

impl Memory {
    /// Returns the memory of a send; empty if the protocol no longer knows the send.
    pub fn send(&self, id: SendId) -> Region {
        self.sends.get(id).copied().unwrap_or(Region::EMPTY)
    }

    /// Returns the memory of a receive. The protocol must still know the receive: the table is indexed by slot.
    #[inline(always)]
    pub fn recv(&self, id: RecvId) -> Region {
        self.recvs.get(id.index()).copied().unwrap_or(Region::EMPTY)
    }

    /// Returns a message's part of the pushed buffer; creates it if it does not exist.
    pub fn part_of(&mut self, message: EntryId, room: u64) -> &mut SmallBuffer {
        if !self.pushed.contains_key(message) {
            self.pushed.insert(message, SmallBuffer::new(room as usize));
        }
        &mut self.pushed[message]
    }

    /// Counts `len` more bytes of a message in the pushed buffer, if an experiment asks for it.
    pub fn count_pushed(&mut self, message: EntryId, len: u64) {
        let Some(count) = &mut self.pushed_count else { return };
        *count.each.entry(message).expect("the message is in the pushed buffer").or_insert(0) += len;
        count.all.fetch_add(len, Ordering::Relaxed);
    }

    /// Takes a message's part out of the pushed buffer.
    pub fn take_part(&mut self, message: EntryId) -> Option<SmallBuffer> {
        if let Some(count) = &mut self.pushed_count
            && let Some(len) = count.each.remove(message)
        {
            count.all.fetch_sub(len, Ordering::Relaxed);
        }
        self.pushed.remove(message)
    }

    /// Sets a receive's memory.
    #[inline(always)]
    pub fn bind(&mut self, id: RecvId, memory: Region) {
        match self.recvs.get_mut(id.index()) {
            Some(m) => *m = memory,
            None => self.recvs.resize_with(id.index() + 1, || memory),
        }
    }

    /// Sets a receive's non-contiguous memory.
    #[cold]
    pub fn bind_scattered(&mut self, id: RecvId, memory: &Arc<Scattered>) {
        self.scattered_recvs.insert(id, memory.clone());
    }

    /// Removes the non-contiguous memory of finished receives, once `scattered_recvs` has many entries.
    pub fn tidy(&mut self, known: impl Fn(RecvId) -> bool) {
        if self.scattered_recvs.len() >= self.scattered_limit {
            self.scattered_recvs.retain(|&id, _| known(id) && !planted("tidied_too_much"));
            self.scattered_limit = 2 * self.scattered_recvs.len() + 16;
        }
    }
}
