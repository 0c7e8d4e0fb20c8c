//! The interface of a collective call to its forms, and the blocking and the non-blocking form.
use super::buffers::Lookup;
use super::inter::{self, Checked, Inter};
use super::process::{EndpointEntrance, Membership};
use super::record::Shape;
use super::verdict::verdict;
use crate::abi;
use crate::coll::start;
use crate::error::{Call, Result};
use crate::ffi::args::Out;
use crate::ffi::copies::Copies;
use crate::ffi::gate;
use crate::objects::coll::Sequence;
use crate::objects::coll::schedule::Course;
use clump::driver::Endpoint;
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

    /// Returns true if rounds of the persistent form are [`ShortRound`]s, for which the collective implements
    /// [`Collective::begin_short`] and [`Collective::end_short`]. Is asked once, when the request is made.
    fn is_short(&self, _: &Team<EndpointEntrance>) -> bool {
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

/// A form of a collective function: blocking, non-blocking or persistent. `cargo xtask gen` passes the form to the body
/// of a collective, which is written once for all forms (`tables/collectives.csv`).
pub trait Form: Sized {
    /// Carries out the call on `comm`. `plan` checks the arguments and returns the collective.
    fn run<P: Collective, Q: Inter>(
        self,
        comm: abi::Comm,
        plan: impl FnOnce(Lookup, Membership) -> Result<Checked<P, Q>>,
    ) -> Result;

    /// Returns the call if the form is blocking, for a collective that has a faster path in this form.
    fn blocks(&self) -> Option<Call> {
        None
    }
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
        let mut s = gate::enter();
        let plan = plan(s.lookup(), s.membership(comm)?)?;
        let comparison = s.record(self.0, comm, plan.shape())?;
        if let Checked::Intra(plan) = &plan
            && P::AT_ONCE
            && comparison.is_none()
            && s.at_once(comm, |at| plan.at_once(at))?
        {
            return Ok(());
        }
        let mut team = s.team(self.0, comm, Sequence::Blocking)?;
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

    #[inline(always)]
    fn blocks(&self) -> Option<Call> {
        Some(self.0)
    }
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
        let plan = plan(s.lookup(), s.membership(comm)?)?;
        let copies = Copies::take();
        let comparison = s.record(call, comm, plan.shape())?;
        let team = s.team(call, comm, Sequence::Nonblocking)?;
        let casts = s.comm(comm)?.coll.nonblocking_broadcasts();
        let mut end: Course = match plan {
            Checked::Intra(plan) => {
                let at_once = plan.broadcasts_at_once(&team);
                let team = team.with_broadcasts(casts.filter(|_| at_once));
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
