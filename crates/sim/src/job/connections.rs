//! A simulated program's connections: it offers buffers, closes them and takes notes, and it makes right and wrong
//! deposits into buffers of other ranks. `connection_checks.rs` checks them.
use super::memory::SpentMemory;
use super::plan::{Call, Plan};
use super::turn::{Part, Turn};
use crate::contents::contents;
use clump::driver::LentBuffer;
use clump::driver::windows::{BegunDeposit, Connection, DepositError, Invitation, NoteQueue, Room, Telling};
use clump_core::Rank;
use clump_fabric::sim::{lent, lent_copy};
use std::collections::BTreeMap;

/// The most buffers that a rank offers at a time.
const MOST_OPEN: usize = 4;
/// The longest buffer, in bytes.
const LONGEST: u64 = 8000;
/// The chance that a call about connections closes a connection, in per mille.
const CLOSED: u32 = 30;
/// The chance that a sender closes its end of a connection that the receiver has closed, in per mille.
const LEFT: u32 = 100;
/// The chance that a sender does not ask whether a deposit is sent, in per mille.
const FORGOTTEN: u32 = 150;

// Places in the words of an invitation.
const RANKS: usize = 1;
const KEY: usize = 3;
const LEN: usize = 4;
/// The name of the memory, three words. Without the name a sender cannot map the buffer and deposits by frames.
const MEMORY: usize = 6;

/// A buffer's number: its owner's rank, and its number in the owner's queue.
pub(super) type Number = (Rank, u32);

/// A buffer that a rank has offered.
pub(super) struct Offered {
    pub(super) invitation: Invitation,
    /// The invitation's words as the sender gets them.
    words: [u64; Invitation::WORDS],
    pub(super) telling: Telling,
    /// The memory of the buffer if the program has lent it.
    pub(super) lent: Option<LentBuffer>,
    pub(super) is_open: bool,
    /// The bytes that the buffer must hold once all deposits have arrived.
    pub(super) shadow: Vec<u8>,
    /// Deposits that may not have arrived yet. Each leaves a note, if the connection has notes.
    pub(super) under_way: Vec<Deposit>,
    /// How many deposits have begun.
    pub(super) begun: u64,
    /// How many deposits are known to have arrived.
    pub(super) applied: u64,
}

pub(super) struct Deposit {
    pub(super) offset: u64,
    pub(super) bytes: Vec<u8>,
    /// True if the deposit is long: its note may then come after the notes of later deposits.
    pub(super) is_long: bool,
}

/// What a rank has at one buffer of another rank.
#[derive(Default)]
pub(super) struct End {
    /// The connection by the invitation as it was made.
    pub(super) right: Option<Connection>,
    /// A connection by frames to the buffer's window, with a forged invitation.
    pub(super) forged: Option<Connection>,
    /// True if a deposit that must arrive is under way.
    pub(super) has_right: bool,
    /// True if a deposit that must be refused is under way.
    pub(super) has_wrong: bool,
    /// Memory of deposits under way. The deposit is `None` if the program has forgotten it.
    pub(super) sent: Vec<(Option<BegunDeposit>, LentBuffer)>,
    /// True if the sender has closed the connection, which it must not use again.
    pub(super) is_over: bool,
}

/// All connections of a run.
pub struct Connections {
    /// The queue of each rank that has offered a buffer.
    pub(super) queues: Vec<Option<NoteQueue>>,
    pub(super) all: BTreeMap<Number, Offered>,
    /// For each rank, its ends of connections.
    pub(super) ends: Vec<BTreeMap<Number, End>>,
    /// Memory of deposits and of buffers, until nothing is under way.
    pub(super) spent: SpentMemory,
    pieces: usize,
}

impl Connections {
    /// Returns the record of that many ranks, which have no connections yet.
    pub fn new(ranks: u32) -> Connections {
        Connections {
            queues: (0..ranks).map(|_| None).collect(),
            all: BTreeMap::new(),
            ends: (0..ranks).map(|_| BTreeMap::new()).collect(),
            spent: SpentMemory::default(),
            pieces: 0,
        }
    }

    /// Returns the numbers of the rank's open buffers.
    fn open(&self, rank: Rank) -> Vec<Number> {
        self.all.iter().filter(|((to, _), c)| *to == rank && c.is_open).map(|(number, _)| *number).collect()
    }
}

// The receiver's calls.
impl Connections {
    /// Offers a buffer to a random rank, unless the rank has enough of them.
    fn offer(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        let Turn { rank, endpoint, run, plan } = turn;
        let from = run.rng.u32(..plan.ranks);
        if self.open(*rank).len() >= MOST_OPEN {
            return Ok(());
        }
        let queue = match &mut self.queues[*rank as usize] {
            Some(queue) => queue,
            none => none.insert(NoteQueue::new(endpoint, 1 << run.rng.u32(..5)).map_err(|why| why.to_string())?),
        };
        let len = run.rng.u64(1..=LONGEST);
        let telling = [Telling::Nothing, Telling::Count, Telling::Note, Telling::Note][run.rng.usize(..4)];
        let own = (run.rng.u32(..3) == 0).then(|| lent_copy(&vec![0; len as usize]));
        let room = own.as_ref().map_or(Room::New(len), |memory| Room::Lent(memory.region()));
        let connection = queue.offer_room(endpoint, from, room, telling).map_err(|why| why.to_string())?;
        let Some(invitation) = queue.buffer(connection).map(|buffer| buffer.invitation()) else {
            return Err(format!("rank {rank} has offered a buffer {connection}, and it is not there"));
        };
        let mut words = invitation.to_words();
        if Invitation::from_words(words) != Some(invitation) {
            return Err(format!("the words of {invitation:?} say something else"));
        }
        // As if the system did not let the sender map the memory.
        let by_frames = run.rng.u32(..3) == 0;
        if by_frames {
            words[MEMORY..MEMORY + 3].fill(0);
        }
        run.note(|| {
            format!(
                "rank {rank} offers buffer {connection} to rank {from}: {len} bytes, {telling:?}, lent: {}, by frames: \
                 {by_frames}",
                own.is_some()
            )
        });
        self.all.insert(
            (*rank, connection),
            Offered {
                invitation,
                words,
                telling,
                lent: own,
                is_open: true,
                shadow: vec![0; len as usize],
                under_way: Vec::new(),
                begun: 0,
                applied: 0,
            },
        );
        Ok(())
    }

    /// Closes one of the rank's buffers.
    fn close(&mut self, turn: &mut Turn<'_>, number: Number) -> Result<(), String> {
        let Turn { rank, endpoint, run, .. } = turn;
        let (Some(c), Some(queue)) = (self.all.get_mut(&number), &mut self.queues[*rank as usize]) else {
            return Ok(());
        };
        run.coverage.closed_amid += u64::from(!c.under_way.is_empty());
        run.note(|| format!("rank {rank} closes buffer {}", number.1));
        if !queue.close(endpoint, number.1) {
            return Err(format!("rank {rank} closes {number:?}, and its queue does not know it"));
        }
        c.is_open = false;
        c.under_way.clear();
        if let Some(memory) = c.lent.take() {
            self.spent.add(memory);
        }
        Ok(())
    }
}

// The sender's calls.
impl Connections {
    /// Makes a right or a wrong deposit into a random buffer, or closes an end of a connection.
    fn deposit_something(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        // Mostly chooses a connection whose sender is this rank.
        let (rank, own) = (turn.rank, turn.run.rng.u32(..8) > 0);
        let is_one = |c: &Offered| c.invitation.from == rank && c.is_open || !own;
        let ends = &self.ends[rank as usize];
        let is_over = |number| ends.get(number).is_some_and(|end| end.is_over);
        let some = self.all.iter().filter(|(number, c)| is_one(c) && !is_over(number));
        let some: Vec<Number> = some.map(|(number, _)| *number).collect();
        if some.is_empty() {
            return Ok(());
        }
        let number = some[turn.run.rng.usize(..some.len())];
        let c = &self.all[&number];
        if c.invitation.from != rank {
            return self.forge(turn, number);
        }
        if !c.is_open && turn.run.chance(LEFT) {
            return self.leave(turn, number);
        }
        match turn.run.rng.u32(..16) {
            0 | 1 => self.forge(turn, number),
            2 => {
                // The deposit reaches past the buffer's end by one byte or by many, or past the largest offset.
                let (room, len) = (c.invitation.len, turn.plan.len(&mut turn.run.rng).clamp(1, LONGEST));
                let least = (room + 1).saturating_sub(len);
                let offset = [least, room, u64::MAX - len / 2][turn.run.rng.usize(..3)].max(least);
                self.deposit(turn, number, offset, vec![1; len as usize])
            }
            _ => {
                let most = if turn.run.rng.bool() { 64 } else { LONGEST };
                let len = turn.plan.len(&mut turn.run.rng).min(most);
                let Some(offset) = c.place(&mut turn.run.rng, len) else { return Ok(()) };
                self.pieces += 1;
                self.deposit(turn, number, offset, contents(1 << 24 | self.pieces, len))
            }
        }
    }

    /// Deposits bytes as the invitation allows, or past the buffer's end, or into a buffer that may be closed.
    fn deposit(&mut self, turn: &mut Turn<'_>, number: Number, offset: u64, bytes: Vec<u8>) -> Result<(), String> {
        let Turn { rank, endpoint, run, .. } = turn;
        let Some(c) = self.all.get_mut(&number) else { return Ok(()) };
        let end = self.ends[*rank as usize].entry(number).or_default();
        let connection = match &mut end.right {
            Some(connection) => connection,
            none => {
                let invitation = Invitation::from_words(c.words).ok_or("an invitation's words are none")?;
                none.insert(Connection::open(endpoint, &invitation).map_err(|why| why.to_string())?)
            }
        };
        let (memory, len, room) = (lent_copy(&bytes), bytes.len() as u64, c.invitation.len);
        let is_inside = offset <= room && len <= room - offset;
        let begun = connection.deposit(endpoint, offset, memory.region());
        run.note(|| format!("rank {rank} deposits {len} bytes at {offset} of buffer {number:?}: {begun:?}"));
        match begun {
            Ok(_) if !is_inside => return Err(format!("rank {rank} may deposit {len} bytes at {offset} of {room}")),
            Ok(_) if !c.is_open && connection.is_mapped() => {
                return Err(format!("rank {rank} stores into the buffer {number:?}, which is closed"));
            }
            Ok(begun) => {
                run.coverage.stored += u64::from(connection.is_mapped());
                if c.is_open {
                    c.begin(offset, bytes, len > endpoint.most_combined() as u64);
                }
                end.has_right |= c.is_open;
                end.has_wrong |= !c.is_open;
                let forgets = run.chance(FORGOTTEN);
                if forgets {
                    connection.forget(endpoint, begun);
                }
                end.sent.push(((!forgets).then_some(begun), memory));
                return self.take_arrived(turn, number).map(drop);
            }
            Err(DepositError::Outside(_)) if !is_inside => run.coverage.refused += 1,
            Err(DepositError::Closed(_)) if !c.is_open => run.coverage.refused += 1,
            Err(DepositError::QueueFull(_)) if c.telling == Telling::Note => run.coverage.full_queues += 1,
            Err(why) => return Err(format!("rank {rank}, buffer {number:?}, open: {}: {why}", c.is_open)),
        }
        self.spent.add(memory);
        Ok(())
    }

    /// Deposits with a forged invitation, by frames, which the receiver must refuse.
    fn forge(&mut self, turn: &mut Turn<'_>, number: Number) -> Result<(), String> {
        let Turn { rank, endpoint, run, .. } = turn;
        let Some(c) = self.all.get(&number) else { return Ok(()) };
        let Invitation { to, from, len: room, .. } = c.invitation;
        let mut words = c.words;
        words[MEMORY..MEMORY + 3].fill(0);
        let (mut offset, mut len) = (0, run.rng.u64(1..=room.min(3000)));
        if from != *rank {
            // Only the sender is wrong.
            words[RANKS] = u64::from(to) | u64::from(*rank) << 32;
            if let Some(real) = Invitation::from_words(c.words)
                && Connection::open(endpoint, &real).is_ok()
            {
                return Err(format!("rank {rank} connects by an invitation to rank {from}"));
            }
        } else if run.rng.bool() {
            words[KEY] ^= 1 << run.rng.u32(..64);
        } else {
            // The invitation says that the buffer is longer. The deposit reaches past the end by one byte or by more.
            len = run.rng.u64(1..3000);
            words[LEN] = room + 6000;
            let least = (room + 1).saturating_sub(len);
            offset = if run.rng.bool() { least } else { least.max(room) };
        }
        let forged = Invitation::from_words(words).ok_or("the forged words are no invitation")?;
        let connection = Connection::open(endpoint, &forged).map_err(|why| why.to_string())?;
        let memory = lent(len as usize);
        memory.region().write(&vec![1; len as usize]);
        let begun = connection.deposit(endpoint, offset, memory.region());
        run.note(|| format!("rank {rank} forges {len} bytes at {offset} of buffer {number:?}: {begun:?}"));
        let begun = begun.map_err(|why| format!("rank {rank} cannot deposit by frames: {why}"))?;
        let end = self.ends[*rank as usize].entry(number).or_default();
        end.has_wrong = true;
        end.forged = Some(connection);
        end.sent.push((Some(begun), memory));
        Ok(())
    }

    /// Closes the rank's end of a connection that the receiver has closed.
    fn leave(&mut self, turn: &mut Turn<'_>, number: Number) -> Result<(), String> {
        let Some(end) = self.ends[turn.rank as usize].get_mut(&number) else { return Ok(()) };
        let (Some(connection), false) = (&end.right, end.is_over) else { return Ok(()) };
        let has_arrived = connection.has_arrived(turn.endpoint);
        if has_arrived && end.has_wrong {
            // The refusal would be forgotten with the window.
            return Ok(());
        }
        if connection.close(turn.endpoint) != has_arrived {
            return Err(format!("rank {} closes its end of {number:?}; arrived: {has_arrived}", turn.rank));
        }
        end.is_over = has_arrived;
        Ok(())
    }
}

impl Part for Connections {
    fn weight(&self, plan: &Plan) -> u32 {
        plan.weights.of(Call::Connection)
    }

    fn call(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        match turn.run.rng.u32(..8) {
            0 => self.offer(turn)?,
            1 | 2 => {
                let most = turn.run.rng.usize(1..8);
                self.take_notes(turn, most)?;
            }
            _ => self.deposit_something(turn)?,
        }
        if turn.run.chance(CLOSED) {
            let own = self.open(turn.rank);
            if !own.is_empty() {
                let number = own[turn.run.rng.usize(..own.len())];
                self.close(turn, number)?;
            }
        }
        Ok(())
    }

    fn take_ended(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        let some: Vec<Number> = self.ends[turn.rank as usize].keys().copied().collect();
        some.into_iter().try_fold(false, |any, number| Ok(any | self.take_arrived(turn, number)?))
    }

    fn check(&mut self) -> Result<(), String> {
        self.check_settled()
    }

    fn go_on(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        self.take_notes(turn, usize::MAX)
    }

    fn end(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        self.check_told(turn.rank)?;
        self.open(turn.rank).into_iter().try_for_each(|number| self.close(turn, number))
    }
}
