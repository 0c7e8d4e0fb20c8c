//! The state that the sending and the receiving side of a reliable fabric share: the sending side owns it, the
//! receiving side borrows it while it polls. Core's `reliability` makes the decisions; this module carries them out
//! and keeps the bytes.
use super::channel::{Channel, Chunk, Pool, ROOM, SPARE};
use crate::cut::{Cut, ROW, RowCut};
use clump_core::Rank;
use clump_core::reliability::{Ack, ChunkVerdict, Grants, Packet, PieceHead, PullId, ReceiveBudget, Transmit};
use clump_fabric::clock::Clock;
use clump_fabric::mem::Region;
use clump_fabric::{ByRank, Datagrams, PREFIX};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Rows that one request covers, unless `clump tune` has found another number. A request costs both sides about a
/// fifth of a row: more rows save little of that cost, and burden a receiver of many senders.
const ROWS: u64 = 4;
/// Nanoseconds after which a silent peer no longer counts among the senders that share the receive budget. A longer
/// time leaves the active senders too small a share for longer.
const ACTIVE_FOR: u64 = 20_000_000;
/// Nanoseconds that a leaving process waits for a silent peer. By then the peer's socket has received everything; a
/// longer wait only delays the end of this process if the peer is dead.
const LINGER: u64 = 10_000_000_000;
/// How often a leaving process sends its farewell to each peer. Each datagram may get lost, and no peer acknowledges
/// it.
const FAREWELLS: u32 = 3;
/// Retransmissions that are recorded for a tool until it takes them. A longer log keeps more of a burst and uses more
/// memory.
const MOST_LOGGED: usize = 1024;

/// The window of go-back-n in chunks, as in the papers.
const GO_BACK_N_WINDOW: u16 = 16;

/// What the network does for its users beside moving bytes. For the papers' figures, each part can be switched off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guarantees {
    /// Chunks are delivered in the order in which they were sent. Without it, a message of several chunks is lost if
    /// its chunks change places.
    pub ordered: bool,
    /// The receiver acknowledges chunks, and the sender keeps and repeats them. Without it, what the network loses is
    /// lost, and no order is kept.
    pub fault_tolerant: bool,
}

impl Guarantees {
    /// Everything that messages need.
    pub const ALL: Guarantees = Guarantees { ordered: true, fault_tolerant: true };
}

/// Go-back-n with a small pushed buffer, for the papers' figures.
struct GoBackN {
    /// The bytes in the pushed buffer at present.
    pushed: Arc<AtomicU64>,
    /// The size of the pushed buffer, in bytes.
    buffer: u64,
}

pub struct Driver<T, C> {
    pub tx: T,
    pub(super) clock: C,
    pub(super) channels: Vec<Channel>,
    index: ByRank<usize>,
    pub pool: Pool,
    receive_budget: ReceiveBudget,
    /// How many peers may send to one receiver at once. A peer that has sent no window yet gets its share of a receive
    /// budget like this side's own among so many senders.
    pub(super) peers: u64,
    /// Each sender's share of the receive budget, and when it was computed; `None` if a new peer makes it obsolete.
    share: u16,
    shared_at: Option<u64>,
    /// Channels from which something has arrived since they were last processed.
    touched: Vec<usize>,
    pub(super) deadline: u64,
    /// The pending requests to peers for parts of long messages, with their times.
    pub(super) grants: Grants,
    pub(super) fetching: HashMap<PullId, Fetching>,
    /// True if pieces have arrived since the last request, so that this rank may request more.
    pub(super) pieces: bool,
    /// The time at which the request that is being answered arrived, in nanoseconds.
    pub(super) asked: u64,
    /// When the first request of the current poll was taken, in nanoseconds.
    pub(super) first_request: Option<u64>,
    /// True if the answer to the request that is being answered must leave in short rows.
    pub(super) short_rows: bool,
    /// Bytes of a piece.
    pub(super) piece: usize,
    /// How the answer to a request is divided into rows.
    pub(super) rows: RowCut,
    /// The socket's receive buffer in bytes.
    buffer: u64,
    /// The longest body of a packet.
    full: usize,
    closed: bool,
    /// Set if this rank takes chunks in order only, and drops chunks for which its pushed buffer has no room.
    go_back_n: Option<GoBackN>,
    pub guarantees: Guarantees,
    /// Nanoseconds after which a silent peer that this rank waits for is lost; `None` if others watch the hosts.
    pub(super) patience: Option<u64>,
    /// When this process began to leave, if it has.
    leaving: Option<u64>,
    /// Number of packets that contradicted themselves or this rank's own packets.
    pub malformed: u64,
    /// Number of chunks that were retransmitted.
    pub resent: u64,
    /// The receivers of the chunks that were retransmitted since a tool last asked; `None` if no tool listens.
    pub resent_to: Option<Vec<Rank>>,
    /// Number of chunks that found the pushed buffer full and were dropped.
    pub overrun: u64,
}

/// What the caller must do with an arrived packet.
pub enum Arrived {
    Nothing,
    /// Deliver the packet's chunk, which is the next in order, then the chunks that [`Driver::early`] returns.
    Deliver,
}

/// A part of a message that this rank fetches.
pub struct Fetching {
    /// The sender's identifier of the message.
    pub send: u64,
    /// The message's bytes from this offset on go to `into`.
    pub offset: u64,
    pub into: Region,
}

impl<T: Datagrams, C: Clock> Driver<T, C> {
    /// Returns the driver over `tx`, whose longest frame body is `frame` bytes.
    pub fn new(tx: T, clock: C, frame: usize, buffer: u64) -> Driver<T, C> {
        let capacity = frame - ROOM;
        let receive_budget = ReceiveBudget::new(buffer, capacity as u64);
        // A piece has fewer words than other frames, so that more bytes fit.
        let piece = frame + 8 * (PREFIX - PieceHead::WORDS);
        let row = ((ROW / piece).max(1) * piece) as u64;
        let grants = ReceiveBudget::grants(buffer);
        let rows = (grants / (4 * row)).clamp(1, ROWS);
        Driver {
            tx,
            clock,
            channels: Vec::new(),
            index: ByRank::default(),
            pool: Pool::new(capacity),
            receive_budget,
            peers: 1,
            share: receive_budget.share(1, u64::MAX),
            shared_at: None,
            touched: Vec::new(),
            deadline: u64::MAX,
            grants: Grants::new(grants, rows * row, piece as u64),
            fetching: HashMap::new(),
            pieces: false,
            asked: 0,
            first_request: None,
            short_rows: false,
            piece,
            rows: RowCut::Most,
            buffer,
            full: frame + 8 * (PREFIX - Packet::WORDS),
            closed: false,
            go_back_n: None,
            guarantees: Guarantees::ALL,
            patience: None,
            leaving: None,
            malformed: 0,
            resent: 0,
            resent_to: None,
            overrun: 0,
        }
    }

    /// Makes this rank take chunks in order only, and drop chunks that arrive while `pushed` bytes and the chunk
    /// exceed `buffer`. A chunk is never dropped while `pushed` is 0.
    pub fn set_go_back_n(&mut self, pushed: Arc<AtomicU64>, buffer: u64) {
        self.go_back_n = Some(GoBackN { pushed, buffer });
        self.channels.iter_mut().for_each(|ch| ch.inc.in_order_only = true);
        self.share = self.share.min(GO_BACK_N_WINDOW);
    }

    /// Sets how long messages are divided in both directions. Returns the bytes of one request: a number of whole
    /// pieces that the socket's receive buffer allows.
    pub fn set_cut(&mut self, cut: Cut) -> u64 {
        let piece = self.piece as u64;
        let row = (ROW as u64 / piece).max(1) * piece;
        let most = (ReceiveBudget::grants(self.buffer) / 4).max(row);
        let ask = (cut.ask.min(most) / piece).max(1) * piece;
        self.grants.set_cut(ask, ask.saturating_mul(u64::from(cut.depth.max(1))));
        self.rows = cut.rows;
        ask
    }

    pub(super) fn channel(&mut self, rank: Rank) -> usize {
        if let Some(&at) = self.index.get(&rank) {
            return at;
        }
        let share = self.receive_budget.share(self.peers, u64::MAX);
        let mut channel = Channel::new(rank, self.clock.now(), share);
        channel.inc.in_order_only = self.go_back_n.is_some();
        self.channels.push(channel);
        self.shared_at = None;
        self.index.insert(rank, self.channels.len() - 1);
        self.channels.len() - 1
    }

    /// Sends the frames on channel `at` that may leave now.
    pub(super) fn pump(&mut self, at: usize, now: u64) {
        if self.channels[at].leave_at.is_some_and(|then| now < then) {
            self.deadline = self.deadline.min(self.channels[at].deadline());
            return;
        }
        self.channels[at].leave_at = None;
        let room = self.channels[at].room();
        while let Some(t) = self.channels[at].out.next(now, room) {
            self.transmit(at, t, now);
            if !self.guarantees.fault_tolerant {
                self.forget(at, t, now);
            }
        }
        self.deadline = self.deadline.min(self.channels[at].deadline());
    }

    /// Forgets a chunk that has left, as if its acknowledgement had come.
    #[cold]
    fn forget(&mut self, at: usize, t: Transmit, now: u64) {
        let Driver { channels, pool, .. } = self;
        let Channel { out, kept, .. } = &mut channels[at];
        let (next, echo) = (t.chunk + 1, t.packet + 1);
        let ack = Ack { next, seen: [0; Ack::WORDS], echo, delay: Ack::LONG, window: GO_BACK_N_WINDOW };
        out.on_ack(now, 0, &ack, |n| {
            if let Some(chunk) = kept.take(n) {
                pool.give(chunk);
            }
        });
    }

    fn transmit(&mut self, at: usize, t: Transmit, now: u64) {
        let share = self.share(now);
        let ch = &mut self.channels[at];
        if t.again {
            self.resent += 1;
            if let Some(log) = self.resent_to.as_mut().filter(|log| log.len() < MOST_LOGGED) {
                log.push(ch.rank);
            }
        }
        let Some(chunk) = ch.kept.get(t.chunk) else { return };
        let packet = Packet { ack: ch.inc.ack(now, share), chunk: Some(t.chunk), closed: self.closed };
        ch.ack_at = None;
        let extra = put_seen(&packet, chunk.memory.region());
        let used = 8 * extra + chunk.len;
        let pad = self.full.saturating_sub(used);
        let pad = if pad <= SPARE { pad } else { 0 };
        chunk.memory.region().slice(ROOM + chunk.len, pad).write(&[0; SPARE]);
        let body = chunk.memory.region().slice(ROOM - 8 * extra, used + pad);
        // If the network below has no room, the packet counts as lost in flight.
        let _ = self.tx.send(ch.rank, t.packet, &packet.words(), body);
    }

    /// Sends an acknowledgement in a packet of its own.
    fn acknowledge(&mut self, at: usize) {
        let now = self.clock.now();
        if self.channels[at].leave_at.take().is_some() {
            // The acknowledgement travels with delayed frames, if there are any.
            self.pump(at, now);
            if !self.channels[at].inc.owes() {
                return;
            }
        }
        let share = self.share(now);
        let chunk = self.pool.take();
        let ch = &mut self.channels[at];
        let packet = Packet { ack: ch.inc.ack(now, share), chunk: None, closed: self.closed };
        ch.ack_at = None;
        let extra = put_seen(&packet, chunk.memory.region());
        let body = chunk.memory.region().slice(ROOM - 8 * extra, 8 * extra);
        let _ = self.tx.send(ch.rank, 0, &packet.words(), body);
        self.pool.give(chunk);
    }

    /// Returns the number of chunks that each sender may have in flight to this rank.
    fn share(&mut self, now: u64) -> u16 {
        if self.shared_at.is_none_or(|then| now.saturating_sub(then) > ACTIVE_FOR / 4) {
            let active = self.channels.iter().filter(|c| now.saturating_sub(c.heard) < ACTIVE_FOR).count();
            let share = self.receive_budget.share(active as u64, self.grants.unasked());
            self.share = if self.go_back_n.is_some() { share.min(GO_BACK_N_WINDOW) } else { share };
            self.shared_at = Some(now);
        }
        self.share
    }

    /// Processes a packet that waited `queued` ns in this host's socket; `payload` are the bytes behind its words.
    /// Also returns the offset of the packet's chunk, if it has one.
    pub fn arrived(
        &mut self,
        from: Rank,
        number: u64,
        words: &[u64; Packet::WORDS],
        payload: Region,
        queued: u64,
    ) -> (Arrived, usize) {
        let nothing = (Arrived::Nothing, 0);
        let Some(extra) = Packet::extra_of(words).filter(|extra| 8 * extra <= payload.len()) else {
            self.malformed += 1;
            return nothing;
        };
        let mut seen = [0; Ack::WORDS];
        for (i, word) in seen.iter_mut().take(extra).enumerate() {
            *word = u64::from_le(payload.get(i));
        }
        let packet = Packet::parse(words, &seen);
        let now = self.clock.now();
        let at = self.channel(from);
        let Driver { channels, pool, touched, malformed, .. } = self;
        let ch = &mut channels[at];
        ch.heard = now;
        if !ch.touched {
            ch.touched = true;
            touched.push(at);
        }
        let kept = &mut ch.kept;
        let freed = |n: u64| {
            if let Some(chunk) = kept.take(n) {
                pool.give(chunk);
            }
        };
        if !ch.gone && !ch.out.on_ack(now, queued, &packet.ack, freed) {
            *malformed += 1;
            return nothing;
        }
        if packet.closed {
            ch.bury();
        }
        let Some(chunk) = packet.chunk else { return nothing };
        let bytes = payload.from(8 * extra);
        if let Some(GoBackN { pushed, buffer }) = &self.go_back_n {
            let pushed = pushed.load(Ordering::Relaxed);
            if pushed > 0 && pushed + bytes.len() as u64 > *buffer {
                self.overrun += 1;
                return nothing;
            }
        }
        if !self.guarantees.fault_tolerant {
            return (Arrived::Deliver, 8 * extra);
        }
        let ordered = self.guarantees.ordered;
        let Driver { channels, pool, .. } = self;
        let ch = &mut channels[at];
        match ch.inc.arrive(now.saturating_sub(queued), number, chunk) {
            ChunkVerdict::Next => (Arrived::Deliver, 8 * extra),
            ChunkVerdict::Early if !ordered => (Arrived::Deliver, 8 * extra),
            ChunkVerdict::Early if bytes.len() <= pool.capacity() + SPARE => {
                let mut copy = pool.take();
                copy.fill(bytes);
                ch.early.put(chunk, copy);
                nothing
            }
            _ => nothing,
        }
    }

    /// Returns the next chunk from `rank` if it arrived earlier, out of order.
    pub fn early(&mut self, rank: Rank) -> Option<Chunk> {
        let at = self.channel(rank);
        let Channel { inc, early, .. } = &mut self.channels[at];
        // Without order, early chunks have been delivered already.
        std::iter::from_fn(|| inc.early()).find_map(|number| early.take(number))
    }

    /// Sends frames that may leave now, acknowledgements that are due, and retransmissions. Call this after each
    /// poll.
    pub fn look_after(&mut self) {
        self.first_request = None;
        let mut now = self.clock.now();
        let mut first = true;
        while let Some(at) = self.touched.pop() {
            // Sending to the previous peer took so long that the clock must be read again.
            if !std::mem::take(&mut first) {
                now = self.clock.now();
            }
            self.channels[at].touched = false;
            self.pump(at, now);
            let ch = &mut self.channels[at];
            if ch.inc.urgent(self.share) {
                self.acknowledge(at);
            } else if ch.inc.owes() {
                ch.owe(now, self.share);
                self.deadline = self.deadline.min(ch.deadline());
            }
        }
        if std::mem::take(&mut self.pieces) {
            self.ask();
        }
        if now >= self.deadline {
            self.pass_time();
        }
        self.tx.flush();
    }

    #[cold]
    fn pass_time(&mut self) {
        let now = self.clock.now();
        self.deadline = u64::MAX;
        for at in 0..self.channels.len() {
            let ch = &mut self.channels[at];
            ch.out.on_time(now);
            self.measure(at, now);
            let ch = &mut self.channels[at];
            if ch.ack_at.is_some_and(|due| due <= now) {
                self.acknowledge(at);
            }
            self.pump(at, now);
        }
        self.grants.on_time(now);
        self.ask();
    }

    /// Prepares to sleep: sends all pending acknowledgements now, so that no peer waits for one. Returns the
    /// nanoseconds until the next timer.
    pub fn settle(&mut self) -> Option<u64> {
        for at in 0..self.channels.len() {
            if self.channels[at].inc.owes() {
                self.acknowledge(at);
            }
            if self.channels[at].leave_at.take().is_some() {
                self.pump(at, self.clock.now());
            }
        }
        self.tx.flush();
        let next = self.channels.iter().map(Channel::deadline).min().unwrap_or(u64::MAX);
        let next = next.min(self.grants.deadline().unwrap_or(u64::MAX));
        self.deadline = next;
        (next != u64::MAX).then(|| next.saturating_sub(self.clock.now()))
    }

    /// Returns the nanoseconds until the next timer. That timer may be out of date, so that nothing is due then.
    pub fn due(&self) -> Option<u64> {
        (self.deadline != u64::MAX).then(|| self.deadline.saturating_sub(self.clock.now()))
    }

    /// Returns true if the peer has left the job, or is lost.
    pub fn left(&mut self, rank: Rank) -> bool {
        let is_gone = self.index.get(&rank).is_some_and(|&at| self.channels[at].gone);
        is_gone || self.patience.is_some_and(|patience| self.is_lost(rank, patience))
    }

    /// Treats a peer that has died as one that has left: sends it nothing any more.
    pub fn lose(&mut self, rank: Rank) {
        let at = self.channel(rank);
        let ch = &mut self.channels[at];
        ch.gone = true;
        for n in ch.out.clear() {
            ch.kept.take(n);
        }
    }

    /// Returns true if no fetch is pending and all peers have acknowledged all frames of this rank. Fetches and peers
    /// that stay silent for too long after this process began to leave do not count.
    pub fn drained(&mut self) -> bool {
        let now = self.clock.now();
        let since = *self.leaving.get_or_insert(now);
        let fetched = self.grants.is_idle() || now.saturating_sub(since) > LINGER;
        let silent = |heard: u64| now.saturating_sub(heard.max(since)) > LINGER;
        let drained = fetched && self.channels.iter().all(|ch| ch.out.is_empty() || silent(ch.heard));
        if drained {
            // A rank that suspends its endpoint may return, and leaves again later.
            self.leaving = None;
        }
        drained
    }

    /// Tells all peers that this rank accepts no more frames.
    pub fn announce_departure(&mut self) {
        self.closed = true;
        for _ in 0..FAREWELLS {
            for at in 0..self.channels.len() {
                if !self.channels[at].gone {
                    self.acknowledge(at);
                }
            }
            self.tx.flush();
        }
    }
}

/// Writes the packet's acknowledgement words (`seen`) to the end of the room in front of a chunk. Returns their
/// number.
fn put_seen(packet: &Packet, memory: Region) -> usize {
    let extra = packet.extra();
    let room = memory.slice(ROOM - 8 * extra, 8 * extra);
    for (i, word) in packet.ack.seen.iter().take(extra).enumerate() {
        room.set::<u64>(i, word.to_le());
    }
    extra
}
