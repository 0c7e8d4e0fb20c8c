//! Deposits into receive buffers, by calls that block: senders that wait until a deposit has left or has arrived,
//! receivers that wait for notes, for counts and for bytes. In the end a rank leaves, or receivers close their buffers:
//! waits for notes end, and later deposits are refused.
use super::super::places::check_leftovers;
use super::super::plan::Plan;
use super::super::turn::Place;
use super::{Common, Program, wait};
use crate::contents::{contents, difference};
use clump::driver::LentBuffer;
use clump::driver::windows::{Connection, DepositError, Invitation, Note, NoteQueue, Room, Telling};
use clump_core::Rank;
use clump_fabric::sim::{end_turn, lent, lent_copy};
use fastrand::Rng;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::time::Duration;

/// The most deposits of a run.
const MOST: usize = 50;
/// The longest deposit, in bytes.
const LONGEST: u64 = 3000;
/// The ways in which a receiver learns of deposits.
const WAYS: [Telling; 3] = [Telling::Nothing, Telling::Count, Telling::Note];
/// How many times the ranks meet after one of them has left.
const MEETINGS_AFTER: u32 = 2;
/// The words of an invitation that name the memory. Without the name a sender deposits by frames.
const MEMORY: std::ops::Range<usize> = 6..9;

/// A receive buffer: its sender, its receiver, and the place of its telling among [`WAYS`].
type BufferName = (Rank, Rank, usize);

/// One deposit of the list. Its number is that of its contents.
#[derive(Clone, Copy, Debug)]
struct Planned {
    buffer: BufferName,
    offset: u64,
    len: u64,
    /// How its sender sends it, and how its receiver waits.
    how: u32,
    waits: u32,
}

/// A buffer that all deposits of the list into it fill.
#[derive(Default)]
struct Filled {
    len: u64,
    /// The number of the buffer in its receiver's queue.
    connection: u32,
    words: [u64; Invitation::WORDS],
    /// The buffer's memory, if the program lends it.
    lent: Option<LentBuffer>,
}

/// What all ranks of a run know.
struct Known {
    common: Rc<Common>,
    list: Vec<Planned>,
    buffers: BTreeMap<BufferName, Filled>,
    /// How many deposits have begun that are counted, by the receiver.
    counted: Vec<Cell<u64>>,
    /// The rank that leaves before the others, if there is one.
    leaver: Option<Rank>,
}

/// One rank.
struct Member {
    known: Rc<Known>,
    endpoint: Place,
    queue: NoteQueue,
    ends: BTreeMap<BufferName, Connection>,
    /// Memory of deposits that may not have left.
    kept: Vec<LentBuffer>,
    /// The numbers of deposits whose notes have not been taken.
    untold: Vec<usize>,
    /// How many deposits are counted so far of the list.
    counts: u64,
}

impl Member {
    fn sends(&mut self, number: usize) -> Result<(), String> {
        let known = self.known.clone();
        let Planned { buffer, offset, len, how, .. } = known.list[number];
        let (memory, to) = (lent_copy(&contents(number, len)), buffer.1);
        if WAYS[buffer.2] == Telling::Count {
            let begun = &known.counted[to as usize];
            begun.set(begun.get() + 1);
        }
        let Member { endpoint, ends, .. } = self;
        let connection = match ends.entry(buffer) {
            std::collections::btree_map::Entry::Occupied(end) => end.into_mut(),
            std::collections::btree_map::Entry::Vacant(place) => {
                let invitation =
                    Invitation::from_words(known.buffers[&buffer].words).ok_or("words of no invitation")?;
                place.insert(Connection::open(endpoint, &invitation).map_err(|e| e.to_string())?)
            }
        };
        if how == 0 {
            let mut end = Ok(());
            wait(endpoint, |endpoint| {
                end = connection.deposit_and_wait(endpoint, offset, memory.region());
                !matches!(end, Err(DepositError::QueueFull(_)))
            });
            end.map_err(|e| format!("deposit {number} fails: {e}"))?;
            // The judge looks at the receiver's memory.
            let there = known.buffers[&buffer].lent.as_ref().map(|lent| lent.region().to_vec());
            let there = there.as_ref().and_then(|all| all.get(offset as usize..(offset + len) as usize));
            return match there.and_then(|there| difference(number, there)) {
                Some(at) => Err(format!("deposit {number} counts as arrived, and its byte {at} is not there")),
                None => Ok(()),
            };
        }
        let mut begun = None;
        wait(endpoint, |endpoint| {
            let end = connection.deposit(endpoint, offset, memory.region());
            let is_over = !matches!(end, Err(DepositError::QueueFull(_)));
            begun = Some(end);
            is_over
        });
        let begun = begun.ok_or("a wait ends without a deposit")?;
        let begun = begun.map_err(|e| format!("deposit {number} fails: {e}"))?;
        match how {
            1 => {
                wait(endpoint, |endpoint| connection.is_sent(endpoint, begun));
                memory.region().write(&vec![0x5b; len as usize]);
            }
            2 => {
                connection.forget(endpoint, begun);
                wait(endpoint, |endpoint| connection.has_arrived(endpoint));
                memory.region().write(&vec![0x5b; len as usize]);
            }
            _ => connection.forget(endpoint, begun),
        }
        self.kept.push(memory);
        Ok(())
    }

    /// Checks a note: its deposit is one of the list that no note has told of, its bytes are there, and those before
    /// it of the same sender were told.
    fn take(&mut self, note: Note) -> Result<(), String> {
        let known = self.known.clone();
        let is_it = |number: &usize| {
            let Planned { buffer, offset, len, .. } = known.list[*number];
            known.buffers[&buffer].connection == note.connection && (offset, len) == (note.offset, note.len)
        };
        let Some(at) = self.untold.iter().position(is_it) else {
            return Err(format!("{note:?} tells of no deposit, or of one a second time"));
        };
        let number = self.untold[at];
        let is_short = |number: &usize| known.list[*number].len <= self.endpoint.most_combined() as u64;
        let same = |other: &usize| known.list[*other].buffer == known.list[number].buffer;
        if is_short(&number) && self.untold[..at].iter().any(|other| same(other) && is_short(other)) {
            return Err(format!("the note of deposit {number} comes before that of an earlier one"));
        }
        self.check(number)?;
        self.untold.remove(at);
        known.common.step(|| format!("rank {} is told of deposit {number}", self.endpoint.rank()));
        Ok(())
    }

    /// Returns an error if the bytes of a deposit are not there.
    fn check(&self, number: usize) -> Result<(), String> {
        let Planned { buffer, offset, len, .. } = self.known.list[number];
        let connection = self.known.buffers[&buffer].connection;
        let bytes = self.queue.to_vec(Note { connection, offset, len });
        match bytes.len() as u64 == len && difference(number, &bytes).is_none() {
            true => Ok(()),
            false => Err(format!("the bytes of deposit {number} are not there")),
        }
    }

    /// Waits for a deposit as its receiver has chosen.
    fn receives(&mut self, number: usize) -> Result<(), String> {
        let known = self.known.clone();
        let Planned { buffer, waits, .. } = known.list[number];
        let wait_time = (waits == 0).then(|| Duration::from_micros(known.common.below(500)));
        match WAYS[buffer.2] {
            Telling::Nothing => {
                let Member { endpoint, queue, .. } = self;
                let Planned { offset, len, .. } = known.list[number];
                let note = Note { connection: known.buffers[&buffer].connection, offset, len };
                wait(endpoint, |_| difference(number, &queue.to_vec(note)).is_none());
            }
            Telling::Count => {
                self.counts += 1;
                let Member { endpoint, queue, counts, .. } = self;
                let is_timed = wait_time.is_some_and(|time| !queue.wait_for_count(endpoint, *counts, Some(time)));
                if is_timed && !queue.wait_for_count(endpoint, *counts, None) {
                    return Err(format!("a wait for count {counts} ends at {}", queue.counted()));
                }
                if wait_time.is_none() && !queue.wait_for_count(endpoint, *counts, None) {
                    return Err(format!("a wait for count {counts} ends at {}", queue.counted()));
                }
                let (counted, begun) = (queue.counted(), known.counted[endpoint.rank() as usize].get());
                if counted < *counts || counted > begun {
                    return Err(format!("{counted} deposits are counted, of {counts} to {begun}"));
                }
            }
            Telling::Note => {
                while self.untold.contains(&number) {
                    let Member { endpoint, queue, .. } = self;
                    let note = match wait_time.and_then(|time| queue.wait(endpoint, Some(time))) {
                        Some(note) => note,
                        None => queue.wait(endpoint, None).ok_or("a wait for notes ends, and its senders are there")?,
                    };
                    self.take(note)?;
                }
            }
        }
        Ok(())
    }

    /// Ends the list: everything has arrived, and all of it was told once.
    fn settle(&mut self) -> Result<(), String> {
        let known = self.known.clone();
        let Member { endpoint, queue, ends, .. } = self;
        for end in ends.values() {
            wait(endpoint, |endpoint| end.has_arrived(endpoint));
            end.outcome(endpoint).map_err(|e| format!("a deposit was refused: {e}"))?;
        }
        known.common.meet(endpoint, known.common.ranks);
        if let Some(note) = queue.poll() {
            return Err(format!("{note:?} is told twice"));
        }
        let (counted, begun) = (queue.counted(), known.counted[endpoint.rank() as usize].get());
        if queue.dropped() > 0 || counted != begun {
            return Err(format!("{} notes are dropped, {counted} deposits are counted of {begun}", queue.dropped()));
        }
        let me = self.endpoint.rank();
        let own = known.list.iter().zip(0..).filter(|(planned, _)| planned.buffer.1 == me);
        own.into_iter().try_for_each(|(_, number)| self.check(number))
    }

    /// Deposits into a buffer that its receiver has closed, which must be refused.
    fn is_refused(&mut self, buffer: BufferName) -> Result<(), String> {
        let Member { endpoint, ends, .. } = self;
        let Some(end) = ends.get(&buffer) else { return Ok(()) };
        let memory = lent(1);
        match end.deposit_and_wait(endpoint, 0, memory.region()) {
            Ok(()) => Err(format!("a deposit into {buffer:?} is accepted, and the buffer is closed")),
            Err(DepositError::Closed(_) | DepositError::Far(..)) => Ok(()),
            Err(e) => Err(format!("a deposit into {buffer:?}, which is closed, fails: {e}")),
        }
    }

    fn run(mut self) -> Result<(), String> {
        let known = self.known.clone();
        let (common, me) = (&known.common, self.endpoint.rank());
        for (number, planned) in known.list.iter().enumerate() {
            if planned.buffer.0 == me {
                self.sends(number)?;
                common.step(|| format!("rank {me} has made deposit {number}: {planned:?}"));
            } else if planned.buffer.1 == me {
                self.receives(number)?;
                common.step(|| format!("rank {me} has waited for deposit {number}"));
            }
        }
        self.settle()?;
        common.meet(&mut self.endpoint, common.ranks);
        let own = |from: Option<Rank>| {
            let mine = known.buffers.iter().filter(move |((_, to, _), _)| *to == me);
            mine.filter(move |((sender, ..), _)| from.is_none_or(|from| *sender != from)).map(|(_, b)| b.connection)
        };
        if known.leaver == Some(me) {
            common.step(|| format!("rank {me} leaves"));
            let Member { queue, mut endpoint, .. } = self;
            queue.close_all(&mut endpoint);
            endpoint.close().map_err(|e| e.to_string())?;
            for _ in 0..MEETINGS_AFTER {
                let all = common.come(common.ranks);
                while !common.have_met(all) {
                    end_turn();
                }
            }
            return Ok(());
        }
        // The buffers of the rank that leaves stay open.
        for connection in own(known.leaver) {
            if !self.queue.close(&mut self.endpoint, connection) {
                return Err(format!("rank {me} closes a buffer, and its queue does not know it"));
            }
        }
        if known.leaver.is_some() {
            let Member { endpoint, queue, .. } = &mut self;
            if let Some(note) = queue.wait(endpoint, None) {
                return Err(format!("all senders have left, and {note:?} comes"));
            }
            if queue.wait_for_count(endpoint, u64::MAX, None) {
                return Err("all senders have left, and the count goes on".to_owned());
            }
            common.step(|| format!("rank {me} knows that no sender is left"));
        }
        common.meet(&mut self.endpoint, common.ranks);
        let all: Vec<BufferName> = self.ends.keys().copied().collect();
        all.into_iter().try_for_each(|buffer| self.is_refused(buffer))?;
        common.meet(&mut self.endpoint, common.ranks);
        let Member { queue, mut endpoint, ends, .. } = self;
        for end in ends.values() {
            wait(&mut endpoint, |endpoint| end.close(endpoint));
        }
        queue.close_all(&mut endpoint);
        if known.leaver.is_none() {
            wait(&mut endpoint, |endpoint| check_leftovers(endpoint).is_ok());
            common.meet(&mut endpoint, common.ranks);
        }
        endpoint.close().map_err(|e| e.to_string())
    }
}

fn planned(rng: &mut Rng, plan: &Plan) -> Planned {
    let from = rng.u32(..plan.ranks);
    let to = (from + rng.u32(1..plan.ranks)) % plan.ranks;
    let buffer = (from, to, rng.usize(..WAYS.len()));
    Planned { buffer, offset: 0, len: plan.len(rng).clamp(1, LONGEST), how: rng.u32(..4), waits: rng.u32(..3) }
}

pub fn programs(common: &Rc<Common>, plan: &Plan, mut endpoints: Vec<Place>) -> Result<Vec<Program>, String> {
    let mut rng = common.rng.borrow_mut().fork();
    let count = rng.usize(1..=MOST);
    let mut list: Vec<_> = (0..count).map(|_| planned(&mut rng, plan)).collect();
    let mut buffers: BTreeMap<BufferName, Filled> = BTreeMap::new();
    for planned in &mut list {
        let buffer = buffers.entry(planned.buffer).or_default();
        planned.offset = buffer.len;
        buffer.len += planned.len;
    }
    let mut queues = Vec::new();
    for endpoint in &endpoints {
        if NoteQueue::new(endpoint, 3).is_ok() {
            return Err("a queue of three notes is no power of two".to_owned());
        }
        queues.push(NoteQueue::new(endpoint, 1 << rng.u32(..5)).map_err(|e| e.to_string())?);
    }
    for (&(from, to, way), buffer) in &mut buffers {
        let (endpoint, queue) = (&mut endpoints[to as usize], &mut queues[to as usize]);
        buffer.lent = (rng.u32(..3) == 0).then(|| lent(buffer.len as usize));
        let room = buffer.lent.as_ref().map_or(Room::New(buffer.len), |memory| Room::Lent(memory.region()));
        buffer.connection = queue.offer_room(endpoint, from, room, WAYS[way]).map_err(|e| e.to_string())?;
        let invitation = queue.buffer(buffer.connection).ok_or("a buffer that was just offered is not there")?;
        buffer.words = invitation.invitation().to_words();
        if rng.u32(..4) == 0 {
            // As if the system did not let the sender map the memory.
            buffer.words[MEMORY].fill(0);
        }
    }
    let leaver = Some(rng.u32(..2 * plan.ranks)).filter(|leaver| *leaver < plan.ranks);
    let counted = (0..plan.ranks).map(|_| Cell::default()).collect();
    let known = Rc::new(Known { common: common.clone(), list, buffers, counted, leaver });
    let mut programs: Vec<Program> = Vec::new();
    for (endpoint, queue) in endpoints.into_iter().zip(queues) {
        let (known, me) = (known.clone(), endpoint.rank());
        let told = |planned: &Planned| planned.buffer.1 == me && WAYS[planned.buffer.2] == Telling::Note;
        let all = known.list.iter().zip(0..);
        let untold = all.filter(|(planned, _)| told(planned)).map(|(_, number)| number).collect();
        let (ends, kept) = (BTreeMap::new(), Vec::new());
        let member = Member { known: known.clone(), endpoint, queue, ends, kept, untold, counts: 0 };
        programs.push(Box::new(move || member.run()));
    }
    Ok(programs)
}
