//! Waits that also end when the rank that could complete the operation has left the job.
use super::{Endpoint, Local, joint_state};
use crate::endpoint::Request;
use crate::waiting::Patience;
use clump_core::{Outcome, Rank, Select, planted};
use clump_fabric::Tx;
use clump_fabric::clock::Clock;
use clump_fabric::local::LocalPeers;
use clump_fabric::shm::Waiting;
use std::fmt;

/// The rank without which an operation cannot complete has left the job. The operation is still pending: the caller
/// cancels it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departed(pub Rank);

impl fmt::Display for Departed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rank {} has left the job: what this rank waits for never comes", self.0)
    }
}

impl<F: Local> Endpoint<F> {
    /// Blocks until the request is complete, and returns its outcome. Makes progress meanwhile (serves pulls, seeks
    /// and acknowledgements).
    ///
    /// # Panics
    /// If the rank that the operation waits for has left the job.
    #[inline(always)]
    pub fn wait(&mut self, request: Request, waiting: Waiting) -> Outcome {
        self.wait_unless_departed(request, waiting).unwrap_or_else(|departed| panic!("{departed}"))
    }

    /// Returns the outcome of a request that is complete, or that the next frame completes, and forgets the
    /// request.
    #[inline(always)]
    pub fn wait_shortly(&mut self, request: Request) -> Option<Outcome> {
        if let Some(outcome) = self.test(request) {
            return Some(outcome);
        }
        if self.progress_by(1) { self.test(request) } else { None }
    }

    /// Blocks like [`wait`](Self::wait). Fails if the rank that the operation waits for has left the job; the
    /// operation is still pending then.
    #[inline(always)]
    pub fn wait_unless_departed(&mut self, request: Request, waiting: Waiting) -> Result<Outcome, Departed> {
        let mut patience = Patience::default();
        loop {
            if let Some(outcome) = self.test(request) {
                self.stop_waiting(&patience);
                return Ok(outcome);
            }
            // Take one frame at a time: it may be the awaited one.
            if self.progress_by(1) {
                patience.moved();
                continue;
            }
            let pause = self.pause(&mut patience, waiting);
            if pause.is_sleep()
                && let Some(departed) = self.departed(request)
            {
                if !self.progress() && self.peek(request).is_none() {
                    self.stop_waiting(&patience);
                    return Err(departed);
                }
                continue;
            }
            pause.rest();
        }
    }

    /// Returns what this operation waits for: the rank at its other end (`None`: any rank), its context and its tag.
    /// Returns `None` once a send is complete or a message has matched a receive.
    pub fn waits_for(&self, request: Request) -> Option<Select> {
        match request {
            Request::Send(id) => self.engine.pending_send(id),
            Request::Recv(id) => self.engine.posted_receive(id),
        }
    }

    /// Returns the rank that this operation waits for, if that rank has left the job. What the rank sent before it
    /// left may still arrive: give the operation up only after a poll of the network that finds nothing.
    pub fn departed(&mut self, request: Request) -> Option<Departed> {
        self.hear_faults();
        match self.waits_for(request) {
            Some(select) => self.departed_source(&select),
            None => self.lost_sender(request).map(Departed),
        }
    }

    /// Returns a rank that a receive waits for, if no rank is left that could send its message; a dead rank that a
    /// receive from any rank may wait for; or, if the communicator is revoked, this process's own rank.
    pub fn departed_source(&mut self, select: &Select) -> Option<Departed> {
        self.hear_faults();
        if let Some(rank) = select.source
            && self.has_departed(rank)
            && !planted("departure_unseen")
        {
            return Some(Departed(rank));
        }
        if self.is_revoked(select.context) && !planted("revocation_unseen") {
            return Some(Departed(self.rank));
        }
        if select.source.is_some() {
            return None;
        }
        if let Some(dead) = self.unacknowledged(select.context) {
            return Some(Departed(dead));
        }
        let mut all = self.joints.iter().flat_map(|joint| &joint.senders);
        let senders = all.find(|(context, _)| *context == select.context)?.1.clone();
        let first = *senders.first()?;
        senders.iter().all(|&sender| self.has_departed(sender)).then_some(Departed(first))
    }

    /// Returns true if this operation can never complete, because the rank that it waits for has left the job. Polls
    /// the network first, for what that rank sent before it left.
    pub fn is_in_vain(&mut self, request: Request) -> bool {
        self.departed(request).is_some() && !self.progress() && self.peek(request).is_none()
    }

    /// Cancels all operations with this context and tag, and forgets those that have ended. Returns true once none is
    /// left that may use its memory: what a message has matched completes as usual, or is lost with its sender, so call
    /// this again after a poll.
    #[must_use]
    pub fn withdraw_all(&mut self, context: u16, tag: i32) -> bool {
        let hears = !planted("withdrawal_waits_for_the_dead");
        if hears {
            self.hear_faults();
        }
        let (sends, receives) = self.engine.operations_of(context, tag);
        let all = sends.into_iter().map(Request::Send).chain(receives.into_iter().map(Request::Recv));
        all.fold(true, |over, request| {
            let ended =
                |ep: &mut Self| ep.test(request).is_some() || (ep.cancel(request) && ep.test(request).is_some());
            over & (ended(self) || (hears && self.lost_sender(request).is_some() && ended(self)))
        })
    }

    /// Returns true if another rank has left the job, or has died and the job goes on. (If the job does not, the
    /// launcher ends this process.)
    pub fn has_departed(&mut self, rank: Rank) -> bool {
        if self.is_of_joint(rank) {
            // No launcher of this job handles the death of a process of another job.
            let now = self.clock.now();
            return joint_state::lost(&mut self.joints, rank, now).unwrap_or(true) || self.tx.left(rank);
        }
        rank != self.rank && (self.tx.left(rank) || self.job.phase(rank).is_over())
    }

    /// Returns true if another rank has left the job and cannot return to it, as a process of sessions may: its process
    /// has ended, or it has told the other machines. Reads a file: do not call it in every poll.
    pub fn has_ended(&mut self, rank: Rank) -> bool {
        if !planted("returning_member_dies_unheard") {
            self.hear_faults();
        }
        self.has_departed(rank)
            && (self.is_of_joint(rank) || self.is_dead(rank) || self.tx.left(rank) || self.job.has_died(rank))
    }

    /// Returns true if a detached receive is still pending: its message is in flight, or a rank that has not left
    /// may still send it.
    pub fn owes_receives(&mut self) -> bool {
        let waits: Vec<_> = self.engine.detached_receives().collect();
        let (own, ranks) = (self.rank, self.size());
        let mut stays = |rank| rank != own && !self.has_departed(rank);
        waits.into_iter().any(|waits_for| match waits_for {
            None => true,
            Some(Some(source)) => stays(source),
            Some(None) => (0..ranks).any(&mut stays),
        })
    }
}
