//! What the protocol asks of the world.
use crate::ids::{EntryId, Rank, RecvId, SendId};
use std::ops::Range;

/// The fabric has no room now; nothing was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full;

/// Where a frame's body comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// No body.
    None,
    /// The first bytes of the memory given with the send call that is running now.
    Call { len: u64 },
    /// Bytes of a kept send's memory.
    Send { id: SendId, offset: u64, len: u64 },
}

/// What the way to a peer can do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Path {
    /// Bytes can be copied straight out of the peer's memory, so that a pull costs a copy. Otherwise it costs a round trip,
    /// which has to be hidden behind what is pushed.
    pub native_pull: bool,
    /// Bytes of body that travel in one piece.
    pub piece: u64,
}

/// What came of asking for a native pull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pulling {
    /// The bytes are here.
    Done,
    /// They are being copied; [`super::Engine::pulled`] will say how that ended.
    Later,
    /// Refused, or not the better way: frames do it.
    No,
}

/// The protocol's actions. Statically dispatched, so that a small send compiles into straight-line code.
pub trait Sink {
    /// What the way to a peer can do. Asked once, when it is first talked to.
    fn path(&self, peer: Rank) -> Path;
    /// Sends a frame to `to`.
    fn frame(&mut self, to: Rank, head: u64, words: &[u64], body: Source) -> Result<(), Full>;
    /// The same for a frame without a body that nobody waits for: it keeps its place among the frames to `to`, but may wait a
    /// while for company, so as not to take a packet of its own.
    fn delayable(&mut self, to: Rank, head: u64, words: &[u64]) -> Result<(), Full> {
        self.frame(to, head, words, Source::None)
    }
    /// From now on frames to `to` may wait for each other, to leave together; `false`: they leave.
    fn cork(&mut self, to: Rank, on: bool) {
        let _ = (to, on);
    }
    /// The memory of the running send call is `send`'s from now on.
    fn keep(&mut self, send: SendId);
    /// The send is complete: its memory is the caller's again.
    fn sent(&mut self, send: SendId);
    /// The send's bytes are copied to memory that is no program's, and are sent from there; what it had is the caller's
    /// again. `named`: its address has been told to the receiver, which may read there until the send is complete, and
    /// must not believe what it finds.
    fn copy_away(&mut self, send: SendId, named: bool);
    /// The address of the send's memory in its process, for the zero buffer (the paper, 2.2); 0 if it has none.
    fn address(&self, send: SendId) -> u64;
    /// The memory of the running receive call is `recv`'s from now on.
    fn bind(&mut self, recv: RecvId);
    /// Copies `len` body bytes (behind `skip` words) of the arrived frame to `offset` of the receive's memory.
    fn deliver(&mut self, recv: RecvId, offset: u64, skip: usize, len: u64);
    /// Copies `len` body bytes (behind `skip` words) of the arrived frame to `offset` of the entry's part of the pushed
    /// buffer, which is `room` bytes in all.
    fn stash(&mut self, entry: EntryId, room: u64, offset: u64, skip: usize, len: u64);
    /// Moves the first `len` of the entry's pushed bytes to the start of the receive's memory and forgets the rest.
    fn unstash(&mut self, entry: EntryId, recv: RecvId, len: u64);
    /// Forgets the entry's pushed bytes: nobody will receive them.
    fn discard(&mut self, entry: EntryId);
    /// Copies bytes `offset` to `offset + len` of the message straight out of the sender's memory (which is at
    /// `address`, and `send` to the sender) to the same place in the receive's: native pull.
    fn pull(&mut self, from: Rank, send: SendId, address: u64, recv: RecvId, offset: u64, len: u64) -> Pulling;
    /// Bytes of the pieces in which frames shall bring what `recv` was refused by `pull`; 0: as the sender likes.
    fn piece(&mut self, recv: RecvId) -> u32 {
        let _ = recv;
        0
    }
    /// The receiver `to` is copying `send` out of our memory, and would share the work under `ticket`. An offer: a
    /// fabric without native pull never sees it, and nothing depends on it.
    fn share(&mut self, to: Rank, send: SendId, ticket: u64) {
        let _ = (to, send, ticket);
    }
    /// The receiver `to` asks for these bytes of the send's memory, which are there, in pieces: some may be lost on the way.
    /// `asked` goes back with them.
    fn serve(&mut self, to: Rank, send: SendId, range: Range<u64>, asked: (u64, u32)) {
        let _ = (to, send, range, asked);
    }
}
