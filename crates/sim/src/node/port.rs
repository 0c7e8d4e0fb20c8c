//! The protocol's actions in the simulator. Every access is checked.
use super::memory::{BLANK, Event, Later, Memory, Receive, ReceiveId, TakenId};
use crate::coverage::Coverage;
use crate::message::MessageId;
use crate::net;
use crate::shared::Shared;
use clump_core::ids::send_word;
use clump_core::protocol::{Full, Source};
use clump_core::{Arrival, Destination, Missing, Path, Pulling, Rank, RecvId, Select, SendId, TransferSink};
use clump_fabric::mem::Region;
use clump_fabric::sim::lent;
use clump_fabric::{Body, Frame, RemoteMemory, Tx};
use std::ops::Range;

/// The memory that the running call brings.
#[derive(Clone, Copy)]
pub enum Call {
    None,
    Send(MessageId),
    Recv(Select, u64, Option<TakenId>),
    /// A piece of a message to a handler, by its address.
    Piece(u64),
    /// Bytes that a handler reads.
    Read(u64),
    /// A broadcast: group and number.
    Cast(usize, usize),
    /// A destination for a broadcast, with this many bytes.
    Post(u64),
}

pub struct Port<'a> {
    pub rank: Rank,
    pub tx: &'a mut net::Tx,
    pub shared: &'a mut Shared,
    pub memory: &'a mut Memory,
    pub call: Call,
    pub arrived: Option<&'a Frame>,
    /// See [`crate::plan::Plan::jobs`].
    pub jobs: Option<[u32; 2]>,
    /// The most bytes that may lie in the pushed buffer, entries included.
    pub bound: u64,
    /// The most bytes of broadcasts that may be kept until a destination is named.
    pub broadcast_bound: u64,
}

/// An arrived frame, as core reads it.
pub struct Arrived<'a>(pub &'a Frame);

impl Arrival for Arrived<'_> {
    fn words<const K: usize>(&self) -> Option<[u64; K]> {
        self.0.words()
    }
    fn len(&self, k: usize) -> usize {
        self.0.len(k)
    }
}

/// The chance that a native pull is offered to its sender to share, in per mille. The same chance holds for an offer of
/// the last pull, which is over.
const SHARED: u32 = 300;
/// The chance that a native pull is made later, in per mille.
const LATER: u32 = 400;
/// The chance that the reliability layer fetches the bytes of a pull, in per mille, in runs that have this layer.
const FETCHED: u32 = 600;
/// The chance that a pull asks for pieces of a certain size, in per mille.
const WISHES: u32 = 500;

/// What one buffered message costs beside its bytes (docs/WIRE.md, credit).
pub const ENTRY: u64 = 128;

impl Port<'_> {
    fn body(&self, body: Source) -> Option<Region> {
        let piece = match (body, self.call) {
            (Source::Call { len }, Call::Piece(address)) => Some((address, len)),
            (Source::Send { id, offset, len }, _) => self.memory.pieces.get(id).map(|a| (a + offset, len)),
            _ => None,
        };
        if let Some((address, len)) = piece {
            return self.shared.network.lent(self.rank, address, len);
        }
        if let Source::Window { window, offset, len } = body {
            return self.shared.in_window(self.rank, window, offset, len);
        }
        if let Source::Send { id, offset, len } = body {
            if let Some((window, start, room)) = self.memory.lent.get(&id).copied() {
                let inside = offset.checked_add(len).is_some_and(|end| end <= room);
                return self.shared.in_window(self.rank, window, start + offset, len).filter(|_| inside);
            }
            if let Some(old) = self.memory.olds.get(&id) {
                return old.region().part(offset as usize, len as usize);
            }
        }
        let (id, offset, len) = match (body, self.call) {
            (Source::Window { .. } | Source::Cast { .. }, _) => return None,
            (Source::None, _) => return Some(Region::EMPTY),
            (Source::Call { len }, Call::Send(id)) => (id, 0, len),
            (Source::Call { .. }, _) => return None,
            (Source::Send { id, offset, len }, _) => (*self.memory.sends.get(id)?, offset, len),
        };
        self.shared.network.lent(self.rank, self.shared.place(id) + offset, len)
    }

    /// Returns `len` bytes at `offset` of a destination, for writing. For a receive, records its match at the first
    /// use.
    pub(super) fn destination(&mut self, into: Destination, offset: u64, len: u64) -> Option<&mut [u8]> {
        let rank = self.rank;
        let id = match into {
            Destination::Recv(id) => id,
            // `land_deposit` writes to deposits.
            Destination::Deposit(_) => return None,
            Destination::Operation(id) => {
                if self.of_operation(id, offset, len).is_none() {
                    self.shared
                        .fail(|| format!("rank {rank} writes {len} bytes at {offset} to {id:?}, which is not there"));
                }
                return self.of_operation(id, offset, len);
            }
            Destination::Stream(id) => {
                let memory = self.memory.streams.get_mut(&id);
                let end = offset.saturating_add(len);
                let part = memory.and_then(|m| m.get_mut(offset as usize..end as usize));
                if part.is_none() {
                    let why =
                        format!("rank {rank} writes {len} bytes at {offset} to {id:?}, which reads no such bytes");
                    self.shared.fail(|| why);
                }
                return part;
            }
        };
        let Some(&at) = self.memory.by_id.get(&id) else {
            self.shared.fail(|| format!("rank {rank} writes to the unknown receive {id:?}"));
            return None;
        };
        self.touch(id, at);
        let receive = &mut self.memory.receives[at];
        if receive.closed {
            self.shared
                .fail(|| format!("rank {rank} writes to receive {at} after it was complete: {len} bytes at {offset}"));
            return None;
        }
        let room = receive.bytes.len() as u64;
        if offset > room || len > room - offset {
            self.shared
                .fail(|| format!("rank {rank} writes {len} bytes at {offset} to receive {at}, which has {room}"));
            return None;
        }
        Some(&mut receive.bytes[offset as usize..(offset + len) as usize])
    }

    /// Writes `bytes` at `offset` of a destination.
    pub fn write_to(&mut self, into: Destination, offset: u64, bytes: &[u8]) {
        if let Destination::Deposit(id) = into {
            self.land_deposit(id, offset, bytes);
        } else if let Some(to) = self.destination(into, offset, bytes.len() as u64) {
            to.copy_from_slice(bytes);
        }
    }

    fn touch(&mut self, id: RecvId, at: ReceiveId) {
        self.memory.touched.push((id, at));
        let receive = &mut self.memory.receives[at];
        if receive.matched.is_none() {
            let now = self.shared.moment();
            receive.matched = Some(now);
            if receive.taken.is_none() {
                self.memory.events.push(Event::Matched(at, now));
            }
            let rank = self.rank;
            self.shared.note(|| format!("rank {rank}: receive {at} matched"));
        }
    }

    /// Records a frame that the network has taken. Returns `Full` if `sent` is false, because the network had no room.
    fn told(&mut self, to: Rank, head: u64, words: &[u64], len: usize, sent: bool) -> Result<(), Full> {
        if !sent {
            self.shared.coverage.full += 1;
            return Err(Full);
        }
        self.shared.coverage.frame(head);
        let rank = self.rank;
        self.shared.note(|| {
            let (context, tag) = ((head >> 32) as u16, head as u32 as i32);
            let kind = Coverage::kind(head);
            format!("rank {rank} to {to}: {kind} context {context} tag {tag} words {words:x?} body {len}")
        });
        Ok(())
    }

    pub fn arrived(&mut self, skip: usize, len: u64) -> Option<Vec<u8>> {
        let body = self.arrived.map(|f| f.body(skip)).filter(|body| body.len() as u64 >= len);
        if body.is_none() {
            let rank = self.rank;
            self.shared
                .fail(|| format!("rank {rank} reads {len} bytes behind {skip} words of a frame that is not that long"));
        }
        body.map(|body| body[..len as usize].to_vec())
    }
}

impl TransferSink for Port<'_> {
    fn path(&self, _: Rank) -> Path {
        // Without native pulls, each rank counts as having a machine of its own.
        Path { native_pull: self.shared.native > 0, piece: self.shared.piece }
    }

    fn ranks_of_other_job(&self, peer: Rank) -> Option<u32> {
        let jobs = self.jobs.filter(|_| peer % 2 != self.rank % 2)?;
        Some(jobs[peer as usize % 2])
    }

    fn frame(&mut self, to: Rank, head: u64, words: &[u64], body: Source) -> Result<(), Full> {
        let rank = self.rank;
        let bytes = match body {
            Source::Cast { cast, offset, len } => self.of_broadcast(cast, offset, len),
            _ => self.body(body),
        };
        let Some(bytes) = bytes else {
            self.shared.fail(|| format!("rank {rank} sends {body:?} from memory that the protocol has not (any more)"));
            return Err(Full);
        };
        let sent = self.tx.send(to, head, words, bytes);
        self.told(to, head, words, bytes.len(), sent.is_ok())
    }

    fn delayable(&mut self, to: Rank, head: u64, words: &[u64]) -> Result<(), Full> {
        let sent = self.tx.send_delayable(to, head, words);
        self.told(to, head, words, 0, sent.is_ok())
    }

    fn keep(&mut self, send: SendId) -> bool {
        if let Call::Piece(address) = self.call {
            self.memory.pieces.insert(send, address);
        }
        if let Call::Send(id) = self.call {
            self.memory.sends.insert(send, id);
        }
        true
    }

    fn sent(&mut self, send: SendId) {
        let rank = self.rank;
        if self.memory.lent.remove(&send).is_some() || self.memory.olds.remove(&send).is_some() {
            return;
        }
        if let Some(address) = self.memory.pieces.remove(send) {
            self.shared.network.take_back(rank, address);
            return;
        }
        let now = self.shared.moment();
        let Some(id) = self.memory.sends.remove(send) else {
            return self.shared.fail(|| format!("rank {rank}: the send {send:?} completes twice, or never began"));
        };
        self.shared.network.take_back(rank, self.shared.place(id));
        self.shared.messages[id].completed = Some(now);
        if self.shared.messages[id].withdrawn
            && let Some(count) = self.shared.withdrawn.get_mut(&rank)
        {
            *count -= 1;
        }
        self.shared.note(|| format!("rank {rank}: message {id} sent"));
    }

    fn copy_away(&mut self, send: SendId, named: bool) {
        let rank = self.rank;
        if self.copy_of_window(send, named) {
            return;
        }
        let bytes = self.memory.sends.get(send).copied().and_then(|id| {
            let bytes = self.shared.network.take_back(rank, Shared::address(id))?;
            Some((id, bytes)).filter(|_| !self.shared.messages[id].kept)
        });
        let Some((id, bytes)) = bytes else {
            return self.shared.fail(|| format!("rank {rank} copies {send:?} away, which it has not (any more)"));
        };
        let message = &mut self.shared.messages[id];
        (message.kept, message.withdrawn) = (true, named);
        *self.shared.withdrawn.entry(rank).or_default() += u32::from(named);
        self.shared.network.register(rank, self.shared.place(id), bytes);
        self.shared.coverage.kept_sends += 1;
        self.shared.note(|| format!("rank {rank}: message {id} goes on from a copy, named {named}"));
    }

    fn address(&self, send: SendId) -> u64 {
        let piece = self.memory.pieces.get(send).copied();
        piece.unwrap_or_else(|| self.memory.sends.get(send).map_or(0, |id| self.shared.place(*id)))
    }

    fn bind(&mut self, into: Destination) {
        let recv = match (into, self.call) {
            (Destination::Recv(recv), _) => recv,
            (Destination::Stream(id), Call::Read(len)) => {
                self.memory.streams.insert(id, vec![BLANK; len as usize]);
                return;
            }
            _ => return self.shared.fail(|| "a stream is read outside a call".to_owned()),
        };
        let Call::Recv(select, room, taken) = self.call else {
            return self.shared.fail(|| "a receive is bound outside a receive call".to_owned());
        };
        let at = self.memory.receives.len();
        self.memory.receives.push(Receive {
            select,
            bytes: vec![BLANK; room as usize],
            taken,
            matched: None,
            closed: false,
            outcome: None,
            detached: false,
        });
        self.memory.by_id.insert(recv, at);
        if taken.is_none() {
            self.memory.events.push(Event::Posted(at));
        }
        let rank = self.rank;
        self.shared.note(|| format!("rank {rank}: receive {at} of {room} bytes: {select:?}, taken message {taken:?}"));
    }

    fn deliver(&mut self, into: Destination, offset: u64, skip: usize, len: u64) {
        if let Some(bytes) = self.arrived(skip, len) {
            self.write_to(into, offset, &bytes);
        }
    }

    fn pull(&mut self, what: Missing) -> Pulling {
        let (from, send, into, offset, len) = (what.from, what.send, what.into, what.offset(), what.len());
        let address = what.address.wrapping_add(what.range.start - what.start);
        if self.shared.chance(FETCHED) {
            let bytes = lent(len as usize);
            if let Some(ticket) = self.tx.fetch(from, send_word(send), what.range.start, bytes.region()) {
                // Records that a message has matched the receive.
                self.destination(into, offset, 0);
                let what = Later { from, send, into, address: 0, offset, len };
                self.memory.fetches.insert(ticket, (what, bytes));
                return Pulling::Later;
            }
        }
        let native = self.shared.native;
        // A pull out of a window, or into one, knows no address.
        if what.address == 0 || !self.shared.chance(native) {
            return Pulling::No;
        }
        if self.shared.chance(SHARED) {
            self.offer(from, send);
        }
        // Offers the pull before this one, too: so late an offer must find no send.
        let last = self.memory.pulled.replace((from, send));
        if let Some((from, send)) = last.filter(|_| self.shared.chance(SHARED)) {
            self.offer(from, send);
        }
        let what = Later { from, send, into, address, offset, len };
        if self.shared.chance(LATER) {
            // Records that a message has matched the receive; its memory is checked when it is written.
            self.destination(into, offset, 0);
            self.memory.later.push(what);
            return Pulling::Later;
        }
        match self.copy(what) {
            true => Pulling::Done,
            false => Pulling::No,
        }
    }

    fn serve(&mut self, to: Rank, send: SendId, start: u64, range: Range<u64>, asked: (u64, u32)) {
        let rank = self.rank;
        self.shared.coverage.asked();
        let source = Source::Send { id: send, offset: range.start - start, len: range.end - range.start };
        match self.body(source) {
            Some(bytes) => self.tx.serve(to, asked, range.start, bytes),
            None => self.shared.fail(|| {
                format!("rank {rank} serves {range:?} of {send:?} to rank {to} from memory that it has not (any more)")
            }),
        }
    }

    fn close_destination(&mut self, into: Destination) {
        self.close(into);
    }

    /// Returns any piece size: the sender must cope with all of them.
    fn piece(&mut self) -> u32 {
        if self.shared.chance(WISHES) { 1 << self.shared.rng.u32(..32) } else { 0 }
    }

    fn share(&mut self, to: Rank, send: SendId, _: u64, _: u64) {
        let rank = self.rank;
        if self.memory.pieces.contains_key(send) {
            self.shared.coverage.shared += 1;
            return;
        }
        match self.memory.sends.get(send).map(|&id| (id, self.shared.messages[id].completed)) {
            Some((_, None)) => self.shared.coverage.shared += 1,
            other => self.shared.fail(|| {
                format!("rank {rank} copies {send:?} to rank {to}, which is not the protocol's (any more): {other:?}")
            }),
        }
    }
}
