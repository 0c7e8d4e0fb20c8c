//! The end of a call whose user operation has thrown an exception.
//!
//! The exception leaves the call half-way, and this rank sends no further message of the call. The other ranks must
//! not wait for ever: on a board, this rank posts its remaining steps as empty posts; where ranks exchange messages,
//! it sends each of them an *abandonment*, an empty message with a tag of its own. A rank that waits for a message to
//! or from the thrower finds the abandonment, cancels the message and goes on. Its call returns MPI_ERR_TRUNCATE.
//!
//! Messages from one rank to another arrive in order, so what the thrower sent before is found first. Messages of the
//! call may arrive after its communicator has been freed, so no later communicator gets its context.
use crate::tags::ABANDONMENT;
use crate::team::Beyond;
use crate::team::abandonment_state::Abandonment;
use crate::team::departure::is_searching;
use crate::unwinding;
use crate::{Entrance, Team};
use clump::driver::{Endpoint, Mode, Outcome, Rank, Region, Request, Select};
use std::sync::atomic::Ordering::Relaxed;

impl<G: Entrance> Drop for Team<G> {
    #[inline(always)]
    fn drop(&mut self) {
        if unwinding::operation_threw() {
            self.abandon();
        }
    }
}

impl Abandonment {
    /// Records what a team of some of the ranks has found, for the team of all.
    pub(crate) fn note(&self, other: &Abandonment) {
        if other.found.load(Relaxed) {
            self.found.store(true, Relaxed);
        }
    }
}

impl<G: Entrance> Team<G> {
    /// Ends this rank's part of a call whose user operation has thrown an exception: posts the remaining steps on the
    /// board with empty posts and finishes them, and sends abandonments. The other ranks then report MPI_ERR_TRUNCATE,
    /// and the next call on the communicator finds the board free. Does nothing if called again. The caller must not be
    /// inside the gate.
    #[cold]
    pub fn abandon(&self) {
        let (first, steps) = (self.begun.0.load(Relaxed), self.begun.1.swap(0, Relaxed));
        if let Some(number) = self.group.filter(|_| steps > 0) {
            self.gate.enter(|ep| {
                if let Some(group) = ep.group(number) {
                    (first..first + steps).for_each(|step| group.abandon(step));
                }
            });
        }
        let Abandonment { part, messages, over, .. } = &self.abandonment;
        // Without a board of all members, another rank may wait for a message even if this rank has started none.
        if !part && (messages.load(Relaxed) || self.group.is_none()) && !over.swap(true, Relaxed) {
            self.gate.enter(|ep| self.send_abandonments(ep));
            self.gate.retire_context(self.context);
        }
    }

    fn send_abandonments(&self, ep: &mut Endpoint<G::Fabric>) {
        let own = ep.rank();
        for to in self.all_ranks().into_iter().filter(|&to| to != own) {
            if let Some(request) = ep.send(to, self.context, self.tag() + ABANDONMENT, Region::EMPTY, Mode::Standard) {
                ep.detach(request);
            }
        }
    }

    /// Returns the job-wide ranks of all processes of the call.
    pub(crate) fn all_ranks(&self) -> Vec<Rank> {
        let mut all: Vec<Rank> = self.members.iter().collect();
        if let Some(Beyond::Remote(remote)) = self.beyond.as_deref() {
            all.extend(remote.iter());
        }
        all
    }

    /// Returns which message is an abandonment from `rank`; `None` for an agreement, which calls no operation and whose
    /// tag is not below [`ABANDONMENT`].
    fn abandonment_of(&self, rank: Rank) -> Option<Select> {
        let tag = Some(self.tag()).filter(|&tag| tag < ABANDONMENT)? + ABANDONMENT;
        Some(Select { context: self.context, source: Some(rank), tag: Some(tag) })
    }

    /// Returns the outcome of a message to or from `peer`, or `None` while it is pending. Cancels the message if the
    /// peer has abandoned the call.
    #[inline(always)]
    pub(crate) fn test(&self, ep: &mut Endpoint<G::Fabric>, request: Request, peer: Rank) -> Option<Outcome> {
        match ep.test(request) {
            None => self.test_further(ep, request, peer),
            outcome => outcome,
        }
    }

    fn test_further(&self, ep: &mut Endpoint<G::Fabric>, request: Request, peer: Rank) -> Option<Outcome> {
        if is_searching() {
            self.search_message(ep, request, peer);
        }
        self.cancel_if_abandoned(ep, request, peer)
    }

    fn cancel_if_abandoned(&self, ep: &mut Endpoint<G::Fabric>, request: Request, peer: Rank) -> Option<Outcome> {
        if self.abandonment_of(peer).is_none_or(|select| !ep.has_arrived(select)) {
            return None;
        }
        self.abandonment.found.store(true, Relaxed);
        // While another thread copies the message, the endpoint refuses: the next poll tries again.
        let _ = ep.cancel(request);
        ep.test(request)
    }

    /// Receives the abandonments that this rank has found, at the end of the call. The caller must not be inside the
    /// gate.
    pub fn forget_abandonments(&self) {
        if !self.abandonment.found.swap(false, Relaxed) {
            return;
        }
        self.gate.enter(|ep| {
            for select in self.all_ranks().into_iter().filter_map(|rank| self.abandonment_of(rank)) {
                if ep.has_arrived(select) {
                    let request = ep.recv(select, Region::EMPTY);
                    ep.detach(request);
                }
            }
        });
    }
}
