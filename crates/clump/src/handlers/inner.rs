//! What all streams of a rank share: the endpoint, memory that the protocol has, and how much may be read.
use super::lent::LentMemory;
use super::shown::WaitsFor;
use crate::waiting::Patience;
use crate::{Buffer, Endpoint, Error, Local, MessageRole, PeerWatch, Rank, Region, Waiting};
use clump_core::protocol::{Begun, Handled, Woken};
use clump_core::{Destination, SendId, StreamId};
use slotmap::SecondaryMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::task::Waker;

/// Looks at the network alone before anything else is looked at: nothing else can go on before something comes. Twice
/// as many would keep the clock, by which a rest is told, from being looked at for a microsecond.
const LOOKS: u32 = 16;

/// Bytes of a message that are taken to the stack of the loop that runs handlers: all that are kept without a buffer.
pub const SHORT: usize = 64;

pub type Shared<F> = Rc<RefCell<Inner<F>>>;

pub struct Inner<F: Local> {
    endpoint: Option<Endpoint<F>>,
    /// Reads that go on: their memory, and whoever waits.
    pub reads: SecondaryMap<StreamId, (LentMemory, Waker)>,
    /// Memory of reads that were dropped or have failed, to which copies go on.
    pub landing: Vec<(StreamId, LentMemory)>,
    /// Pieces that have not left.
    pub pieces: SecondaryMap<SendId, PieceAway>,
    /// Bytes that may yet be read in this turn, and that were read too much before it.
    budget: u64,
    debt: u64,
    /// Bytes read so far.
    read: u64,
    /// Reads that wait for the next turn.
    starved: Vec<Waker>,
    watch: PeerWatch,
}

/// A piece that has not left.
pub struct PieceAway {
    pub to: Rank,
    pub handler: i32,
    pub lent: LentMemory,
    pub waker: Waker,
    /// Its stream is gone: nothing follows it.
    pub last: bool,
}

/// What is under way at a rank of messages that run handlers: all 0 when nothing is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnderWay {
    /// Handlers that have begun and not ended.
    pub handlers: usize,
    /// Messages that have begun to arrive, and of which not all is read or let go of.
    pub messages: usize,
    /// Reads that wait; and those that were dropped while bytes are still being copied to their memory.
    pub reads: usize,
    /// Messages on their way out: not whole yet, or their receiver has not got all it wants.
    pub sends: usize,
    /// Pieces of them whose memory has not been given back.
    pub pieces: usize,
    /// Bytes of the pushed buffer in use: those that were pushed and are not read, and 128 for each message. Bounded
    /// for each sender by its credit (Push-Pull Messaging, 1.2).
    pub pushed: u64,
}

impl<F: Local> Inner<F> {
    pub fn under_way(&self) -> UnderWay {
        let Some(endpoint) = &self.endpoint else { return UnderWay::default() };
        let Handled { messages, arrivals, sends, pushed } = endpoint.engine.handling();
        let (reads, pieces) = (self.reads.len() + self.landing.len(), self.pieces.len());
        UnderWay { handlers: 0, messages: messages.max(arrivals), reads, sends, pieces, pushed }
    }

    pub fn new(endpoint: Endpoint<F>) -> Inner<F> {
        Inner {
            endpoint: Some(endpoint),
            reads: SecondaryMap::new(),
            landing: Vec::new(),
            pieces: SecondaryMap::new(),
            budget: 0,
            debt: 0,
            read: 0,
            starved: Vec::new(),
            watch: PeerWatch::default(),
        }
    }

    pub fn endpoint(&mut self) -> Result<&mut Endpoint<F>, Error> {
        let closed = || Error("this rank has left the job: nothing is sent or read any more".to_owned());
        self.endpoint.as_mut().ok_or_else(closed)
    }

    pub fn take_endpoint(&mut self) -> Result<Endpoint<F>, Error> {
        self.endpoint()?;
        self.end_copies();
        self.endpoint.take().ok_or_else(|| Error("this rank has left the job".to_owned()))
    }

    /// Sends a whole message if it can leave at once.
    pub fn call_at_once(&mut self, to: Rank, handler: i32, bytes: &Buffer) -> Result<bool, Error> {
        let endpoint = self.endpoint()?;
        known(endpoint, to)?;
        Ok(endpoint.call_handler_at_once(to, handler, MessageRole::Request, bytes.region()))
    }

    /// The next message that has begun to arrive.
    pub fn next(&mut self) -> Option<Begun> {
        if self.budget == 0 {
            return None;
        }
        self.endpoint.as_mut()?.engine.handlers().next_stream()
    }

    /// Takes a message that is short and here whole, and has finished with it. Its length.
    pub fn take_short(&mut self, begun: Begun, to: &mut [u8; SHORT]) -> Option<usize> {
        let endpoint = self.endpoint.as_mut()?;
        let len = usize::try_from(begun.size).ok().filter(|len| *len <= SHORT)?;
        if len > 0 && !endpoint.memory.unread.read(begun.id, len, |from| _ = from.read(to)) {
            return None;
        }
        endpoint.with(Region::EMPTY, |engine, port| engine.handlers().finish(port, begun.id));
        self.spend(begun.size);
        Some(len)
    }

    /// Moves on what can be without waiting, and wakes whose wait has ended; `patiently`: looks several times before it
    /// says that there was nothing. True if anything happened.
    pub fn advance(&mut self, patiently: bool) -> Result<bool, Error> {
        let lands = !self.landing.is_empty();
        let endpoint = self.endpoint()?;
        let mut moved = endpoint.progress();
        if patiently && !moved && !lands && !endpoint.gives_way() {
            moved = (0..LOOKS).any(|_| endpoint.progress_messages());
        }
        let Inner { endpoint: Some(endpoint), watch, .. } = self else { return Ok(moved) };
        watch.look(endpoint, moved);
        if !endpoint.engine.has_woken() && !lands {
            return Ok(moved);
        }
        let woken = endpoint.engine.handlers().take_woken();
        for one in &woken {
            match one {
                Woken::Stream(id) => {
                    if let Some((_, waker)) = self.reads.get(*id) {
                        waker.wake_by_ref();
                    }
                }
                Woken::Send(id) => self.has_left(*id),
            }
        }
        let Inner { endpoint: Some(endpoint), landing, .. } = self else { return Ok(moved) };
        landing.retain(|(id, _)| endpoint.engine.is_landing(*id));
        Ok(moved || !woken.is_empty())
    }

    /// A piece may have left.
    fn has_left(&mut self, id: SendId) {
        let Inner { endpoint: Some(endpoint), pieces, .. } = self else { return };
        let Some(piece) = pieces.get(id).filter(|_| endpoint.engine.piece_has_left(id)) else { return };
        piece.waker.wake_by_ref();
        if piece.last {
            pieces.remove(id);
            endpoint.with(Region::EMPTY, |engine, port| engine.handlers().end(port, id));
        }
    }

    /// Rests after a look in vain. `alone`: the program waits for this piece, and runs no handler.
    pub fn rest(&mut self, patience: &mut Patience, alone: Option<SendId>) -> Result<(), Error> {
        let pause = self.endpoint()?.pause(patience, Waiting::NOTHING);
        if !pause.is_sleep() {
            pause.rest();
            return Ok(());
        }
        // Shown while it lasts: a rank that is awake is at work.
        let (waiting, bytes) = self.waits_for(alone).to_words();
        let endpoint = self.endpoint()?;
        endpoint.status.waiting_for(waiting, bytes);
        pause.rest();
        endpoint.status.waiting(Waiting::NOTHING);
        // The clock has gone on meanwhile.
        self.watch.has_rested();
        Ok(())
    }

    /// One of the things that this rank waits for.
    fn waits_for(&self, alone: Option<SendId>) -> WaitsFor {
        if let Some(PieceAway { to, handler, lent, .. }) = alone.and_then(|id| self.pieces.get(id)) {
            return WaitsFor::PieceAlone { to: *to, handler: *handler, bytes: lent.len() };
        }
        if let Some(PieceAway { to, handler, lent, .. }) = self.pieces.values().next() {
            return WaitsFor::Piece { to: *to, handler: *handler, bytes: lent.len() };
        }
        let read = self.reads.iter().next().zip(self.endpoint.as_ref());
        match read.and_then(|((id, (lent, _)), endpoint)| Some((endpoint.engine.begun(id)?, lent))) {
            Some((Begun { from, handler, .. }, lent)) => WaitsFor::Read { from, handler, bytes: lent.len() },
            None => WaitsFor::Message,
        }
    }

    /// So many bytes may be read from now on. How many were read before.
    pub fn allow(&mut self, bytes: u64) -> u64 {
        self.budget = bytes.saturating_sub(self.debt);
        self.debt = self.debt.saturating_sub(bytes);
        if self.budget > 0 {
            self.starved.drain(..).for_each(Waker::wake);
        }
        self.read
    }

    /// No read begins from now on. How many bytes were read.
    pub fn stop_reading(&mut self) -> u64 {
        self.budget = 0;
        self.read
    }

    /// True if a read may begin; else it is woken when one may.
    pub fn may_read(&mut self, waker: &Waker) -> bool {
        if self.budget == 0 {
            self.starved.push(waker.clone());
        }
        self.budget > 0
    }

    /// So many bytes are read.
    pub fn spend(&mut self, bytes: u64) {
        self.read += bytes;
        self.debt += bytes.saturating_sub(self.budget);
        self.budget = self.budget.saturating_sub(bytes);
    }

    /// A read is dropped: its memory goes when nothing can be copied to it any more.
    pub fn drop_read(&mut self, id: StreamId) {
        let Some((lent, _)) = self.reads.remove(id) else { return };
        let Some(endpoint) = &mut self.endpoint else { return self.landing.push((id, lent)) };
        endpoint.with(Region::EMPTY, |engine, port| engine.handlers().drop_read(port, id));
        endpoint.native.forget(Destination::Stream(id));
        if endpoint.engine.is_landing(id) {
            self.landing.push((id, lent));
        }
    }

    /// A handler has let go of its message.
    pub fn finish(&mut self, id: StreamId) {
        self.drop_read(id);
        if let Some(endpoint) = &mut self.endpoint {
            endpoint.with(Region::EMPTY, |engine, port| engine.handlers().finish(port, id));
            endpoint.native.forget(Destination::Stream(id));
            endpoint.memory.streams.remove(id);
        }
    }
}

impl<F: Local> Inner<F> {
    /// Copies that go on come to their end: a peer may take part in them, and write to memory that goes with this.
    fn end_copies(&mut self) {
        if let Some(endpoint) = &mut self.endpoint {
            while endpoint.step_background_copy() {}
        }
    }
}

impl<F: Local> Drop for Inner<F> {
    fn drop(&mut self) {
        self.end_copies();
    }
}

/// An error if there is no such rank.
pub fn known<F: Local>(endpoint: &Endpoint<F>, rank: Rank) -> Result<(), Error> {
    let size = endpoint.size();
    if rank < size {
        return Ok(());
    }
    Err(Error(format!("there is no rank {rank} to send to: the job's {size} ranks are numbered from 0")))
}
