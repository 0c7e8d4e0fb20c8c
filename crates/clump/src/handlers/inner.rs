//! What all streams of a rank share: the endpoint, memory that the protocol has, and how much may be read.
use super::lent::LentMemory;
use crate::waiting::Patience;
use crate::{Buffer, Endpoint, Error, Local, Rank, Region, Waiting};
use clump_core::protocol::{Begun, Woken};
use clump_core::{Destination, SendId, StreamId};
use clump_fabric::shm::Phase;
use clump_fabric::{RemoteMemory, Tx};
use slotmap::SecondaryMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::task::Waker;

/// Looks in vain after which this rank sees whether those it waits for still run. Asking the system costs some
/// microseconds, a look far less; with twice as many a death is heard of twice as late, where looks are sleeps.
const LOOKS_FOR_LIFE: u32 = 256;

/// Looks at the network alone before anything else is looked at: nothing else can go on before something comes. Twice
/// as many would keep the clock, by which a rest is told, from being looked at for a microsecond.
const LOOKS: u32 = 16;

pub type Shared<F> = Rc<RefCell<Inner<F>>>;

pub struct Inner<F: Local> {
    endpoint: Option<Endpoint<F>>,
    /// Reads that go on: their memory, and whoever waits.
    pub reads: SecondaryMap<StreamId, (LentMemory, Waker)>,
    /// Memory of reads that were dropped, to which copies go on.
    landing: Vec<(StreamId, LentMemory)>,
    /// Pieces that have not left.
    pub pieces: SecondaryMap<SendId, PieceAway>,
    /// Bytes that may yet be read in this turn, and that were read too much before it.
    budget: u64,
    debt: u64,
    /// Bytes read so far.
    read: u64,
    /// Reads that wait for the next turn.
    starved: Vec<Waker>,
}

/// A piece that has not left.
pub struct PieceAway {
    pub to: Rank,
    pub lent: LentMemory,
    pub waker: Waker,
    /// Its stream is gone: nothing follows it.
    pub last: bool,
}

impl<F: Local> Inner<F> {
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
        }
    }

    pub fn endpoint(&mut self) -> Result<&mut Endpoint<F>, Error> {
        let closed = || Error("this rank has left the job: nothing is sent or read any more".to_owned());
        self.endpoint.as_mut().ok_or_else(closed)
    }

    pub fn take_endpoint(&mut self) -> Result<Endpoint<F>, Error> {
        self.endpoint()?;
        self.endpoint.take().ok_or_else(|| Error("this rank has left the job".to_owned()))
    }

    /// Sends a whole message if it can leave at once.
    pub fn call_at_once(&mut self, to: Rank, handler: i32, bytes: &Buffer) -> Result<bool, Error> {
        let endpoint = self.endpoint()?;
        known(endpoint, to)?;
        let bytes = bytes.region();
        let Some((head, what)) = endpoint.engine.call_at_once(to, handler, bytes.len() as u64) else {
            return Ok(false);
        };
        let sent = endpoint.tx.send(to, head, &[], bytes).is_ok();
        if sent {
            endpoint.engine.called_at_once(what);
        }
        Ok(sent)
    }

    /// The next message that has begun to arrive.
    pub fn next(&mut self) -> Option<Begun> {
        if self.budget == 0 {
            return None;
        }
        self.endpoint.as_mut()?.engine.next_stream()
    }

    /// Moves on what can be without waiting, and wakes whose wait has ended; `patiently`: looks several times before it
    /// says that there was nothing. True if anything happened.
    pub fn advance(&mut self, patiently: bool) -> Result<bool, Error> {
        let lands = !self.landing.is_empty();
        let endpoint = self.endpoint()?;
        let mut moved = endpoint.progress();
        if patiently && !moved && !lands && !endpoint.is_crowded() {
            moved = (0..LOOKS).any(|_| endpoint.progress_messages());
        }
        if !endpoint.engine.has_woken() && !lands {
            return Ok(moved);
        }
        let woken = endpoint.engine.take_woken();
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
            endpoint.with(Region::EMPTY, |engine, port| engine.end(port, id));
        }
    }

    /// Rests after a look in vain. Those that are waited for and have died or left are given up: what they sent before
    /// is here by then.
    pub fn rest(&mut self, patience: &mut Patience, looks: &mut u32) -> Result<(), Error> {
        *looks += 1;
        if looks.is_multiple_of(LOOKS_FOR_LIFE) {
            let receivers: BTreeSet<Rank> = self.pieces.values().map(|p| p.to).collect();
            let endpoint = self.endpoint()?;
            let ranks: BTreeSet<Rank> = endpoint.engine.stream_senders().chain(receivers).collect();
            for rank in ranks {
                let left = endpoint.tx.left(rank) || endpoint.segment.status(rank).phase == Phase::Closed;
                if left || endpoint.tx.died(rank) {
                    endpoint.lose(rank);
                }
            }
        }
        self.endpoint()?.pause(patience, Waiting::NOTHING).rest();
        Ok(())
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
        endpoint.with(Region::EMPTY, |engine, port| engine.drop_read(port, id));
        endpoint.native.forget(Destination::Stream(id));
        if endpoint.engine.is_landing(id) {
            self.landing.push((id, lent));
        }
    }

    /// A handler has let go of its message.
    pub fn finish(&mut self, id: StreamId) {
        self.drop_read(id);
        if let Some(endpoint) = &mut self.endpoint {
            endpoint.with(Region::EMPTY, |engine, port| engine.finish(port, id));
            endpoint.native.forget(Destination::Stream(id));
            endpoint.memory.streams.remove(id);
        }
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
