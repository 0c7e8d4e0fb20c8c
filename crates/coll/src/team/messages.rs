//! The messages of a collective call: sends and receives on the communicator's context, with the call's tag.
use crate::{Entrance, Team};
use clump::driver::{Endpoint, Mode, Outcome, Rank, Region, Request, Scattered, Select};
use std::future::poll_fn;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::task::Poll;

/// A message in flight.
#[must_use = "its memory is free only when it is done"]
#[derive(Clone, Copy)]
pub struct Pending {
    request: Option<Request>,
    peer: Rank,
}

/// Messages of one call that are in flight together. Starting and testing them needs a single entry into the process.
#[derive(Default)]
pub struct MessageBatch {
    list: Vec<(Request, Rank)>,
    /// Number of messages, from the first on, that have been sent or received.
    done: usize,
}

impl<G: Entrance> Team<G> {
    /// Returns which messages a receive from rank `from` matches, and the job-wide number of the rank.
    fn select(&self, from: usize) -> (Select, Rank) {
        let peer = self.members.job(from as u32);
        (Select { context: self.context, source: Some(peer), tag: Some(self.tag) }, peer)
    }

    /// Starts a send. The caller may reuse `data` once [`Team::done`] has returned for the message.
    pub fn start_send(&self, to: usize, data: Region) -> Pending {
        let peer = self.members.job(to as u32);
        self.abandonment.uses_messages();
        let request = self.gate.enter(|ep| ep.send(peer, self.context, self.tag, data, Mode::Standard));
        Pending { request, peer }
    }

    /// Starts a send from memory with gaps, as [`Team::start_send`] does.
    pub fn start_send_scattered(&self, to: usize, data: &Arc<Scattered>) -> Pending {
        let peer = self.members.job(to as u32);
        self.abandonment.uses_messages();
        let send = |ep: &mut Endpoint<G::Fabric>| ep.send_scattered(peer, self.context, self.tag, data, Mode::Standard);
        Pending { request: self.gate.enter(send), peer }
    }

    /// Starts a receive into memory with gaps, as [`Team::start_recv`] does.
    pub fn start_recv_scattered(&self, from: usize, into: &Arc<Scattered>) -> Pending {
        let (select, peer) = self.select(from);
        self.abandonment.uses_messages();
        Pending { request: Some(self.gate.enter(|ep| ep.recv_scattered(select, into))), peer }
    }

    /// Starts a receive. `into` is filled once [`Team::done`] has returned for the message.
    pub fn start_recv(&self, from: usize, into: Region) -> Pending {
        let (select, peer) = self.select(from);
        self.abandonment.uses_messages();
        Pending { request: Some(self.gate.enter(|ep| ep.recv(select, into))), peer }
    }

    /// Waits until the message has been sent or received.
    pub async fn done(&self, pending: Pending) {
        let Some(request) = pending.request else {
            return;
        };
        let outcome = poll_fn(|_| match self.gate.enter(|ep| self.test(ep, request, pending.peer)) {
            Some(outcome) => Poll::Ready(outcome),
            None => {
                self.peer.store(pending.peer as i32, Relaxed);
                Poll::Pending
            }
        })
        .await;
        self.note_outcome(pending.peer, &outcome);
    }

    fn note_outcome(&self, peer: Rank, outcome: &Outcome) {
        if outcome.truncated.is_some() || outcome.cancelled {
            self.note_truncation_of(peer);
        }
    }

    /// Waits until all messages have been sent or received.
    pub async fn all(&self, pending: impl IntoIterator<Item = Pending>) {
        for p in pending {
            self.done(p).await;
        }
    }

    pub async fn send(&self, to: usize, data: Region) {
        self.done(self.start_send(to, data)).await;
    }

    pub async fn recv(&self, from: usize, into: Region) {
        self.done(self.start_recv(from, into)).await;
    }

    /// Sends `data` to rank `to` and concurrently receives `into` from rank `from`.
    pub async fn exchange(&self, to: usize, data: Region, from: usize, into: Region) {
        let incoming = self.start_recv(from, into);
        let outgoing = self.start_send(to, data);
        self.done(incoming).await;
        self.done(outgoing).await;
    }
}

impl MessageBatch {
    /// Prepares for the messages of a further call of `team`. All messages of the former call have been sent or
    /// received.
    pub fn begin<G: Entrance>(&mut self, team: &Team<G>) {
        self.list.clear();
        self.done = 0;
        team.forget_misfit();
    }

    /// Starts a send of the call of `team`, and adds it to the batch.
    pub fn send<G: Entrance>(&mut self, team: &Team<G>, ep: &mut Endpoint<G::Fabric>, to: usize, data: Region) {
        let peer = team.members.job(to as u32);
        team.abandonment.uses_messages();
        let request = ep.send(peer, team.context, team.tag, data, Mode::Standard);
        self.list.extend(request.map(|request| (request, peer)));
    }

    /// Starts a receive of the call of `team`, and adds it to the batch.
    pub fn recv<G: Entrance>(&mut self, team: &Team<G>, ep: &mut Endpoint<G::Fabric>, from: usize, into: Region) {
        let (select, peer) = team.select(from);
        team.abandonment.uses_messages();
        self.list.push((ep.recv(select, into), peer));
    }

    /// Returns true if all messages have been sent or received. Takes messages that are their sender's next, and makes
    /// no other progress.
    #[inline]
    pub fn test<G: Entrance>(&mut self, team: &Team<G>, ep: &mut Endpoint<G::Fabric>) -> bool {
        while let Some(&(request, peer)) = self.list.get(self.done) {
            let Some(outcome) = ep.take_in_turn(request).or_else(|| team.test(ep, request, peer)) else {
                team.peer.store(peer as i32, Relaxed);
                return false;
            };
            team.note_outcome(peer, &outcome);
            self.done += 1;
        }
        true
    }
}
