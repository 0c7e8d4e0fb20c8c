//! MPI_Comm_shrink and MPI_Comm_ishrink: a communicator of the members that live.
//! Those who are left agree on a context, by messages ([`clump_coll::shrink`]).
use super::agreement::Agreeing;
use crate::abi;
use crate::agreement::Agreement;
use crate::coll;
use crate::context;
use crate::error::{Call, Error, Result, error, fail};
use crate::ffi::args::{LaterOut, Out};
use crate::ffi::gate::{self, Guard};
use crate::objects::comm::Comm;
use crate::request;
use clump::driver::{AgreeingCall, Decision};
use clump_coll::{Ranks, Shrink, shrink as shrink_members};
use std::collections::BTreeSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::sync::Arc;

/// A call that makes a communicator of the survivors.
struct Shrinking {
    call: Call,
    comm: abi::Comm,
    agreeing: Agreeing,
}

/// The members that live.
struct Survivors {
    agreement: Agreement,
    /// This process's rank among those of its group.
    rank: u32,
    local: Arc<Ranks>,
    /// The remote group of an intercommunicator.
    remote: Option<Arc<Ranks>>,
}

impl Shrink for Shrinking {
    type Survivors = Survivors;
    /// The context.
    type Made = u16;
    type Error = Box<Error>;

    async fn agree(&mut self, flag: i32) -> Result<Decision> {
        self.agreeing.agree(flag).await
    }

    fn find(&mut self, attempt: u32, deaths: usize) -> Result<Survivors> {
        let Shrinking { call, comm, agreeing } = self;
        let mut s = gate::enter();
        s.hear_faults();
        let member = agreeing.members.job(0);
        let dead: BTreeSet<u32> = s.endpoint().deaths_beside(member).iter().take(deaths).copied().collect();
        let lives = |group: &Ranks| {
            let living: Vec<u32> = group.iter().filter(|job| !dead.contains(job)).collect();
            Arc::new(Ranks::of(&living))
        };
        let c = s.comm(*comm)?;
        let own = c.local.job(c.rank);
        let (local, remote) = (lives(&c.local), c.is_inter().then(|| lives(&c.peers)));
        let all = lives(&agreeing.members);
        let (Some(rank), Some(place)) = (local.rank_of(own), all.rank_of(own)) else {
            return fail(abi::MPI_ERR_PROC_FAILED, "the other members have been told that this process has died");
        };
        if remote.as_ref().is_some_and(|remote| remote.is_empty()) {
            return fail(abi::MPI_ERR_PROC_FAILED, "no process of the remote group is left");
        }
        let identity = identity((agreeing.context, agreeing.turn, attempt), &all);
        Ok(Survivors { agreement: Agreement::parentless(*call, all, place, identity), rank, local, remote })
    }

    async fn make(&mut self, survivors: &Survivors) -> Result<u16> {
        survivors.agreement.run(context::agree(&survivors.agreement)).await.flatten()
    }

    fn give_up(&mut self, survivors: &Survivors, context: Option<u16>) {
        let mut s = gate::enter();
        if let Some(context) = context {
            s.release_context(context);
        }
        s.contexts.expect_late(survivors.agreement.late_messages());
    }

    fn refused(&self) -> Box<Error> {
        error(abi::MPI_ERR_OTHER, "a member has found no context; free communicators that are not needed")
    }
}

/// Makes the communicator of the survivors, and returns its handle.
async fn survivors(mut shrinking: Shrinking) -> Result<abi::Comm> {
    let (Survivors { rank, local, remote, .. }, context) = shrink_members(&mut shrinking).await?;
    let child = match remote {
        None => Comm::intra(context, rank, local),
        Some(remote) => Comm::inter(context, rank, local, remote),
    };
    gate::enter().new_comm(child, shrinking.comm)
}

/// Returns a number for an attempt that differs from those of all other attempts of these processes.
fn identity(attempt: (u16, u64, u32), members: &Ranks) -> u64 {
    let members: Vec<u32> = members.iter().collect();
    BuildHasherDefault::<DefaultHasher>::default().hash_one(("shrink", attempt, members))
}

/// MPI_Comm_ishrink. The new handle is set when the request is complete.
pub fn ishrink(call: Call, comm: abi::Comm, new: Out<abi::Comm>, request: Out<abi::Request>) -> Result {
    new.set(abi::MPI_COMM_NULL);
    let mut s = gate::enter();
    request.set(begin(&mut s, call, comm, new)?);
    Ok(())
}

/// Starts the call, and returns its request.
fn begin(s: &mut Guard, call: Call, comm: abi::Comm, new: Out<abi::Comm>) -> Result<abi::Request> {
    let agreeing = Agreeing::begin(s, AgreeingCall::Shrink, comm)?;
    let new = LaterOut::new(new);
    let course = Box::pin(async move {
        let survivors = survivors(Shrinking { call, comm, agreeing }).await?;
        new.set(survivors);
        Ok(())
    });
    coll::start(s, comm, course)
}

/// MPI_Comm_shrink
pub fn shrink(call: Call, comm: abi::Comm, new: Out<abi::Comm>) -> Result {
    new.set(abi::MPI_COMM_NULL);
    let mut s = gate::enter();
    let handle = begin(&mut s, call, comm, new)?;
    let mut done = request::wait_for(call, &mut s, handle)?;
    drop(s);
    let finished = done.finished;
    if finished.code == abi::MPI_SUCCESS { Ok(()) } else { Err(done.error(&finished)) }
}
