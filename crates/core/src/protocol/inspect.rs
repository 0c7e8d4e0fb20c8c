//! A view into the protocol's state, for checkers: the account with each peer, and the operations that remain.
use super::engine::Engine;
use super::handlers::{Begun, BrokenOff};
use super::outcome::Outcome;
use super::tags::{Expected, QueueLengths, Select};
use super::transfer::AccountView;
use crate::ids::{Rank, RecvId, SendId, StreamId};
use crate::wire::MessageRole;

/// Operations and messages that the protocol still knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leftovers {
    pub sends: usize,
    /// Messages that have arrived in part.
    pub arrivals: usize,
    /// Messages that run handlers.
    pub handled: usize,
    pub recvs: usize,
    pub posted: usize,
    pub entries: usize,
    pub queued: usize,
}

/// What the protocol still knows of messages that run handlers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handled {
    /// Messages that have begun to arrive and that no handler has [finished](super::HandlerCalls::finish), and finished
    /// messages whose bytes are still being copied.
    pub messages: usize,
    /// Messages that have arrived in part.
    pub arrivals: usize,
    /// Messages that this rank is sending.
    pub sends: usize,
    /// The kept pushed bytes, and the cost of an entry for each message. The peers' credit covers this sum.
    pub pushed: u64,
}

/// Read-only queries, for programs and checkers.
impl Engine {
    /// Counts the operations on windows that are not over, with this rank as origin or target, and the outcomes that
    /// the program has not fetched.
    pub fn on_windows(&self) -> usize {
        self.owners.windows.operations()
    }

    /// Returns the accounts of operations on windows, for every peer met so far.
    pub fn window_accounts(&self) -> impl Iterator<Item = AccountView> {
        self.owners.windows.accounts(&self.transfers)
    }

    /// Describes the message that a receive of at most `room` bytes would wait for. The receive is not posted yet.
    /// Returns `None` if the caller must post the receive: its message may have arrived, another receive may match
    /// first, or this rank must ask a sender for the message.
    #[inline(always)]
    pub fn expect(&self, select: &Select, room: u64) -> Option<Expected> {
        self.owners.tags.expect(&self.transfers, select, room)
    }

    /// Describes the message that a posted receive waits for. Returns `None` if a message has matched the receive,
    /// or if the match needs a lookup.
    #[inline(always)]
    pub fn expect_posted(&self, id: RecvId) -> Option<Expected> {
        self.owners.tags.expect_posted(id)
    }

    /// Returns the outcome of a finished send. The engine keeps the outcome until the send is forgotten.
    #[inline]
    pub fn send_outcome(&self, id: SendId) -> Option<Outcome> {
        self.owners.tags.send_outcome(&self.transfers, id)
    }

    /// Returns the outcome of a finished receive. The engine keeps the outcome until the receive is forgotten.
    #[inline]
    pub fn recv_outcome(&self, id: RecvId) -> Option<Outcome> {
        self.owners.tags.recv_outcome(id)
    }

    /// Returns the receiver's rank (as `source`), the context and the tag of an unfinished send. Returns `None` if the
    /// send is over.
    pub fn pending_send(&self, id: SendId) -> Option<Select> {
        self.owners.tags.pending_send(&self.transfers, id)
    }

    /// Returns what this receive selects, if no message has matched it yet.
    pub fn posted_receive(&self, id: RecvId) -> Option<Select> {
        self.owners.tags.posted_receive(id)
    }

    /// Returns the sender of the message that has matched this receive and that is not all here.
    pub fn arriving_from(&self, id: RecvId) -> Option<Rank> {
        self.owners.tags.arriving_from(id)
    }

    /// Returns true if the engine still knows the receive.
    pub fn knows_recv(&self, id: RecvId) -> bool {
        self.owners.tags.knows_recv(id)
    }

    /// Counts known receives: posted, arriving, or finished and not yet forgotten.
    pub fn receives(&self) -> usize {
        self.owners.tags.receives()
    }

    /// Lists the unfinished receives whose outcome the program will not ask for. An item is `None` for a matched
    /// receive, else the source that the receive selects (`Some(None)`: any rank).
    pub fn detached_receives(&self) -> impl Iterator<Item = Option<Option<Rank>>> {
        self.owners.tags.detached_receives()
    }

    /// Lists the sends and the receives with this context and tag that the program has not forgotten.
    pub fn operations_of(&self, context: u16, tag: i32) -> (Vec<SendId>, Vec<RecvId>) {
        self.owners.tags.operations_of(&self.transfers, context, tag)
    }

    /// Returns true if an operation or a message uses this context on this rank. Such a context must not be given a new
    /// meaning.
    pub fn uses(&self, context: u16) -> bool {
        self.owners.tags.uses(&self.transfers, context)
    }

    /// Counts what waits to be matched in a context.
    pub fn queue_lengths(&self, context: u16) -> QueueLengths {
        self.owners.tags.queue_lengths(context)
    }

    /// Returns the accounts of messages with tags, for every peer met so far.
    pub fn accounts(&self) -> impl Iterator<Item = AccountView> {
        self.owners.tags.accounts(&self.transfers)
    }

    /// Counts the operations and messages that the protocol still knows.
    pub fn leftovers(&self) -> Leftovers {
        let [recvs, posted, entries, queued] = self.owners.tags.known();
        Leftovers {
            sends: self.transfers.sends.len(),
            arrivals: self.transfers.arrivals.len(),
            handled: self.owners.handlers.handled(),
            recvs,
            posted,
            entries,
            queued,
        }
    }

    /// Returns true if the memory of the last piece of a message to a handler belongs to the caller again.
    pub fn piece_has_left(&self, id: SendId) -> bool {
        self.owners.handlers.piece_has_left(&self.transfers, id)
    }

    /// Returns true if the receiver of a message to a handler died before it had the whole message.
    pub fn is_lost(&self, id: SendId) -> bool {
        self.owners.handlers.is_lost(&self.transfers, id)
    }

    /// Describes a message that has begun to arrive and whose handler has not finished.
    pub fn begun(&self, id: StreamId) -> Option<Begun> {
        self.owners.handlers.begun(&self.transfers, id)
    }

    /// Returns true if a read or a piece has ended that [`take_woken`](super::HandlerCalls::take_woken) has not
    /// reported.
    #[inline(always)]
    pub fn has_woken(&self) -> bool {
        self.owners.handlers.has_woken(&self.transfers)
    }

    /// Returns how many bytes a handler may still read.
    pub fn unread(&self, id: StreamId) -> u64 {
        self.owners.handlers.unread(id)
    }

    /// Returns true while a read is under way.
    pub fn is_reading(&self, id: StreamId) -> bool {
        self.owners.handlers.is_reading(id)
    }

    /// Returns true if the last read failed because the message [broke off](Self::broken_off) before it was whole.
    pub fn read_failed(&self, id: StreamId) -> bool {
        self.owners.handlers.read_failed(id)
    }

    /// Returns how the message ended before it was whole; `None` if it has not.
    pub fn broken_off(&self, id: StreamId) -> Option<BrokenOff> {
        self.owners.handlers.broken_off(id)
    }

    /// Returns true while a copy is under way into a handler's memory, even if the handler dropped the read.
    pub fn is_landing(&self, id: StreamId) -> bool {
        self.owners.handlers.is_landing(&self.transfers, id)
    }

    /// Returns the role of a message that has begun to arrive and whose handler has not finished.
    pub fn role(&self, id: StreamId) -> Option<MessageRole> {
        self.owners.handlers.role(id)
    }

    /// Counts messages whose handlers have not ended.
    pub fn handled(&self) -> usize {
        self.owners.handlers.handled()
    }

    /// Counts the parts of handlers' messages that are under way.
    pub fn handling(&self) -> Handled {
        self.owners.handlers.handling(&self.transfers)
    }

    /// Lists the peers of unfinished messages to handlers: the sender of each arriving message, and the receiver of
    /// each message that this rank sends. A rank may occur more than once.
    pub fn handler_peers(&self) -> impl Iterator<Item = Rank> {
        self.owners.handlers.handler_peers(&self.transfers)
    }

    /// Returns the accounts of handlers' messages of that role, for every peer met so far.
    pub fn handler_accounts(&self, role: MessageRole) -> impl Iterator<Item = AccountView> {
        self.owners.handlers.handler_accounts(&self.transfers, role)
    }
}
