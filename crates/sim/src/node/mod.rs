//! One simulated rank: the real protocol over the simulated network, and a program that makes random calls.
mod broadcast_port;
mod calls;
mod casts;
mod connections;
mod memory;
mod port;
mod pull_port;
mod pushed_port;
mod streams;
mod under_way;
mod window_port;
mod windows;

pub use calls::room;
pub use memory::{BLANK, Event, Memory, Receive, ReceiveId, TakenId};
pub use port::ENTRY;

use crate::message::MessageId;
use crate::net;
use crate::plan::Plan;
use crate::shared::Shared;
use clump_core::ids::send_of_word;
use clump_core::{Engine, EntryId, Expected, Limits, Outcome, Rank, RecvId, Select, SendId};
use clump_fabric::sim::{self, Network};
use clump_fabric::{Frame, RangeRequest, Receiver, Rx, Tx};
use port::{Arrived, Call, Port};
use under_way::{Casts, Connected, Streams, Windows};

/// The chance that a postponed native pull is refused, in per mille.
const REFUSED: u32 = 200;

pub struct Node {
    pub rank: Rank,
    pub engine: Engine,
    pub memory: Memory,
    /// Requests that the program still holds.
    pub sends: Vec<(SendId, MessageId)>,
    pub recvs: Vec<(RecvId, ReceiveId)>,
    /// Receives that the program has detached.
    pub detached: Vec<(RecvId, ReceiveId)>,
    /// Messages taken out of matching and not yet received.
    pub taken: Vec<(EntryId, TakenId, u64)>,
    /// Counts messages taken so far.
    pub takes: TakenId,
    /// Credit that each peer has with this rank, in bytes.
    pub each: u64,
    /// The most credit that each peer ever had with this rank.
    pub most_each: u64,
    /// A receive that the program waits for and has not posted yet.
    waiting: Option<Waiting>,
    pub streams: Streams,
    pub windows: Windows,
    connected: Connected,
    pub casts: Casts,
    limits: Limits,
    /// See [`Plan::jobs`].
    jobs: Option<[u32; 2]>,
    ranks: u64,
    /// The length in bytes of each rank's part of a window.
    stripe: u64,
    pub tx: net::Tx,
    /// The receiving side; `None` while `progress` takes frames from it.
    rx: Option<net::Rx>,
}

/// Takes the frames that have arrived.
struct Inbox<'a> {
    node: &'a mut Node,
    shared: &'a mut Shared,
}

impl Receiver<net::Rx> for Inbox<'_> {
    fn tx(&mut self) -> &mut net::Tx {
        &mut self.node.tx
    }

    fn frame(&mut self, from: Rank, head: u64, frame: &Frame) {
        if self.node.meet(self.shared, from, frame) || self.node.meet_in_turn(self.shared, from, frame) {
            return;
        }
        self.node.with(self.shared, Call::None, Some(frame), |engine, port| {
            engine.on_frame(port, from, head, &Arrived(frame));
        });
    }

    fn multicast(&mut self, from: Rank, group: u16, head: u64, frame: &Frame) {
        self.node.with(self.shared, Call::None, Some(frame), |engine, port| {
            engine.groups().on_multicast(port, from, group, head, &Arrived(frame));
        });
    }

    fn handed_over(&mut self) {
        if self.node.engine.wants_flush() {
            self.node.with(self.shared, Call::None, None, |engine, port| engine.flush(port));
        }
    }

    fn fetched(&mut self, ticket: u64) {
        let rank = self.node.rank;
        let Some((what, bytes)) = self.node.memory.fetches.remove(&ticket) else {
            return self.shared.fail(|| format!("rank {rank} fetched what it never began to, or twice"));
        };
        self.node.with(self.shared, Call::None, None, |engine, port| {
            port.fetched(what, &bytes);
            engine.pulled(port, what.into, true);
        });
    }

    fn requested(&mut self, from: Rank, request: RangeRequest) {
        self.node.with(self.shared, Call::None, None, |engine, port| {
            engine.asked(port, from, send_of_word(request.send), request.range, request.asked);
        });
    }
}

/// A blocking receive that a message may meet before it is posted.
#[derive(Clone, Copy)]
struct Waiting {
    expected: Expected,
    select: Select,
    room: u64,
}

impl Node {
    pub fn new(rank: Rank, plan: &Plan, network: &Network) -> Node {
        let (tx, rx) = net::place(plan, network, rank);
        let limits = plan.limits_of(rank);
        let credit = limits.credit;
        let mut engine = Engine::new(limits);
        engine.log_unexpected(true);
        Node {
            rank,
            engine,
            memory: Memory::default(),
            sends: Vec::new(),
            recvs: Vec::new(),
            detached: Vec::new(),
            taken: Vec::new(),
            takes: 0,
            each: credit,
            most_each: credit,
            waiting: None,
            streams: Streams::new(plan.answers),
            windows: Windows::default(),
            connected: Connected::default(),
            casts: Casts::default(),
            limits,
            jobs: plan.jobs,
            ranks: u64::from(plan.ranks),
            stripe: plan.largest.clamp(64, 12_000),
            tx,
            rx: Some(rx),
        }
    }

    /// Runs one call of the protocol, and records which receives it completed.
    fn with<T>(
        &mut self,
        shared: &mut Shared,
        call: Call,
        arrived: Option<&Frame>,
        f: impl FnOnce(&mut Engine, &mut Port<'_>) -> T,
    ) -> T {
        let mut port = Port {
            rank: self.rank,
            tx: &mut self.tx,
            shared,
            memory: &mut self.memory,
            call,
            arrived,
            jobs: self.jobs,
            bound: self.ranks * (self.most_each + self.limits.handlers + self.limits.replies),
            broadcast_bound: (self.ranks - 1) * self.limits.casts.buffer,
        };
        let result = f(&mut self.engine, &mut port);
        for (id, at) in std::mem::take(&mut self.memory.touched) {
            let receive = &mut self.memory.receives[at];
            let known = self.engine.knows_recv(id);
            if !known && !receive.detached {
                shared.fail(|| format!("rank {}: the protocol forgot receive {at}", self.rank));
            }
            if !receive.closed && (!known || self.engine.recv_outcome(id).is_some()) {
                receive.closed = true;
                receive.outcome = self.engine.recv_outcome(id);
                shared.note(|| format!("rank {}: receive {at} complete: {:?}", self.rank, receive.outcome));
            }
        }
        result
    }

    /// Takes up to `frames` frames that have arrived, and retries the sends for which the fabric was full. Returns true
    /// if anything moved.
    pub fn progress(&mut self, shared: &mut Shared, frames: u32) -> bool {
        let Some(mut rx) = self.rx.take() else { return false };
        let mut moved = rx.poll(frames as usize, Inbox { node: self, shared }) > 0;
        self.rx = Some(rx);
        moved |= self.pull_later(shared);
        if self.engine.wants_flush() {
            moved |= self.with(shared, Call::None, None, |engine, port| engine.flush(port));
        }
        moved |= self.wake(shared);
        moved |= self.end_operations(shared);
        self.end_deposits(shared);
        if self.engine.broadcasts().is_timed() {
            let now = shared.network.now() * sim::TICK;
            moved |= self.with(shared, Call::None, None, |engine, port| engine.groups().at(port, now));
        }
        moved |= self.end_broadcasts(shared);
        moved
    }

    /// Makes or refuses one of the postponed native pulls. Returns true if any pull was postponed.
    fn pull_later(&mut self, shared: &mut Shared) -> bool {
        if self.memory.later.is_empty() {
            return false;
        }
        let which = shared.rng.usize(..self.memory.later.len());
        let what = self.memory.later.swap_remove(which);
        let refused = shared.chance(REFUSED);
        self.with(shared, Call::None, None, |engine, port| {
            let here = !refused && port.copy(what);
            port.shared.coverage.later += 1;
            engine.pulled(port, what.into, here);
        });
        true
    }

    /// Returns true if every frame that was sent has arrived.
    pub fn drained(&mut self) -> bool {
        self.tx.drained()
    }

    /// Gives the frame to the receive that the program waits for, if the frame's message matches that receive.
    /// Otherwise posts the receive.
    fn meet(&mut self, shared: &mut Shared, from: Rank, frame: &Frame) -> bool {
        let Some(w) = self.waiting else { return false };
        let len = frame.body(0).len() as u64;
        if !self.engine.tags().meets(&w.expected, from, frame.head, len) {
            self.post_waiting(shared);
            return false;
        }
        self.waiting = None;
        shared.waiting.remove(&self.rank);
        if len > w.room {
            shared.fail(|| format!("rank {}: {len} bytes meet a receive of {}", self.rank, w.room));
        }
        let (at, now) = (self.memory.receives.len(), shared.moment());
        let mut bytes = frame.body(0).to_vec();
        bytes.resize(w.room as usize, BLANK);
        let tag = frame.head as u32 as i32;
        let outcome = Some(Outcome { source: from, tag, len, cancelled: false, truncated: None });
        let (select, matched) = (w.select, Some(now));
        self.memory.receives.push(Receive {
            select,
            bytes,
            taken: None,
            matched,
            closed: true,
            outcome,
            detached: false,
        });
        self.memory.events.extend([Event::Posted(at), Event::Matched(at, now)]);
        shared.coverage.direct += 1;
        shared.note(|| format!("rank {}: receive {at} of {} bytes, {select:?}, met directly", self.rank, w.room));
        true
    }

    /// Gives the frame to a posted receive that the program waits for, if the match needs no lookup.
    fn meet_in_turn(&mut self, shared: &mut Shared, from: Rank, frame: &Frame) -> bool {
        if self.recvs.is_empty() || shared.rng.bool() {
            return false;
        }
        let which = shared.rng.usize(..self.recvs.len());
        let (id, at) = self.recvs[which];
        let len = frame.body(0).len() as u64;
        let Some(expected) = self.engine.expect_posted(id).filter(|e| e.source() == Some(from)) else { return false };
        if !self.engine.tags().meets_posted(id, &expected, from, frame.head, len) {
            return false;
        }
        self.recvs.swap_remove(which);
        self.memory.by_id.remove(&id);
        let now = shared.moment();
        let receive = &mut self.memory.receives[at];
        if receive.closed || receive.matched.is_some() || len > receive.bytes.len() as u64 {
            shared.fail(|| format!("rank {}: {len} bytes meet receive {at} in turn", self.rank));
            return true;
        }
        receive.bytes[..len as usize].copy_from_slice(frame.body(0));
        receive.matched = Some(now);
        receive.closed = true;
        receive.outcome =
            Some(Outcome { source: from, tag: frame.head as u32 as i32, len, cancelled: false, truncated: None });
        self.memory.events.push(Event::Matched(at, now));
        shared.coverage.in_turn += 1;
        shared.note(|| format!("rank {}: receive {at} met in turn", self.rank));
        true
    }

    /// Posts the receive that the program waited for, like any other.
    pub fn post_waiting(&mut self, shared: &mut Shared) {
        if let Some(w) = self.waiting.take() {
            self.recv(shared, w.select, w.room);
        }
    }

    /// Returns the credit that `peer` has with this rank, whether or not the two have met.
    pub fn granted(&self) -> u64 {
        self.each
    }

    pub fn limits(&self) -> Limits {
        self.limits
    }
}
