//! Messages that run handlers, for whoever runs the handlers himself beside other users of the endpoint (C's handlers,
//! which are functions on stacks of their own). [`Handlers`](crate::handlers::Handlers) does it for Rust programs that
//! have the endpoint to themselves; an endpoint is used in one of the two ways.
use super::{Endpoint, Local};
use crate::{Rank, Region};
use clump_core::protocol::{Begun, BrokenOff, MessageRole, Reading};
use clump_core::{Destination, SendId, StreamId};
use clump_fabric::Tx;
use clump_fabric::clock::{ticks, ticks_per_us};
use std::collections::BTreeSet;

/// How often it is seen whether those still run from or for whom there are messages, in microseconds: asking takes some
/// microseconds for each.
const LIFE_US: u64 = 20_000;
/// Looks without a glance at the clock for that.
const BLIND: u32 = 256;

impl<F: Local> Endpoint<F> {
    /// Sends a whole message to a handler if it can leave at once; else nothing has happened. `to` is a rank of the
    /// job.
    #[inline(always)]
    pub fn call_handler_at_once(&mut self, to: Rank, handler: i32, role: MessageRole, bytes: Region) -> bool {
        let Some((head, what)) = self.engine.handlers().call_at_once(to, handler, role, bytes.len() as u64) else {
            return false;
        };
        let sent = self.tx.send(to, head, &[], bytes).is_ok();
        if sent {
            self.engine.handlers().called_at_once(what);
        }
        sent
    }

    /// Begins a message of `size` bytes to a handler of `to`, which is a rank of the job. Nothing leaves before its
    /// first piece.
    pub fn begin_message(&mut self, to: Rank, handler: i32, role: MessageRole, size: u64) -> SendId {
        self.engine.handlers().begin(to, handler, role, size)
    }

    /// The next piece of a message, of which so much is left; the one before has left. The memory is the protocol's
    /// until [`piece_has_left`](Self::piece_has_left). True: it has.
    pub fn hand_over(&mut self, message: SendId, piece: Region) -> bool {
        let len = piece.len() as u64;
        self.with(piece, |engine, port| engine.handlers().piece(port, message, len));
        self.engine.piece_has_left(message)
    }

    /// True if the memory of the last piece is the caller's again.
    pub fn piece_has_left(&self, message: SendId) -> bool {
        self.engine.piece_has_left(message)
    }

    /// True if the receiver has died or left before it had the message.
    pub fn is_message_lost(&self, message: SendId) -> bool {
        self.engine.is_lost(message)
    }

    /// No piece follows; the last has left. A message that is not whole ends there.
    pub fn end_message(&mut self, message: SendId) {
        self.with(Region::EMPTY, |engine, port| engine.handlers().end(port, message));
    }

    /// The next message that has begun to arrive. Makes no progress.
    #[inline(always)]
    pub fn next_message(&mut self) -> Option<Begun> {
        self.engine.handlers().next_stream()
    }

    /// The next message from that rank that has begun to arrive. Makes no progress.
    pub fn next_message_from(&mut self, from: Rank) -> Option<Begun> {
        self.engine.handlers().next_stream_from(from)
    }

    /// The ranks from which messages have begun to arrive that nobody has taken.
    pub fn begun_senders(&mut self) -> Vec<Rank> {
        self.engine.handlers().begun_senders()
    }

    /// The handler of this message waits to send. If the message is a reply, the credit of its entry goes back.
    pub fn release_reply(&mut self, message: StreamId) {
        self.with(Region::EMPTY, |engine, port| engine.handlers().release_reply(port, message));
    }

    /// Reads the next bytes of a message, as many as there is memory, which is the protocol's as long as
    /// [`is_reading`](Self::is_reading) if it says `Later`. There is one read at a time.
    #[inline]
    pub fn read_message(&mut self, message: StreamId, into: Region) -> Reading {
        let len = into.len() as u64;
        self.with(into, |engine, port| engine.handlers().read(port, message, len))
    }

    /// True while a read goes on.
    pub fn is_reading(&self, message: StreamId) -> bool {
        self.engine.is_reading(message)
    }

    /// True if the last read has come to nothing, because the message ended early.
    pub fn read_failed(&self, message: StreamId) -> bool {
        self.engine.read_failed(message)
    }

    /// True while a copy goes on into memory that was read into, also of a message that is finished with.
    pub fn is_landing(&self, message: StreamId) -> bool {
        self.engine.is_landing(message)
    }

    /// Bytes of a message that can still be read.
    pub fn unread(&self, message: StreamId) -> u64 {
        self.engine.unread(message)
    }

    /// Whether and where a message has ended before it was whole.
    pub fn broken_off(&self, message: StreamId) -> Option<BrokenOff> {
        self.engine.broken_off(message)
    }

    /// Its handler has ended: what it has not read is not wanted. A read that goes on is given up; its memory is the
    /// caller's unless [`is_landing`](Self::is_landing).
    pub fn finish_message(&mut self, message: StreamId) {
        if self.engine.is_reading(message) {
            self.with(Region::EMPTY, |engine, port| engine.handlers().drop_read(port, message));
        }
        self.with(Region::EMPTY, |engine, port| engine.handlers().finish(port, message));
        self.native.forget(Destination::Stream(message));
        self.memory.streams.remove(message);
    }

    /// Bytes of the pushed buffer in use by messages for handlers: what is pushed and not read, and 128 for each.
    pub fn pushed_to_handlers(&self) -> u64 {
        self.engine.handling().pushed
    }

    /// True if a read or a piece has ended since this was last asked.
    #[inline(always)]
    pub fn handlers_woken(&mut self) -> bool {
        self.engine.has_woken() && !self.engine.handlers().take_woken().is_empty()
    }
}

/// Sees, now and then, who has died or left of those from or for whom there are messages, and ends those messages.
#[derive(Default)]
pub struct PeerWatch {
    looks: u32,
    /// When it was last seen, in ticks.
    seen: u64,
    /// Those who were gone then. What they had sent before is taken first.
    gone: BTreeSet<Rank>,
}

impl PeerWatch {
    /// To be called with each look at the network; `moved`: that one found something.
    #[inline(always)]
    pub fn look<F: Local>(&mut self, endpoint: &mut Endpoint<F>, moved: bool) {
        self.looks = self.looks.wrapping_add(1);
        if self.looks.is_multiple_of(BLIND) || !moved && !self.gone.is_empty() {
            self.look_closely(endpoint, moved);
        }
    }

    /// The clock has gone on: the next look is a close one.
    pub fn has_rested(&mut self) {
        self.looks = BLIND - 1;
    }

    #[cold]
    fn look_closely<F: Local>(&mut self, endpoint: &mut Endpoint<F>, moved: bool) {
        let now = ticks();
        let due = now.saturating_sub(self.seen) >= LIFE_US * ticks_per_us();
        if due || !moved {
            for rank in std::mem::take(&mut self.gone) {
                endpoint.lose(rank);
            }
        }
        if due {
            self.seen = now;
            let mut ranks: BTreeSet<Rank> = endpoint.engine.handler_peers().collect();
            ranks.retain(|&rank| endpoint.is_gone(rank));
            self.gone = ranks;
        }
    }
}
