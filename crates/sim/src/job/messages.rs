//! A simulated program's messages with tags: random sends, receives, probes, cancellations. `matching.rs` checks them.
use super::memory::Memory;
use super::plan::{self, Call};
use super::turn::Turn;
use crate::contents::contents;
use clump::driver::{Matched, Request, Waited};
use clump_core::{Mode, Outcome, Rank, Select};
use std::ops::Range;

/// The chance that a program probes for a message at the end, in place of a receive, in per mille.
const PROBED: u32 = 250;
/// The most probes until a sent message must be found.
const MOST_PROBES: u32 = 6;
/// Among how many of the latest receives a program looks for one that waits for a message of its own.
const LATEST: usize = 20;
/// The chance that a receive is tried without being posted first, in per mille.
const SOON: u32 = 200;
/// The chance that a posted receive is first looked for in turn, in per mille.
const IN_TURN: u32 = 300;

/// The calls of this part.
pub const CALLS: [Call; 11] = [
    Call::Send,
    Call::Recv,
    Call::Probe,
    Call::Take,
    Call::RecvTaken,
    Call::Test,
    Call::CancelSend,
    Call::CancelRecv,
    Call::Detach,
    Call::SetPushedBuffer,
    Call::SetPush,
];

/// A message, and how far its send is.
pub struct Sent {
    pub from: Rank,
    pub to: Rank,
    pub context: u16,
    pub tag: i32,
    pub len: u64,
    pub mode: Mode,
    pub called: u64,
    /// When the program saw that the send is complete.
    pub done: Option<u64>,
    pub cancelled: bool,
    /// True if the program has called the send back: it is over for the program, and may go on from a copy.
    pub called_back: bool,
    /// True once it has been paired off with its receive.
    pub settled: bool,
    request: Option<Request>,
    memory: Memory,
}

/// A receive of a rank, posted or made of a message that was taken out of matching.
pub struct Received {
    pub rank: Rank,
    pub select: Select,
    pub room: u64,
    /// When the receive was called; of a message taken out of matching, when it was taken.
    pub called: u64,
    /// What the program was told when the receive ended.
    pub outcome: Option<Outcome>,
    /// What the probe told that took the message out of matching.
    pub taken: Option<Outcome>,
    pub detached: bool,
    /// True if the program has cancelled the receive, which may have matched before.
    called_back: bool,
    /// True once it has been paired off with its message and checked.
    pub settled: bool,
    request: Option<Request>,
    pub memory: Memory,
}

impl Received {
    fn new(rank: Rank, select: Select, called: u64, memory: Memory) -> Received {
        Received {
            rank,
            select,
            room: memory.len(),
            called,
            outcome: None,
            taken: None,
            detached: false,
            called_back: false,
            settled: false,
            request: None,
            memory,
        }
    }
}

/// What a program that waits in one receive keeps.
struct Blocked {
    waited: Waited,
    receive: usize,
}

/// All messages of a run among the ranks of a job, or among the processes of a joint job.
pub struct Messages {
    /// The numbers of the ranks or processes.
    numbers: Range<Rank>,
    /// The first context.
    context: u16,
    pub sent: Vec<Sent>,
    pub received: Vec<Received>,
    /// For each rank (here and below: by its place among `numbers`), the messages taken out of matching and not yet
    /// received.
    taken: Vec<Vec<(Matched, usize)>>,
    blocked: Vec<Option<Blocked>>,
    /// For each rank that probes for the rest of its messages: what it probes for, for which message, and how often it
    /// has done so in vain.
    probing: Vec<Option<(Select, usize, u32)>>,
    /// For each rank that has set the size of its pushed buffer, the part of each other rank.
    pub granted: Vec<Option<u64>>,
}

impl Messages {
    /// Returns no messages yet of processes with these numbers, whose contexts begin with `context`.
    pub fn new(numbers: Range<Rank>, context: u16) -> Messages {
        let (none, ranks) = (|_| None, numbers.len());
        Messages {
            numbers,
            context,
            sent: Vec::new(),
            received: Vec::new(),
            taken: (0..ranks).map(|_| Vec::new()).collect(),
            blocked: (0..ranks).map(none).collect(),
            probing: vec![None; ranks],
            granted: vec![None; ranks],
        }
    }

    /// Returns the place of a number.
    fn place(&self, number: Rank) -> usize {
        (number - self.numbers.start) as usize
    }

    /// Returns true if the program of a rank waits in a receive, and makes no other call.
    pub fn is_blocked(&self, rank: Rank) -> bool {
        self.blocked[self.place(rank)].is_some()
    }

    /// Returns what a random receive selects.
    fn random_select(&self, turn: &mut Turn<'_>) -> Select {
        let Turn { run, plan, .. } = turn;
        Select {
            context: self.context + run.rng.u16(..plan.contexts),
            source: (!run.chance(plan.wild_source)).then(|| run.rng.u32(self.numbers.clone())),
            tag: (!run.chance(plan.wild_tag)).then(|| run.rng.i32(0..plan.tags)),
        }
    }

    /// Makes one random call.
    pub fn call(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        let plan = turn.plan;
        match plan.weights.pick_of(&CALLS, &mut turn.run.rng) {
            Call::Recv => {
                let select = self.random_select(turn);
                self.receive(turn, select);
            }
            call @ (Call::Probe | Call::Take) => {
                let select = self.random_select(turn);
                self.probe(turn, select, matches!(call, Call::Take))?;
            }
            Call::RecvTaken => self.receive_taken(turn),
            Call::Test => return self.take_ended(turn).map(drop),
            Call::CancelSend => self.cancel_send(turn),
            Call::CancelRecv => self.cancel_recv(turn),
            Call::Detach => self.detach(turn),
            Call::SetPushedBuffer => {
                turn.endpoint.tuned().set_pushed_buffer(turn.run.rng.u64(1 << 10..200 << 10));
                let place = self.place(turn.rank);
                self.granted[place] = Some(turn.endpoint.tuned().pushed_buffer() / u64::from(plan.ranks - 1));
            }
            Call::SetPush => {
                let (push1, push2) = plan::push(&mut turn.run.rng, plan.limits.frame, plan.limits.credit);
                turn.endpoint.tuned().set_push(push1, push2);
            }
            _ => self.send_something(turn),
        }
        Ok(())
    }

    fn send_something(&mut self, turn: &mut Turn<'_>) {
        let Turn { rank, endpoint, run, plan } = turn;
        let mut to = if plan.flood { self.numbers.start } else { run.rng.u32(self.numbers.clone()) };
        let (mut context, mut tag) = (self.context + run.rng.u16(..plan.contexts), run.rng.i32(0..plan.tags));
        if plan.blocking && run.chance(plan.solicited) {
            // A message that another program waits for.
            let waits = |r: &&Received| r.outcome.is_none() && r.taken.is_none() && !r.called_back && r.rank != *rank;
            let from_here = |r: &&Received| r.select.source.is_none_or(|source| source == *rank);
            if let Some(r) = self.received.iter().rev().take(LATEST).filter(waits).find(from_here) {
                (to, context, tag) = (r.rank, r.select.context, r.select.tag.unwrap_or(tag));
            }
        }
        let mode = if run.chance(plan.synchronous) { Mode::Synchronous } else { Mode::Standard };
        let (id, len) = (self.sent.len(), plan.len(&mut run.rng));
        let memory = Memory::with(&mut run.rng, &contents(id, len));
        let called = run.moment();
        let request = memory.send(endpoint, to, context, tag, mode);
        run.coverage.messages += 1;
        run.note(|| {
            format!(
                "rank {rank} sends message {id} of {len} bytes to {to}, context {context}, tag {tag}, {mode:?}: at \
                 once {}",
                request.is_none()
            )
        });
        let done = request.is_none().then(|| run.moment());
        let memory = if done.is_some() { Memory::none() } else { memory };
        let (from, cancelled, called_back, settled) = (*rank, false, false, false);
        self.sent.push(Sent {
            from,
            to,
            context,
            tag,
            len,
            mode,
            called,
            done,
            cancelled,
            called_back,
            settled,
            request,
            memory,
        });
    }

    /// Begins a receive: tries it without posting, waits in it, or posts it.
    fn receive(&mut self, turn: &mut Turn<'_>, select: Select) {
        let Turn { rank, endpoint, run, plan } = turn;
        let room = run.room(plan);
        let memory = Memory::blank(&mut run.rng, room);
        let called = run.moment();
        let receive = self.received.len();
        let mut received = Received::new(*rank, select, called, memory);
        run.note(|| format!("rank {rank}: receive {receive} of {room} bytes, {select:?}"));
        if let Some(into) = received.memory.whole() {
            if run.chance(SOON) {
                received.outcome = endpoint.recv_soon(select, into);
                run.coverage.direct += u64::from(received.outcome.is_some());
            }
            if received.outcome.is_none()
                && plan.blocking
                && let Some(waited) = endpoint.wait_for(&select, room)
            {
                let place = self.place(*rank);
                self.blocked[place] = Some(Blocked { waited, receive });
                self.received.push(received);
                return;
            }
        }
        if received.outcome.is_none() {
            received.request = Some(received.memory.recv(endpoint, select));
        }
        self.received.push(received);
    }

    /// Makes progress, as the rank's program would.
    pub fn progress(&mut self, turn: &mut Turn<'_>) -> bool {
        let place = self.place(turn.rank);
        let Some(Blocked { waited, receive }) = &mut self.blocked[place] else {
            return turn.endpoint.progress();
        };
        let received = &mut self.received[*receive];
        let into = received.memory.whole().expect("only such memory is waited for");
        let (arrived, flushed) = turn.endpoint.look_for(received.select, into, waited);
        match waited {
            Waited::For(_) => {}
            Waited::Met(outcome) => {
                turn.run.coverage.direct += 1;
                received.outcome = Some(*outcome);
                self.blocked[place] = None;
            }
            Waited::Posted(id) => {
                received.request = Some(Request::Recv(*id));
                self.blocked[place] = None;
            }
        }
        arrived | flushed
    }

    /// Posts the receive that the rank's program waits in.
    pub fn post_waiting(&mut self, turn: &mut Turn<'_>) {
        let place = self.place(turn.rank);
        if let Some(Blocked { receive, .. }) = self.blocked[place].take() {
            let received = &mut self.received[receive];
            received.request = Some(received.memory.recv(turn.endpoint, received.select));
        }
    }

    /// Takes the outcomes of the rank's requests that have ended. Returns true if there were any.
    pub fn take_ended(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        let Turn { rank, endpoint, run, .. } = turn;
        let mut any = false;
        for (id, sent) in self.sent.iter_mut().enumerate().filter(|(_, s)| s.from == *rank && s.request.is_some()) {
            let Some(outcome) = sent.request.and_then(|request| endpoint.test(request)) else { continue };
            any = true;
            (sent.request, sent.done, sent.cancelled) = (None, Some(run.moment()), outcome.cancelled);
            sent.memory.spoil();
            // A receiver may still read memory that was called back; it then takes the bytes again.
            if !sent.called_back {
                sent.memory = Memory::none();
            }
            run.coverage.cancelled_sends += u64::from(outcome.cancelled);
            run.coverage.kept_sends += u64::from(sent.called_back && !outcome.cancelled);
            run.note(|| format!("rank {rank}: message {id} is sent, cancelled {}", outcome.cancelled));
        }
        for (id, r) in self.received.iter_mut().enumerate().filter(|(_, r)| r.rank == *rank && !r.detached) {
            let Some(request) = r.request else { continue };
            let in_turn = if run.chance(IN_TURN) { endpoint.take_in_turn(request) } else { None };
            run.coverage.in_turn += u64::from(in_turn.is_some());
            let Some(outcome) = in_turn.or_else(|| endpoint.test(request)) else { continue };
            any = true;
            (r.request, r.outcome) = (None, Some(outcome));
            run.coverage.truncated += u64::from(outcome.truncated.is_some());
            run.note(|| format!("rank {rank}: receive {id} ends with {outcome:?}"));
        }
        Ok(any)
    }

    /// Probes once, and takes the message out of matching if `take`. Returns true if a message was found.
    fn probe(&mut self, turn: &mut Turn<'_>, select: Select, take: bool) -> Result<bool, String> {
        let Turn { rank, endpoint, run, .. } = turn;
        let moment = run.moment();
        if !take {
            let Some(outcome) = endpoint.probe(select) else { return Ok(false) };
            run.note(|| format!("rank {rank} probes {select:?}: {outcome:?}"));
            return self.check_probe(*rank, &select, &outcome, moment).map(|()| true);
        }
        let Some((matched, outcome)) = endpoint.mprobe(select) else { return Ok(false) };
        run.coverage.taken += 1;
        let id = self.received.len();
        run.note(|| format!("rank {rank}: receive {id} takes {outcome:?} for {select:?}"));
        let taken = Some(outcome);
        self.received.push(Received { taken, ..Received::new(*rank, select, moment, Memory::none()) });
        let place = self.place(*rank);
        self.taken[place].push((matched, id));
        Ok(true)
    }

    fn receive_taken(&mut self, turn: &mut Turn<'_>) {
        let place = self.place(turn.rank);
        let Turn { rank, endpoint, run, plan } = turn;
        let taken = &mut self.taken[place];
        if taken.is_empty() {
            return;
        }
        let (matched, id) = taken.swap_remove(run.rng.usize(..taken.len()));
        let received = &mut self.received[id];
        received.room = run.room(plan);
        received.memory = Memory::blank(&mut run.rng, received.room);
        received.request = Some(received.memory.mrecv(endpoint, matched));
        run.note(|| format!("rank {rank}: receive {id} of {} bytes goes on", received.room));
    }

    fn cancel_send(&mut self, turn: &mut Turn<'_>) {
        let open = self.sent.iter().filter(|s| s.from == turn.rank && s.request.is_some()).count();
        if open == 0 {
            return;
        }
        let at = turn.run.rng.usize(..open);
        let mut all = self.sent.iter_mut().enumerate().filter(|(_, s)| s.from == turn.rank && s.request.is_some());
        let (id, sent) = all.nth(at).expect("counted");
        turn.run.note(|| format!("rank {}: message {id} is called back", turn.rank));
        sent.called_back = true;
        if let Some(request) = sent.request {
            assert!(turn.endpoint.cancel(request), "no other thread copies");
        }
    }

    fn cancel_recv(&mut self, turn: &mut Turn<'_>) {
        let is_open = |r: &Received| r.rank == turn.rank && r.request.is_some() && !r.detached && r.taken.is_none();
        let open = self.received.iter().filter(|r| is_open(r)).count();
        if open > 0 {
            let at = turn.run.rng.usize(..open);
            let received = self.received.iter_mut().filter(|r| is_open(r)).nth(at).expect("counted");
            received.called_back = true;
            if let Some(request) = received.request {
                turn.run.coverage.cancelled_recvs += 1;
                assert!(turn.endpoint.cancel(request), "a receive can always be cancelled");
            }
        }
    }

    /// Detaches a receive that names source and tag, so that the checks know what it gets.
    fn detach(&mut self, turn: &mut Turn<'_>) {
        let names = |r: &Received| r.select.source.is_some() && r.select.tag.is_some() && r.taken.is_none();
        let is_open =
            |r: &Received| r.rank == turn.rank && r.request.is_some() && !r.detached && !r.called_back && names(r);
        if let Some(at) = self.received.iter().position(is_open) {
            let received = &mut self.received[at];
            received.detached = true;
            turn.run.note(|| format!("rank {}: receive {at} is detached", turn.rank));
            received.request.into_iter().for_each(|request| turn.endpoint.detach(request));
        }
    }

    /// Receives some of the messages to this rank that no receive has matched, and those that were taken out of
    /// matching. Returns true if there are any.
    pub fn receive_some(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        let (left, place) = (self.unmatched(turn.rank), self.place(turn.rank));
        if let Some((select, id, probes)) = self.probing[place].take()
            && left.contains(&id)
        {
            // Repeated probes find a message that was sent.
            let take = turn.run.rng.bool();
            if !self.probe(turn, select, take)? {
                if probes == MOST_PROBES {
                    let rank = turn.rank;
                    return Err(format!("stuck: rank {rank} probes {select:?} in vain for message {id}"));
                }
                self.probing[place] = Some((select, id, probes + 1));
            }
            return Ok(true);
        }
        let taken = self.taken[place].len();
        for _ in 0..taken {
            self.receive_taken(turn);
        }
        if left.is_empty() {
            return Ok(taken > 0);
        }
        for _ in 0..turn.run.rng.usize(1..=8.min(left.len())) {
            let id = left[turn.run.rng.usize(..left.len())];
            let Sent { context, from, tag, .. } = self.sent[id];
            let source = (!turn.run.chance(turn.plan.wild_source)).then_some(from);
            let tag = (!turn.run.chance(turn.plan.wild_tag)).then_some(tag);
            let select = Select { context, source, tag };
            if turn.run.chance(PROBED) {
                self.probing[place] = Some((select, id, 0));
                break;
            }
            self.receive(turn, select);
            self.post_waiting(turn);
        }
        Ok(true)
    }

    /// Cancels all that a rank has open, because other processes have died. Returns true once nothing is open.
    pub fn withdraw(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        let (rank, place) = (turn.rank, self.place(turn.rank));
        self.post_waiting(turn);
        for _ in 0..self.taken[place].len() {
            self.receive_taken(turn);
        }
        for sent in self.sent.iter_mut().filter(|s| s.from == rank) {
            if let Some(request) = sent.request {
                sent.called_back = true;
                assert!(turn.endpoint.cancel(request), "no other thread copies");
            }
        }
        self.cancel_all(turn);
        self.take_ended(turn)?;
        let sends = self.sent.iter().any(|s| s.from == rank && s.request.is_some());
        Ok(!sends && !self.received.iter().any(|r| r.rank == rank && r.request.is_some()))
    }

    /// Cancels the rank's receives that wait.
    pub fn cancel_all(&self, turn: &mut Turn<'_>) {
        for (id, received) in self.received.iter().enumerate().filter(|(_, r)| r.rank == turn.rank) {
            if let Some(request) = received.request
                && !(received.detached && (received.settled || self.is_matched(id)))
            {
                assert!(turn.endpoint.cancel(request), "a receive can always be cancelled");
            }
        }
    }
}
