//! The interface of a collective call to its forms, and the blocking and the non-blocking form.
use super::buffers::Lookup;
use super::inter::{self, Checked, Inter};
use super::process::{EndpointEntrance, Membership};
use super::record::{CallComparison, Shape};
use super::verdict::{ended, truncated, verdict};
use crate::abi;
use crate::coll::start;
use crate::error::{Call, Result};
use crate::ffi::args::Out;
use crate::ffi::copies::Copies;
use crate::ffi::gate::{self, Guard};
use crate::objects::coll::Sequence;
use crate::objects::coll::schedule::Course;
use crate::trace::traced;
use clump::driver::{CallKind, Endpoint};
use clump_coll::{FastPath, MessageBatch, ShortRound, Team, block, unless_departed};
use std::future::Future;
use std::pin::pin;

/// A collective call whose arguments have been checked, with everything that it needs until its end.
pub trait Collective: Send + Sync + 'static {
    /// True if the collective implements [`Collective::at_once`].
    const AT_ONCE: bool = false;

    /// Returns true if the algorithm uses messages only. Waits then poll for messages in every round, and a persistent
    /// request joins no board. All ranks must return the same.
    #[inline(always)]
    fn by_messages(&self) -> bool {
        false
    }

    /// Tries this rank's part on the fast path. Returns false, having done nothing, if the fast path does not
    /// apply.
    fn at_once(&self, _at: FastPath) -> bool {
        false
    }

    /// Returns true if the call, or a round of its persistent form, is a [`ShortRound`], for which the collective
    /// implements [`Collective::begin_short`] and [`Collective::end_short`]. Is asked once.
    fn is_short(&self, _: &FastPath) -> bool {
        false
    }

    /// Begins a short round: posts what other ranks wait for. Returns `None`, having done nothing, if the board has no
    /// room yet.
    fn begin_short(&self, _at: FastPath) -> Option<ShortRound> {
        None
    }

    /// Ends a short round. Returns false if the ranks passed different lengths. Returns an error, the rank that this
    /// rank waits for, while the round cannot end.
    fn end_short(&self, _at: FastPath, _round: &mut ShortRound) -> std::result::Result<bool, usize> {
        Ok(true)
    }

    /// Returns true if rounds of the persistent form are a [`MessageBatch`] each, for which the collective implements
    /// [`Collective::start_batch`] and [`Collective::end_batch`]. Is asked once, when the request is made.
    fn is_batch(&self, _: &Team<EndpointEntrance>) -> bool {
        false
    }

    /// Starts all messages of a round, and adds them to `batch`.
    fn start_batch(&self, _team: &Team<EndpointEntrance>, _endpoint: &mut Endpoint, _batch: &mut MessageBatch) {}

    /// Ends a round whose messages have all been sent or received: unpacks what has arrived.
    fn end_batch(&self) {}

    /// Returns true if all multicasts of a non-blocking call begin during the call. The multicasts of several calls in
    /// flight then keep the calls' order, on which all ranks agree.
    fn broadcasts_at_once(&self, _: &Team<EndpointEntrance>) -> bool {
        false
    }

    /// Returns what all members must pass alike.
    #[inline(always)]
    fn shape(&self) -> Shape {
        Shape::ANY
    }

    /// Returns how many bytes this process, which is `rank` of the communicator, contributes: its send buffer, which
    /// only the root has in a broadcast or scatter.
    fn contributed(&self, rank: usize) -> usize;

    /// Packs the program's data again where buffers have gaps, before another round of a persistent call. The first
    /// round needs no call of this function if it follows the checks at once.
    fn refresh(&self);

    fn run(&self, team: &Team<EndpointEntrance>) -> impl Future<Output = ()> + Send;
}

impl<P: Collective, Q> Checked<P, Q> {
    /// Returns what all members must pass alike. The groups of an intercommunicator name the root differently.
    #[inline(always)]
    pub fn shape(&self) -> Shape {
        match self {
            Checked::Intra(plan) => plan.shape(),
            Checked::Inter(_) => Shape::ANY,
        }
    }
}

impl<P: Collective, Q: Inter> Checked<P, Q> {
    /// Returns how many bytes this process, which is `rank` of its group, contributes.
    #[inline(always)]
    pub fn contributed(&self, rank: usize) -> usize {
        match self {
            Checked::Intra(plan) => plan.contributed(rank),
            Checked::Inter(plan) => plan.contributed(),
        }
    }
}

/// A form of a collective function: blocking, non-blocking or persistent. `cargo xtask gen` passes the form to the body
/// of a collective, which is written once for all forms (`tables/collectives.csv`).
pub trait Form: Sized {
    /// Carries out the call on `comm`. `plan` checks the arguments and returns the collective.
    fn run<P: Collective, Q: Inter>(
        self,
        comm: abi::Comm,
        plan: impl FnOnce(Lookup, Membership) -> Result<Checked<P, Q>>,
    ) -> Result;
}

/// The blocking form.
pub struct BlockingForm(pub Call);

impl Form for BlockingForm {
    #[inline(always)]
    fn run<P: Collective, Q: Inter>(
        self,
        comm: abi::Comm,
        plan: impl FnOnce(Lookup, Membership) -> Result<Checked<P, Q>>,
    ) -> Result {
        blocking(self.0, comm, plan, true)
    }
}

/// The blocking form as a part of another call, which does not count as a collective call of the program.
pub struct InnerForm(pub Call);

impl Form for InnerForm {
    fn run<P: Collective, Q: Inter>(
        self,
        comm: abi::Comm,
        plan: impl FnOnce(Lookup, Membership) -> Result<Checked<P, Q>>,
    ) -> Result {
        blocking(self.0, comm, plan, false)
    }
}

/// Carries out a blocking call, and counts it if `counts`.
#[inline(always)]
fn blocking<P: Collective, Q: Inter>(
    call: Call,
    comm: abi::Comm,
    plan: impl FnOnce(Lookup, Membership) -> Result<Checked<P, Q>>,
    counts: bool,
) -> Result {
    let mut s = gate::enter();
    if s.coll.watched {
        drop(s);
        return watched(call, comm, plan, counts);
    }
    let place = s.membership(comm)?;
    let rank = place.rank;
    let plan = plan(s.lookup(), place)?;
    s.record_plainly(call, comm, plan.shape())?;
    if counts {
        s.endpoint().count_call(CallKind::Collective, plan.contributed(rank) as u64);
    }
    carry_out(s, call, comm, plan, None)
}

/// Carries out a blocking call where calls are compared or traced, and counts it if `counts`.
#[cold]
#[inline(never)]
fn watched<P: Collective, Q: Inter>(
    call: Call,
    comm: abi::Comm,
    plan: impl FnOnce(Lookup, Membership) -> Result<Checked<P, Q>>,
    counts: bool,
) -> Result {
    let body = || {
        let mut s = gate::enter();
        let place = s.membership(comm)?;
        let rank = place.rank;
        let plan = plan(s.lookup(), place)?;
        let comparison = s.record(call, comm, plan.shape())?;
        if counts {
            s.endpoint().count_call(CallKind::Collective, plan.contributed(rank) as u64);
        }
        carry_out(s, call, comm, plan, comparison)
    };
    if counts { traced(call, body) } else { body() }
}

/// Carries out a blocking call that has been recorded, after this comparison.
#[inline(always)]
fn carry_out<P: Collective, Q: Inter>(
    mut s: Guard,
    call: Call,
    comm: abi::Comm,
    plan: Checked<P, Q>,
    comparison: Option<CallComparison>,
) -> Result {
    if let Checked::Intra(plan) = &plan
        && comparison.is_none()
    {
        match in_one_step(s, call, comm, plan) {
            Ok(end) => return end,
            Err(gate) => s = gate,
        }
    }
    let mut team = s.team(call, comm, Sequence::Blocking)?;
    if matches!(&plan, Checked::Intra(plan) if plan.by_messages()) {
        team = team.with_group(None);
    }
    drop(s);
    if let Some(comparison) = comparison {
        comparison.wait();
    }
    match &plan {
        Checked::Intra(plan) => verdict(&team, block(&team, plan.run(&team))),
        Checked::Inter(plan) => verdict(&team, inter::blocking(&team, plan)),
    }
}

/// How often a rank looks for the posts of a short round before it waits as other collectives do, where each rank has a
/// core of its own: about a microsecond in all. Smaller: more calls pay for building a team. Larger: other progress
/// waits longer.
const LOOKS: u32 = 16;

/// Carries out a blocking call in one step on the board, if all members share one. Returns the gate, having done
/// nothing, if the call takes another way.
#[inline(always)]
fn in_one_step<P: Collective>(
    mut s: Guard,
    call: Call,
    comm: abi::Comm,
    plan: &P,
) -> std::result::Result<Result, Guard> {
    let Some(mut at) = s.fast_path(comm) else { return Err(s) };
    let looks = if at.oversubscribed() { 1 } else { LOOKS };
    if P::AT_ONCE && plan.at_once(at.again()) {
        return Ok(s.count_call(comm));
    }
    let begun = if plan.is_short(&at) { plan.begin_short(at) } else { None };
    let Some(mut round) = begun else { return Err(s) };
    for _ in 0..looks {
        match s.fast_path(comm).map(|at| plan.end_short(at, &mut round)) {
            Some(Ok(true)) => return Ok(s.count_call(comm)),
            Some(Ok(false)) => return Ok(s.team(call, comm, Sequence::Blocking).and_then(|team| truncated(&team))),
            _ => {}
        }
        drop(s);
        std::hint::spin_loop();
        s = gate::enter();
    }
    Ok(rest(s, call, comm, plan, round))
}

/// Waits for the rest of a short round.
#[cold]
fn rest<P: Collective>(mut s: Guard, call: Call, comm: abi::Comm, plan: &P, round: ShortRound) -> Result {
    let team = s.team(call, comm, Sequence::Blocking)?;
    drop(s);
    let fits = ended(&team, block(&team, round.rest(&team, |at, round| plan.end_short(at, round))))?;
    team.end_call();
    if fits { Ok(()) } else { truncated(&team) }
}

/// The non-blocking form, with the variable that receives the request.
pub struct NonblockingForm(pub Call, pub Out<abi::Request>);

impl Form for NonblockingForm {
    fn run<P: Collective, Q: Inter>(
        self,
        comm: abi::Comm,
        plan: impl FnOnce(Lookup, Membership) -> Result<Checked<P, Q>>,
    ) -> Result {
        let NonblockingForm(call, request) = self;
        let mut s = gate::enter();
        let place = s.membership(comm)?;
        let rank = place.rank;
        let plan = plan(s.lookup(), place)?;
        let copies = Copies::take();
        let comparison = s.record(call, comm, plan.shape())?;
        s.endpoint().count_call(CallKind::Collective, plan.contributed(rank) as u64);
        let team = s.team(call, comm, Sequence::Nonblocking)?;
        let broadcasts = s.comm(comm)?.coll.nonblocking_broadcasts();
        let mut end: Course = match plan {
            Checked::Intra(plan) => {
                let at_once = plan.broadcasts_at_once(&team);
                let team = team.with_broadcasts(broadcasts.filter(|_| at_once));
                Box::pin(async move {
                    if let Some(comparison) = comparison {
                        comparison.run().await;
                    }
                    verdict(&team, unless_departed(&[&team], pin!(Some(plan.run(&team)))).await)
                })
            }
            Checked::Inter(plan) => Box::pin(async move {
                if let Some(comparison) = comparison {
                    comparison.run().await;
                }
                verdict(&team, unless_departed(&[&team], pin!(Some(inter::run(&team, &plan)))).await)
            }),
        };
        if let Some(copies) = copies {
            end = Box::pin(async move {
                let result = end.await;
                copies.write_back();
                result
            });
        }
        request.set(start(&mut s, comm, end)?);
        Ok(())
    }
}
