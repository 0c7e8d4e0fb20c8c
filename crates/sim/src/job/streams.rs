//! A simulated program's messages to handlers: sent in random pieces, read in other random pieces, and ended early on
//! either side. `stream_checks.rs` checks them.
//!
//! The program calls the endpoint as the C interface does: it runs no handler, but keeps for each message that has
//! begun what a handler would do next.
use super::stream_checks::{Judge, Streamed};
use super::turn::{Part, Turn};
use crate::plan::{Call, Plan};
use clump::driver::{Begun, LentBuffer, MessageRole, Rank, Reading, SendId, StreamId, WholeBytes};
use clump_fabric::sim::{lent, lent_copy};

/// The chance that a message is sent in one call, in per mille.
const CALLED: u32 = 400;
/// The chance that the sender ends a message early, in per mille.
const CUT: u32 = 30;
/// The chance that a handler ends a message early, in per mille.
const ENDED: u32 = 50;
/// The chance that a handler ends its message while a read is pending, in per mille.
const DROPPED: u32 = 400;
/// The chance that a handler takes the bytes of a message that has arrived whole, in per mille.
const TAKEN: u32 = 500;
/// The chance that the next message is fetched from one sender, in per mille.
const FROM_ONE: u32 = 250;
/// The chance that a handler that waits, and has read its whole message, reports that by a call, in per mille.
const REPORTED: u32 = 500;
/// The largest number of a rank's handlers that wait for a turn. A rank with so many fetches no new messages.
const MOST_READERS: usize = 20;

/// A message that is being sent.
struct Outgoing {
    id: SendId,
    /// The message's number among all messages to handlers.
    stream: usize,
    /// The memory of the last piece, until the piece has left.
    piece: Option<LentBuffer>,
}

/// A message that a handler reads.
struct Incoming {
    id: StreamId,
    stream: usize,
    /// The next byte to read.
    at: u64,
    /// The memory of the pending read.
    reading: Option<LentBuffer>,
    /// The bytes of a message that had arrived whole and whose bytes the handler has taken.
    whole: Option<WholeBytes>,
    /// The answer, which has to leave before the handler ends.
    answer: Option<SendId>,
}

/// What a rank has under way.
#[derive(Default)]
struct OfRank {
    outgoing: Vec<Outgoing>,
    incoming: Vec<Incoming>,
    /// Reads that ended handlers have dropped, while the protocol may still copy into their memory.
    landing: Vec<(StreamId, LentBuffer)>,
    /// Places for the bytes of whole messages. Successive messages use one place, as they use one stack.
    idle: Vec<WholeBytes>,
}

impl OfRank {
    fn is_empty(&self) -> bool {
        self.outgoing.is_empty() && self.incoming.is_empty() && self.landing.is_empty()
    }
}

/// All messages to handlers of a run.
pub struct Streams {
    ranks: Vec<OfRank>,
    judge: Judge,
}

impl Part for Streams {
    fn weight(&self, plan: &Plan) -> u32 {
        plan.weights.0.iter().filter(|(call, _)| matches!(call, Call::Stream)).map(|(_, weight)| weight).sum()
    }

    fn call(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        match turn.run.rng.u32(..8) {
            0 | 1 => self.begin_something(turn),
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
        let (woken, mut any) = (turn.endpoint.handlers_woken(), false);
        for at in 0..self.ranks[rank].outgoing.len() {
            any |= self.piece_left(turn, at);
        }
        for at in 0..self.ranks[rank].incoming.len() {
            let Incoming { id, reading, .. } = &self.ranks[rank].incoming[at];
            if reading.is_some() && !turn.endpoint.is_reading(*id) {
                any = true;
                self.read_ended(turn, at)?;
            }
        }
        if any && !woken {
            return Err(format!("rank {rank}: a read or a piece has ended, and the endpoint does not report that"));
        }
        for at in (0..self.ranks[rank].landing.len()).rev() {
            if !turn.endpoint.is_landing(self.ranks[rank].landing[at].0) {
                any = true;
                let (_, memory) = self.ranks[rank].landing.swap_remove(at);
                self.judge.retire(memory);
            }
        }
        Ok(any)
    }

    fn check(&mut self) -> Result<(), String> {
        self.judge.check_accounts()?;
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
        let Turn { rank, endpoint, run, plan } = turn;
        let to = if plan.flood { 0 } else { run.rng.u32(..plan.ranks) };
        let len = plan.len(&mut run.rng);
        let stream = self.judge.begin(*rank, to, MessageRole::Request, len);
        run.coverage.streams += 1;
        let called = run.chance(CALLED) || len == 0;
        run.note(|| format!("rank {rank} begins stream {stream} of {len} bytes to {to}, in one call {called}"));
        if called {
            self.call_stream(turn, stream)?;
            return Ok(());
        }
        let id = endpoint.begin_message(to, stream as i32, MessageRole::Request, len);
        self.ranks[*rank as usize].outgoing.push(Outgoing { id, stream, piece: None });
        Ok(())
    }

    /// Sends a message in one call. Returns the message's id if the message has not left.
    fn call_stream(&mut self, turn: &mut Turn<'_>, stream: usize) -> Result<Option<SendId>, String> {
        let Streamed { to, role, len, .. } = self.judge.streams[stream];
        self.judge.first_piece(stream);
        let bytes = lent_copy(&self.judge.bytes(stream, 0..len));
        if turn.endpoint.call_handler_at_once(to, stream as i32, role, bytes.region()) {
            self.judge.has_handed(stream, len);
            self.judge.retire(bytes);
            return Ok(None);
        }
        let id = turn.endpoint.begin_message(to, stream as i32, role, len);
        self.ranks[turn.rank as usize].outgoing.push(Outgoing { id, stream, piece: None });
        let at = self.ranks[turn.rank as usize].outgoing.len() - 1;
        self.piece(turn, at, bytes)?;
        Ok((!turn.endpoint.piece_has_left(id)).then_some(id))
    }

    /// Hands over this memory as the next piece of an outgoing message.
    fn piece(&mut self, turn: &mut Turn<'_>, at: usize, bytes: LentBuffer) -> Result<(), String> {
        let Outgoing { id, stream, .. } = self.ranks[turn.rank as usize].outgoing[at];
        let (region, len) = (bytes.region(), bytes.region().len() as u64);
        let left = turn.endpoint.hand_over(id, region);
        self.judge.has_handed(stream, len);
        if left != turn.endpoint.piece_has_left(id) {
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
        let Some(memory) = out.piece.take_if(|_| turn.endpoint.piece_has_left(out.id)) else { return false };
        turn.run.note(|| format!("rank {}: a piece of stream {} has left", turn.rank, out.stream));
        self.judge.retire(memory);
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
        if piece.is_some() && !turn.endpoint.piece_has_left(id) {
            return Ok(());
        }
        self.piece_left(turn, at);
        if turn.endpoint.is_message_lost(id) {
            return Err(format!("stream {stream} is lost, although all ranks run"));
        }
        let Streamed { len, handed, .. } = self.judge.streams[stream];
        if handed == len || random && turn.run.chance(CUT) {
            turn.run.coverage.cut_streams += u64::from(self.judge.end(stream));
            turn.run.note(|| format!("rank {} ends stream {stream} at {handed} of {len} bytes", turn.rank));
            turn.endpoint.end_message(id);
            self.ranks[turn.rank as usize].outgoing.swap_remove(at);
            return Ok(());
        }
        let piece = if turn.run.rng.bool() { len - handed } else { turn.run.rng.u64(1..=len - handed) };
        if handed == 0 {
            self.judge.first_piece(stream);
        }
        turn.run.note(|| format!("rank {}: stream {stream} from {handed} on, {piece} bytes", turn.rank));
        let bytes = lent_copy(&self.judge.bytes(stream, handed..handed + piece));
        self.piece(turn, at, bytes)
    }
}

/// Messages that a rank's handlers read.
impl Streams {
    /// Fetches a message that has begun, and continues some handler. Returns true if a message was fetched.
    fn read_something(&mut self, turn: &mut Turn<'_>, random: bool) -> Result<bool, String> {
        let of = &self.ranks[turn.rank as usize];
        let busy = of.incoming.iter().filter(|i| i.answer.is_none()).count();
        let fetched = busy < MOST_READERS && self.fetch(turn)?;
        let of = &self.ranks[turn.rank as usize];
        if of.incoming.is_empty() {
            return Ok(fetched);
        }
        let which = turn.run.rng.usize(..of.incoming.len());
        let Incoming { id, stream, at, ref reading, ref whole, answer } = of.incoming[which];
        if let Some(answer) = answer {
            if turn.endpoint.piece_has_left(answer) {
                self.end_handler(turn, which);
            }
            return Ok(fetched);
        }
        if reading.is_some() {
            if random && turn.run.chance(DROPPED) {
                turn.run.coverage.dropped_reads += 1;
                self.end_handler(turn, which);
            }
            return Ok(fetched);
        }
        let unread = whole.as_ref().map_or_else(|| turn.endpoint.unread(id), |bytes| bytes.unread() as u64);
        if unread == 0 || random && turn.run.chance(ENDED) {
            self.judge.check_ended(turn, stream, at + unread, turn.endpoint.broken_off(id))?;
            let late = if self.is_answered(turn, stream) { self.answer(turn, which)? } else { None };
            match late {
                None => self.end_handler(turn, which),
                late => self.ranks[turn.rank as usize].incoming[which].answer = late,
            }
            return Ok(fetched);
        }
        let len = if turn.run.rng.bool() { unread } else { turn.run.rng.u64(1..=unread) };
        self.read(turn, which, len)?;
        Ok(fetched)
    }

    /// Fetches the next message that has begun to arrive, if there is one.
    fn fetch(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        let Turn { rank, endpoint, run, .. } = turn;
        let mut next = None;
        if run.chance(FROM_ONE) {
            let senders = endpoint.begun_senders();
            if !senders.is_empty() {
                let from = senders[run.rng.usize(..senders.len())];
                next = endpoint.next_message_from(from);
                if next.is_none_or(|begun| begun.from != from) {
                    return Err(format!("rank {rank}: a message from {from} has begun, and {next:?} is fetched"));
                }
            }
        } else {
            next = endpoint.next_message();
        }
        let Some(begun) = next else { return Ok(false) };
        run.note(|| format!("rank {rank} takes {begun:?}"));
        self.take_up(turn, begun)?;
        Ok(true)
    }

    fn take_up(&mut self, turn: &mut Turn<'_>, begun: Begun) -> Result<(), String> {
        let stream = self.judge.take_up(turn, &begun)?;
        let of = &mut self.ranks[turn.rank as usize];
        let mut whole = None;
        if begun.whole && turn.run.chance(TAKEN) {
            let mut bytes = of.idle.pop().unwrap_or_default();
            turn.endpoint.take_whole(begun.id, &mut bytes);
            if bytes.unread() as u64 != begun.size {
                return Err(format!("stream {stream} has arrived whole, and {} bytes are here", bytes.unread()));
            }
            whole = Some(bytes);
        }
        of.incoming.push(Incoming { id: begun.id, stream, at: 0, reading: None, whole, answer: None });
        Ok(())
    }

    /// Reads the next bytes of a message.
    fn read(&mut self, turn: &mut Turn<'_>, which: usize, len: u64) -> Result<(), String> {
        let incoming = &mut self.ranks[turn.rank as usize].incoming[which];
        let (id, stream, at) = (incoming.id, incoming.stream, incoming.at);
        turn.run.note(|| format!("rank {}: reads {len} bytes of stream {stream} from {at} on", turn.rank));
        let memory = lent(len as usize);
        let reading = match &mut incoming.whole {
            Some(bytes) => match bytes.read(memory.region()) {
                true => Reading::Done,
                false => Reading::Short,
            },
            None => turn.endpoint.read_message(id, memory.region()),
        };
        incoming.reading = Some(memory);
        match reading {
            Reading::Done => self.read_ended(turn, which),
            Reading::Later => Ok(()),
            Reading::Short => Err(format!("stream {stream} has not the {len} bytes that it says")),
        }
    }

    /// Checks a read that has ended.
    fn read_ended(&mut self, turn: &mut Turn<'_>, which: usize) -> Result<(), String> {
        let incoming = &mut self.ranks[turn.rank as usize].incoming[which];
        let Some(memory) = incoming.reading.take() else { return Ok(()) };
        let (id, stream, at) = (incoming.id, incoming.stream, incoming.at);
        if incoming.whole.is_none() && turn.endpoint.read_failed(id) {
            self.judge.check_failed(turn, stream, at + memory.region().len() as u64)?;
            incoming.at = self.judge.streams[stream].end;
        } else {
            self.judge.check_bytes(turn.rank, stream, at, &memory.region().to_vec())?;
            incoming.at += memory.region().len() as u64;
        }
        self.judge.retire(memory);
        Ok(())
    }

    /// Returns true if the message's handler answers it.
    fn is_answered(&self, turn: &Turn<'_>, stream: usize) -> bool {
        let every = if self.judge.streams[stream].role == MessageRole::Request { 2 } else { 3 };
        turn.plan.answers && stream.is_multiple_of(every)
    }

    /// Answers a message in its handler. Returns the answer's id if the handler must wait until the answer has left.
    fn answer(&mut self, turn: &mut Turn<'_>, which: usize) -> Result<Option<SendId>, String> {
        let rank = turn.rank as usize;
        let Incoming { id, stream: request, .. } = self.ranks[rank].incoming[which];
        let (to, len): (Rank, u64) = (self.judge.streams[request].from, request as u64 * 37 % 200);
        let stream = self.judge.begin(turn.rank, to, MessageRole::Reply, len);
        turn.run.note(|| format!("rank {rank} answers stream {request} by {stream} of {len} bytes"));
        turn.run.coverage.answers += 1;
        let late = self.call_stream(turn, stream)?;
        if late.is_some() {
            turn.run.coverage.late_answers += 1;
            turn.endpoint.release_reply(id);
            let incoming = &mut self.ranks[rank].incoming[which];
            if let Some(bytes) = incoming.whole.as_mut().filter(|bytes| bytes.unread() == 0)
                && turn.run.chance(REPORTED)
            {
                turn.endpoint.give_back(bytes);
                turn.endpoint.has_read_whole(id);
            }
        }
        Ok(late)
    }

    fn end_handler(&mut self, turn: &mut Turn<'_>, which: usize) {
        let of = &mut self.ranks[turn.rank as usize];
        let Incoming { id, stream, at, reading, whole, .. } = of.incoming.swap_remove(which);
        turn.run.note(|| format!("rank {}: the handler of stream {stream} ends at {at}", turn.rank));
        if let Some(mut bytes) = whole {
            turn.endpoint.give_back(&mut bytes);
            of.idle.push(bytes);
        }
        turn.endpoint.finish_message(id);
        match reading {
            Some(memory) if turn.endpoint.is_landing(id) => of.landing.push((id, memory)),
            Some(memory) => self.judge.retire(memory),
            None => {}
        }
    }
}
