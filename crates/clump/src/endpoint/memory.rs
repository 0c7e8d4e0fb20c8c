//! The memory behind core's names: callers' buffers by request, and the pushed buffer's bytes by entry.
use super::cast_memory::CastMemory;
use super::unread::Unread;
use super::window_memory::WindowMemory;
use clump_core::{CastId, Destination, EntryId, RecvId, SendId, StreamId};
use clump_fabric::mem::{Buffer, Region, Scattered, SmallBuffer};
use slotmap::SecondaryMap;
use std::collections::HashMap;
use std::sync::Arc;

/// Memory with holes that is sent from.
pub struct Holes {
    pub memory: Arc<Scattered>,
    /// What it is called to the receiver; 0: nothing.
    pub word: u64,
}

/// A send's bytes, copied away from the program's memory.
pub struct Kept {
    /// What `sends` names.
    pub bytes: Buffer,
    /// The name of memory with holes that they came from, which the receiver may still read by; 0: none.
    pub word: u64,
    /// The receiver has been told where they were.
    pub named: bool,
}

/// Bytes of a message that the fabric fetches by itself.
pub struct Fetch {
    pub into: Destination,
}

/// What a handler reads into.
pub enum Reads {
    Contiguous(Region),
    /// In several pieces.
    Scattered(Arc<Scattered>),
}

impl Reads {
    /// Copies `from` to `offset` of it, if it has so much room.
    pub fn write(&self, offset: u64, from: Region) {
        match self {
            Reads::Contiguous(to) => drop(to.part(offset as usize, from.len()).map(|to| to.copy_from(from))),
            Reads::Scattered(to) => to.copy_in(offset, from),
        }
    }
}

#[derive(Default)]
pub struct Memory {
    pub sends: SecondaryMap<SendId, Region>,
    /// The receiver of the send that was last kept reads its memory by loads, or it has holes.
    pub mapped: bool,
    /// By the receive's place.
    recvs: Vec<Region>,
    /// Memory with holes; `sends` and `recvs` have no bytes for those.
    pub scattered_sends: SecondaryMap<SendId, Holes>,
    pub scattered_recvs: HashMap<RecvId, Arc<Scattered>>,
    /// Sends that go on from a copy; mostly none.
    pub kept: HashMap<SendId, Kept>,
    /// So many scattered receives are kept before those that are over are looked for.
    crowd: usize,
    /// What handlers read into: the piece, or pieces, being read.
    pub streams: SecondaryMap<StreamId, Reads>,
    /// The pushed buffer (Push-Pull Messaging, 1.2); core keeps its bound.
    pub pushed: SecondaryMap<EntryId, SmallBuffer>,
    /// The same of messages that run handlers.
    pub unread: Unread,
    /// By the fabric's ticket.
    pub fetches: HashMap<u64, Fetch>,
    pub windows: WindowMemory,
    /// Of broadcasts within groups.
    /// No map by slot: a short broadcast is over for its caller, and its slot used again, while its copy is still
    /// needed.
    pub casts: HashMap<CastId, CastMemory>,
}

impl Memory {
    /// The memory of a send that core still knows; empty if it does not.
    pub fn send(&self, id: SendId) -> Region {
        self.sends.get(id).copied().unwrap_or(Region::EMPTY)
    }

    /// The memory of a receive that core has just named.
    #[inline(always)]
    pub fn recv(&self, id: RecvId) -> Region {
        self.recvs.get(id.index()).copied().unwrap_or(Region::EMPTY)
    }

    /// A message's part of the pushed buffer, which is made if it is not there.
    pub fn part_of(&mut self, message: EntryId, room: u64) -> &mut SmallBuffer {
        if !self.pushed.contains_key(message) {
            self.pushed.insert(message, SmallBuffer::new(room as usize));
        }
        &mut self.pushed[message]
    }

    /// Gives a receive its memory.
    #[inline(always)]
    pub fn bind(&mut self, id: RecvId, memory: Region) {
        match self.recvs.get_mut(id.index()) {
            Some(m) => *m = memory,
            None => self.recvs.resize_with(id.index() + 1, || memory),
        }
    }

    /// Gives a receive memory with holes.
    #[cold]
    pub fn bind_scattered(&mut self, id: RecvId, memory: &Arc<Scattered>) {
        self.scattered_recvs.insert(id, memory.clone());
    }

    /// Forgets scattered memory of receives that are over, once there is much of it.
    pub fn tidy(&mut self, known: impl Fn(RecvId) -> bool) {
        if self.scattered_recvs.len() >= self.crowd {
            self.scattered_recvs.retain(|&id, _| known(id));
            self.crowd = 2 * self.scattered_recvs.len() + 16;
        }
    }
}
