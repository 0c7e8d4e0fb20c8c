//! One rank's protocol state, and the way in for frames: each goes to its owner, or to the transfer that it is a part
//! of.
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

    /// The calls that concern windows.
    pub fn windows(&mut self) -> WindowCalls<'_> {
        WindowCalls { windows: &mut self.windows, transfers: &mut self.transfers }
    }

    /// The most bytes that are pushed with an operation, and so the most of operands that one `combine` brings.
    pub fn most_deposited(&self) -> u64 {
        self.transfers.limits.deposit()
    }

    /// The calls that concern messages with tags.
    #[inline(always)]
    pub fn tags(&mut self) -> TagCalls<'_> {
        TagCalls { tags: &mut self.tags, transfers: &mut self.transfers }
    }

    /// The calls that concern messages that run handlers.
    #[inline(always)]
    pub fn handlers(&mut self) -> HandlerCalls<'_> {
        HandlerCalls { handlers: &mut self.handlers, transfers: &mut self.transfers }
    }

    /// The calls that concern groups.
    pub fn groups(&mut self) -> GroupCalls<'_> {
        GroupCalls { groups: &mut self.groups, transfers: &mut self.transfers }
    }

    /// What groups know of broadcasts.
    #[inline(always)]
    pub fn broadcasts(&self) -> &BroadcastGroups {
        &self.groups
    }

    pub fn counters(&self) -> Counters {
        self.transfers.counters
    }

    /// Changes BYTES_TO_PUSH(1) and (2), for the paper's figures: (0, 0) is push-zero, no limit is push-all.
    pub fn set_push(&mut self, push1: u64, push2: u64) {
        let limits = self.transfers.limits;
        let far = (push1, push1, push2);
        self.transfers.set_limits(Limits { whole: push1, unmapped: 0, push1, push2, far, eager: 0, ..limits });
    }

    /// Changes what is pushed to ranks on other machines: whole, with a head, and behind it; and up to which length
    /// messages are pushed there without an acknowledgement.
    pub fn set_far_push(&mut self, whole: u64, push1: u64, push2: u64, eager: u64) {
        let limits = self.transfers.limits;
        self.transfers.set_limits(Limits { far: (whole, push1, push2), eager, ..limits });
    }

    /// Switches masking off, for the paper's figure, or on.
    pub fn set_masking(&mut self, on: bool) {
        self.transfers.limits.mask = on;
    }

    /// A frame has arrived from `from`. Nonsense is counted and ignored.
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
        // Short messages are all that many programs send to handlers.
        let taken = match head.kind {
            Kind::Call => self.handlers.on_frame(&mut self.transfers, sink, p, head, frame),
            _ => self.on_other(sink, p, head, frame),
        };
        if taken.is_none() {
            self.transfers.counters.malformed += 1;
        }
    }

    /// Hands a frame to its owner. `None`: the frame contradicts itself or this rank's state.
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

    /// A part of a transfer, whose owner hears what is complete.
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
                    // It comes back with acknowledgements alone.
                    Class::Groups => return None,
                };
            }
            _ => return None,
        }
        Some(())
    }

    /// The fabric says that `from` asks for a range of a send, beside all frames; `asked` has to come back with the
    /// answer.
    pub fn asked<S: Sink>(&mut self, sink: &mut S, from: Rank, send: SendId, range: Range<u64>, asked: (u64, u32)) {
        self.transfers.asked(sink, from, send, range, asked);
    }

    /// What [`Pulling::Later`](crate::Pulling::Later) promised for a destination is `here`, or was refused and comes by
    /// frames.
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

    /// What a message's owner has named is complete: it hears of it.
    pub(super) fn complete<S: Sink>(&mut self, sink: &mut S, into: Option<Destination>) {
        match into {
            Some(Destination::Recv(recv)) => self.tags.received(recv),
            Some(Destination::Stream(stream)) => self.handlers.has_read(stream),
            Some(Destination::Deposit(deposit)) => self.windows.deposited(&mut self.transfers, sink, deposit),
            Some(Destination::Operation(operation)) => self.windows.fetched(&mut self.transfers, sink, operation),
            None => {}
        }
    }

    /// True if `flush` has something to try again.
    #[inline(always)]
    pub fn wants_flush(&self) -> bool {
        self.transfers.wants_flush() || self.groups.is_blocked()
    }

    /// Tries again what found the fabric full. True if anything left.
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

    /// Changes the pushed buffer's size, in bytes, for `others` possible senders (the paper, 1.3.2).
    pub fn set_pushed_buffer<S: Sink>(&mut self, sink: &mut S, bytes: u64, others: u64) {
        self.transfers.set_pushed_buffer(sink, bytes, others);
    }

    /// This rank leaves: what nobody here will take or go on with is dropped, and others are told. To be called until
    /// nothing is unsent.
    pub fn leave<S: Sink>(&mut self, sink: &mut S) {
        self.tags.leave(&mut self.transfers, sink);
        self.handlers.leave(&mut self.transfers, sink);
        self.windows.leave(&mut self.transfers, sink);
        self.groups.leave(&mut self.transfers, sink);
    }

    /// A rank is no more: handlers' messages from and to it end where they are, and so do operations on windows.
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

    /// Forgets a finished send. One that goes on after it was cancelled is forgotten when it is complete.
    pub fn forget_send(&mut self, id: SendId) {
        self.transfers.forget_send(id);
    }

    /// Nobody will ask for this send, whoever's it is: it is forgotten when it is complete.
    pub fn detach_send(&mut self, id: SendId) {
        self.transfers.detach_send(id);
    }

    /// Frames and streams that still want to go out, and sends that others have not taken: what `close` waits for.
    pub fn unsent(&self) -> usize {
        self.transfers.unsent()
            + self.windows.unsent(&self.transfers, |_| false)
            + self.groups.unsent(&self.transfers, |_| false)
    }

    /// True if any of that is for a rank that has not `left`.
    pub fn unsent_to(&self, mut left: impl FnMut(Rank) -> bool) -> bool {
        let Transfers { sends, peers, .. } = &self.transfers;
        let mut waiting = peers.iter().filter(|p| !p.outbox.is_empty() || !p.streams.is_empty()).map(|p| p.rank);
        let leaving = waiting.any(|to| !left(to)) || sends.values().any(|s| !s.is_over() && !left(s.to));
        leaving || self.windows.unsent(&self.transfers, &mut left) > 0 || self.groups.unsent(&self.transfers, left) > 0
    }
}
