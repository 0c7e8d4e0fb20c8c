//! Context numbers, and how the members of a new communicator agree on one.
//!
//! A communicator takes a pair: the even number for point-to-point, the odd one above it for collectives. Each process
//! keeps a mask of free pairs; the members take the lowest pair that is free in all of their masks.
mod numbers;
pub use numbers::{AgreementKey, Contexts};

use crate::abi;
use crate::coll::Sequence;
use crate::comm::{Agreement, Comm};
use crate::error::{Result, fail};
use crate::ffi::gate;
use crate::state::State;
use clump::Endpoint;
use numbers::{PAIRS, ROUND, Turn};
use std::future::poll_fn;
use std::task::Poll;

impl State {
    /// Frees a communicator once nothing needs it any more: its last collective has ended, nobody looks at its board,
    /// no operation on it is under way, no persistent request is bound to it (MPI 5.0, 7.4.3). Its context stays taken
    /// until then.
    pub fn release_comm(&mut self, comm: Comm) {
        self.freed.push(comm);
        self.release_freed();
    }

    fn release_freed(&mut self) {
        for comm in std::mem::take(&mut self.freed) {
            let groups = Sequence::ALL.map(|sequence| sequence.group(comm.context));
            let running = self.coll.schedules.uses(comm.context);
            if !running {
                for number in groups {
                    self.endpoint().leave(number);
                    self.endpoint().close_group(number as u16);
                }
            }
            let left = |ep: &mut Endpoint, number| ep.has_left(number) && !ep.knows_group(number as u16);
            if running || !groups.iter().all(|&number| left(self.endpoint(), number)) || self.is_used(&comm) {
                self.freed.push(comm);
            } else {
                self.contexts.release(comm.context);
                self.handlers.let_go(comm.errhandler);
            }
        }
    }

    /// True if a request, a matched message or a message under way belongs to the freed communicator.
    fn is_used(&self, comm: &Comm) -> bool {
        self.requests.iter().any(|(_, r)| r.comm() == comm.handle)
            || self.messages.iter().any(|(_, m)| m.context == comm.context)
            || self.open_endpoint().is_some_and(|e| e.uses(comm.context))
    }
}

/// Agrees with all who make it together on a context for a new communicator, and takes it. No guard may be held.
///
/// Several agreements may be under way at once, in other threads or as schedules. Each first waits until all its
/// members take part, so that whoever then holds the mask holds it for one exchange only; the lowest turn goes first.
pub async fn agree(agreement: &Agreement) -> Result<u16> {
    let mine = gate::enter().contexts.time + 1;
    let began = agreement.reduce(&mine.to_ne_bytes(), later).await;
    let turn = (time(&began), agreement.key());
    {
        let contexts = &mut gate::enter().contexts;
        contexts.time = contexts.time.max(turn.0);
        contexts.waiting.push(turn);
    }
    let result = rounds(agreement, turn).await;
    let mut s = gate::enter();
    let waiting = &mut s.contexts.waiting;
    if let Some(i) = waiting.iter().position(|&w| w == turn) {
        waiting.swap_remove(i);
    }
    // Now it is another one's turn, which may be that of a thread that sleeps.
    s.endpoint().stir();
    result
}

/// A mask, and the first step that suits whoever offers it.
fn split(offer: &[u8]) -> (&[u8], u64) {
    let (mask, start) = offer.split_at(ROUND / 8 + 1);
    (mask, time(start))
}

fn time(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(0, u64::from_ne_bytes)
}

/// The later of two times.
fn later(a: &mut [u8], b: &[u8]) {
    a.copy_from_slice(&time(a).max(time(b)).to_ne_bytes());
}

/// What both offer: pairs free in both masks, and the later of the steps.
fn join(a: &mut [u8], b: &[u8]) {
    let (mask, start) = a.split_at_mut(ROUND / 8 + 1);
    mask.iter_mut().zip(b).for_each(|(a, b)| *a &= b);
    later(start, &b[ROUND / 8 + 1..]);
}

/// Lets the agreement that goes first move on, whoever drives it: it may be this thread.
async fn give_way() {
    let mut given = false;
    poll_fn(|_| if std::mem::replace(&mut given, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}

async fn rounds(agreement: &Agreement, turn: Turn) -> Result<u16> {
    let mut first = 0;
    while first < PAIRS {
        let (mut offer, mine) = {
            let mut s = gate::enter();
            s.release_freed();
            let (mask, mine) = s.contexts.offer(first, turn);
            ([mask.as_slice(), &s.endpoint().next_start().to_ne_bytes()].concat(), mine)
        };
        offer = agreement.reduce(&offer, join).await;
        let agreed = taken(&offer, first, mine);
        match agreed {
            Round::Later => give_way().await,
            Round::Agreed(context) => return Ok(context),
            Round::Full => first += ROUND,
        }
    }
    fail(abi::MPI_ERR_OTHER, "all 32,768 context numbers are taken; free communicators that are no longer needed")
}

/// What a round of an agreement has come to.
enum Round {
    /// The mask was in the hands of an agreement that goes first.
    Later,
    Agreed(u16),
    /// All numbers of this round are taken somewhere.
    Full,
}

/// Takes what all have agreed on, and lets go of the mask, in one go: another agreement may take it up at once.
fn taken(offer: &[u8], first: usize, mine: bool) -> Round {
    let (all, start) = split(offer);
    let mut s = gate::enter();
    if mine {
        s.contexts.busy = false;
        // Others may sleep until the mask is free.
        s.endpoint().stir();
    }
    if all[ROUND / 8] == 0 {
        return Round::Later;
    }
    let Some(pair) = (0..ROUND).find(|p| all[p / 8] >> (p % 8) & 1 == 1) else { return Round::Full };
    let context = ((first + pair) * 2) as u16;
    s.contexts.take(context);
    s.contexts.starts.push((context, start));
    Round::Agreed(context)
}
