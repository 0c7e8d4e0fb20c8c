//! The receiver's end of a connection (Avalanche, section 4.1): memory that one sender may place bytes in, and what it
//! tells that sender of it.
use super::arrivals::{Telling, Tellings};
use super::mapped_buffer::MappedBuffer;
use super::{MemoryName, SharedMemory};
use crate::endpoint::Local;
use crate::{Endpoint, Error, Rank, Region};
use clump_core::WindowId;
use clump_fabric::shm::{NoteRing, RawNote};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// Numbers of windows that connections use begin here: MPI's are all lower.
const FIRST_NUMBER: u32 = 1 << 31;
/// The number that is tried next, among those; each is used again as late as can be.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// What a sender must know to connect: send it by any message ([`Invitation::to_words`]). It is a secret of both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Invitation {
    /// Who receives, and who may send.
    pub to: Rank,
    pub from: Rank,
    /// Bytes of the buffer.
    pub len: u64,
    /// The connection's number, as its notes say it.
    pub connection: u32,
    pub telling: Telling,
    pub(super) window: WindowId,
    pub(super) key: u64,
    pub(super) memory: MemoryName,
    pub(super) queue: MemoryName,
    pub(super) notes: u64,
}

const MARK: u64 = 0x434c_554d_5044_4430;

impl Invitation {
    /// Words that an invitation takes.
    pub const WORDS: usize = 13;

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
        [MARK, ranks, window, self.key, self.len, numbers, m0, m1, m2, q0, q1, q2, self.notes]
    }

    /// `None`: these words are no invitation.
    pub fn from_words(words: [u64; Self::WORDS]) -> Option<Invitation> {
        let [mark, ranks, window, key, len, numbers, m0, m1, m2, q0, q1, q2, notes] = words;
        let telling = match numbers >> 32 {
            0 => Telling::Nothing,
            1 => Telling::Count,
            2 => Telling::Note,
            _ => return None,
        };
        let sound = mark == MARK && NoteRing::bytes(notes).is_some() && (telling != Telling::Note || notes > 0);
        let window = WindowId(u32::try_from(window).ok().filter(|_| sound)?);
        let (to, from) = (ranks as u32, (ranks >> 32) as u32);
        let (memory, queue) = (MemoryName([m0, m1, m2]), MemoryName([q0, q1, q2]));
        Some(Invitation { to, from, len, connection: numbers as u32, telling, window, key, memory, queue, notes })
    }
}

/// Memory that one sender may place bytes in, of this rank.
pub struct ReceiveBuffer {
    memory: Arc<SharedMemory>,
    invitation: Invitation,
}

impl ReceiveBuffer {
    /// Offers `len` bytes, zero at first, to rank `sender`, which connects with the invitation. Of what arrives nobody
    /// tells: this rank looks at the bytes. Offer them by a [`NoteQueue`](super::NoteQueue) to be told.
    pub fn offer<F: Local>(endpoint: &mut Endpoint<F>, sender: Rank, len: u64) -> Result<ReceiveBuffer, Error> {
        ReceiveBuffer::offer_as(endpoint, sender, len, (Telling::Nothing, 0, 0), None)
    }

    pub(super) fn offer_as<F: Local>(
        endpoint: &mut Endpoint<F>,
        sender: Rank,
        len: u64,
        (telling, connection, notes): (Telling, u32, u64),
        told: Option<Tellings>,
    ) -> Result<ReceiveBuffer, Error> {
        if sender >= endpoint.size() {
            return Err(Error(format!("cannot offer a receive buffer to rank {sender} of {}", endpoint.size())));
        }
        let all = MappedBuffer::bytes(len);
        let all = all.ok_or_else(|| Error(format!("a receive buffer of {len} bytes is more than can be mapped")))?;
        let memory = Arc::new(SharedMemory::create(all)?);
        let buffer = MappedBuffer::at(memory.region(), len);
        buffer.open();
        let key = super::key();
        let own = endpoint.own_bell();
        let queue = told.as_ref().and_then(|told| told.memory().name()).unwrap_or(MemoryName([0; 3]));
        let kept = memory.clone();
        let teller = move |offset, len| {
            // The memory stays as long as the window is offered.
            let _ = &kept;
            let Some(told) = &told else { return };
            told.tell(telling, RawNote { connection, offset, len });
            own.ring();
        };
        let from = FIRST_NUMBER + NEXT.fetch_add(1, Ordering::Relaxed) % FIRST_NUMBER;
        let window = endpoint.offer_memory(from, (sender, key), buffer.data(), Box::new(teller));
        let window = window.ok_or_else(|| Error("no number is left for another receive buffer".into()))?;
        let name = memory.name().ok_or_else(|| Error("a receive buffer's memory has no name".into()))?;
        let to = endpoint.rank();
        let invitation =
            Invitation { to, from: sender, len, connection, telling, window, key, memory: name, queue, notes };
        Ok(ReceiveBuffer { memory, invitation })
    }

    fn buffer(&self) -> MappedBuffer {
        MappedBuffer::at(self.memory.region(), self.invitation.len)
    }

    /// What the sender connects with.
    pub fn invitation(&self) -> Invitation {
        self.invitation
    }

    /// The bytes. They stay where they are until the buffer is closed.
    pub fn memory(&self) -> Region {
        self.buffer().data()
    }

    /// Nothing is placed here any more, but by a sender on this machine that has begun to: it writes into memory that
    /// is nobody else's. Deposits from now on are refused.
    pub fn close<F: Local>(self, endpoint: &mut Endpoint<F>) {
        self.buffer().close();
        endpoint.withdraw_window(self.invitation.window);
    }
}
