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
use clump::driver::{AgreementName, Contribution, Decision, Revoked, Waiting};
use clump_coll::Ranks;
use std::future::poll_fn;
use std::sync::Arc;
use std::task::Poll;

/// A call that agrees on a communicator, once or several times.
pub(super) struct Agreeing {
    pub context: u16,
    pub members: Arc<Ranks>,
    of: Revoked,
    /// The call's number among those on the communicator.
    pub turn: u64,
    /// True if all members are on this machine.
    here: bool,
    /// The agreement that is not decided, and whether this process has contributed to it.
    current: Option<(AgreementName, bool)>,
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
        let here = members.iter().all(|job| endpoint.host_of(job) == host);
        if !here && !endpoint.has_agents() {
            return fail(
                abi::MPI_ERR_UNSUPPORTED_OPERATION,
                "the communicator has processes of several machines, which agree under `clump run --survive` only",
            );
        }
        let turn = s.agreements.begin(context);
        Ok(Agreeing { context, members, of, turn, here, current: None })
    }

    /// Makes a step of an agreement on `flag`. Returns the decision once there is one.
    pub fn step(&mut self, s: &mut State, flag: i32) -> Option<Result<Decision>> {
        let (name, contributed) = match self.current {
            Some(current) => current,
            None if !s.agreements.is_next(self.context, self.turn) => return None,
            None => {
                let name = AgreementName { of: self.of, number: s.agreements.next_number(self.context) };
                *self.current.insert((name, false))
            }
        };
        let endpoint = s.endpoint();
        if !contributed {
            endpoint.hear_faults();
            let value = Contribution::new(flag as u32, endpoint.acknowledged(self.context));
            if self.here {
                if let Err(e) = endpoint.contribute(name, value) {
                    return Some(Err(error(abi::MPI_ERR_NO_MEM, e.to_string())));
                }
            } else {
                let members: Vec<u32> = self.members.iter().collect();
                if !endpoint.contribute_far(name, value, &members) {
                    return None;
                }
            }
            self.current = Some((name, true));
        }
        let decision = endpoint.decided(name, self.members.iter(), self.here)?;
        self.current = None;
        Some(Ok(decision))
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
    flag.set(decision.flag() as i32);
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
        flag.set(decision.flag() as i32);
        concluded(decision)
    });
    request.set(coll::start(&mut s, comm, course)?);
    Ok(())
}
