//! A simulated program's handlers: which messages they fetch, and how they read, answer and end them.
use super::streams::{Incoming, Streams};
use super::turn::Turn;
use clump::driver::{Begun, MessageRole, Rank, Reading, SendId};
use clump_fabric::sim::lent;

/// The chance that a handler ends a message early, in per mille.
const ENDED: u32 = 50;
/// The chance that a handler ends its message while a read is pending, in per mille.
const DROPPED: u32 = 800;
/// The chance that a handler drops a read as soon as it has begun, while its bytes are asked for, in per mille.
const DROPPED_AT_ONCE: u32 = 150;
/// The chance that a handler takes the bytes of a message that has arrived whole, in per mille.
const TAKEN: u32 = 500;
/// The chance that the next message is fetched from one sender, in per mille.
const FROM_ONE: u32 = 250;
/// The chance that a handler that waits, and has read its whole message, reports that by a call, in per mille.
const REPORTED: u32 = 500;
/// The largest number of a rank's handlers that wait for a turn. A rank with so many fetches no new messages.
const MOST_READERS: usize = 20;

impl Streams {
    /// Fetches a message that has begun, and continues some handler. Returns true if a message was fetched.
    pub(super) fn read_something(&mut self, turn: &mut Turn<'_>, random: bool) -> Result<bool, String> {
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
            if turn.endpoint.handled().piece_has_left(answer) {
                self.end_handler(turn, which);
            }
            return Ok(fetched);
        }
        if reading.is_some() {
            if random && turn.run.chance(DROPPED) {
                turn.run.coverage.dropped_reads += 1;
                match turn.run.rng.u32(..4) {
                    0 => self.end_handler(turn, which),
                    _ => self.drop_read(turn, which),
                }
            }
            return Ok(fetched);
        }
        let unread = whole.as_ref().map_or_else(|| turn.endpoint.handled().unread(id), |bytes| bytes.unread() as u64);
        if unread == 0 || random && turn.run.chance(ENDED) {
            // A dropped read may have been for bytes that the sender then did not send.
            let broken_off = turn.endpoint.handled().broken_off(id);
            let end = (at + unread).min(broken_off.map_or(u64::MAX, |broken| broken.at));
            self.judge.check_ended(turn, stream, end, broken_off)?;
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
            let senders = endpoint.handled().begun_senders();
            if !senders.is_empty() {
                let from = senders[run.rng.usize(..senders.len())];
                next = endpoint.handled().next_message_from(from);
                if next.is_none_or(|begun| begun.from != from) {
                    return Err(format!("rank {rank}: a message from {from} has begun, and {next:?} is fetched"));
                }
            }
        } else {
            next = endpoint.handled().next_message();
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
            turn.endpoint.handled().take_whole(begun.id, &mut bytes);
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
            None => turn.endpoint.handled().read_message(id, memory.region()),
        };
        incoming.reading = Some(memory);
        match reading {
            Reading::Done => self.read_ended(turn, which),
            Reading::Later => {
                if turn.run.chance(DROPPED_AT_ONCE) {
                    turn.run.coverage.dropped_reads += 1;
                    self.drop_read(turn, which);
                }
                Ok(())
            }
            Reading::Short => Err(format!("stream {stream} has not the {len} bytes that it says")),
        }
    }

    /// Checks a read that has ended.
    pub(super) fn read_ended(&mut self, turn: &mut Turn<'_>, which: usize) -> Result<(), String> {
        let incoming = &mut self.ranks[turn.rank as usize].incoming[which];
        let Some(memory) = incoming.reading.take() else { return Ok(()) };
        let (id, stream, at) = (incoming.id, incoming.stream, incoming.at);
        if incoming.whole.is_none() && turn.endpoint.handled().read_failed(id) {
            self.judge.check_failed(turn, stream, at + memory.region().len() as u64)?;
            incoming.at = self.judge.streams[stream].end;
        } else {
            self.judge.check_bytes(turn.rank, stream, at, &memory.region().to_vec())?;
            incoming.at += memory.region().len() as u64;
        }
        let has_read = incoming.whole.as_ref().is_some_and(|bytes| bytes.unread() == 0);
        self.ranks[turn.rank as usize].has_read |= has_read;
        self.judge.spent.add(memory);
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
            turn.endpoint.handled().release_reply(id);
            let incoming = &mut self.ranks[rank].incoming[which];
            if let Some(bytes) = incoming.whole.as_mut().filter(|bytes| bytes.unread() == 0)
                && turn.run.chance(REPORTED)
            {
                turn.endpoint.handled().give_back(bytes);
                turn.endpoint.handled().has_read_whole(id);
            }
        }
        Ok(late)
    }

    /// Drops a pending read. The handler reads on behind it.
    fn drop_read(&mut self, turn: &mut Turn<'_>, which: usize) {
        let of = &mut self.ranks[turn.rank as usize];
        let incoming = &mut of.incoming[which];
        let Some(memory) = incoming.reading.take() else { return };
        let (id, len) = (incoming.id, memory.region().len() as u64);
        turn.run.note(|| format!("rank {}: drops a read of {len} bytes of stream {}", turn.rank, incoming.stream));
        incoming.at += len;
        turn.endpoint.handled().drop_read(id);
        match turn.endpoint.handled().is_landing(id) {
            true => of.landing.push((id, memory)),
            false => self.judge.spent.add(memory),
        }
    }

    fn end_handler(&mut self, turn: &mut Turn<'_>, which: usize) {
        let of = &mut self.ranks[turn.rank as usize];
        let Incoming { id, stream, at, reading, whole, .. } = of.incoming.swap_remove(which);
        turn.run.note(|| format!("rank {}: the handler of stream {stream} ends at {at}", turn.rank));
        if let Some(mut bytes) = whole {
            turn.endpoint.handled().give_back(&mut bytes);
            of.idle.push(bytes);
        }
        turn.endpoint.handled().finish_message(id);
        match reading {
            Some(memory) if turn.endpoint.handled().is_landing(id) => of.landing.push((id, memory)),
            Some(memory) => self.judge.spent.add(memory),
            None => {}
        }
    }
}
