//! What the protocol asks of the world.
use super::cast_sink::CastSink;
pub use super::source::{Full, Source};
use crate::ids::{DepositId, EntryId, OperationId, Rank, RecvId, SendId, StreamId, WindowId};
use crate::wire::Combine;
use std::ops::Range;

/// Elements of a window that are combined with those in a frame's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combination {
    pub window: WindowId,
    pub offset: u64,
    /// Bytes of the window.
    pub len: u64,
    pub how: Combine,
    /// Compare and swap: the body is, in two halves, what is compared with and what then takes its place.
    pub swap: bool,
}

/// What the way to a peer can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// Bytes can be copied straight out of the peer's memory, so that a pull costs a copy. Otherwise it costs a round
    /// trip, which has to be hidden behind what is pushed.
    pub native_pull: bool,
    /// Bytes of body that travel in one piece.
    pub piece: u64,
}

/// What came of asking for a native pull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pulling {
    /// The bytes are here.
    Done,
    /// They are being copied; [`super::Engine::pulled`] will say how that ended. The sink reaches both sides' memory
    /// till then.
    Later,
    /// Refused, or not the better way: frames do it.
    No,
}

/// Memory that its owner has named for a message's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// A receive's.
    Recv(RecvId),
    /// What a handler reads into.
    Stream(StreamId),
    /// A place in a window of this rank's.
    Deposit(DepositId),
    /// What the answer to an operation on another's window goes to.
    Operation(OperationId),
}

/// What pushed bytes are kept for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Stashed {
    /// A message that waits for a receive.
    Entry(EntryId),
    /// One that a handler reads.
    Stream(StreamId),
}

/// Bytes of a message that are still with its sender, and where they go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub from: Rank,
    /// The sender's name for the message.
    pub send: SendId,
    /// Where the sender has byte `start` of the message; 0: it does not say.
    pub address: u64,
    pub start: u64,
    /// These bytes of the message.
    pub range: Range<u64>,
    /// Memory that begins with byte `base` of the message.
    pub into: Destination,
    pub base: u64,
}

impl Missing {
    pub fn len(&self) -> u64 {
        self.range.end - self.range.start
    }

    pub fn is_empty(&self) -> bool {
        self.range.is_empty()
    }

    /// Where in the destination's memory they go.
    pub fn offset(&self) -> u64 {
        self.range.start - self.base
    }
}

/// The protocol's actions. Statically dispatched, so that a small send compiles into straight-line code.
pub trait Sink: CastSink {
    /// What the way to a peer can do. Asked once, when it is first talked to.
    fn path(&self, peer: Rank) -> Path;
    /// Sends a frame to `to`.
    fn frame(&mut self, to: Rank, head: u64, words: &[u64], body: Source) -> Result<(), Full>;
    /// The same for a frame without a body that nobody waits for: it keeps its place among the frames to `to`, but may
    /// wait a while for company, so as not to take a packet of its own.
    fn delayable(&mut self, to: Rank, head: u64, words: &[u64]) -> Result<(), Full> {
        self.frame(to, head, words, Source::None)
    }
    /// From now on frames to `to` may wait for each other, to leave together; `false`: they leave.
    fn cork(&mut self, to: Rank, on: bool) {
        let _ = (to, on);
    }
    /// The memory of the running send call is `send`'s from now on.
    fn keep(&mut self, send: SendId);
    /// True if the receiver reads the memory that was last kept without help: pushing a short message from there would
    /// be a copy too many.
    fn is_mapped(&self) -> bool {
        true
    }
    /// The send's memory is the caller's again: it is complete, or this piece of it has left.
    fn sent(&mut self, send: SendId);
    /// The send's bytes are copied to memory that is no program's, and are sent from there; what it had is the caller's
    /// again. `named`: its address has been told to the receiver, which may read there until the send is complete, and
    /// must not believe what it finds.
    fn copy_away(&mut self, send: SendId, named: bool);
    /// The address of the send's memory in its process, for the zero buffer (the paper, 2.2); 0 if it has none.
    fn address(&self, send: SendId) -> u64;
    /// The memory of the running receive call is the destination's from now on.
    fn bind(&mut self, into: Destination);
    /// Copies `len` body bytes (behind `skip` words) of the arrived frame to `offset` of the destination's memory.
    fn deliver(&mut self, into: Destination, offset: u64, skip: usize, len: u64);
    /// Copies `len` body bytes (behind `skip` words) of the arrived frame to `offset` of the message's part of the
    /// pushed buffer, which is `room` bytes in all.
    fn stash(&mut self, what: Stashed, room: u64, offset: u64, skip: usize, len: u64);
    /// Moves the first `len` of the entry's pushed bytes to the start of the receive's memory and forgets the rest.
    fn unstash(&mut self, entry: EntryId, recv: RecvId, len: u64);
    /// Copies `len` body bytes of the arrived frame, from its body's byte `from` on (behind `skip` words), to `offset`
    /// of the memory that is read into.
    fn land(&mut self, stream: StreamId, offset: u64, skip: usize, from: u64, len: u64);
    /// Keeps such bytes behind those that are kept of the stream and not read.
    fn append(&mut self, stream: StreamId, skip: usize, from: u64, len: u64);
    /// Moves the first `len` of the bytes that are kept of the stream to the start of the memory of the read that is
    /// called, which is bound if there is more of it.
    fn read_stashed(&mut self, stream: StreamId, len: u64);
    /// Forgets the message's pushed bytes: nobody will receive them, or all are read.
    fn discard(&mut self, what: Stashed);
    /// Copies the bytes straight out of the sender's memory to the destination's: native pull.
    fn pull(&mut self, what: Missing) -> Pulling;
    /// Bytes of the pieces in which frames shall bring what `into` was refused by `pull`; 0: as the sender likes.
    fn piece(&mut self, into: Destination) -> u32 {
        let _ = into;
        0
    }
    /// The receiver `to` is copying `send` out of our memory (it begins with byte `start`), and would share the work
    /// under `ticket`. An offer: a fabric without native pull never sees it, and nothing depends on it.
    fn share(&mut self, to: Rank, send: SendId, start: u64, ticket: u64) {
        let _ = (to, send, start, ticket);
    }
    /// The receiver `to` asks for these bytes of the message, which are in the send's memory (it begins with byte
    /// `start`), in pieces: some may be lost on the way. `asked` goes back with them.
    fn serve(&mut self, to: Rank, send: SendId, start: u64, range: Range<u64>, asked: (u64, u32)) {
        let _ = (to, send, start, range, asked);
    }
    /// Copies `len` body bytes (behind `skip` words) of the arrived frame to `offset` of a window of this rank's. They
    /// are known to be inside it.
    fn deposit(&mut self, window: WindowId, offset: u64, skip: usize, len: u64);
    /// All of a deposit is in its place, which [`deposit`](Self::deposit) or [`place_deposit`](Self::place_deposit)
    /// named. Who offers windows may want to be told.
    fn deposited(&mut self, window: WindowId, offset: u64, len: u64) {
        let _ = (window, offset, len);
    }
    /// The place is the deposit's from now on. It is known to be inside the window.
    fn place_deposit(&mut self, deposit: DepositId, window: WindowId, offset: u64, len: u64);
    /// The send's memory is this part of a window of this rank's.
    fn lend(&mut self, send: SendId, window: WindowId, offset: u64, len: u64);
    /// Combines elements of a window with those in the body (behind `skip` words) of the arrived frame, each at once:
    /// nobody sees half of it, whatever way he reaches that memory by. What was there before becomes the memory of
    /// `old`. False: there is no such way to combine, or the elements lie askew; nothing has happened.
    fn combine(&mut self, what: Combination, skip: usize, old: Option<SendId>) -> bool;
    /// Nothing goes to a deposit's or an operation's memory any more: what was promised for it by [`Pulling::Later`] is
    /// stopped, and its name is over.
    fn close_destination(&mut self, into: Destination);
}
