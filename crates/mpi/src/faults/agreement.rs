//! MPI_Comm_agree and MPI_Comm_iagree: all living members get the same value and the same error class, whoever dies
//! meanwhile ([`clump_coll::Agreeing`]).
use crate::abi;
use crate::coll;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{LaterOut, Out};
use crate::ffi::gate;
use crate::state::State;
use clump::driver::{AgreeingCall, Decision, Waiting};
use std::future::poll_fn;
use std::ops::Deref;
use std::task::Poll;

/// A call that agrees on a communicator, once or several times.
pub(super) struct Agreeing(clump_coll::Agreeing);

impl Deref for Agreeing {
    type Target = clump_coll::Agreeing;

    fn deref(&self) -> &clump_coll::Agreeing {
        &self.0
    }
}

impl Agreeing {
    /// Begins a call on a communicator. Fails if the members cannot agree.
    pub fn begin(s: &mut State, call: AgreeingCall, comm: abi::Comm) -> Result<Agreeing> {
        let c = s.comm(comm)?;
        let (context, members) = (c.context, c.everyone().0);
        let Some(of) = s.name_of_comm(c) else {
            return fail(
                abi::MPI_ERR_UNSUPPORTED_OPERATION,
                "the communicator has processes of two jobs, for which no common `clump run --survive` decides",
            );
        };
        let State { common, mpi } = s;
        match clump_coll::Agreeing::begin(common.endpoint(), &mut mpi.agreements, call, (context, of), members) {
            Ok(agreeing) => Ok(Agreeing(agreeing)),
            Err(clump_coll::CannotAgree) => fail(
                abi::MPI_ERR_UNSUPPORTED_OPERATION,
                "the communicator has processes of several machines, which agree under `clump run --survive` only",
            ),
        }
    }

    /// Makes steps of an agreement on `flag`. Returns the decision once there is one.
    pub fn step(&mut self, s: &mut State, flag: i32) -> Option<Result<Decision>> {
        let State { common, mpi } = s;
        let end = self.0.step(common.endpoint(), &mut mpi.agreements, flag)?;
        Some(match end {
            Err(e) => fail(abi::MPI_ERR_NO_MEM, e.to_string()),
            Ok(decision) if decision.is_of_different_calls() => fail(
                abi::MPI_ERR_OTHER,
                "some members have called MPI_Comm_agree and others MPI_Comm_shrink at the same place: all must make \
                 the same calls in the same order",
            ),
            Ok(decision) => Ok(decision),
        })
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
        let mut agreeing = Agreeing::begin(&mut s, AgreeingCall::Agree, comm)?;
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
    let mut agreeing = Agreeing::begin(&mut s, AgreeingCall::Agree, comm)?;
    let (mine, flag) = (flag.get(), LaterOut::new(flag));
    let course = Box::pin(async move {
        let decision = agreeing.agree(mine).await?;
        flag.set(decision.flag() as i32);
        concluded(decision)
    });
    request.set(coll::start(&mut s, comm, course)?);
    Ok(())
}
