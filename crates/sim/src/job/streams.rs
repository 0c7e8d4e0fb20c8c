//! A simulated program's messages to handlers: sent in random pieces, read in other random pieces, and ended early on
//! either side. `stream_reads.rs` reads them, `stream_checks.rs` checks them.
//!
//! The program calls the endpoint as the C interface does: it runs no handler, but keeps for each message that has
//! begun what a handler would do next.
use super::plan::{Call, Plan};
use super::stream_checks::{Judge, Streamed};
use super::turn::{Part, Turn};
use clump::driver::{LentBuffer, MessageRole, Rank, SendId, StreamId, WholeBytes};
use clump_fabric::sim::lent_copy;

/// The chance that a message is sent in one call, in per mille.
const CALLED: u32 = 400;
/// The chance that the sender ends a message early, in per mille.
const CUT: u32 = 30;
/// The chance that a call begins many short messages to one rank, in per mille.
const BURST: u32 = 20;
/// The chance that a call hands over many short pieces, as long as each of them leaves at once, in per mille.
const MANY_PIECES: u32 = 50;
/// The length of the longest such piece, in bytes.
const MOST_SHORT_PIECE: u64 = 4;
/// The most messages, or pieces, of such a call. They are more than the frames that a ring of shared memory holds.
const MOST_IN_BURST: usize = 300;
/// The length of the longest message of such a call, in bytes.
const MOST_SHORT: u64 = 64;

/// A message that is being sent.
pub(super) struct Outgoing {
    id: SendId,
    /// The message's number among all messages to handlers.
    stream: usize,
    /// The memory of the last piece, until the piece has left.
    piece: Option<LentBuffer>,
}

/// A message that a handler reads.
pub(super) struct Incoming {
    pub(super) id: StreamId,
    pub(super) stream: usize,
    /// The next byte to read.
    pub(super) at: u64,
    /// The memory of the pending read.
    pub(super) reading: Option<LentBuffer>,
    /// The bytes of a message that had arrived whole and whose bytes the handler has taken.
    pub(super) whole: Option<WholeBytes>,
    /// The answer, which has to leave before the handler ends.
    pub(super) answer: Option<SendId>,
}

/// What a rank has under way.
#[derive(Default)]
pub(super) struct OfRank {
    pub(super) outgoing: Vec<Outgoing>,
    pub(super) incoming: Vec<Incoming>,
    /// Reads that ended handlers have dropped, while the protocol may still copy into their memory.
    pub(super) landing: Vec<(StreamId, LentBuffer)>,
    /// Places for the bytes of whole messages. Successive messages use one place, as they use one stack.
    pub(super) idle: Vec<WholeBytes>,
    /// True if a handler has read the last byte of a whole message. The next progress returns that message's credit,
    /// and does not report that it has sent a frame.
    pub(super) has_read: bool,
}

impl OfRank {
    fn is_empty(&self) -> bool {
        self.outgoing.is_empty() && self.incoming.is_empty() && self.landing.is_empty()
    }
}

/// All messages to handlers of a run.
pub struct Streams {
    pub(super) ranks: Vec<OfRank>,
    pub(super) judge: Judge,
}

impl Part for Streams {
    fn weight(&self, plan: &Plan) -> u32 {
        plan.weights.of(Call::Stream)
    }

    fn call(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        match turn.run.rng.u32(..8) {
            0 | 1 => self.begin_something(turn),
            2..=4 if turn.run.chance(MANY_PIECES) => self.hand_over_many(turn),
            2..=4 => self.hand_over(turn, true),
            _ => self.read_something(turn, true).map(drop),
        }
    }

    fn take_ended(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        if self.weight(turn.plan) == 0 {
            return Ok(false);
        }
        self.judge.look_at(turn)?;
        let rank = turn.rank as usize;
        let (woken, mut any) = (turn.endpoint.handled().handlers_woken(), false);
        for at in 0..self.ranks[rank].outgoing.len() {
            any |= self.piece_left(turn, at);
        }
        for at in 0..self.ranks[rank].incoming.len() {
            let Incoming { id, reading, .. } = &self.ranks[rank].incoming[at];
            if reading.is_some() && !turn.endpoint.handled().is_reading(*id) {
                any = true;
                self.read_ended(turn, at)?;
            }
        }
        if any && !woken {
            return Err(format!("rank {rank}: a read or a piece has ended, and the endpoint does not report that"));
        }
        for at in (0..self.ranks[rank].landing.len()).rev() {
            if !turn.endpoint.handled().is_landing(self.ranks[rank].landing[at].0) {
                any = true;
                let (_, memory) = self.ranks[rank].landing.swap_remove(at);
                self.judge.spent.add(memory);
            }
        }
        Ok(any | std::mem::take(&mut self.ranks[rank].has_read))
    }

    fn check(&mut self) -> Result<(), String> {
        for incoming in self.ranks.iter().flat_map(|of| &of.incoming) {
            if let Some(memory) = &incoming.reading {
                self.judge.check_pending_read(incoming.stream, incoming.at + memory.region().len() as u64)?;
            }
        }
        Ok(())
    }

    fn go_on(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        let rank = turn.rank as usize;
        let mut any = !self.ranks[rank].is_empty();
        for _ in 0..2 * (self.ranks[rank].outgoing.len() + self.ranks[rank].incoming.len() + 1) {
            self.hand_over(turn, false)?;
            any |= self.read_something(turn, false)?;
        }
        Ok(any)
    }

    fn check_end(&mut self) -> Result<(), String> {
        if let Some(rank) = self.ranks.iter().position(|of| !of.is_empty()) {
            return Err(format!("rank {rank} ends with messages to handlers under way"));
        }
        self.judge.check_end()
    }
}

impl Streams {
    pub fn new(ranks: u32) -> Streams {
        Streams { ranks: (0..ranks).map(|_| OfRank::default()).collect(), judge: Judge::default() }
    }

    fn begin_something(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        let Turn { run, plan, .. } = turn;
        let to = if plan.flood { 0 } else { run.rng.u32(..plan.ranks) };
        let len = plan.len(&mut run.rng);
        if run.chance(BURST) {
            for _ in 0..run.rng.usize(..=MOST_IN_BURST) {
                let len = turn.run.rng.u64(..=MOST_SHORT);
                self.begin(turn, to, len, true)?;
            }
            return Ok(());
        }
        let called = run.chance(CALLED) || len == 0;
        self.begin(turn, to, len, called)
    }

    /// Begins a message, and sends it in one call if `called`.
    fn begin(&mut self, turn: &mut Turn<'_>, to: Rank, len: u64, called: bool) -> Result<(), String> {
        let Turn { rank, endpoint, run, .. } = turn;
        let stream = self.judge.begin(*rank, to, MessageRole::Request, len);
        run.coverage.streams += 1;
        run.note(|| format!("rank {rank} begins stream {stream} of {len} bytes to {to}, in one call {called}"));
        if called {
            self.call_stream(turn, stream)?;
            return Ok(());
        }
        let id = endpoint.handled().begin_message(to, stream as i32, MessageRole::Request, len);
        self.ranks[*rank as usize].outgoing.push(Outgoing { id, stream, piece: None });
        Ok(())
    }

    /// Sends a message in one call. Returns the message's id if the message has not left.
    pub(super) fn call_stream(&mut self, turn: &mut Turn<'_>, stream: usize) -> Result<Option<SendId>, String> {
        let Streamed { to, role, len, .. } = self.judge.streams[stream];
        self.judge.first_piece(stream);
        let bytes = lent_copy(&self.judge.bytes(stream, 0..len));
        if turn.endpoint.handled().call_handler_at_once(to, stream as i32, role, bytes.region()) {
            self.judge.has_handed(stream, len);
            self.judge.spent.add(bytes);
            return Ok(None);
        }
        let id = turn.endpoint.handled().begin_message(to, stream as i32, role, len);
        self.ranks[turn.rank as usize].outgoing.push(Outgoing { id, stream, piece: None });
        let at = self.ranks[turn.rank as usize].outgoing.len() - 1;
        self.piece(turn, at, bytes)?;
        Ok((!turn.endpoint.handled().piece_has_left(id)).then_some(id))
    }

    /// Hands over this memory as the next piece of an outgoing message.
    fn piece(&mut self, turn: &mut Turn<'_>, at: usize, bytes: LentBuffer) -> Result<(), String> {
        let Outgoing { id, stream, .. } = self.ranks[turn.rank as usize].outgoing[at];
        let (region, len) = (bytes.region(), bytes.region().len() as u64);
        let left = turn.endpoint.handled().hand_over(id, region);
        self.judge.has_handed(stream, len);
        if left != turn.endpoint.handled().piece_has_left(id) {
            return Err(format!("stream {stream}: the call says that the piece has left: {left}, which is wrong"));
        }
        self.ranks[turn.rank as usize].outgoing[at].piece = Some(bytes);
        if left {
            self.piece_left(turn, at);
        }
        Ok(())
    }

    /// Overwrites the memory of a piece that has left: a receiver that reads later reads wrong bytes. Returns true if
    /// there was such a piece.
    fn piece_left(&mut self, turn: &mut Turn<'_>, at: usize) -> bool {
        let out = &mut self.ranks[turn.rank as usize].outgoing[at];
        let Some(memory) = out.piece.take_if(|_| turn.endpoint.handled().piece_has_left(out.id)) else { return false };
        turn.run.note(|| format!("rank {}: a piece of stream {} has left", turn.rank, out.stream));
        self.judge.spent.add(memory);
        true
    }

    /// Hands over the next piece of some message, or ends it.
    fn hand_over(&mut self, turn: &mut Turn<'_>, random: bool) -> Result<(), String> {
        let of = &mut self.ranks[turn.rank as usize];
        if of.outgoing.is_empty() {
            return Ok(());
        }
        let at = turn.run.rng.usize(..of.outgoing.len());
        let Outgoing { id, stream, ref piece } = of.outgoing[at];
        if piece.is_some() && !turn.endpoint.handled().piece_has_left(id) {
            return Ok(());
        }
        self.piece_left(turn, at);
        if turn.endpoint.handled().is_message_lost(id) {
            return Err(format!("stream {stream} is lost, although all ranks run"));
        }
        let Streamed { len, handed, .. } = self.judge.streams[stream];
        if handed == len || random && turn.run.chance(CUT) {
            turn.run.coverage.cut_streams += u64::from(self.judge.end(stream));
            turn.run.note(|| format!("rank {} ends stream {stream} at {handed} of {len} bytes", turn.rank));
            turn.endpoint.handled().end_message(id);
            self.ranks[turn.rank as usize].outgoing.swap_remove(at);
            return Ok(());
        }
        let piece = if turn.run.rng.bool() { len - handed } else { turn.run.rng.u64(1..=len - handed) };
        self.hand_over_piece(turn, at, piece)
    }

    /// Hands over short pieces of some message until one of them does not leave at once.
    fn hand_over_many(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        let rank = turn.rank as usize;
        if self.ranks[rank].outgoing.is_empty() {
            return Ok(());
        }
        let at = turn.run.rng.usize(..self.ranks[rank].outgoing.len());
        let Outgoing { id, stream, .. } = self.ranks[rank].outgoing[at];
        for _ in 0..MOST_IN_BURST {
            let Streamed { len, handed, .. } = self.judge.streams[stream];
            if handed == len || !turn.endpoint.handled().piece_has_left(id) {
                break;
            }
            self.piece_left(turn, at);
            let piece = turn.run.rng.u64(1..=MOST_SHORT_PIECE).min(len - handed);
            self.hand_over_piece(turn, at, piece)?;
        }
        Ok(())
    }

    /// Hands over the next `len` bytes of an outgoing message, whose last piece has left.
    fn hand_over_piece(&mut self, turn: &mut Turn<'_>, at: usize, len: u64) -> Result<(), String> {
        let stream = self.ranks[turn.rank as usize].outgoing[at].stream;
        let handed = self.judge.streams[stream].handed;
        if handed == 0 {
            self.judge.first_piece(stream);
        }
        turn.run.note(|| format!("rank {}: stream {stream} from {handed} on, {len} bytes", turn.rank));
        let bytes = lent_copy(&self.judge.bytes(stream, handed..handed + len));
        self.piece(turn, at, bytes)
    }
}
