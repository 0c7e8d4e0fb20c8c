//! MPI_Comm_agree and MPI_Comm_iagree: all living members get the same value and the same error class, whoever dies
//! meanwhile.
//!
//! Each member writes its value into memory that outlives it, and the first that finds all living members' values
//! decides for all (`clump_fabric::local::Agreements`). No member has to make progress for another one.
use crate::abi;
use crate::coll;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{LaterOut, Out};
use crate::ffi::gate;
use crate::state::State;
use clump::driver::{AgreementName, Revoked, Waiting};
use clump_coll::Ranks;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

/// The bits of a decision, and of a contribution: the flag; above it the number of deaths, those that the member has
/// acknowledged or those of which the member that decided had heard; and in a decision, one bit if these have members
/// that not all have acknowledged.
const DEATHS: u32 = 32;
const UNACKNOWLEDGED: u64 = 1 << 63;

/// What the members have decided.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision(u64);

impl Decision {
    pub fn flag(self) -> i32 {
        self.0 as u32 as i32
    }

    /// Returns how many of the job's dead ranks the decision takes into account.
    pub fn deaths(self) -> usize {
        (self.0 & !UNACKNOWLEDGED) as usize >> DEATHS
    }

    pub fn is_unacknowledged(self) -> bool {
        self.0 & UNACKNOWLEDGED != 0
    }
}

/// A call that agrees on a communicator, once or several times.
pub(super) struct Agreeing {
    pub context: u16,
    pub members: Arc<Ranks>,
    of: Revoked,
    /// The call's number among those on the communicator.
    pub turn: u64,
    /// The agreement that this process has contributed to, until it is decided.
    current: Option<AgreementName>,
}

impl Agreeing {
    /// Begins a call on a communicator. Fails if the members cannot agree.
    pub fn begin(s: &mut State, comm: abi::Comm) -> Result<Agreeing> {
        let c = s.comm(comm)?;
        let (context, members) = (c.context, c.everyone().0);
        let Some(of) = s.name_of_comm(c) else {
            return fail(
                abi::MPI_ERR_UNSUPPORTED_OPERATION,
                "the communicator has processes of two jobs, which cannot agree; agree in each job",
            );
        };
        let endpoint = s.endpoint();
        let host = endpoint.host_of(endpoint.rank());
        if members.iter().any(|job| endpoint.host_of(job) != host) {
            return fail(
                abi::MPI_ERR_UNSUPPORTED_OPERATION,
                "the communicator has processes of several machines, which cannot agree yet",
            );
        }
        let turn = s.agreements.begin(context);
        Ok(Agreeing { context, members, of, turn, current: None })
    }

    /// Makes a step of an agreement on `flag`. Returns the decision once there is one.
    pub fn step(&mut self, s: &mut State, flag: i32) -> Option<Result<Decision>> {
        let name = match self.current {
            Some(name) => name,
            None if !s.agreements.is_next(self.context, self.turn) => return None,
            None => {
                let name = AgreementName { of: self.of, number: s.agreements.next_number(self.context) };
                let endpoint = s.endpoint();
                endpoint.hear_faults();
                let acknowledged = endpoint.acknowledged(self.context) as u64;
                if let Err(e) = endpoint.contribute(name, u64::from(flag as u32) | acknowledged << DEATHS) {
                    return Some(Err(error(abi::MPI_ERR_NO_MEM, e.to_string())));
                }
                *self.current.insert(name)
            }
        };
        let members = &self.members;
        let decision = s.endpoint().decided(name, members.iter(), |values, dead| combine(values, dead, members))?;
        self.current = None;
        Some(Ok(Decision(decision)))
    }

    /// Agrees on `flag` within a schedule.
    pub async fn agree(&mut self, flag: i32) -> Result<Decision> {
        poll_fn(|_| match self.step(&mut gate::enter(), flag) {
            Some(end) => Poll::Ready(end),
            None => Poll::Pending,
        })
        .await
    }
}

impl Drop for Agreeing {
    /// Ends the call. Nobody may hold the gate.
    fn drop(&mut self) {
        let mut s = gate::enter();
        s.agreements.end(self.context);
        if s.open_endpoint().is_some() {
            // A thread that sleeps may wait for its turn.
            s.endpoint().stir();
        }
    }
}

/// Makes the decision of the members' values, of which the dead have left some, and of the ranks that have died.
fn combine(values: &[(u32, u64)], dead: &[u32], members: &Ranks) -> u64 {
    let flag = values.iter().fold(u32::MAX, |flag, (_, value)| flag & *value as u32);
    let living = values.iter().filter(|(rank, _)| !dead.contains(rank));
    let acknowledged = living.map(|(_, value)| (value >> DEATHS) as usize).min().unwrap_or(0);
    let unknown = dead.iter().skip(acknowledged).any(|&job| members.rank_of(job).is_some());
    u64::from(flag) | (dead.len() as u64) << DEATHS | if unknown { UNACKNOWLEDGED } else { 0 }
}

/// Returns the result of an agreement, whose flag is set in either case.
fn concluded(decision: Decision) -> Result {
    if !decision.is_unacknowledged() {
        return Ok(());
    }
    fail(
        abi::MPI_ERR_PROC_FAILED,
        "a member has died, and not all others have acknowledged that (MPIX_Comm_failure_ack); the flag is agreed on",
    )
}

/// MPI_Comm_agree
pub fn agree(call: Call, comm: abi::Comm, flag: Out<i32>) -> Result {
    let decision = {
        let mut s = gate::enter();
        let mut agreeing = Agreeing::begin(&mut s, comm)?;
        let waiting = Waiting { call: call.0, peer: -1, tag: Waiting::NO_TAG, context: agreeing.context };
        let mine = flag.get();
        let decision = s.block_for_memory(waiting, true, |s| agreeing.step(s, mine));
        drop(s);
        decision?
    };
    flag.set(decision.flag());
    gate::enter().hear_faults();
    concluded(decision)
}

/// MPI_Comm_iagree
pub fn iagree(_: Call, comm: abi::Comm, flag: Out<i32>, request: Out<abi::Request>) -> Result {
    let mut s = gate::enter();
    let mut agreeing = Agreeing::begin(&mut s, comm)?;
    let (mine, flag) = (flag.get(), LaterOut::new(flag));
    let course = Box::pin(async move {
        let decision = agreeing.agree(mine).await?;
        flag.set(decision.flag());
        concluded(decision)
    });
    request.set(coll::start(&mut s, comm, course)?);
    Ok(())
}
