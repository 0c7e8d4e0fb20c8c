//! From a checked call to its end, at once or later.
use super::buffers::Lookup;
use super::inter::{self, Checked, Inter};
use super::process::{EndpointEntrance, Membership};
use crate::abi;
use crate::coll::algorithm::{FastPath, Team, block};
use crate::coll::schedule::Course;
use crate::coll::{Sequence, start};
use crate::error::{Call, Result, fail};
use crate::ffi::args::Out;
use crate::ffi::gate;
use std::future::Future;

/// A collective call whose arguments have been checked, with all that it needs until its end.
pub trait Collective: Send + 'static {
    /// True if it has [`Collective::at_once`].
    const AT_ONCE: bool = false;

    /// Does this rank's part in one go, and tells whether it could; if not, nothing has been begun.
    fn at_once(&self, _at: FastPath) -> bool {
        false
    }

    /// True if all that a non-blocking call broadcasts by a group begins with the call, so that several that are under
    /// way do so in the order of the calls, on which all ranks agree.
    fn broadcasts_at_once(&self, _: &Team<EndpointEntrance>) -> bool {
        false
    }

    fn run(self, team: &Team<EndpointEntrance>) -> impl Future<Output = ()> + Send;
}

/// Carries out a blocking call.
pub fn blocking<P: Collective, Q: Inter>(
    call: Call,
    comm: abi::Comm,
    plan: impl FnOnce(Lookup, Membership) -> Result<Checked<P, Q>>,
) -> Result {
    let mut s = gate::enter();
    let plan = plan(s.lookup(), s.membership(comm)?)?;
    if let Checked::Intra(plan) = &plan
        && P::AT_ONCE
        && s.at_once(comm, |at| plan.at_once(at))?
    {
        return Ok(());
    }
    let team = s.team(call, comm, Sequence::Blocking)?;
    drop(s);
    match plan {
        Checked::Intra(plan) => block(&team, plan.run(&team)),
        Checked::Inter(plan) => inter::blocking(&team, plan),
    }
    verdict(&team)
}

/// Starts a non-blocking call.
pub fn nonblocking<P: Collective, Q: Inter>(
    call: Call,
    comm: abi::Comm,
    request: Out<abi::Request>,
    plan: impl FnOnce(Lookup, Membership) -> Result<Checked<P, Q>>,
) -> Result {
    let mut s = gate::enter();
    let plan = plan(s.lookup(), s.membership(comm)?)?;
    let team = s.team(call, comm, Sequence::Nonblocking)?;
    let casts = s.comm(comm)?.coll.nonblocking_casts();
    let end: Course = match plan {
        Checked::Intra(plan) => {
            let at_once = plan.broadcasts_at_once(&team);
            let team = team.with_casts(casts.filter(|_| at_once));
            Box::pin(async move {
                plan.run(&team).await;
                verdict(&team)
            })
        }
        Checked::Inter(plan) => Box::pin(async move {
            inter::run(&team, plan).await;
            verdict(&team)
        }),
    };
    let context = s.comm(comm)?.context;
    request.set(start(&mut s, context, end));
    Ok(())
}

pub(super) fn verdict(team: &Team<EndpointEntrance>) -> Result {
    if team.truncated() {
        return fail(
            abi::MPI_ERR_TRUNCATE,
            "a message was longer than the room for it: ranks gave different counts, types or roots",
        );
    }
    Ok(())
}
