//! What must hold of messages to handlers, whatever the protocol does: their order, their bytes, their ends, and the
//! accounts of their credit.
use super::memory::SpentMemory;
use super::turn::Turn;
use crate::contents::contents;
use clump::driver::{Begun, BrokenOff, MessageRole, Rank};
use clump_core::protocol::Account;
use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

/// The first number of the bytes of messages to handlers. Other messages have lower numbers.
const NUMBERS: usize = 1 << 20;
/// Both roles.
const ROLES: [MessageRole; 2] = [MessageRole::Request, MessageRole::Reply];

/// A message to a handler.
pub struct Streamed {
    pub from: Rank,
    pub to: Rank,
    pub role: MessageRole,
    pub len: u64,
    /// How many bytes the sender has handed over.
    pub handed: u64,
    /// The byte at which the sender has ended the message.
    pub end: u64,
}

/// All messages to handlers of a run, and what the receivers have to see of them.
#[derive(Default)]
pub struct Judge {
    pub streams: Vec<Streamed>,
    /// For each pair and role, the messages that have begun and that no handler has taken.
    order: BTreeMap<(Rank, Rank, bool), VecDeque<usize>>,
    /// Memory of pieces and reads, until the end.
    pub spent: SpentMemory,
}

fn is_reply(role: MessageRole) -> bool {
    role == MessageRole::Reply
}

// What the senders do.
impl Judge {
    /// Records a message that its sender is about to send. Returns the message's number.
    pub fn begin(&mut self, from: Rank, to: Rank, role: MessageRole, len: u64) -> usize {
        self.streams.push(Streamed { from, to, role, len, handed: 0, end: len });
        self.streams.len() - 1
    }

    /// Records that the first piece is about to be handed over: the message takes its place in the order.
    pub fn first_piece(&mut self, stream: usize) {
        let Streamed { from, to, role, .. } = self.streams[stream];
        self.order.entry((from, to, is_reply(role))).or_default().push_back(stream);
    }

    /// Records that the sender has handed over `len` bytes more.
    pub fn has_handed(&mut self, stream: usize, len: u64) {
        self.streams[stream].handed += len;
    }

    /// Records that the sender ends the message. Returns true if the message ends early.
    pub fn end(&mut self, stream: usize) -> bool {
        let s = &mut self.streams[stream];
        s.end = s.handed;
        s.end < s.len
    }

    /// Returns these bytes of a message.
    pub fn bytes(&self, stream: usize, range: Range<u64>) -> Vec<u8> {
        contents(NUMBERS + stream, range.end).split_off(range.start as usize)
    }
}

// What the receivers see.
impl Judge {
    /// Checks that a message which has begun to arrive is the next one of its pair and role. Returns its number.
    pub fn take_up(&mut self, turn: &Turn<'_>, begun: &Begun) -> Result<usize, String> {
        let Begun { id, from, handler, size, .. } = *begun;
        let (rank, role) = (turn.rank, turn.endpoint.engine().role(id).unwrap_or_default());
        let next = self.order.get_mut(&(from, rank, is_reply(role))).and_then(VecDeque::pop_front);
        let is_it = |s: &Streamed| (s.from, s.to, s.role, s.len) == (from, rank, role, size);
        match next {
            Some(stream) if stream as i32 == handler && is_it(&self.streams[stream]) => Ok(stream),
            _ => Err(format!("rank {rank} is to run stream {next:?}, and gets {begun:?} as a {role:?}")),
        }
    }

    /// Checks bytes that a handler has read from `at` on.
    pub fn check_bytes(&self, rank: Rank, stream: usize, at: u64, got: &[u8]) -> Result<(), String> {
        let end = at + got.len() as u64;
        if end > self.streams[stream].handed {
            return Err(format!("rank {rank}: byte {end} of stream {stream} is read before it is handed over"));
        }
        let wanted = self.bytes(stream, at..end);
        match got.iter().zip(wanted).position(|(got, wanted)| *got != wanted) {
            None => Ok(()),
            Some(byte) => {
                Err(format!("rank {rank}: byte {byte} of {} read of stream {stream} from {at} on differs", got.len()))
            }
        }
    }

    /// Checks a read up to `wanted` that has failed: the sender has ended the message before that byte.
    pub fn check_failed(&self, turn: &Turn<'_>, stream: usize, wanted: u64) -> Result<(), String> {
        match self.streams[stream].end < wanted {
            true => Ok(()),
            false => Err(format!("rank {}: a read of stream {stream} up to {wanted} fails for no reason", turn.rank)),
        }
    }

    /// Checks where a message ends for its handler, which can read up to `end`.
    pub fn check_ended(
        &self,
        turn: &Turn<'_>,
        stream: usize,
        end: u64,
        broken_off: Option<BrokenOff>,
    ) -> Result<(), String> {
        let s = &self.streams[stream];
        let right = match broken_off {
            None => end == s.len,
            Some(at) => s.end < s.len && end == s.end && at == BrokenOff { at: s.end, lost: false },
        };
        match right {
            true => Ok(()),
            false => Err(format!(
                "rank {}: stream {stream} of {} bytes, sent up to {}, ends at {end}: {broken_off:?}",
                turn.rank, s.len, s.end
            )),
        }
    }

    /// Checks a read up to `end` that is pending while nothing moves: its bytes must not be here.
    pub fn check_pending_read(&self, stream: usize, end: u64) -> Result<(), String> {
        let s = &self.streams[stream];
        match s.handed < end && s.end == s.len {
            true => Ok(()),
            false => Err(format!(
                "stuck: a read of stream {stream} up to {end} waits, and its sender has handed over {} bytes, and ends \
                 it at {}",
                s.handed, s.end
            )),
        }
    }
}

// The accounts of credit.
impl Judge {
    /// Checks a rank's own accounts, as its peers' receiver.
    pub fn look_at(&self, turn: &mut Turn<'_>) -> Result<(), String> {
        let (rank, engine, limits) = (turn.rank, turn.endpoint.engine(), turn.plan.limits_of(turn.rank));
        let mut kept = 0;
        for role in ROLES {
            let whole = if is_reply(role) { limits.replies } else { limits.handlers };
            for account in engine.handler_accounts(role) {
                check_receiver(&account, whole)
                    .map_err(|why| format!("rank {rank}, {role:?}: {why}, with {whole} granted: {account:?}"))?;
                kept += account.buffered;
            }
        }
        let most = u64::from(turn.plan.ranks) * (limits.handlers + limits.replies);
        match turn.endpoint.handled().pushed_to_handlers() {
            pushed if pushed == kept && pushed <= most => Ok(()),
            pushed => Err(format!("rank {rank} keeps {pushed} bytes for handlers; {kept} of at most {most} are owed")),
        }
    }

    /// Checks, at the end, that all messages have arrived, and that no memory has been written too late.
    pub fn check_end(&mut self) -> Result<(), String> {
        if let Some((pair, stream)) = self.order.iter().find_map(|(pair, order)| Some((pair, order.front()?))) {
            return Err(format!("stream {stream} never arrives: {pair:?}"));
        }
        self.spent.free()
    }
}

/// Checks that a receiver accounts for all of its sender's credit, and keeps less than a quarter of it to itself.
fn check_receiver(account: &Account, whole: u64) -> Result<(), String> {
    let Account { allowance, buffered, owed, withheld, .. } = *account;
    if allowance + buffered + owed != whole || withheld > 0 {
        return Err(format!("the receiver accounts for {} bytes", allowance + buffered + owed));
    }
    match owed < whole / 4 {
        true => Ok(()),
        false => Err(format!("the receiver does not return {owed} bytes")),
    }
}
