//! A call that agrees: all living members get the same decision.
//!
//! Each member writes its value into memory that outlives it, and the first that finds all living members' values
//! decides for all (`clump_fabric::local::Agreements`). No member has to make progress for another one. The members on
//! several machines send their values to the launcher, which decides.
use super::AgreementTurns;
use crate::Ranks;
use clump::driver::{AgreeingCall, AgreementName, Contribution, Decision, Endpoint, Local, Revoked, Sighting};
use std::io;
use std::sync::Arc;

/// A call that agrees on a communicator, once or several times.
pub struct Agreeing {
    pub context: u16,
    pub members: Arc<Ranks>,
    of: Revoked,
    call: AgreeingCall,
    /// The call's number among those on the communicator.
    pub turn: u64,
    /// True if all members are on this machine.
    here: bool,
    stage: Stage,
}

/// How far the agreement is that is not decided.
enum Stage {
    /// It has not begun.
    Before,
    /// This process has not contributed to it.
    Begun(AgreementName),
    /// This process has contributed, and waits for the decision.
    Contributed(AgreementName),
    /// This process has found what it may decide.
    Found(AgreementName, Decision),
}

/// What a step of an agreement has come to.
pub enum Advance {
    /// Another process has to do something first.
    Waits,
    /// The next step can be made at once.
    Moved,
    Decided(Decision),
    /// The system has no memory for this process's value.
    Failed(io::Error),
}

/// The reason why the members of a communicator cannot agree: they are on several machines, and no launcher decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CannotAgree;

impl Agreeing {
    /// Begins a call on a communicator: its context, its name, and its members.
    pub fn begin<F: Local>(
        endpoint: &Endpoint<F>,
        turns: &mut AgreementTurns,
        call: AgreeingCall,
        (context, of): (u16, Revoked),
        members: Arc<Ranks>,
    ) -> Result<Agreeing, CannotAgree> {
        let host = endpoint.host_of(endpoint.rank());
        let here = members.iter().all(|job| endpoint.host_of(job) == host);
        let is_joint = endpoint.is_of_joint(members.job(0));
        let has_coordinator = is_joint && endpoint.orders_deaths(members.job(0));
        if !(here || has_coordinator || endpoint.has_agents()) {
            return Err(CannotAgree);
        }
        let turn = turns.begin(context);
        Ok(Agreeing { context, members, of, call, turn, here, stage: Stage::Before })
    }

    /// Makes steps of an agreement on `flag` until another process has to do something. Returns the decision once there
    /// is one.
    pub fn step<F: Local>(
        &mut self,
        endpoint: &mut Endpoint<F>,
        turns: &mut AgreementTurns,
        flag: i32,
    ) -> Option<io::Result<Decision>> {
        loop {
            match self.advance(endpoint, turns, flag) {
                Advance::Moved => {}
                Advance::Waits => return None,
                Advance::Decided(decision) => return Some(Ok(decision)),
                Advance::Failed(error) => return Some(Err(error)),
            }
        }
    }

    /// Makes one step of an agreement on `flag`. A process may die before and after each step.
    pub fn advance<F: Local>(&mut self, endpoint: &mut Endpoint<F>, turns: &mut AgreementTurns, flag: i32) -> Advance {
        match self.stage {
            Stage::Before if !turns.is_next(self.context, self.turn) => return Advance::Waits,
            Stage::Before => {
                let name = AgreementName { of: self.of, number: turns.next_number(self.context) };
                self.stage = Stage::Begun(name);
            }
            Stage::Begun(name) => {
                endpoint.hear_faults();
                let value = Contribution::new(self.call, flag as u32, endpoint.acknowledged(self.context));
                if self.here {
                    if let Err(error) = endpoint.faults().contribute(name, value) {
                        return Advance::Failed(error);
                    }
                } else {
                    let members: Vec<u32> = self.members.iter().collect();
                    if !endpoint.faults().contribute_far(name, value, &members) {
                        return Advance::Waits;
                    }
                }
                self.stage = Stage::Contributed(name);
            }
            Stage::Contributed(name) => match endpoint.faults().look_for_decision(name, self.members.iter(), self.here)
            {
                None => return Advance::Waits,
                Some(Sighting::Proposal(proposal)) => self.stage = Stage::Found(name, proposal),
                Some(Sighting::Decision(decision)) => return self.decided(decision),
            },
            Stage::Found(name, proposal) => {
                let decision = endpoint.faults().decide(name, proposal);
                return self.decided(decision);
            }
        }
        Advance::Moved
    }

    /// Returns true if this process has contributed to the agreement that is not decided.
    pub fn has_contributed(&self) -> bool {
        matches!(self.stage, Stage::Contributed(_) | Stage::Found(..))
    }

    fn decided(&mut self, decision: Decision) -> Advance {
        self.stage = Stage::Before;
        Advance::Decided(decision)
    }
}
