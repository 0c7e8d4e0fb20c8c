//! The receiver's end of a connection (Avalanche, section 4.1): memory in which one sender may place bytes, and the
//! invitation that the receiver sends to that sender.
use super::arrivals::NoteSenders;
use super::mapped_buffer::MappedBuffer;
use super::telling::Telling;
use super::{MemoryName, SharedMemory};
use crate::endpoint::{Endpoint, Local};
use crate::error::{Error, ErrorKind};
use crate::lent;
use clump_core::{Rank, WindowId};
use clump_fabric::Bell;
use clump_fabric::mem::Region;
use clump_fabric::shm::{NoteRing, RawNote};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Connections use window numbers from here on: MPI's are all lower.
const FIRST_NUMBER: u32 = 1 << 31;
/// The number to try next, counted from [`FIRST_NUMBER`]. It only grows, so that a number is reused as late as
/// possible.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// The words that a sender needs to connect. The receiver sends them in any message ([`Invitation::to_words`]). Both
/// ranks keep them secret: any process that has them can write to the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// The receiver; `from` is the sender.
    pub to: Rank,
    /// The sender.
    pub from: Rank,
    /// Bytes of the buffer.
    pub len: u64,
    /// The connection's number, which its notes contain.
    pub connection: u32,
    /// How each deposit notifies the receiver.
    pub telling: Telling,
    pub(super) window: WindowId,
    pub(super) key: u64,
    /// The name of memory that Clump allocated: the connection's state, after the buffer's bytes unless the program
    /// lent those.
    pub(super) memory: MemoryName,
    /// The address of the bytes in the receiver's process if the program lent them; otherwise 0.
    pub(super) address: u64,
    pub(super) queue: MemoryName,
    pub(super) notes: u64,
}

const MARK: u64 = 0x434c_554d_5044_4431;

impl Invitation {
    /// Number of words of an invitation.
    pub const WORDS: usize = 14;

    /// Returns the words that [`Invitation::from_words`] reads.
    pub fn to_words(&self) -> [u64; Self::WORDS] {
        let [m0, m1, m2] = self.memory.0;
        let [q0, q1, q2] = self.queue.0;
        let ranks = u64::from(self.to) | u64::from(self.from) << 32;
        let telling = match self.telling {
            Telling::Nothing => 0,
            Telling::Count => 1,
            Telling::Note => 2,
        };
        let numbers = u64::from(self.connection) | telling << 32;
        let window = u64::from(self.window.0);
        [MARK, ranks, window, self.key, self.len, numbers, m0, m1, m2, q0, q1, q2, self.notes, self.address]
    }

    /// Decodes an invitation. Returns `None` if the words are no invitation.
    pub fn from_words(words: [u64; Self::WORDS]) -> Option<Invitation> {
        let [mark, ranks, window, key, len, numbers, m0, m1, m2, q0, q1, q2, notes, address] = words;
        let telling = match numbers >> 32 {
            0 => Telling::Nothing,
            1 => Telling::Count,
            2 => Telling::Note,
            _ => return None,
        };
        let sound = mark == MARK && NoteRing::bytes(notes).is_some() && (telling != Telling::Note || notes > 0);
        let sound = sound && address.checked_add(len).is_some();
        let window = WindowId(u32::try_from(window).ok().filter(|_| sound)?);
        let (to, from) = (ranks as u32, (ranks >> 32) as u32);
        let (memory, queue) = (MemoryName([m0, m1, m2]), MemoryName([q0, q1, q2]));
        let connection = numbers as u32;
        Some(Invitation { to, from, len, connection, telling, window, key, memory, address, queue, notes })
    }

    /// Returns the number of the buffer's bytes that are in memory that Clump allocated.
    pub(super) fn bytes_here(&self) -> u64 {
        if self.address == 0 { self.len } else { 0 }
    }
}

/// The memory of a receive buffer.
pub enum Room {
    /// This many bytes that Clump allocates, initially zero.
    New(u64),
    /// Memory of the program, which stays valid until the buffer is closed. A sender on this machine writes there
    /// by stores if the shared heap has the memory, otherwise by system calls if the system allows it, otherwise in
    /// frames.
    Lent(Region),
}

impl Room {
    pub(super) fn len(&self) -> u64 {
        match self {
            Room::New(len) => *len,
            Room::Lent(memory) => memory.len() as u64,
        }
    }
}

/// Memory of this rank in which one sender may place bytes.
pub struct ReceiveBuffer {
    memory: Arc<SharedMemory>,
    /// The buffer's bytes if the program lent them.
    lent: Option<Region>,
    invitation: Invitation,
}

impl ReceiveBuffer {
    /// Offers `len` bytes, initially zero, to rank `sender`, which connects with the invitation. Arrivals leave no
    /// notes: this rank polls the bytes. Use a [`NoteQueue`](super::NoteQueue) to get notes.
    pub fn offer<F: Local>(endpoint: &mut Endpoint<F>, sender: Rank, len: u64) -> Result<ReceiveBuffer, Error> {
        ReceiveBuffer::offer_room(endpoint, sender, Room::New(len))
    }

    /// Offers memory of either kind to rank `sender`, without notes.
    pub fn offer_room<F: Local>(endpoint: &mut Endpoint<F>, sender: Rank, room: Room) -> Result<ReceiveBuffer, Error> {
        ReceiveBuffer::offer_as(endpoint, sender, room, (Telling::Nothing, 0, 0), None)
    }

    pub(super) fn offer_as<F: Local>(
        endpoint: &mut Endpoint<F>,
        sender: Rank,
        room: Room,
        (telling, connection, notes): (Telling, u32, u64),
        told: Option<NoteSenders>,
    ) -> Result<ReceiveBuffer, Error> {
        if sender >= endpoint.size() {
            return Err(Error::new(
                ErrorKind::Argument,
                format!("cannot offer a receive buffer to rank {sender} of {}", endpoint.size()),
            ));
        }
        let (len, here, lent) = match room {
            Room::New(len) => (len, len, None),
            Room::Lent(memory) => (memory.len() as u64, 0, Some(memory)),
        };
        let all = MappedBuffer::bytes(here);
        let all = all.ok_or_else(|| {
            Error::new(ErrorKind::Argument, format!("a receive buffer of {len} bytes is more than can be mapped"))
        })?;
        let memory = Arc::new(lent::create_shared(all)?);
        let buffer = MappedBuffer::at(memory.region(), here);
        buffer.open();
        let key = super::key();
        let own = endpoint.own_bell();
        let queue = told.as_ref().and_then(|told| told.memory().name()).unwrap_or(MemoryName([0; 3]));
        let kept = memory.clone();
        let teller = move |offset, len| {
            // The memory stays valid as long as the window is offered.
            let _ = &kept;
            let Some(told) = &told else { return };
            told.tell(telling, RawNote { connection, offset, len });
            own.ring();
        };
        let from = FIRST_NUMBER + NEXT.fetch_add(1, Ordering::Relaxed) % FIRST_NUMBER;
        let data = lent.unwrap_or(buffer.data());
        let window = endpoint.offer_memory(from, (sender, key), data, Box::new(teller));
        let window =
            window.ok_or_else(|| Error::new(ErrorKind::System, "no number is left for another receive buffer"))?;
        let name =
            memory.name().ok_or_else(|| Error::new(ErrorKind::System, "a receive buffer's memory has no name"))?;
        let to = endpoint.rank();
        let address = lent.map_or(0, |lent| lent.as_ptr() as u64);
        if lent.is_some() {
            // Peers may write into this memory at any time, so that its pages must not move.
            endpoint.hold_still(true);
        }
        let from = sender;
        let invitation =
            Invitation { to, from, len, connection, telling, window, key, memory: name, address, queue, notes };
        Ok(ReceiveBuffer { memory, lent, invitation })
    }

    fn buffer(&self) -> MappedBuffer {
        MappedBuffer::at(self.memory.region(), self.invitation.bytes_here())
    }

    /// Returns the invitation, which the sender needs to connect.
    pub fn invitation(&self) -> Invitation {
        self.invitation
    }

    /// Returns the address of the bytes, which stays the same, and valid, until the buffer is closed.
    #[inline]
    pub fn as_ptr(&self) -> *mut u8 {
        self.bytes().as_ptr()
    }

    #[inline]
    pub(super) fn bytes(&self) -> Region {
        self.lent.unwrap_or_else(|| self.buffer().data())
    }

    /// Returns a copy of all bytes.
    pub fn to_vec(&self) -> Vec<u8> {
        self.bytes().to_vec()
    }

    /// Closes the buffer: deposits are refused from now on. If a sender on this machine is writing into memory that
    /// the program lent, waits for it; on return the program may reuse that memory. A sender that has begun to store
    /// into memory that Clump allocated may continue; nothing else uses that memory.
    pub fn close<F: Local>(self, endpoint: &mut Endpoint<F>) {
        let buffer = self.buffer();
        if self.lent.is_some() {
            buffer.state.close(|| endpoint.is_gone(self.invitation.from));
            endpoint.hold_still(false);
        } else {
            buffer.close();
        }
        endpoint.far_windows().withdraw(self.invitation.window);
    }
}
