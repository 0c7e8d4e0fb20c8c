//! A simulated program's messages to handlers: sent in random pieces, read in other random pieces, dropped, and
//! ended early on either side.
use super::Node;
use super::port::Call as Brought;
use super::under_way::{Incoming, Outgoing};
use crate::message::contents;
use crate::plan::Plan;
use crate::shared::{Shared, Streamed};
use clump_core::SendId;
use clump_core::protocol::{Begun, MessageRole, Reading, Woken};
use clump_fabric::sim::lent_copy;

/// The chance that a message is sent in one call, in per mille.
const CALLED: u32 = 400;
/// The chance that the sender ends a message early, in per mille.
const CUT: u32 = 30;
/// The chance that a handler ends a message early, in per mille.
const ENDED: u32 = 50;
/// The chance that a handler drops a read, in per mille.
const DROPPED: u32 = 400;
/// The largest number of a rank's handlers that wait for a turn. A rank with so many fetches no new messages.
const MOST_READERS: usize = 20;

impl Node {
    /// Makes one random call for streams.
    pub fn stream_call(&mut self, shared: &mut Shared, plan: &Plan) {
        match shared.rng.u32(..8) {
            0 | 1 => self.begin(shared, plan),
            2..=4 => self.hand_over(shared, true),
            _ => self.read_something(shared, true),
        }
    }

    /// Continues all messages, and begins no new ones. Returns true if any message is under way.
    pub fn drive(&mut self, shared: &mut Shared) -> bool {
        for _ in 0..2 * (self.streams.outgoing.len() + self.streams.incoming.len() + 1) {
            self.hand_over(shared, false);
            self.read_something(shared, false);
        }
        !self.streams.is_empty()
    }

    fn begin(&mut self, shared: &mut Shared, plan: &Plan) {
        let to = if plan.flood { 0 } else { shared.rng.u32(..plan.ranks) };
        let (stream, len) = (shared.streams.len(), plan.len(&mut shared.rng));
        shared.streams.push(Streamed { from: self.rank, to, role: MessageRole::Request, len, end: len });
        shared.coverage.streams += 1;
        let (handler, called) = (stream as i32, shared.chance(CALLED) || len == 0);
        shared.note(|| format!("rank {} begins stream {stream} of {len} bytes to {to}, at once {called}", self.rank));
        if !called {
            let id = self.engine.handlers().begin(to, handler, MessageRole::Request, len);
            self.streams.outgoing.push(Outgoing { id, stream, handed: 0, waits: false });
            return;
        }
        self.call_stream(shared, stream);
    }

    /// Sends a message in one call. Returns the message's id, or `None` if the message has left at once.
    fn call_stream(&mut self, shared: &mut Shared, stream: usize) -> Option<SendId> {
        let Streamed { to, role, len, .. } = shared.streams[stream];
        let handler = stream as i32;
        shared.begun(stream);
        let address = shared.lend_piece(self.rank, &contents(shared.stream(stream), len));
        let call = Brought::Piece(address);
        let id = self.with(shared, call, None, |engine, port| engine.handlers().call(port, to, handler, role, len));
        match id {
            None => drop(shared.network.take_back(self.rank, address)),
            Some(id) => {
                let waits = !self.engine.piece_has_left(id);
                self.streams.outgoing.push(Outgoing { id, stream, handed: len, waits });
            }
        }
        id
    }

    /// Answers a message in its handler. Returns the answer's id, or `None` if the answer has left at once.
    fn answer(&mut self, shared: &mut Shared, request: usize) -> Option<SendId> {
        let (stream, to) = (shared.streams.len(), shared.streams[request].from);
        let len = request as u64 * 37 % 200;
        shared.streams.push(Streamed { from: self.rank, to, role: MessageRole::Reply, len, end: len });
        shared.note(|| format!("rank {} answers stream {request} by {stream} of {len} bytes", self.rank));
        shared.coverage.answers += 1;
        let late = self.call_stream(shared, stream).filter(|&id| !self.engine.piece_has_left(id));
        shared.coverage.late_answers += u64::from(late.is_some());
        late
    }

    /// Hands over the next piece of some message, or ends it.
    fn hand_over(&mut self, shared: &mut Shared, random: bool) {
        if self.streams.outgoing.is_empty() {
            return;
        }
        let at = shared.rng.usize(..self.streams.outgoing.len());
        let Outgoing { id, stream, handed, waits } = self.streams.outgoing[at];
        if waits {
            return;
        }
        let Streamed { len, .. } = shared.streams[stream];
        let cut = random && shared.chance(CUT);
        if handed == len || cut {
            if handed < len {
                shared.streams[stream].end = handed;
                shared.coverage.cut_streams += 1;
            }
            shared.note(|| format!("rank {} ends stream {stream} at {handed} of {len} bytes", self.rank));
            self.with(shared, Brought::None, None, |engine, port| engine.handlers().end(port, id));
            self.streams.outgoing.swap_remove(at);
            return;
        }
        let piece = if shared.rng.bool() { len - handed } else { shared.rng.u64(1..=len - handed) };
        if handed == 0 {
            shared.begun(stream);
        }
        let bytes = &contents(shared.stream(stream), len)[handed as usize..(handed + piece) as usize];
        let address = shared.lend_piece(self.rank, bytes);
        shared.note(|| format!("rank {}: stream {stream} from {handed} on, {piece} bytes", self.rank));
        self.with(shared, Brought::Piece(address), None, |engine, port| engine.handlers().piece(port, id, piece));
        if !self.memory.pieces.contains_key(id) {
            // The piece has left, or the receiver does not want it.
            shared.network.take_back(self.rank, address);
        }
        let waits = !self.engine.piece_has_left(id);
        let out = &mut self.streams.outgoing[at];
        (out.handed, out.waits) = (handed + piece, waits);
    }

    /// Fetches a message that has begun, or continues to read a fetched message.
    fn read_something(&mut self, shared: &mut Shared, random: bool) {
        let busy = self.streams.incoming.iter().filter(|i| i.answer.is_none()).count();
        if busy < MOST_READERS
            && let Some(begun) = self.engine.handlers().next_stream()
        {
            self.take_up(shared, begun);
        }
        if self.streams.incoming.is_empty() {
            return;
        }
        let which = shared.rng.usize(..self.streams.incoming.len());
        let Incoming { id, stream, at, reading, answer } = self.streams.incoming[which];
        if let Some(answer) = answer {
            if self.engine.piece_has_left(answer) {
                self.end_handler(shared, which);
            }
            return;
        }
        if reading > 0 {
            if random && shared.chance(DROPPED) {
                self.drop_read(shared, which);
            }
            return;
        }
        let unread = self.engine.unread(id);
        if unread == 0 || random && shared.chance(ENDED) {
            let end = shared.streams[stream].end;
            if unread == 0 && at < end {
                shared.fail(|| format!("rank {}: stream {stream} ends at {at}, not at {end}", self.rank));
            }
            let asks =
                self.streams.answers && stream.is_multiple_of(2) && shared.streams[stream].role == MessageRole::Request;
            match if asks { self.answer(shared, stream) } else { None } {
                None => self.end_handler(shared, which),
                late => self.streams.incoming[which].answer = late,
            }
            return;
        }
        let len = if shared.rng.bool() { unread } else { shared.rng.u64(1..=unread) };
        shared.note(|| format!("rank {}: reads {len} bytes of stream {stream} from {at} on", self.rank));
        let end = self.with(shared, Brought::Read(len), None, |engine, port| engine.handlers().read(port, id, len));
        match end {
            Reading::Done => self.has_read(shared, which, len),
            Reading::Later => self.streams.incoming[which].reading = len,
            Reading::Short => shared.fail(|| format!("stream {stream} has not the {unread} bytes that it says")),
        }
    }

    fn end_handler(&mut self, shared: &mut Shared, which: usize) {
        let Incoming { id, stream, at, .. } = self.streams.incoming.swap_remove(which);
        shared.note(|| format!("rank {}: the handler of stream {stream} ends at {at}", self.rank));
        self.with(shared, Brought::None, None, |engine, port| engine.handlers().finish(port, id));
    }

    fn take_up(&mut self, shared: &mut Shared, begun: Begun) {
        let Begun { id, from, handler, size, .. } = begun;
        let (stream, rank) = (handler as usize, self.rank);
        let s = shared.streams.get(stream).cloned();
        let reply = s.as_ref().is_some_and(|s| s.role == MessageRole::Reply);
        let next = shared.order.get_mut(&(from, rank, reply)).and_then(|order| order.pop_front());
        if next != Some(stream) || s.is_none_or(|s| (s.from, s.to, s.len) != (from, rank, size)) {
            shared.fail(|| format!("rank {rank} is to run stream {next:?}, and gets {begun:?}"));
            return;
        }
        self.streams.incoming.push(Incoming { id, stream, at: 0, reading: 0, answer: None });
    }

    /// Checks the bytes of an ended read. The protocol must not write to that memory any more.
    fn has_read(&mut self, shared: &mut Shared, which: usize, len: u64) {
        let rank = self.rank;
        let Incoming { id, stream, at, .. } = self.streams.incoming[which];
        let wanted = &contents(shared.stream(stream), at + len)[at as usize..];
        let got = self.memory.streams.remove(&id).unwrap_or_default();
        if let Some(byte) = got.iter().zip(wanted).position(|(a, b)| a != b)
            && got.len() == wanted.len()
        {
            shared.fail(|| format!("rank {rank}: byte {byte} of {len} read of stream {stream} from {at} on is wrong"));
        } else if got.len() != wanted.len() {
            shared.fail(|| format!("rank {rank}: {} bytes are read of stream {stream}, not {len}", got.len()));
        }
        let i = &mut self.streams.incoming[which];
        (i.at, i.reading) = (at + len, 0);
    }

    fn drop_read(&mut self, shared: &mut Shared, which: usize) {
        let Incoming { id, stream, reading, .. } = self.streams.incoming[which];
        shared.note(|| format!("rank {}: drops a read of {reading} bytes of stream {stream}", self.rank));
        self.with(shared, Brought::None, None, |engine, port| engine.handlers().drop_read(port, id));
        let i = &mut self.streams.incoming[which];
        (i.at, i.reading) = (i.at + reading, 0);
        shared.coverage.dropped_reads += 1;
        // A new read may use the memory only after a copy to it has ended.
        if self.engine.is_landing(id) {
            self.with(shared, Brought::None, None, |engine, port| engine.handlers().finish(port, id));
            self.streams.incoming.swap_remove(which);
            self.streams.landing.push(id);
        } else {
            self.memory.streams.remove(&id);
        }
    }

    /// Handles the reads and pieces that have ended since the last call. Returns true if any has ended.
    pub fn wake(&mut self, shared: &mut Shared) -> bool {
        let woken = self.engine.handlers().take_woken();
        for w in &woken {
            match *w {
                Woken::Send(id) => {
                    // The report may be for a piece that left at once, after which another was handed over.
                    let waits = !self.engine.piece_has_left(id);
                    if let Some(out) = self.streams.outgoing.iter_mut().find(|o| o.id == id) {
                        out.waits = waits;
                    }
                }
                Woken::Stream(id) => {
                    let Some(which) = self.streams.incoming.iter().position(|i| i.id == id && i.reading > 0) else {
                        continue;
                    };
                    let Incoming { stream, reading, .. } = self.streams.incoming[which];
                    if !self.engine.read_failed(id) {
                        self.has_read(shared, which, reading);
                        continue;
                    }
                    let Streamed { len, end, .. } = shared.streams[stream];
                    if end == len {
                        shared.fail(|| format!("rank {}: a read of stream {stream} fails for no reason", self.rank));
                    }
                    self.memory.streams.remove(&id);
                    let i = &mut self.streams.incoming[which];
                    (i.at, i.reading) = (end, 0);
                }
            }
        }
        let (engine, memory) = (&self.engine, &mut self.memory);
        self.streams.landing.retain(|&id| {
            let landing = engine.is_landing(id);
            if !landing {
                memory.streams.remove(&id);
            }
            landing
        });
        !woken.is_empty()
    }
}

impl Shared {
    /// Returns the number that distinguishes a stream's bytes from all others.
    pub fn stream(&self, stream: usize) -> usize {
        stream + (1 << 24)
    }

    /// Appends the stream to the order of messages between its sender and its receiver.
    fn begun(&mut self, stream: usize) {
        let Streamed { from, to, role, .. } = self.streams[stream];
        self.order.entry((from, to, role == MessageRole::Reply)).or_default().push_back(stream);
    }

    /// Registers a piece of a message, at an address of its own.
    pub fn lend_piece(&mut self, rank: u32, bytes: &[u8]) -> u64 {
        self.pieces += 1;
        let address = PIECES + self.pieces * PIECE_SPACING;
        self.network.register(rank, address, lent_copy(bytes));
        address
    }
}

/// The first address of pieces, far from those of messages.
const PIECES: u64 = 1 << 44;
/// The distance between two pieces' addresses.
const PIECE_SPACING: u64 = 1 << 20;
