//! The actions that transfers ask of their surroundings: sending frames, and moving bytes between memories.
use super::source::{Full, Source};
use crate::ids::{DepositId, OperationId, Rank, RecvId, SendId, StreamId};
use std::ops::Range;

/// What this rank can do with a peer's memory, and how large the pieces to the peer are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// True if this rank can copy bytes straight out of the peer's memory, so a pull costs one copy. Otherwise a pull
    /// costs a round trip, which the pushed bytes must hide.
    pub native_pull: bool,
    /// How many bytes of a body travel to the peer in one piece.
    pub piece: u64,
}

/// The sink's answer to a native pull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pulling {
    /// The bytes have arrived.
    Done,
    /// The copy is under way; [`super::Engine::pulled`] reports its end. Until then the sink keeps the memory of the
    /// sender and of the receiver reachable.
    Later,
    /// The sink refuses the copy, or frames are faster. Frames bring the bytes instead.
    No,
}

/// Memory that an owner has named for a message's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Destination {
    /// The memory of a receive.
    Recv(RecvId),
    /// The memory that a handler reads into.
    Stream(StreamId),
    /// A range of a window that this rank offers.
    Deposit(DepositId),
    /// The memory that takes the answer to an operation on another rank's window.
    Operation(OperationId),
}

/// Bytes of a message that the receiver does not have yet, and the memory that they go to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missing {
    pub from: Rank,
    /// The sender's number for the message.
    pub send: SendId,
    /// The address of byte `start` of the message in the sender's memory; 0 if the sender does not say.
    pub address: u64,
    pub start: u64,
    /// The missing range of the message, in bytes.
    pub range: Range<u64>,
    /// The destination. The destination's memory begins with byte `base` of the message.
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

    /// Returns where the missing bytes begin in the destination's memory.
    pub fn offset(&self) -> u64 {
        self.range.start - self.base
    }
}

/// Actions of transfers, which every owner of messages shares. The compiler dispatches them statically, so that a small
/// send compiles into straight-line code.
pub trait TransferSink {
    /// Returns what this rank can do with a peer's memory. Called once for each peer, at the first contact.
    fn path(&self, peer: Rank) -> Path;
    /// Returns the number of ranks in the peer's job if that is another job than this rank's, which has connected to
    /// this one; `None` for a rank of this job. Called once for each peer, at the first contact.
    fn ranks_of_other_job(&self, peer: Rank) -> Option<u32> {
        let _ = peer;
        None
    }
    /// Sends a frame to `to`.
    fn frame(&mut self, to: Rank, head: u64, words: &[u64], body: Source) -> Result<(), Full>;
    /// Sends a frame without a body that may wait. The frame keeps its place among the frames to `to`, but the
    /// fabric may hold it back until other frames share its packet.
    fn delayable(&mut self, to: Rank, head: u64, words: &[u64]) -> Result<(), Full> {
        self.frame(to, head, words, Source::None)
    }
    /// With `on`, frames to `to` may from now on wait for each other, to leave together. Without `on`, the waiting
    /// frames leave now, and later frames do not wait.
    fn cork(&mut self, to: Rank, on: bool) {
        let _ = (to, on);
    }
    /// Binds the memory of the running send call to `send`. Returns true if the receiver maps that memory. Pushing a
    /// short message out of mapped memory costs one copy more than letting the receiver read it.
    fn keep(&mut self, send: SendId) -> bool;
    /// Returns the send's memory to the caller, because the send is complete or the lent piece of it has left.
    fn sent(&mut self, send: SendId);
    /// Copies the send's bytes to private memory, and returns the send's own memory to the caller. Later frames of the
    /// send read the copy. `named` is true if the receiver knows the old address. Then the receiver may read there
    /// until the send is complete, and must discard the bytes that it reads.
    fn copy_away(&mut self, send: SendId, named: bool);
    /// Returns the address, in its process, of the send's memory from its byte `offset` on, for the zero buffer (the
    /// paper, 2.2); 0 if those bytes have no address.
    fn address(&self, send: SendId, offset: u64) -> u64;
    /// Binds the memory of the running receive call to the destination.
    fn bind(&mut self, into: Destination);
    /// Copies `len` body bytes (behind `skip` words) of the arrived frame to `offset` of the destination's memory.
    fn deliver(&mut self, into: Destination, offset: u64, skip: usize, len: u64);
    /// Copies the bytes straight out of the sender's memory to the destination's (native pull).
    fn pull(&mut self, what: Missing) -> Pulling;
    /// Returns how many bytes each frame brings in a pull that the sink refused to make natively. With 0, the sender
    /// chooses.
    fn piece(&mut self) -> u32 {
        0
    }
    /// Offers the sender a share of a native copy: the receiver `to` is copying `send` out of this rank's memory,
    /// which begins with byte `start` of the message, and `ticket` names the shared copy. The sink may ignore the
    /// offer.
    fn share(&mut self, to: Rank, send: SendId, start: u64, ticket: u64) {
        let _ = (to, send, start, ticket);
    }
    /// Sends the range of the message to the receiver `to` in pieces that the network may lose. The send's memory
    /// begins with byte `start` of the message. The pieces carry `asked` back.
    fn serve(&mut self, to: Rank, send: SendId, start: u64, range: Range<u64>, asked: (u64, u32)) {
        let _ = (to, send, start, range, asked);
    }
    /// Closes the memory of a deposit or an operation: stops a copy into that memory that [`Pulling::Later`] announced,
    /// and releases the destination's number.
    fn close_destination(&mut self, into: Destination);
}
