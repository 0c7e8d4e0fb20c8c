//! The state that all streams of a rank share: the endpoint, memory that the protocol uses, and the read budget.
use super::lent::LentMemory;
use super::shown::WaitsFor;
use crate::endpoint::{Endpoint, Local, PeerWatch};
use crate::error::{Error, ErrorKind};
use crate::lent::while_borrowed;
use crate::waiting::Patience;
use clump_core::protocol::{Begun, Handled, MessageRole, Woken};
use clump_core::{Rank, SendId, StreamId, planted};
use clump_fabric::local::RankPage;
use clump_fabric::mem::{Buffer, Region};
use clump_fabric::shm::Waiting;
use slotmap::SecondaryMap;
use std::cell::RefCell;
use std::rc::Rc;
use std::task::Waker;

/// Polls of the network before this rank checks anything else, because no handler can continue before a message
/// arrives. More polls delay the reading of the clock that ends a rest.
const LOOKS: u32 = 16;

/// Longest message in bytes that is copied to the stack of the loop that runs handlers: the most bytes that are kept
/// without a buffer.
pub const SHORT: usize = 64;

pub type Shared<F> = Rc<RefCell<Inner<F>>>;

pub struct Inner<F: Local> {
    endpoint: Option<Endpoint<F>>,
    /// Pending reads: their memory, and the waker of the handler.
    pub reads: SecondaryMap<StreamId, (LentMemory, Waker)>,
    /// Memory of reads that were dropped or failed, to which copies still go.
    pub landing: Vec<(StreamId, LentMemory)>,
    /// Pieces that have not left.
    pub pieces: SecondaryMap<SendId, PieceAway>,
    /// Bytes that may still be read in this turn.
    budget: u64,
    /// Bytes that earlier turns read in excess.
    debt: u64,
    /// Bytes read since the rank's start.
    read: u64,
    /// Wakers of reads that wait for the next turn.
    starved: Vec<Waker>,
    watch: PeerWatch,
}

/// A piece that has not left.
pub struct PieceAway {
    pub to: Rank,
    pub handler: i32,
    pub lent: LentMemory,
    pub waker: Waker,
    /// True if the piece's stream was dropped, so that no piece follows.
    pub last: bool,
}

/// Counts of a rank's handlers, messages, reads and sends that are under way. All counts are 0 when the rank is idle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UnderWay {
    /// Handlers that have begun and not ended.
    pub handlers: usize,
    /// Messages that have begun to arrive and are neither read completely nor released.
    pub messages: usize,
    /// Pending reads, and dropped reads to whose memory bytes are still being copied.
    pub reads: usize,
    /// Outgoing messages that are incomplete, or whose receiver still needs bytes of them.
    pub sends: usize,
    /// Pieces of outgoing messages whose memory has not been given back.
    pub pieces: usize,
    /// Bytes of the pushed buffer in use: pushed and unread bytes, and 128 for each message. Each sender's credit
    /// bounds its share (Push-Pull Messaging, 1.2).
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
        let closed = || Error::new(ErrorKind::Closed, "this rank has left the job: nothing is sent or read any more");
        self.endpoint.as_mut().ok_or_else(closed)
    }

    pub fn take_endpoint(&mut self) -> Result<Endpoint<F>, Error> {
        self.endpoint()?;
        self.end_copies();
        self.endpoint.take().ok_or_else(|| Error::new(ErrorKind::Closed, "this rank has left the job"))
    }

    /// Sends a whole message if it can leave at once; returns true if it has left.
    pub fn call_at_once(&mut self, to: Rank, handler: i32, bytes: &Buffer) -> Result<bool, Error> {
        let endpoint = self.endpoint()?;
        known(endpoint, to)?;
        Ok(while_borrowed(bytes, |bytes| {
            endpoint.handled().call_handler_at_once(to, handler, MessageRole::Request, bytes)
        }))
    }

    /// Returns the next message that has begun to arrive; `None` if no more bytes may be read in this turn.
    pub fn next(&mut self) -> Option<Begun> {
        if self.budget == 0 {
            return None;
        }
        self.endpoint.as_mut()?.engine.handlers().next_stream()
    }

    /// Copies and finishes a message that is short and has arrived whole. Returns its length, or `None` for any
    /// other message.
    pub fn take_short(&mut self, begun: Begun, to: &mut [u8; SHORT]) -> Option<usize> {
        let endpoint = self.endpoint.as_mut()?;
        let len = usize::try_from(begun.size).ok().filter(|len| *len <= SHORT)?;
        if len > 0 && !endpoint.memory.unread.read(begun.id, len, |from| _ = from.read(to)) {
            return None;
        }
        if !planted("short_message_unfinished") {
            endpoint.with(Region::EMPTY, |engine, port| engine.handlers().finish(port, begun.id));
        }
        self.spend(begun.size);
        Some(len)
    }

    /// Makes all progress that is possible without blocking, and wakes handlers whose wait has ended. With
    /// `patiently`, polls several times before it reports that nothing has happened. Returns true if anything has.
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

    /// Checks whether a piece has left, and wakes its sender.
    fn has_left(&mut self, id: SendId) {
        let Inner { endpoint: Some(endpoint), pieces, .. } = self else { return };
        let Some(piece) = pieces.get(id).filter(|_| endpoint.engine.piece_has_left(id)) else { return };
        piece.waker.wake_by_ref();
        if piece.last && !planted("last_piece_kept") {
            pieces.remove(id);
            endpoint.with(Region::EMPTY, |engine, port| engine.handlers().end(port, id));
        }
    }

    /// Rests after a poll that found nothing. If `alone` is given, the program waits for this piece and runs no
    /// handler meanwhile.
    pub fn rest(&mut self, patience: &mut Patience, alone: Option<SendId>) -> Result<(), Error> {
        let pause = self.endpoint()?.pause(patience, Waiting::NOTHING);
        if !pause.is_sleep() {
            pause.rest();
            return Ok(());
        }
        // The launcher shows the wait from the first sleep until something moves. A rank often wakes, finds nothing,
        // and sleeps again: it must not look busy to a launcher that reads in between.
        let (waiting, bytes) = self.waits_for(alone).to_words();
        self.endpoint()?.page.set_waiting_for(waiting, bytes);
        patience.shown = true;
        pause.rest();
        // Time has passed during the sleep.
        self.watch.has_rested();
        Ok(())
    }

    /// Records that something has moved in a wait: the rank works, and the launcher shows no wait until it sleeps
    /// again.
    pub fn moved(&mut self, patience: &mut Patience) -> Result<(), Error> {
        if std::mem::take(&mut patience.shown) {
            self.endpoint()?.page.set_waiting(Waiting::NOTHING);
        }
        patience.moved();
        Ok(())
    }

    /// Returns one reason why this rank waits.
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

    /// Allows reading of `bytes` bytes from now on. Returns how many bytes were read before.
    pub fn allow(&mut self, bytes: u64) -> u64 {
        self.budget = bytes.saturating_sub(self.debt);
        self.debt = self.debt.saturating_sub(bytes);
        if self.budget > 0 && !planted("starved_reader_sleeps") {
            self.starved.drain(..).for_each(Waker::wake);
        }
        self.read
    }

    /// Forbids new reads. Returns how many bytes were read so far.
    pub fn stop_reading(&mut self) -> u64 {
        self.budget = 0;
        self.read
    }

    /// Returns true if a read may begin now. Otherwise, returns false and wakes `waker` once a read may begin.
    pub fn may_read(&mut self, waker: &Waker) -> bool {
        if self.budget == 0 {
            self.starved.push(waker.clone());
        }
        self.budget > 0
    }

    /// Counts bytes as read.
    pub fn spend(&mut self, bytes: u64) {
        self.read += bytes;
        self.debt += bytes.saturating_sub(self.budget);
        self.budget = self.budget.saturating_sub(bytes);
    }

    /// Drops a read. Its memory is freed once no copy into it is under way.
    pub fn drop_read(&mut self, id: StreamId) {
        let Some((lent, _)) = self.reads.remove(id) else { return };
        let Some(endpoint) = &mut self.endpoint else { return self.landing.push((id, lent)) };
        endpoint.handled().drop_read(id);
        if endpoint.engine.is_landing(id) {
            self.landing.push((id, lent));
        }
    }

    /// Finishes a message that its handler has released.
    pub fn finish(&mut self, id: StreamId) {
        self.drop_read(id);
        if let Some(endpoint) = &mut self.endpoint {
            endpoint.with(Region::EMPTY, |engine, port| engine.handlers().finish(port, id));
            endpoint.memory.streams.remove(id);
        }
    }
}

impl<F: Local> Inner<F> {
    /// Completes the copies that are under way. A peer may take part in a copy, and would write to memory that is
    /// freed with this value.
    fn end_copies(&mut self) {
        if let Some(endpoint) = &mut self.endpoint {
            while endpoint.step_background_copy() {}
            self.landing.retain(|(id, _)| endpoint.engine.is_landing(*id));
        }
    }
}

impl<F: Local> Drop for Inner<F> {
    fn drop(&mut self) {
        self.end_copies();
        if self.endpoint.is_none() {
            // While the endpoint left the job, a peer may have begun to copy into the memory of a read that the
            // program has kept pending. Leak that memory.
            std::mem::forget(std::mem::take(&mut self.reads));
            std::mem::forget(std::mem::take(&mut self.landing));
        }
    }
}

/// Returns an error if there is no such rank.
pub fn known<F: Local>(endpoint: &Endpoint<F>, rank: Rank) -> Result<(), Error> {
    let size = endpoint.size();
    if rank < size {
        return Ok(());
    }
    Err(Error::new(
        ErrorKind::Argument,
        format!("there is no rank {rank} to send to: the job's {size} ranks are numbered from 0"),
    ))
}
