//! The protocol state of one rank. The engine hands each arriving frame to its owner, or to the transfer that the
//! frame belongs to.
use super::owner::FrameOwner;
use super::owners::Owners;
use super::sink::Sink;
use super::transfer::{Destination, Transfers};
use crate::ids::{Rank, SendId};
use crate::limits::Limits;
use crate::wire::{Arrival, Credit, Data, Done, Head, Kind, KindOwner, PieceTaken, Pull, Share};
use std::ops::Range;

/// One rank's protocol state: transfers, and the owners of messages above them.
#[derive(Debug)]
pub struct Engine {
    pub(super) transfers: Transfers,
    pub(super) owners: Owners,
}

impl Engine {
    pub fn new(limits: Limits) -> Engine {
        Engine { transfers: Transfers::new(limits, Owners::CLASSES), owners: Owners::new(&limits) }
    }

    /// Takes a frame that has arrived from `from`. Counts and ignores a malformed frame.
    #[inline(always)]
    pub fn on_frame<S: Sink>(&mut self, sink: &mut S, from: Rank, head: u64, frame: &impl Arrival) {
        let Some(head) = Head::parse(head) else {
            self.transfers.counters.malformed += 1;
            return;
        };
        if head.kind == Kind::Push {
            return self.owners.tags.on_push(&mut self.transfers, sink, from, head, frame.len(0) as u64);
        }
        let p = self.transfers.peer(sink, from);
        // Many programs send only short messages to handlers: test for their kind first.
        let taken = match head.kind {
            Kind::Call => self.owners.handlers.on_frame(&mut self.transfers, sink, p, head, frame),
            _ => self.on_other(sink, p, head, frame),
        };
        if taken.is_none() {
            self.transfers.counters.malformed += 1;
        }
    }

    /// Hands a frame of a rarer kind to its owner. Returns `None` if the frame contradicts itself or this rank's state.
    #[inline(never)]
    fn on_other<S: Sink>(&mut self, sink: &mut S, p: usize, head: Head, frame: &impl Arrival) -> Option<()> {
        let Engine { transfers: t, owners } = self;
        match head.kind.owner() {
            KindOwner::Transfers => self.on_transfer(sink, p, head, frame),
            KindOwner::Tags => owners.tags.on_frame(t, sink, p, head, frame),
            KindOwner::Handlers => owners.handlers.on_frame(t, sink, p, head, frame),
            KindOwner::Windows => owners.windows.on_frame(t, sink, p, head, frame),
            KindOwner::Groups => owners.groups.on_frame(t, sink, p, head, frame),
        }
    }

    /// Takes a frame of a transfer. Tells the owners what the frame completes or allows.
    fn on_transfer<S: Sink>(&mut self, sink: &mut S, p: usize, head: Head, frame: &impl Arrival) -> Option<()> {
        let Engine { transfers: t, owners } = self;
        match head.kind {
            Kind::Data => {
                let complete = t.on_data(sink, p, Data::parse(frame)?, frame.len(Data::WORDS) as u64)?;
                self.complete(sink, complete);
            }
            Kind::Pull => {
                let pull = Pull::parse(head, frame)?;
                owners.before_send(t, p, pull.send);
                t.on_pull(sink, p, pull)?;
                owners.on_send(t, sink, p);
            }
            Kind::Done => {
                let send = Done::parse(frame)?.send;
                owners.before_send(t, p, send);
                t.on_done(sink, p, send)?;
                owners.on_send(t, sink, p);
            }
            Kind::Credit => {
                let credit = Credit::parse(head, frame)?;
                let class = t.on_credit(p, credit)?;
                owners.on_credit(t, sink, p, class, credit.all);
            }
            Kind::Share => t.on_share(sink, p, Share::parse(frame)?),
            Kind::Taken => t.on_taken(sink, p, PieceTaken::parse(frame)?)?,
            _ => return None,
        }
        Some(())
    }

    /// Tells the owner of a destination that all its bytes have arrived.
    fn complete<S: Sink>(&mut self, sink: &mut S, into: Option<Destination>) {
        let Engine { transfers: t, owners } = self;
        match into {
            Some(Destination::Recv(recv)) => owners.tags.received(recv),
            Some(Destination::Stream(stream)) => owners.handlers.has_read(stream),
            Some(Destination::Deposit(deposit)) => owners.windows.deposited(t, sink, deposit),
            Some(Destination::Operation(operation)) => owners.windows.fetched(t, sink, operation),
            None => {}
        }
    }

    /// Ends the pull for which the sink returned [`Pulling::Later`](crate::Pulling::Later). `here` is true if the bytes
    /// have arrived, and false if the copy was refused, so that frames bring the bytes.
    pub fn pulled<S: Sink>(&mut self, sink: &mut S, into: Destination, here: bool) {
        let Engine { transfers: t, owners } = self;
        match into {
            Destination::Recv(recv) => owners.tags.pulled_recv(t, sink, recv, here),
            Destination::Stream(stream) => owners.handlers.pulled_stream(t, sink, stream, here),
            Destination::Deposit(deposit) => owners.windows.pulled_deposit(t, sink, deposit, here),
            Destination::Operation(operation) => owners.windows.pulled_operation(t, sink, operation, here),
        }
    }

    /// Takes a request of `from` for a range of a send, which the fabric received outside the frames. The answer
    /// must carry `asked` back.
    pub fn asked<S: Sink>(&mut self, sink: &mut S, from: Rank, send: SendId, range: Range<u64>, asked: (u64, u32)) {
        self.transfers.asked(sink, from, send, range, asked);
    }

    /// Returns true if [`flush`](Self::flush) has something to send.
    #[inline(always)]
    pub fn wants_flush(&self) -> bool {
        self.transfers.wants_flush() || self.owners.is_blocked()
    }

    /// Sends the frames that found no room in the fabric before. Returns true if anything left.
    pub fn flush<S: Sink>(&mut self, sink: &mut S) -> bool {
        let Engine { transfers: t, owners } = self;
        let mut moved = false;
        for p in t.take_busy() {
            moved |= t.flush(sink, p as usize);
            moved |= owners.flush(t, sink, p as usize);
        }
        moved | owners.flush_blocked(t, sink)
    }

    /// Prepares to leave the job: drops the messages that this rank will not receive or continue, and tells their
    /// senders. The caller repeats the call until [`unsent`](Self::unsent) returns 0.
    pub fn leave<S: Sink>(&mut self, sink: &mut S) {
        self.owners.leave(&mut self.transfers, sink);
    }

    /// Returns true if no message with a rank is under way, and no outcome of one waits for the program.
    pub fn is_idle_with(&mut self, rank: Rank) -> bool {
        let Engine { transfers: t, owners } = self;
        t.known(rank).is_none_or(|p| t.is_idle(p) && owners.is_idle_with(t, p))
    }

    /// Forgets a rank that no longer exists for this one, with its accounts, so that it takes no memory. Its number may
    /// then come back for a new rank. Returns false, and forgets nothing, if a message with the rank is under way.
    pub fn forget_peer(&mut self, rank: Rank) -> bool {
        if !self.is_idle_with(rank) {
            return false;
        }
        let Engine { transfers: t, owners } = self;
        let Some(p) = t.known(rank) else { return true };
        owners.forget(p);
        t.vacate(p);
        true
    }

    /// Ends everything that this rank expects from a rank that has died or left.
    pub fn lose<S: Sink>(&mut self, sink: &mut S, rank: Rank) {
        self.owners.lose(&mut self.transfers, sink, rank);
    }

    /// Ends everything with a rank that has died or left, and none of whose frames will arrive any more: also its
    /// messages that no receive has taken, and the frames that wait to leave for it. Requests of the program stay, and
    /// keep the rank from being [forgotten](Self::forget_peer).
    pub fn bury<S: Sink>(&mut self, sink: &mut S, rank: Rank) {
        self.owners.tags.drop_buffered(&mut self.transfers, sink, rank);
        self.lose(sink, rank);
    }
}
