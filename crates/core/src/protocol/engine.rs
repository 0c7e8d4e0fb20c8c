//! The protocol state of one rank. The engine hands each arriving frame to its owner, or to the transfer that the
//! frame belongs to.
use super::counters::Counters;
use super::groups::{BroadcastGroups, GroupCalls};
use super::handlers::{HandlerCalls, Handlers};
use super::owner::FrameOwner;
use super::sink::{Destination, Sink};
use super::tags::{TagCalls, Tags};
use super::transfer::{Class, Transfers};
use super::windows::{WindowCalls, Windows};
use crate::ids::{Rank, SendId};
use crate::limits::Limits;
use crate::wire::{Arrival, Credit, Data, Done, Head, Kind, KindOwner, PieceTaken, Pull, Second, Share};
use std::ops::Range;

/// One rank's protocol state: transfers, and the owners of messages above them.
#[derive(Debug)]
pub struct Engine {
    pub(super) transfers: Transfers,
    pub(super) tags: Tags,
    pub(super) handlers: Handlers,
    pub(super) windows: Windows,
    pub(super) groups: BroadcastGroups,
}

impl Engine {
    pub fn new(limits: Limits) -> Engine {
        Engine {
            transfers: Transfers::new(limits),
            tags: Tags::default(),
            handlers: Handlers::default(),
            windows: Windows::default(),
            groups: BroadcastGroups::new(limits.casts),
        }
    }

    /// Returns the calls for windows.
    pub fn windows(&mut self) -> WindowCalls<'_> {
        WindowCalls { windows: &mut self.windows, transfers: &mut self.transfers }
    }

    /// Returns how many bytes an operation may push at most. One `combine` brings at most that many bytes of
    /// operands.
    pub fn most_deposited(&self) -> u64 {
        self.transfers.limits.deposit()
    }

    /// Returns the calls for messages with tags.
    #[inline(always)]
    pub fn tags(&mut self) -> TagCalls<'_> {
        TagCalls { tags: &mut self.tags, transfers: &mut self.transfers }
    }

    /// Returns the calls for messages that run handlers.
    #[inline(always)]
    pub fn handlers(&mut self) -> HandlerCalls<'_> {
        HandlerCalls { handlers: &mut self.handlers, transfers: &mut self.transfers }
    }

    /// Returns the calls for broadcast groups.
    pub fn groups(&mut self) -> GroupCalls<'_> {
        GroupCalls { groups: &mut self.groups, transfers: &mut self.transfers }
    }

    /// Returns the state of broadcasts, for reading.
    #[inline(always)]
    pub fn broadcasts(&self) -> &BroadcastGroups {
        &self.groups
    }

    pub fn counters(&self) -> Counters {
        self.transfers.counters
    }

    /// Sets BYTES_TO_PUSH(1) and (2), for the paper's figures: (0, 0) is push-zero, no limit is push-all.
    pub fn set_push(&mut self, push1: u64, push2: u64) {
        let limits = self.transfers.limits;
        let far = (push1, push1, push2);
        self.transfers.set_limits(Limits { whole: push1, unmapped: 0, push1, push2, far, eager: 0, ..limits });
    }

    /// Sets how many bytes a message to a rank on another machine pushes: `whole` in one PUSH, `push1` with the
    /// head, `push2` behind it. A message of up to `eager` bytes is pushed whole, and the receiver does not
    /// acknowledge it.
    pub fn set_far_push(&mut self, whole: u64, push1: u64, push2: u64, eager: u64) {
        let limits = self.transfers.limits;
        self.transfers.set_limits(Limits { far: (whole, push1, push2), eager, ..limits });
    }

    /// Switches masking on or off, for the paper's figure.
    pub fn set_masking(&mut self, on: bool) {
        self.transfers.limits.mask = on;
    }

    /// Takes a frame that has arrived from `from`. Counts and ignores a malformed frame.
    #[inline(always)]
    pub fn on_frame<S: Sink>(&mut self, sink: &mut S, from: Rank, head: u64, frame: &impl Arrival) {
        let Some(head) = Head::parse(head) else {
            self.transfers.counters.malformed += 1;
            return;
        };
        if head.kind == Kind::Push {
            return self.tags.on_push(&mut self.transfers, sink, from, head, frame.len(0) as u64);
        }
        let p = self.transfers.peer(sink, from);
        // Many programs send only short messages to handlers: test for their kind first.
        let taken = match head.kind {
            Kind::Call => self.handlers.on_frame(&mut self.transfers, sink, p, head, frame),
            _ => self.on_other(sink, p, head, frame),
        };
        if taken.is_none() {
            self.transfers.counters.malformed += 1;
        }
    }

    /// Hands a frame of a rarer kind to its owner. Returns `None` if the frame contradicts itself or this rank's state.
    #[inline(never)]
    fn on_other<S: Sink>(&mut self, sink: &mut S, p: usize, head: Head, frame: &impl Arrival) -> Option<()> {
        let t = &mut self.transfers;
        match head.kind.owner() {
            KindOwner::Transfers => self.on_transfer(sink, p, head, frame),
            KindOwner::Tags => self.tags.on_frame(t, sink, p, head, frame),
            KindOwner::Handlers => self.handlers.on_frame(t, sink, p, head, frame),
            KindOwner::Windows => self.windows.on_frame(t, sink, p, head, frame),
            KindOwner::Groups => self.groups.on_frame(t, sink, p, head, frame),
        }
    }

    /// Takes a frame of a transfer. Tells the transfer's owner what the frame completes.
    fn on_transfer<S: Sink>(&mut self, sink: &mut S, p: usize, head: Head, frame: &impl Arrival) -> Option<()> {
        let t = &mut self.transfers;
        match head.kind {
            Kind::Second => {
                let complete = t.on_second(sink, p, Second::parse(frame)?, frame.len(Second::WORDS) as u64)?;
                self.complete(sink, complete);
            }
            Kind::Data => {
                let complete = t.on_data(sink, p, Data::parse(frame)?, frame.len(Data::WORDS) as u64)?;
                self.complete(sink, complete);
            }
            Kind::Pull => {
                let pull = Pull::parse(head, frame)?;
                self.tags.before_send(t, p, pull.send);
                t.on_pull(sink, p, pull)?;
                self.windows.on_send(t, sink, p);
                self.tags.on_send(t, sink, p);
            }
            Kind::Done => {
                let send = Done::parse(frame)?.send;
                self.tags.before_send(t, p, send);
                t.on_done(sink, p, send)?;
                self.windows.on_send(t, sink, p);
                self.tags.on_send(t, sink, p);
            }
            Kind::Share => t.on_share(sink, p, Share::parse(frame)?),
            Kind::Taken => t.on_taken(sink, p, PieceTaken::parse(frame)?)?,
            Kind::Credit => {
                let credit = Credit::parse(head, frame)?;
                let class = t.on_credit(p, credit)?;
                if credit.all {
                    self.handlers.on_all_credit(t, sink, p, class);
                }
                match class {
                    Class::Tags => self.tags.flush(t, sink, p),
                    Class::Handlers | Class::Replies => self.handlers.flush(t, sink, p),
                    Class::Windows => self.windows.flush(t, sink, p),
                    // Credit of this class comes back only with acknowledgements of broadcasts.
                    Class::Groups => return None,
                };
            }
            _ => return None,
        }
        Some(())
    }

    /// Takes a request of `from` for a range of a send, which the fabric received outside the frames. The answer
    /// must carry `asked` back.
    pub fn asked<S: Sink>(&mut self, sink: &mut S, from: Rank, send: SendId, range: Range<u64>, asked: (u64, u32)) {
        self.transfers.asked(sink, from, send, range, asked);
    }

    /// Ends the pull for which the sink returned [`Pulling::Later`](crate::Pulling::Later). `here` is true if the bytes
    /// have arrived, and false if the copy was refused, so that frames bring the bytes.
    pub fn pulled<S: Sink>(&mut self, sink: &mut S, into: Destination, here: bool) {
        match into {
            Destination::Recv(recv) => self.tags.pulled_recv(&mut self.transfers, sink, recv, here),
            Destination::Stream(stream) => self.handlers.pulled_stream(&mut self.transfers, sink, stream, here),
            Destination::Deposit(deposit) => self.windows.pulled_deposit(&mut self.transfers, sink, deposit, here),
            Destination::Operation(operation) => {
                self.windows.pulled_operation(&mut self.transfers, sink, operation, here)
            }
        }
    }

    /// Tells the owner of a destination that all its bytes have arrived.
    pub(super) fn complete<S: Sink>(&mut self, sink: &mut S, into: Option<Destination>) {
        match into {
            Some(Destination::Recv(recv)) => self.tags.received(recv),
            Some(Destination::Stream(stream)) => self.handlers.has_read(stream),
            Some(Destination::Deposit(deposit)) => self.windows.deposited(&mut self.transfers, sink, deposit),
            Some(Destination::Operation(operation)) => self.windows.fetched(&mut self.transfers, sink, operation),
            None => {}
        }
    }

    /// Returns true if [`flush`](Self::flush) has something to send.
    #[inline(always)]
    pub fn wants_flush(&self) -> bool {
        self.transfers.wants_flush() || self.groups.is_blocked()
    }

    /// Sends the frames that found no room in the fabric before. Returns true if anything left.
    pub fn flush<S: Sink>(&mut self, sink: &mut S) -> bool {
        let mut moved = false;
        for p in self.transfers.take_busy() {
            let p = p as usize;
            moved |= self.transfers.empty_outbox(sink, p);
            self.transfers.give_back_what_is_due(sink, p);
            moved |= self.transfers.pump(sink, p);
            moved |= self.tags.flush(&mut self.transfers, sink, p);
            moved |= self.handlers.flush(&mut self.transfers, sink, p);
            moved |= self.windows.flush(&mut self.transfers, sink, p);
        }
        moved | self.groups.pump(&mut self.transfers, sink)
    }

    /// Sets the size of the pushed buffer, in bytes, for `others` possible senders (the paper, 1.3.2).
    pub fn set_pushed_buffer<S: Sink>(&mut self, sink: &mut S, bytes: u64, others: u64) {
        self.transfers.set_pushed_buffer(sink, bytes, others);
    }

    /// Prepares to leave the job: drops the messages that this rank will not receive or continue, and tells their
    /// senders. The caller repeats the call until [`unsent`](Self::unsent) returns 0.
    pub fn leave<S: Sink>(&mut self, sink: &mut S) {
        self.tags.leave(&mut self.transfers, sink);
        self.handlers.leave(&mut self.transfers, sink);
        self.windows.leave(&mut self.transfers, sink);
        self.groups.leave(&mut self.transfers, sink);
    }

    /// Forgets a rank that has died: ends handlers' messages from and to it and operations on windows with it.
    pub fn lose<S: Sink>(&mut self, sink: &mut S, rank: Rank) {
        if let Some(p) = self.transfers.known(rank) {
            self.handlers.lose(&mut self.transfers, sink, p);
            self.windows.lose(&mut self.transfers, sink, p);
        }
        self.groups.lose_rank(&mut self.transfers, sink, rank);
    }

    /// Returns true if this rank has talked to `rank` before.
    pub fn has_met(&mut self, rank: Rank) -> bool {
        self.transfers.known(rank).is_some()
    }

    /// Forgets a finished send. The engine forgets a send that continues after its cancellation once that send is
    /// complete.
    pub fn forget_send(&mut self, id: SendId) {
        self.transfers.forget_send(id);
    }

    /// Detaches a send: the caller will not ask for its outcome. The send is forgotten when it is complete.
    pub fn detach_send(&mut self, id: SendId) {
        self.transfers.detach_send(id);
    }

    /// Counts the frames and streams that still have to leave, and the sends that receivers have not taken. `close`
    /// waits until the count is 0.
    pub fn unsent(&self) -> usize {
        self.transfers.unsent()
            + self.windows.unsent(&self.transfers, |_| false)
            + self.groups.unsent(&self.transfers, |_| false)
    }

    /// Returns true if any part of [`unsent`](Self::unsent) is for a rank that has not `left`.
    pub fn unsent_to(&self, mut left: impl FnMut(Rank) -> bool) -> bool {
        let Transfers { sends, peers, .. } = &self.transfers;
        let mut waiting = peers.iter().filter(|p| !p.outbox.is_empty() || !p.streams.is_empty()).map(|p| p.rank);
        let leaving = waiting.any(|to| !left(to)) || sends.values().any(|s| !s.is_over() && !left(s.to));
        leaving || self.windows.unsent(&self.transfers, &mut left) > 0 || self.groups.unsent(&self.transfers, left) > 0
    }
}
