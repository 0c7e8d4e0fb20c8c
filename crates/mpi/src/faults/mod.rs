//! Fault tolerance: what survives the death of processes (`clump run --survive`), as the proposals for the standard
//! have it (User-Level Failure Mitigation). Not in MPI 5.0.
//!
//! A call that needs a dead process fails with MPI_ERR_PROC_FAILED. `heard` keeps what communicators know of faults,
//! `agreement` runs agreements, and `shrink` makes a communicator of the survivors.
mod agreement;
mod shrink;
pub use agreement::{agree, iagree};
pub use shrink::{ishrink, shrink};

use crate::abi;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::state::State;
use clump_coll::Ranks;
use std::sync::Arc;

/// MPI_Comm_revoke. Returns at once; calls on the communicator fail on all members, sooner or later.
pub fn revoke(_: Call, comm: abi::Comm) -> Result {
    let mut s = gate::enter();
    let c = s.comm(comm)?;
    if s.name_of_comm(c).is_none() {
        return fail(
            abi::MPI_ERR_UNSUPPORTED_OPERATION,
            "the communicator has processes of two jobs, of which no common `clump run --survive` orders the deaths",
        );
    }
    // Persistent collectives run on communicators of their own.
    let hidden = s.hidden_of(comm);
    let contexts: Vec<u16> =
        [comm].into_iter().chain(hidden).filter_map(|comm| Some(s.comm(comm).ok()?.context)).collect();
    for context in contexts {
        s.endpoint().faults().revoke(context).map_err(|e| error(abi::MPI_ERR_OTHER, e.to_string()))?;
    }
    s.hear_faults();
    Ok(())
}

/// MPI_Comm_is_revoked
pub fn is_revoked(_: Call, comm: abi::Comm, flag: Out<i32>) -> Result {
    let mut s = gate::enter();
    s.comm(comm)?;
    s.hear_faults();
    flag.set(s.comm(comm)?.is_revoked().into());
    Ok(())
}

impl State {
    /// Returns the members of a communicator (of an intercommunicator, of both groups) among the first `count`
    /// processes of their job or joint job that have died, in the order of their deaths.
    fn dead_members(&mut self, comm: abi::Comm, count: usize) -> Result<Arc<Ranks>> {
        let everyone = self.comm(comm)?.everyone().0;
        let dead = self.endpoint().deaths_beside(everyone.job(0)).iter().take(count).copied();
        let dead: Vec<u32> = dead.filter(|&job| everyone.rank_of(job).is_some()).collect();
        Ok(Arc::new(Ranks::of(&dead)))
    }

    fn dead_group(&mut self, comm: abi::Comm, count: usize) -> Result<abi::Group> {
        let dead = self.dead_members(comm, count)?;
        let session = self.comm(comm)?.session;
        let dead = self.dynamic.as_group(&dead);
        Ok(self.new_group(dead, session))
    }
}

/// MPI_Comm_get_failed
pub fn get_failed(_: Call, comm: abi::Comm, group: Out<abi::Group>) -> Result {
    let mut s = gate::enter();
    s.comm(comm)?;
    s.hear_faults();
    group.set(s.dead_group(comm, usize::MAX)?);
    Ok(())
}

/// MPI_Comm_ack_failed. Acknowledges the first `count` failed members, in the order of MPI_Comm_get_failed; only those
/// that this process knows of.
pub fn ack_failed(_: Call, comm: abi::Comm, count: i32, acknowledged: Out<i32>) -> Result {
    let Ok(count) = usize::try_from(count) else {
        return fail(abi::MPI_ERR_ARG, format!("the number of failures is {count}; it must not be negative"));
    };
    let mut s = gate::enter();
    let everyone = s.comm(comm)?.everyone().0;
    s.hear_faults();
    let context = s.comm(comm)?.context;
    let dead = s.endpoint().deaths_beside(everyone.job(0));
    let failed = |&(_, job): &(usize, &u32)| everyone.rank_of(*job).is_some();
    // All deaths up to that of the last member to be acknowledged.
    let upto = dead.iter().enumerate().filter(failed).take(count).last().map_or(0, |(at, _)| at + 1);
    s.endpoint().faults().acknowledge(context, upto);
    let upto = s.endpoint().acknowledged(context);
    acknowledged.set(s.dead_members(comm, upto)?.len() as i32);
    Ok(())
}

/// MPIX_Comm_failure_ack. Acknowledges all failed members that this process knows of.
pub fn failure_ack(_: Call, comm: abi::Comm) -> Result {
    let mut s = gate::enter();
    let (context, member) = s.comm(comm).map(|c| (c.context, c.local.job(c.rank)))?;
    s.hear_faults();
    let all = s.endpoint().deaths_beside(member).len();
    s.endpoint().faults().acknowledge(context, all);
    Ok(())
}

/// MPIX_Comm_failure_get_acked
pub fn failure_get_acked(_: Call, comm: abi::Comm, group: Out<abi::Group>) -> Result {
    let mut s = gate::enter();
    let context = s.comm(comm)?.context;
    let count = s.endpoint().acknowledged(context);
    group.set(s.dead_group(comm, count)?);
    Ok(())
}
