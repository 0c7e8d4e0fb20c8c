//! FaultsHeard: ranks of this job that have died while the job goes on, and communicators that are revoked.
//!
//! The log of faults lies in the machine's memory. A waiting thread reads it before it sleeps (`departed.rs`), and the
//! process that adds to it wakes up all ranks of the machine. Without a fault that costs one load before a sleep. What
//! concerns a joint job comes over the line to its coordinator ([`crate::coordination`]).
use super::joint_state::DeathOrder;
use super::{Endpoint, Local};
use crate::agreements::{AgreementLetter, Contribution, Decision};
use crate::coordination::FromCoordinator;
use crate::endpoint::Request;
use crate::standard_fabric::Standard;
use clump_core::{Rank, planted};
use clump_fabric::Tx;
use clump_fabric::local::{AgreementName, Agreements, Contributed, Fault, LocalJob, LocalPeers, Revoked};
use clump_fabric::mem::Region;
use std::collections::BTreeMap;
use std::io;
use std::ops::Range;

/// What an endpoint has heard of faults.
#[derive(Default)]
pub(crate) struct FaultsHeard {
    /// How many faults of the log it has heard of.
    heard: usize,
    /// The dead ranks, in the order of the log.
    dead: Vec<Rank>,
    /// How many words of coordinators it has heard.
    heard_of_joints: usize,
    /// The communicators that this process knows, by their even context.
    known: BTreeMap<u16, Known>,
}

/// A communicator, as far as faults are concerned.
struct Known {
    name: Revoked,
    /// One of its members: the deaths of that member's job or joint job count.
    member: Rank,
    /// The ranks from which its messages come.
    senders: Box<dyn Fn(Rank) -> bool + Send>,
    revoked: bool,
    /// How many deaths the program has acknowledged.
    acknowledged: usize,
}

impl FaultsHeard {
    /// Marks a communicator as revoked, if this process knows it.
    fn revoke(&mut self, name: Revoked) {
        self.known.values_mut().filter(|known| known.name == name).for_each(|known| known.revoked = true);
    }
}

/// The view of an [`Endpoint`] for communicators that can be revoked, and agreements.
pub struct FaultsView<'a, F: Local = Standard> {
    pub(super) endpoint: &'a mut Endpoint<F>,
}

impl<F: Local> Endpoint<F> {
    /// Returns the view for communicators that can be revoked, and agreements.
    #[inline(always)]
    pub fn faults(&mut self) -> FaultsView<'_, F> {
        FaultsView { endpoint: self }
    }
}

impl<F: Local> FaultsView<'_, F> {
    /// Tells the endpoint of a communicator: its even context, its name among all communicators, one of its members,
    /// and which ranks send its messages. From now on it can be revoked, and a receive from any rank fails once one of
    /// these ranks has died.
    pub fn know_communicator(
        &mut self,
        context: u16,
        name: Revoked,
        member: Rank,
        senders: impl Fn(Rank) -> bool + Send + 'static,
    ) {
        // Only communicators that may be revoked from now on: the log may have one of an earlier communicator.
        self.endpoint.hear_faults();
        let known = Known { name, member, senders: Box::new(senders), revoked: false, acknowledged: 0 };
        self.endpoint.faults.known.insert(context, known);
        // A faster member may have revoked the communicator before this one has made it.
        let revoked = match self.endpoint.ordered_joint(member) {
            Some(order) => order.revoked.contains(&name),
            None => (0..).map_while(|at| self.endpoint.job.fault(at)).any(|fault| fault == Fault::Revoked(name)),
        };
        if let Some(known) = self.endpoint.faults.known.get_mut(&context) {
            known.revoked = revoked;
        }
    }

    /// Forgets a communicator.
    pub fn forget_communicator(&mut self, context: u16) {
        self.endpoint.faults.known.remove(&context);
    }

    /// Returns how many faults this process has heard of.
    pub fn faults_heard(&self) -> usize {
        self.endpoint.faults.heard + self.endpoint.faults.heard_of_joints
    }

    /// Revokes a communicator, by its even context: calls that wait in it, and later ones, fail on all its members.
    pub fn revoke(&mut self, context: u16) -> io::Result<()> {
        let known = self.endpoint.faults.known.get(&context).map(|known| (known.name, known.member));
        let Some((name, member)) = known else { return Ok(()) };
        let mut joints = self.endpoint.joints.iter_mut().filter(|joint| joint.rank_of(member).is_some());
        if let Some(order) = joints.next().and_then(|joint| joint.order.as_mut()) {
            order.note_revoked(name);
            order.line.revoke(name);
            self.endpoint.faults.revoke(name);
            self.endpoint.faults.heard_of_joints += 1;
            return Ok(());
        }
        self.endpoint.job.log_fault(Fault::Revoked(name))?;
        self.endpoint.hear_faults();
        self.endpoint.ring_all();
        self.endpoint.job.ring_launcher();
        Ok(())
    }

    /// Acknowledges the first `count` deaths in a communicator: receives from any rank go on without these.
    pub fn acknowledge(&mut self, context: u16, count: usize) {
        if let Some(known) = self.endpoint.faults.known.get_mut(&context) {
            known.acknowledged = known.acknowledged.max(count);
        }
    }

    /// Discards the messages in one of `contexts`, and with this tag unless it is `None`, that wait on this rank: no
    /// receive will take them, because the calls that they belong to have failed. More of them may arrive later.
    pub fn discard_late(&mut self, contexts: Range<u16>, tag: Option<i32>) {
        if !planted("late_messages_stay") {
            self.endpoint.with(Region::EMPTY, |engine, port| engine.tags().discard_late(port, contexts, tag));
        }
    }

    /// Contributes to an agreement of a communicator whose members are all on this machine.
    pub fn contribute(&mut self, name: AgreementName, value: Contribution) -> io::Result<()> {
        self.endpoint.job.contribute(name, self.endpoint.rank, value.0)
    }

    /// Contributes to an agreement of a communicator whose members are on several machines or of a joint job: the
    /// launcher decides it. Returns false if the launcher's process of this machine has to take an earlier letter
    /// first, or cannot take one of so many members.
    pub fn contribute_far(&mut self, name: AgreementName, value: Contribution, members: &[Rank]) -> bool {
        let joint =
            self.endpoint.joints.iter_mut().find(|joint| members.first().is_some_and(|&m| joint.rank_of(m).is_some()));
        if let Some(joint) = joint {
            return joint.contribute(name, value, members);
        }
        let letter = AgreementLetter { name, rank: self.endpoint.rank, value, members: members.to_vec() };
        self.endpoint.job.post_letter(self.endpoint.rank, letter.to_text().as_bytes())
    }

    /// Looks for the decision of an agreement to which this process has contributed. With `here`, for members on this
    /// machine alone, and if all have contributed or have died, returns what this process may decide
    /// ([`decide`](Self::decide)).
    pub fn look_for_decision(
        &mut self,
        name: AgreementName,
        members: impl Iterator<Item = Rank>,
        here: bool,
    ) -> Option<Sighting> {
        let all: Vec<Rank> = members.collect();
        if all.first().is_some_and(|&member| self.endpoint.is_of_joint(member)) {
            self.endpoint.hear_faults();
            let mut joints = self.endpoint.joints.iter_mut().filter(|joint| joint.rank_of(all[0]).is_some());
            return joints.find_map(|joint| joint.take_decision(name)).map(Sighting::Decision);
        }
        if let Some(decision) = self.endpoint.job.decision(name) {
            return Some(Sighting::Decision(Decision(decision)));
        }
        self.endpoint.hear_faults();
        if !here {
            return None;
        }
        let mut values = Vec::new();
        for &member in &all {
            match self.endpoint.job.contribution(name, member) {
                Contributed::Value(value) => values.push((member, Contribution(value))),
                Contributed::None if self.endpoint.is_dead(member) || planted("decided_before_all_contribute") => {}
                Contributed::None => return None,
                // Members go on after the decision only.
                Contributed::Later => {
                    return self.endpoint.job.decision(name).map(|word| Sighting::Decision(Decision(word)));
                }
            }
        }
        // A member that has contributed may have heard of more deaths before.
        self.endpoint.hear_faults();
        let counted = self.endpoint.faults.dead.len()
            - usize::from(planted("death_not_counted") && !self.endpoint.faults.dead.is_empty());
        Some(Sighting::Proposal(Decision::of(&values, &self.endpoint.faults.dead[..counted], |dead| {
            all.contains(&dead)
        })))
    }

    /// Decides an agreement by what this process has found, unless another member has decided it. Returns the decision.
    pub fn decide(&mut self, name: AgreementName, proposal: Decision) -> Decision {
        let decision = self.endpoint.job.decide(name, self.endpoint.rank, proposal.0);
        self.endpoint.ring_all();
        if planted("decision_is_the_own") { proposal } else { Decision(decision) }
    }
}

impl<F: Local> Endpoint<F> {
    /// Reads the news of the log, and of the coordinators of joint jobs. Returns true if there were any.
    pub fn hear_faults(&mut self) -> bool {
        let mut news = !self.joints.is_empty() && self.hear_coordinators();
        let known = self.faults.dead.len();
        while let Some(fault) = self.job.fault(self.faults.heard) {
            self.faults.heard += 1;
            news = true;
            match fault {
                Fault::Died(rank) if rank < self.size() && !self.faults.dead.contains(&rank) => {
                    self.faults.dead.push(rank);
                }
                Fault::Died(_) | Fault::Spread(_) => {}
                Fault::Revoked(name) => self.faults.revoke(name),
            }
        }
        for at in known..self.faults.dead.len() {
            let rank = self.faults.dead[at];
            self.tx.lose(rank);
            self.lose_if_gone(rank);
        }
        news
    }

    /// Reads what the coordinators of joint jobs have said. Returns true if they have said anything.
    #[cold]
    fn hear_coordinators(&mut self) -> bool {
        let mut dead = Vec::new();
        let mut heard = 0;
        for joint in &mut self.joints {
            for said in joint.order.as_ref().map_or_else(Vec::new, |order| order.line.news()) {
                heard += 1;
                if let FromCoordinator::Revoked(name) = said {
                    self.faults.revoke(name);
                }
                dead.extend(joint.hear(said));
            }
        }
        self.faults.heard_of_joints += heard;
        for number in dead {
            self.tx.lose(number);
            self.lose_if_gone(number);
        }
        heard > 0
    }

    /// Returns the joint job that `number` belongs to, if that has a coordinator.
    fn ordered_joint(&self, number: Rank) -> Option<&DeathOrder> {
        self.joints.iter().find(|joint| joint.rank_of(number).is_some())?.order.as_ref()
    }

    /// Returns true if the deaths among the members of a communicator that has this member are put in an order, so that
    /// the survivors can revoke the communicator and agree on it.
    pub fn orders_deaths(&self, member: Rank) -> bool {
        !self.is_of_joint(member) || self.ordered_joint(member).is_some()
    }

    /// Returns the ranks of this job that have died, as far as this process has heard, in the order in which all ranks
    /// hear of them.
    pub fn dead_ranks(&self) -> &[Rank] {
        &self.faults.dead
    }

    /// Returns the processes that have died of the job or joint job to which `member` belongs, as far as this process
    /// has heard, in the order in which all of them hear of it.
    pub fn deaths_beside(&self, member: Rank) -> &[Rank] {
        match self.is_of_joint(member) {
            true => self.ordered_joint(member).map_or(&[], |order| &order.dead),
            false => &self.faults.dead,
        }
    }

    /// Returns true if this process has heard that the rank has died.
    pub fn is_dead(&self, rank: Rank) -> bool {
        self.deaths_beside(rank).contains(&rank)
    }

    /// Returns true if a communicator is revoked, and ranks of another host, or of a joint job, may not have heard of
    /// that. If this process left, they would hear of its departure first.
    pub(super) fn has_news_for_others(&self) -> bool {
        if self.joints.iter().filter_map(|joint| joint.order.as_ref()).any(DeathOrder::has_news_for_others) {
            return true;
        }
        let all = || (0..).map_while(|at| self.job.fault(at));
        let is_spread = |name| all().any(|fault| fault == Fault::Spread(name));
        self.has_agents() && all().any(|fault| matches!(fault, Fault::Revoked(name) if !is_spread(name)))
    }

    /// Returns true if the communicator with this context, the even or the odd one, is revoked, as far as this process
    /// has heard.
    pub fn is_revoked(&self, context: u16) -> bool {
        !self.faults.known.is_empty() && self.faults.known.get(&(context & !1)).is_some_and(|known| known.revoked)
    }

    /// Returns how many of the deaths beside its members ([`deaths_beside`](Self::deaths_beside)) the program has
    /// acknowledged in a communicator.
    pub fn acknowledged(&self, context: u16) -> usize {
        self.faults.known.get(&context).map_or(0, |known| known.acknowledged)
    }

    /// Returns a dead rank whose death the program has not acknowledged, and from which a message in this context may
    /// have been to come.
    pub(crate) fn unacknowledged(&self, context: u16) -> Option<Rank> {
        let known = self.faults.known.get(&(context & !1))?;
        let dead = self.deaths_beside(known.member);
        dead.iter().skip(known.acknowledged).copied().find(|&rank| (known.senders)(rank))
    }

    /// Returns the rank whose death leaves a receive incomplete, although a message has matched it, and ends what the
    /// rank was sending.
    pub(crate) fn lost_sender(&mut self, request: Request) -> Option<Rank> {
        let Request::Recv(id) = request else { return None };
        let sender = self.engine.arriving_from(id).filter(|&sender| self.is_dead(sender))?;
        // The last frames of the dead rank may have the rest.
        if self.progress() {
            return None;
        }
        self.lose(sender);
        self.engine.posted_receive(id).and_then(|lost| lost.source)
    }

    /// Returns true if the launcher's processes on the machines of the job take letters: under `clump run --survive`.
    pub fn has_agents(&self) -> bool {
        self.hosts.is_some() && self.job.survives()
    }

    /// Wakes up all ranks of this machine.
    pub fn ring_all(&self) {
        (0..self.size()).filter(|&rank| rank != self.rank).for_each(|rank| self.job.ring(rank));
    }
}

/// What a member finds that looks for a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sighting {
    /// The decision.
    Decision(Decision),
    /// What this member may decide.
    Proposal(Decision),
}
