//! The state of the connection with one peer: chunks that the peer has not acknowledged, and chunks from the peer
//! that arrived out of order.
use super::record::COMPANION;
use crate::lent;
use clump_core::Rank;
use clump_core::reliability::{Ack, Incoming, Outgoing, Path, Vigil, WINDOW};
use clump_fabric::PREFIX;
use clump_fabric::mem::{LentBuffer, Region};

/// Bytes of room in front of a chunk's bytes, for the words of an acknowledgement.
pub const ROOM: usize = 8 * Ack::WORDS;

/// Bytes of room behind a chunk's bytes. A chunk that is almost full is filled with zeros, so that its datagrams all
/// have one length.
pub const SPARE: usize = ROOM + 8 * PREFIX + COMPANION;

/// Nanoseconds that an acknowledgement, or a delayable frame, may wait for another frame to travel with: a separate
/// datagram costs a system call on both sides. The wait ends before the peer's timer, which allows 1.5 ms beyond a
/// round trip.
pub const ACK_DELAY: u64 = 1_000_000;
/// Nanoseconds that an acknowledgement may wait after losses: the peer then repeats a chunk after 300 us of silence.
const WARY_ACK_DELAY: u64 = 100_000;
/// Nanoseconds that an acknowledgement may wait if the peer's window is nearly used up: about as long as an answer to
/// the last message takes. A longer wait could block the peer.
const URGENT_ACK_DELAY: u64 = 10_000;

/// A chunk's memory: room in front, its bytes, room behind.
pub struct Chunk {
    pub memory: LentBuffer,
    pub len: usize,
}

impl Chunk {
    pub fn bytes(&self) -> Region {
        self.memory.region().slice(ROOM, self.len)
    }

    /// Copies all bytes of an arrived chunk, at most its capacity and [`SPARE`].
    pub fn fill(&mut self, bytes: Region) {
        self.len = self.memory.region().from(ROOM).copy_from(bytes);
    }

    /// Returns the memory that more bytes can be written to.
    pub fn rest(&self) -> Region {
        let memory = self.memory.region();
        memory.slice(ROOM + self.len, memory.len() - SPARE - ROOM - self.len)
    }
}

/// The free chunk memory that all peers share.
pub struct Pool {
    free: Vec<LentBuffer>,
    capacity: usize,
}

/// The most free chunks that are kept for reuse: as many as one peer may have in flight both ways. Twice as many
/// would keep memory that is needed only while two peers are busy at once.
const KEPT: usize = 2 * WINDOW as usize;

impl Pool {
    pub fn new(capacity: usize) -> Pool {
        Pool { free: Vec::new(), capacity }
    }

    /// Returns an empty chunk.
    pub fn take(&mut self) -> Chunk {
        let memory = self.free.pop().unwrap_or_else(|| lent::zeroed(ROOM + self.capacity + SPARE));
        Chunk { memory, len: 0 }
    }

    pub fn give(&mut self, chunk: Chunk) {
        if self.free.len() < KEPT {
            self.free.push(chunk.memory);
        }
    }

    /// Returns the capacity of a chunk in bytes.
    pub fn capacity(&self) -> usize {
        self.capacity
    }
}

/// Chunks by number, modulo the window: no two chunks in it are a window apart.
#[derive(Default)]
pub struct Slots(Vec<Option<Chunk>>);

impl Slots {
    fn at(number: u64) -> usize {
        (number % WINDOW) as usize
    }

    pub fn put(&mut self, number: u64, chunk: Chunk) {
        if self.0.is_empty() {
            self.0.resize_with(WINDOW as usize, || None);
        }
        self.0[Slots::at(number)] = Some(chunk);
    }

    pub fn get(&mut self, number: u64) -> Option<&mut Chunk> {
        self.0.get_mut(Slots::at(number))?.as_mut()
    }

    pub fn take(&mut self, number: u64) -> Option<Chunk> {
        self.0.get_mut(Slots::at(number))?.take()
    }
}

pub struct Channel {
    pub rank: Rank,
    pub out: Outgoing,
    pub inc: Incoming,
    /// The longest datagrams that come through to the peer.
    pub path: Path,
    /// Chunks that the peer has not acknowledged, by number.
    pub kept: Slots,
    /// Chunks from the peer that arrived before an earlier one.
    pub early: Slots,
    /// When an acknowledgement must leave if no other packet carries it earlier.
    pub ack_at: Option<u64>,
    /// The time until which delayable frames may wait for another frame in whose packet they can travel.
    pub leave_at: Option<u64>,
    /// Whether the peer is still there, if this rank must find out itself.
    pub vigil: Vigil,
    /// When an authentic packet last came from the peer.
    pub heard: u64,
    /// True if the peer has left the job.
    pub gone: bool,
    /// True if the channel is on the list of channels from which something has arrived.
    pub touched: bool,
}

impl Channel {
    /// Lets an acknowledgement leave in time, if no packet takes it along. `share` is how many chunks the peer may have
    /// in flight from now on.
    pub fn owe(&mut self, now: u64, share: u16) {
        let delay = match (self.inc.pressing(share), self.inc.wary()) {
            (true, _) => URGENT_ACK_DELAY,
            (_, true) => WARY_ACK_DELAY,
            _ => ACK_DELAY,
        };
        let then = now + delay;
        self.ack_at = Some(self.ack_at.map_or(then, |at| at.min(then)));
    }

    /// Returns true if the last chunk was never sent and has an eighth of its room left.
    pub fn room(&mut self) -> bool {
        let open = self.out.open().and_then(|number| self.kept.get(number));
        open.is_some_and(|chunk| 8 * chunk.rest().len() > chunk.len)
    }

    /// Returns the channel to `rank`. At most `share` chunks may be in flight before the peer has sent its window.
    pub fn new(rank: Rank, now: u64, share: u16) -> Channel {
        Channel {
            rank,
            out: Outgoing::sharing(share),
            inc: Incoming::default(),
            path: Path::new(now),
            vigil: Vigil::default(),
            kept: Slots::default(),
            early: Slots::default(),
            ack_at: None,
            leave_at: None,
            heard: now,
            gone: false,
            touched: false,
        }
    }

    /// Forgets what is on its way to the peer, which has left the job or is lost.
    pub fn bury(&mut self) {
        if !std::mem::replace(&mut self.gone, true) {
            for n in self.out.clear() {
                self.kept.take(n);
            }
        }
    }

    /// Returns the time at which the driver must act on this channel even if nothing arrives.
    pub fn deadline(&self) -> u64 {
        let at = [self.out.deadline(), self.ack_at, self.leave_at];
        at.into_iter().flatten().min().unwrap_or(u64::MAX)
    }
}
