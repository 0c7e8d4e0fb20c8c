//! Messages that run handlers, for the C interface: the caller runs the handlers, each on a stack of its own, and other
//! interfaces may use the endpoint too. Rust programs that own the endpoint use
//! [`Handlers`](crate::handlers::Handlers) instead. A program must not use one endpoint in both ways.
use super::unread::WholeBytes;
use super::{Endpoint, Local};
use crate::standard_fabric::Standard;
use clump_core::protocol::{Begun, BrokenOff, MessageRole, Reading};
use clump_core::{Rank, SendId, StreamId};
use clump_fabric::Tx;
use clump_fabric::clock::Clock;
use clump_fabric::mem::Region;
use std::collections::BTreeSet;

/// Nanoseconds between two checks whether the peers of pending messages still run. A check takes some microseconds
/// for each peer; a longer interval finds a lost peer later.
const CHECK_INTERVAL: u64 = 20_000_000;
/// Polls between two readings of the clock for that check.
const POLLS_PER_CLOCK_READ: u32 = 256;

/// The view of an [`Endpoint`] for messages that run handlers.
pub struct HandledView<'a, F: Local = Standard> {
    pub(super) endpoint: &'a mut Endpoint<F>,
}

impl<F: Local> Endpoint<F> {
    /// Returns the view for messages that run handlers.
    #[inline(always)]
    pub fn handled(&mut self) -> HandledView<'_, F> {
        HandledView { endpoint: self }
    }
}

impl<F: Local> HandledView<'_, F> {
    /// Sends a whole message to a handler of `to`, a rank of the job, and returns true if the message can leave at
    /// once. Otherwise does nothing and returns false.
    #[inline(always)]
    pub fn call_handler_at_once(&mut self, to: Rank, handler: i32, role: MessageRole, bytes: Region) -> bool {
        let Some((head, what)) = self.endpoint.engine.handlers().call_at_once(to, handler, role, bytes.len() as u64)
        else {
            return false;
        };
        let sent = self.endpoint.tx.send(to, head, &[], bytes).is_ok();
        if sent {
            self.endpoint.engine.handlers().called_at_once(what);
        }
        sent
    }

    /// Begins a message of `size` bytes to a handler of `to`, which is a rank of the job. Nothing is sent before
    /// the first piece.
    pub fn begin_message(&mut self, to: Rank, handler: i32, role: MessageRole, size: u64) -> SendId {
        self.endpoint.engine.handlers().begin(to, handler, role, size)
    }

    /// Hands over the next piece of a message. The previous piece must have left, and the piece must not be longer than
    /// the rest of the message. Returns true if the piece has left. Otherwise the protocol uses the piece's memory
    /// until [`piece_has_left`](Self::piece_has_left) returns true.
    pub fn hand_over(&mut self, message: SendId, piece: Region) -> bool {
        let len = piece.len() as u64;
        self.endpoint.with(piece, |engine, port| engine.handlers().piece(port, message, len));
        self.endpoint.engine.piece_has_left(message)
    }

    /// Returns true if the last piece has left, so that the caller may reuse its memory.
    pub fn piece_has_left(&self, message: SendId) -> bool {
        self.endpoint.engine.piece_has_left(message)
    }

    /// Returns true if the receiver died or left before it had the whole message.
    pub fn is_message_lost(&self, message: SendId) -> bool {
        self.endpoint.engine.is_lost(message)
    }

    /// Ends a message whose last piece has left. An incomplete message ends early at its receiver.
    pub fn end_message(&mut self, message: SendId) {
        self.endpoint.with(Region::EMPTY, |engine, port| engine.handlers().end(port, message));
    }

    /// Returns the next message that has begun to arrive. Makes no progress.
    #[inline(always)]
    pub fn next_message(&mut self) -> Option<Begun> {
        self.endpoint.engine.handlers().next_stream()
    }

    /// Returns the next message from that rank that has begun to arrive. Makes no progress.
    pub fn next_message_from(&mut self, from: Rank) -> Option<Begun> {
        self.endpoint.engine.handlers().next_stream_from(from)
    }

    /// Returns the ranks from which messages have begun to arrive that no handler has taken.
    pub fn begun_senders(&mut self) -> Vec<Rank> {
        self.endpoint.engine.handlers().begun_senders()
    }

    /// Declares that the handler of this message waits to send. If the message is a reply, this call returns the
    /// message's credit to its sender; without that, replies to replies would wait for each other.
    pub fn release_reply(&mut self, message: StreamId) {
        self.endpoint.with(Region::EMPTY, |engine, port| engine.handlers().release_reply(port, message));
    }

    /// Reads the next bytes of a message, up to the length of `into`. If the result is `Later`, the protocol uses
    /// `into` while [`is_reading`](Self::is_reading) returns true. A message can have one read at a time.
    #[inline]
    pub fn read_message(&mut self, message: StreamId, into: Region) -> Reading {
        let len = into.len() as u64;
        self.endpoint.with(into, |engine, port| engine.handlers().read(port, message, len))
    }

    /// Moves the bytes of a [whole](Begun::whole) message that has begun to `bytes`, so that its handler reads them
    /// without the endpoint.
    #[inline]
    pub fn take_whole(&mut self, message: StreamId, bytes: &mut WholeBytes) {
        self.endpoint.memory.unread.take(message, bytes);
    }

    /// Takes back the buffer that [`take_whole`](Self::take_whole) moved, to use its memory again. The bytes cannot be
    /// read any more.
    #[inline(always)]
    pub fn give_back(&mut self, bytes: &mut WholeBytes) {
        self.endpoint.memory.unread.give_back(bytes);
    }

    /// Declares that the handler has read all bytes that [`take_whole`](Self::take_whole) moved. Returns their
    /// credit to the sender, as the end of the handler would. Progress does the same without this call.
    pub fn has_read_whole(&mut self, message: StreamId) {
        self.endpoint.with(Region::EMPTY, |engine, port| engine.handlers().has_read_whole(port, message));
    }

    /// Returns true while a read is pending.
    pub fn is_reading(&self, message: StreamId) -> bool {
        self.endpoint.engine.is_reading(message)
    }

    /// Returns true if the last read failed because the message ended early.
    pub fn read_failed(&self, message: StreamId) -> bool {
        self.endpoint.engine.read_failed(message)
    }

    /// Returns true while the protocol still copies into memory that was passed to
    /// [`read_message`](Self::read_message), even if the message is finished.
    pub fn is_landing(&self, message: StreamId) -> bool {
        self.endpoint.engine.is_landing(message)
    }

    /// Returns how many bytes of a message can still be read.
    pub fn unread(&self, message: StreamId) -> u64 {
        self.endpoint.engine.unread(message)
    }

    /// Returns where a message ended, if it ended before it was complete.
    pub fn broken_off(&self, message: StreamId) -> Option<BrokenOff> {
        self.endpoint.engine.broken_off(message)
    }

    /// Cancels a pending read, if there is one: the caller may reuse its memory unless
    /// [`is_landing`](Self::is_landing) returns true. The handler may read on.
    pub fn drop_read(&mut self, message: StreamId) {
        if self.endpoint.engine.is_reading(message) {
            self.endpoint.with(Region::EMPTY, |engine, port| engine.handlers().drop_read(port, message));
        }
    }

    /// Finishes a message whose handler has ended, and drops the message's unread bytes. A pending read is cancelled:
    /// the caller may reuse its memory unless [`is_landing`](Self::is_landing) returns true.
    pub fn finish_message(&mut self, message: StreamId) {
        self.drop_read(message);
        self.endpoint.with(Region::EMPTY, |engine, port| engine.handlers().finish(port, message));
        self.endpoint.memory.streams.remove(message);
    }

    /// Returns the bytes of the pushed buffer that messages for handlers use: their pushed, unread bytes, and 128
    /// bytes for each message.
    pub fn pushed_to_handlers(&self) -> u64 {
        self.endpoint.engine.handling().pushed
    }

    /// Returns true if a read or a piece has completed since the previous call.
    #[inline(always)]
    pub fn handlers_woken(&mut self) -> bool {
        self.endpoint.engine.has_woken() && !self.endpoint.engine.handlers().take_woken().is_empty()
    }
}

impl<F: Local> Endpoint<F> {
    /// Returns the credit of all taken messages that their handlers have read. A handler that polls or blocks may wait
    /// for what the sender sends with this credit.
    #[cold]
    pub(super) fn return_credit_of_read(&mut self) {
        while let Some(message) = self.memory.unread.next_read() {
            self.memory.unread.discard(message);
            self.handled().has_read_whole(message);
        }
    }
}

/// Checks at intervals which peers of pending messages have died or left, and ends their messages.
#[derive(Default)]
pub struct PeerWatch {
    looks: u32,
    /// Time of the last check, by the endpoint's clock.
    seen: u64,
    /// Peers that were gone at the last check. The next check, or the first poll that finds nothing, gives them up;
    /// until then, this rank receives what they sent before they died or left.
    gone: BTreeSet<Rank>,
}

impl PeerWatch {
    /// Counts a poll of the network, and checks the peers when a check is due. `moved` is true if that poll found
    /// something.
    #[inline(always)]
    pub fn look<F: Local>(&mut self, endpoint: &mut Endpoint<F>, moved: bool) {
        self.looks = self.looks.wrapping_add(1);
        if self.looks.is_multiple_of(POLLS_PER_CLOCK_READ) || !moved && !self.gone.is_empty() {
            self.check_peers(endpoint, moved);
        }
    }

    /// Makes the next poll read the clock. Call this after the thread has slept.
    pub fn has_rested(&mut self) {
        self.looks = POLLS_PER_CLOCK_READ - 1;
    }

    #[cold]
    fn check_peers<F: Local>(&mut self, endpoint: &mut Endpoint<F>, moved: bool) {
        let now = endpoint.clock.now();
        let due = now.saturating_sub(self.seen) >= CHECK_INTERVAL;
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
