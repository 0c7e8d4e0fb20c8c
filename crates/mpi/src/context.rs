//! Context numbers, and the agreement on a context among the members of a new communicator.
//!
//! A communicator takes a pair of contexts: an even context for point-to-point messages, and the next odd context for
//! collectives. Each process keeps a bit mask of free pairs; the members take the lowest pair that is free in all their
//! masks. Communicators with processes of another job have contexts from [`GUEST_CONTEXTS`], so that those processes
//! can reach no communicator of this job alone.

use crate::abi;
use crate::agreement::Agreement;
use crate::error::{Result, fail};
use crate::ffi::gate;
use crate::objects::coll::Sequence;
use crate::objects::comm::Comm;
use crate::objects::context::numbers::{Birth, PAIRS, ROUND, Turn};
use crate::state::State;
use clump::driver::border::GUEST_CONTEXTS;
use clump::driver::{Endpoint, GROUPS};
use clump_coll::may_reuse_contexts;
use std::future::poll_fn;
use std::ops::Range;
use std::task::Poll;

impl State {
    /// Frees a communicator once its last collective has ended, no rank reads its board, no operation on it is in
    /// flight and no persistent request is bound to it (MPI 5.0, 7.4.3). The communicator's context stays taken until
    /// then.
    pub fn release_comm(&mut self, comm: Comm) {
        self.freed.push(comm);
        self.release_freed();
    }

    /// Releases a pair of contexts. Processes of another job that had agreed on it lose it too.
    pub(crate) fn release_context(&mut self, context: u16) {
        self.contexts.release(context);
        self.agreements.forget(context);
        if let Some(endpoint) = &mut self.common.endpoint {
            endpoint.faults().forget_communicator(context);
            endpoint.joints().take_context_back(context);
            endpoint.name_communicator(context, b"");
        }
    }

    /// Discards the messages that have arrived for calls that had failed: they would hold their senders' credit.
    pub(crate) fn discard_late(&mut self) {
        let State { common, mpi } = self;
        for (contexts, tag) in mpi.contexts.late() {
            common.endpoint().faults().discard_late(contexts.clone(), *tag);
        }
    }

    pub(crate) fn release_freed(&mut self) {
        self.discard_late();
        for comm in std::mem::take(&mut self.freed) {
            let groups = Sequence::ALL.map(|sequence| sequence.group(comm.context));
            let running = self.coll.schedules.uses(comm.context);
            if !running {
                for number in groups {
                    self.endpoint().leave(number);
                    self.endpoint().broadcasts().close_group(number as u16);
                }
            }
            let left = |ep: &mut Endpoint, number| ep.has_left(number) && !ep.knows_group(number as u16);
            // A dead member never leaves a board, and messages of failed calls may wait here.
            let failed = !may_reuse_contexts(self.endpoint(), comm.context, &comm.everyone().0);
            let unused = |s: &mut State| {
                groups.iter().all(|&number| left(s.endpoint(), number)) && !s.endpoint().uses(comm.context)
            };
            if running || self.has_requests(&comm) || !failed && !unused(self) {
                self.freed.push(comm);
            } else {
                if failed {
                    self.contexts.retire(comm.context);
                }
                self.endpoint().joints().set_senders(comm.context, Vec::new());
                self.release_context(comm.context);
                self.handlers.let_go(comm.errhandler);
            }
        }
        self.leave_joints();
    }

    /// Returns true if a request or a matched message belongs to the freed communicator.
    fn has_requests(&self, comm: &Comm) -> bool {
        self.requests.iter().any(|(_, r)| r.comm() == comm.handle)
            || self.messages.iter().any(|(_, m)| m.context == comm.context)
    }
}

/// Agrees with all members of a new communicator on its context, and takes the context. The caller must not hold a
/// guard.
///
/// Several agreements may run at once, in other threads or as schedules. Each agreement first waits until all its
/// members take part, so that it holds the mask only for one exchange. The agreement with the lowest turn goes first.
/// The other agreements of a process wait for its end and send no offers in vain. A process that learns of an agreement
/// while it offers its mask to a later one refuses: both agreements then try again, and the others no longer wait.
pub async fn agree(agreement: &Agreement) -> Result<u16> {
    match agree_below(agreement, PAIRS).await {
        Some(context) => Ok(context),
        None => fail(abi::MPI_ERR_OTHER, "all context numbers are taken; free communicators that are no longer needed"),
    }
}

/// Agrees on a context whose number is that of a board, as [`agree`] does. Returns `None` on all members if no such
/// context is free, or if processes of another job are among the members, for whom there are none.
pub async fn agree_on_board(agreement: &Agreement) -> Option<u16> {
    agree_below(agreement, GROUPS / 2).await
}

/// Agrees on one of the first `end` pairs of contexts.
async fn agree_below(agreement: &Agreement, end: usize) -> Option<u16> {
    let mine = gate::enter().contexts.time + 1;
    let began = agreement.reduce(&mine.to_ne_bytes(), later).await;
    let turn = (time(&began), agreement.key());
    {
        let contexts = &mut gate::enter().contexts;
        contexts.time = contexts.time.max(turn.0);
        contexts.begin(turn);
    }
    let mut running = Running { turn, offers: false };
    rounds(agreement, &mut running, end).await
}

/// An agreement from its turn to its end. Dropping the value ends the agreement, also one that fails half-way.
struct Running {
    turn: Turn,
    /// True while the agreement holds the mask.
    offers: bool,
}

impl Drop for Running {
    fn drop(&mut self) {
        let mut s = gate::enter();
        if self.offers {
            s.contexts.busy = false;
        }
        s.contexts.end(self.turn);
        // Wake up the threads that sleep, because the next agreement may belong to one of them.
        s.endpoint().stir();
    }
}

/// Splits an offer into the mask and the member's first step, as bytes and as a number.
fn split(offer: &[u8]) -> (&[u8], u64) {
    let (mask, start) = offer.split_at(ROUND / 8 + 1);
    (mask, time(start))
}

fn time(bytes: &[u8]) -> u64 {
    bytes.try_into().map_or(0, u64::from_ne_bytes)
}

/// Stores the later of the times `a` and `b` in `a`.
fn later(a: &mut [u8], b: &[u8]) {
    a.copy_from_slice(&time(a).max(time(b)).to_ne_bytes());
}

/// Joins offer `b` into `a`: keeps the pairs that are free in both masks, and the later step.
fn join(a: &mut [u8], b: &[u8]) {
    let (mask, start) = a.split_at_mut(ROUND / 8 + 1);
    mask.iter_mut().zip(b).for_each(|(a, b)| *a &= b);
    later(start, &b[ROUND / 8 + 1..]);
}

/// Yields to the agreement that goes first, which may belong to this thread or to another thread.
async fn give_way() {
    let mut given = false;
    poll_fn(|_| if std::mem::replace(&mut given, true) { Poll::Ready(()) } else { Poll::Pending }).await;
}

/// Waits until the agreement must answer the other members; see [`Contexts::waits`].
async fn await_turn(turn: Turn) {
    poll_fn(|_| if gate::enter().contexts.waits(turn) { Poll::Pending } else { Poll::Ready(()) }).await;
}

/// Returns a member of an agreement that belongs to another job, if any does: then all members are of one joint job.
fn guest(agreement: &Agreement) -> Option<u32> {
    let own = gate::enter().endpoint().size();
    agreement.team().members().iter().find(|&member| member >= own)
}

async fn rounds(agreement: &Agreement, running: &mut Running, end: usize) -> Option<u16> {
    let turn = running.turn;
    let guest = guest(agreement);
    let guests = usize::from(GUEST_CONTEXTS.start) / 2;
    let (mut first, end) = if guest.is_some() { (guests, end) } else { (0, end.min(guests)) };
    while first < end {
        await_turn(turn).await;
        let (mut offer, mine) = {
            let mut s = gate::enter();
            s.release_freed();
            let (mask, mine) = s.contexts.offer(first, turn);
            ([mask.as_slice(), &s.endpoint().next_start().to_ne_bytes()].concat(), mine)
        };
        running.offers = mine;
        offer = agreement.reduce(&offer, join).await;
        running.offers = false;
        let agreed = taken(&offer, first..end, mine, turn, guest);
        match agreed {
            Round::Later => give_way().await,
            Round::Agreed(context) => return Some(context),
            Round::Full => first += ROUND,
        }
    }
    None
}

/// The result of one round of an agreement.
enum Round {
    /// An agreement that goes first holds the mask.
    Later,
    Agreed(u16),
    /// Every context of this round is taken on some member.
    Full,
}

/// Takes the agreed context, one of `pairs`, and releases the mask in one step, so that no other agreement sees the
/// mask released before the context is taken.
fn taken(offer: &[u8], pairs: Range<usize>, mine: bool, turn: Turn, guest: Option<u32>) -> Round {
    let (all, start) = split(offer);
    let mut s = gate::enter();
    if mine {
        s.contexts.busy = false;
        // Wake up the threads that sleep, because some of them may be waiting for the mask.
        s.endpoint().stir();
    }
    if all[ROUND / 8] == 0 {
        s.contexts.refused(turn);
        s.endpoint().stir();
        return Round::Later;
    }
    let free = |p: &usize| all[p / 8] >> (p % 8) & 1 == 1;
    let Some(pair) = (0..ROUND.min(pairs.len())).find(free) else { return Round::Full };
    let context = ((pairs.start + pair) * 2) as u16;
    s.contexts.take(context);
    if let Some(guest) = guest {
        s.endpoint().joints().give_context(context, guest);
    }
    s.contexts.births.push(Birth { context, start, time: turn.0 });
    Round::Agreed(context)
}
