//! A view into the protocol's state, for checkers: what is accounted with each peer, and what is left over.
use super::engine::Engine;
use super::handlers::{Begun, BrokenOff};
use super::outcome::Outcome;
use super::tags::{Expected, Select};
use crate::ids::{Rank, RecvId, SendId, StreamId};
use crate::wire::MessageRole;

/// What one rank accounts with another; all in bytes or pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Account {
    pub peer: Rank,
    /// As a sender: bytes that may still be pushed.
    pub credit: u64,
    /// As a receiver: bytes that may still arrive unasked, taken bytes not yet told, bytes kept back since the pushed
    /// buffer shrank, and credit held by messages in the buffer queue.
    pub allowance: u64,
    pub owed: u64,
    pub withheld: u64,
    pub buffered: u64,
    /// Frames that wait for room in the fabric.
    pub outbox: usize,
    /// Bytes that they bring, for which credit was spent.
    pub queued: u64,
    /// Sends held back, streams going out, messages coming in piece by piece, messages that came early.
    pub held: usize,
    pub streams: usize,
    pub incoming: usize,
    pub early: usize,
    /// A seek is under way.
    pub seeks: bool,
}

/// Operations and messages that the protocol still knows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leftovers {
    pub sends: usize,
    /// Messages of which not all is here.
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
    /// Messages that have begun to arrive and that nobody has [finished](crate::Engine::finish) with, or to whose
    /// memory a copy still goes.
    pub messages: usize,
    /// Messages of which not all is here.
    pub arrivals: usize,
    /// Messages on their way out.
    pub sends: usize,
    /// Pushed bytes that are kept, and what an entry costs for each message: all that peers' credit is charged for.
    pub pushed: u64,
}

/// What programs and checkers ask an engine without changing it.
impl Engine {
    /// Operations on windows that are not over, at either side, and outcomes that the program has not asked for.
    pub fn on_windows(&self) -> usize {
        self.windows.operations()
    }

    /// The accounts of operations on windows with every peer talked to so far.
    pub fn window_accounts(&self) -> impl Iterator<Item = Account> {
        self.windows.accounts(&self.transfers)
    }

    /// For a receive of at most `room` bytes that its caller waits for, not posted yet. `None`: it must be posted,
    /// because its message may be here already, another receive may come first, or a sender has to be asked for it.
    #[inline(always)]
    pub fn expect(&self, select: &Select, room: u64) -> Option<Expected> {
        self.tags.expect(&self.transfers, select, room)
    }

    /// For a posted receive that its caller waits for. `None`: it has been met already, or which receive its message
    /// meets has to be looked up.
    #[inline(always)]
    pub fn expect_posted(&self, id: RecvId) -> Option<Expected> {
        self.tags.expect_posted(id)
    }

    /// The outcome of a finished send, which stays.
    #[inline]
    pub fn send_outcome(&self, id: SendId) -> Option<Outcome> {
        self.tags.send_outcome(&self.transfers, id)
    }

    /// The outcome of a finished receive, which stays.
    #[inline]
    pub fn recv_outcome(&self, id: RecvId) -> Option<Outcome> {
        self.tags.recv_outcome(id)
    }

    /// Returns what a receive must select to match this send, if the send is not over: the rank is the receiver's.
    pub fn pending_send(&self, id: SendId) -> Option<Select> {
        self.tags.pending_send(&self.transfers, id)
    }

    /// Returns what this receive selects, if no message has matched it yet.
    pub fn posted_receive(&self, id: RecvId) -> Option<Select> {
        self.tags.posted_receive(id)
    }

    /// True if the receive is still known.
    pub fn knows_recv(&self, id: RecvId) -> bool {
        self.tags.knows_recv(id)
    }

    /// Receives that are known: posted, arriving, or finished and not yet forgotten.
    pub fn receives(&self) -> usize {
        self.tags.receives()
    }

    /// Receives that the program will not ask for and that have not ended: `None` for a receive that is matched, else
    /// from whom it is to come (`None`: any rank).
    pub fn detached_receives(&self) -> impl Iterator<Item = Option<Option<Rank>>> {
        self.tags.detached_receives()
    }

    /// True if an operation or a message of this context is known here: the context must not get another meaning.
    pub fn uses(&self, context: u16) -> bool {
        self.tags.uses(&self.transfers, context)
    }

    /// The accounts of messages with tags with every peer talked to so far.
    pub fn accounts(&self) -> impl Iterator<Item = Account> {
        self.tags.accounts(&self.transfers)
    }

    /// Operations and messages that the protocol still knows.
    pub fn leftovers(&self) -> Leftovers {
        let [recvs, posted, entries, queued] = self.tags.known();
        Leftovers {
            sends: self.transfers.sends.len(),
            arrivals: self.transfers.arrivals.len(),
            handled: self.handlers.handled(),
            recvs,
            posted,
            entries,
            queued,
        }
    }

    /// True if the memory of the last piece of a message to a handler is the caller's again.
    pub fn piece_has_left(&self, id: SendId) -> bool {
        self.handlers.piece_has_left(&self.transfers, id)
    }

    /// True if the receiver of a message to a handler has died before it had the message.
    pub fn is_lost(&self, id: SendId) -> bool {
        self.handlers.is_lost(&self.transfers, id)
    }

    /// A message that has begun to arrive and whose handler has not finished.
    pub fn begun(&self, id: StreamId) -> Option<Begun> {
        self.handlers.begun(&self.transfers, id)
    }

    /// True if a read or a piece has ended of which [`take_woken`](super::HandlerCalls::take_woken) has not told.
    #[inline(always)]
    pub fn has_woken(&self) -> bool {
        self.handlers.has_woken(&self.transfers)
    }

    /// Bytes that a handler may still read.
    pub fn unread(&self, id: StreamId) -> u64 {
        self.handlers.unread(id)
    }

    /// True while a read goes on.
    pub fn is_reading(&self, id: StreamId) -> bool {
        self.handlers.is_reading(id)
    }

    /// True if the last read came to nothing, because the message has [ended](Self::broken_off) before it was whole.
    pub fn read_failed(&self, id: StreamId) -> bool {
        self.handlers.read_failed(id)
    }

    /// Whether and where the message has ended before it was whole.
    pub fn broken_off(&self, id: StreamId) -> Option<BrokenOff> {
        self.handlers.broken_off(id)
    }

    /// True while a copy goes on into memory that was read into, even if the read was dropped.
    pub fn is_landing(&self, id: StreamId) -> bool {
        self.handlers.is_landing(&self.transfers, id)
    }

    /// The role of a message that has begun to arrive and whose handler has not finished.
    pub fn role(&self, id: StreamId) -> Option<MessageRole> {
        self.handlers.role(id)
    }

    /// Messages whose handlers have not ended.
    pub fn handled(&self) -> usize {
        self.handlers.handled()
    }

    /// What is under way of messages that run handlers.
    pub fn handling(&self) -> Handled {
        self.handlers.handling(&self.transfers)
    }

    /// The ranks that this rank waits for: for bytes of a message that runs a handler, or until the rank takes those of
    /// a message. A rank may come more than once.
    pub fn handler_peers(&self) -> impl Iterator<Item = Rank> {
        self.handlers.handler_peers(&self.transfers)
    }

    /// The accounts of handlers' messages of that role with every peer talked to so far.
    pub fn handler_accounts(&self, role: MessageRole) -> impl Iterator<Item = Account> {
        self.handlers.handler_accounts(&self.transfers, role)
    }
}
