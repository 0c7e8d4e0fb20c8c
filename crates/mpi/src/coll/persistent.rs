//! Persistent collectives (MPI 5.0, 6.13). The `_init` call checks the arguments, keeps the datatypes and the
//! operation, and takes a tag on a hidden communicator ([`super::hidden`]). The rounds of a request therefore match
//! only each other: ranks may start several requests in different orders. A round runs the algorithm of the
//! blocking call again, without checks and without allocating the state machine. Two kinds of rounds need no state
//! machine. In a round that takes one step on the board ([`ShortRound`]), MPI_Start posts, and the call that completes
//! the round reads. In a round of messages that depend on no other message ([`MessageBatch`]), MPI_Start starts all.
use super::calls::execute::{Collective, Form};
use super::calls::verdict::{ended, truncated, verdict};
use super::calls::{Checked, EndpointEntrance, Inter, Lookup, Membership, run_inter};
use super::hidden;
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::Out;
use crate::ffi::copies::Copies;
use crate::ffi::gate;
use crate::objects::coll::schedule::{Rounds, Started};
use crate::objects::coll::store::Sequence;
use crate::objects::request::{PersistentCollective, Request, RoundState};
use clump::driver::{Endpoint, Waiting};
use clump_coll::unwinding::OnUnwind;
use clump_coll::{Entrance, Failing, Gone, MessageBatch, ShortRound, Team, block_as, unless_departed};
use std::convert::Infallible;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, Waker};

/// The persistent form: the call, its info object, and the variable that receives the request.
pub struct PersistentForm(pub Call, pub abi::Info, pub Out<abi::Request>);

impl Form for PersistentForm {
    fn run<P: Collective, Q: Inter>(
        self,
        comm: abi::Comm,
        plan: impl FnOnce(Lookup, Membership) -> Result<Checked<P, Q>>,
    ) -> Result {
        let PersistentForm(call, info, request) = self;
        let (plan, bytes, copies, comparison) = {
            let mut s = gate::enter();
            let place = s.membership(comm)?;
            let rank = place.rank;
            let plan = plan(s.lookup(), place)?;
            let bytes = plan.contributed(rank) as u64;
            s.infos.or_null(info)?;
            let copies = Copies::take();
            let comparison = s.record(call, comm, plan.shape())?;
            (plan, bytes, copies, comparison)
        };
        if let Some(comparison) = comparison {
            comparison.wait();
        }
        let hidden = hidden::join(call, comm, matches!(&plan, Checked::Intra(plan) if !plan.by_messages()))?;
        let mut s = gate::enter();
        let (comm, context) = (s.comm(comm)?.handle, s.comm(hidden)?.context);
        let team = Arc::new(s.team(call, hidden, Sequence::Blocking)?);
        // No round has begun yet.
        team.end_call();
        let rounds: Box<dyn Rounds> = match plan {
            Checked::Intra(plan) => {
                let plan = Arc::new(plan);
                let short = team.fast_path(s.endpoint()).is_some_and(|at| plan.is_short(&at));
                let batched = plan.is_batch(&team);
                let fast = Planned { plan: plan.clone(), short, batched, batch: MessageBatch::default() };
                let fast = copies.is_none().then_some(fast);
                Repeated::boxed(team, fast, |team, running| async move {
                    loop {
                        copies.iter().for_each(Copies::read);
                        plan.refresh();
                        let end = unless_departed(&[&*team], pin!(Some(plan.run(&team)))).await;
                        copies.iter().for_each(Copies::write_back);
                        running.next_round(end).await;
                    }
                })
            }
            Checked::Inter(plan) => Repeated::boxed(team, None::<Planned<P>>, |team, running| async move {
                loop {
                    copies.iter().for_each(Copies::read);
                    plan.refresh();
                    let end = unless_departed(&[&*team], pin!(Some(run_inter(&team, &plan)))).await;
                    copies.iter().for_each(Copies::write_back);
                    running.next_round(end).await;
                }
            }),
        };
        let (rounds, round) = (Some(rounds), RoundState::Inactive);
        let object = PersistentCollective { rounds, round, bytes, comm, hidden, context, polls: 0, failed: false };
        request.set(s.new_request(Request::Collective(Box::new(object))));
        Ok(())
    }
}

/// The state of a round of the state machine.
#[derive(Default)]
struct Running {
    /// True from the beginning of the round to its end.
    on: AtomicBool,
    /// What has failed the round that has ended.
    gone: Mutex<Option<Gone>>,
}

impl Running {
    /// Ends the round, and waits until [`Rounds::begin`] begins the next one.
    async fn next_round(&self, end: std::result::Result<(), Gone>) {
        *self.gone.lock().unwrap_or_else(PoisonError::into_inner) = end.err();
        self.on.store(false, Relaxed);
        poll_fn(|_| if self.on.load(Relaxed) { Poll::Ready(()) } else { Poll::Pending }).await;
    }

    /// Returns how the round has ended.
    fn end(&self) -> std::result::Result<(), Gone> {
        self.gone.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

/// A round in progress that needs no state machine.
enum QuickRound {
    Step(ShortRound),
    /// The messages are in [`Planned::batch`].
    Batch,
}

/// The ways of a persistent collective past its state machine, under a single lock of the endpoint.
trait Fast: Send + 'static {
    /// Tries the way of [`Collective::at_once`], or begins a quick round.
    fn start(&mut self, team: &Team<EndpointEntrance>, endpoint: &mut Endpoint) -> Started<QuickRound>;

    /// Tries to end a quick round. Returns false if the ranks passed different lengths.
    fn end(&mut self, team: &Team<EndpointEntrance>, endpoint: &mut Endpoint, round: &mut QuickRound) -> Poll<bool>;
}

/// The fast path of a collective on an intracommunicator.
struct Planned<P> {
    plan: Arc<P>,
    /// See [`Collective::is_short`].
    short: bool,
    /// See [`Collective::is_batch`].
    batched: bool,
    /// The messages of the round in progress.
    batch: MessageBatch,
}

impl<P: Collective> Fast for Planned<P> {
    #[inline(always)]
    fn start(&mut self, team: &Team<EndpointEntrance>, endpoint: &mut Endpoint) -> Started<QuickRound> {
        if self.batched {
            self.plan.refresh();
            self.batch.begin(team);
            self.plan.start_batch(team, endpoint, &mut self.batch);
            return Started::Posted(QuickRound::Batch);
        }
        if !self.short && !P::AT_ONCE {
            return Started::Refused;
        }
        let Some(mut at) = team.fast_path(endpoint) else { return Started::Refused };
        self.plan.refresh();
        if P::AT_ONCE && self.plan.at_once(at.again()) {
            return Started::Ended;
        }
        let round = if self.short { self.plan.begin_short(at) } else { None };
        round.map_or(Started::Refused, |round| Started::Posted(QuickRound::Step(round)))
    }

    #[inline(always)]
    fn end(&mut self, team: &Team<EndpointEntrance>, endpoint: &mut Endpoint, round: &mut QuickRound) -> Poll<bool> {
        match round {
            QuickRound::Step(round) => {
                let Some(at) = team.fast_path(endpoint) else { return Poll::Pending };
                match self.plan.end_short(at, round) {
                    Ok(fits) => Poll::Ready(fits),
                    Err(of) => {
                        team.awaits_post_in(endpoint, round.step(), of);
                        Poll::Pending
                    }
                }
            }
            QuickRound::Batch if self.batch.test(team, endpoint) => {
                self.plan.end_batch();
                Poll::Ready(!team.truncated())
            }
            QuickRound::Batch => Poll::Pending,
        }
    }
}

/// `None` has no fast path: a collective on an intercommunicator, or with copies of sections.
impl<A: Fast> Fast for Option<A> {
    #[inline(always)]
    fn start(&mut self, team: &Team<EndpointEntrance>, endpoint: &mut Endpoint) -> Started<QuickRound> {
        self.as_mut().map_or(Started::Refused, |fast| fast.start(team, endpoint))
    }

    #[inline(always)]
    fn end(&mut self, team: &Team<EndpointEntrance>, endpoint: &mut Endpoint, round: &mut QuickRound) -> Poll<bool> {
        self.as_mut().map_or(Poll::Ready(true), |fast| fast.end(team, endpoint, round))
    }
}

/// A collective whose state machine begins anew after each round.
struct Repeated<F, A> {
    course: Pin<Box<F>>,
    fast: A,
    /// The round in progress that needs no state machine.
    quick: Option<QuickRound>,
    team: Arc<Team<EndpointEntrance>>,
    running: Arc<Running>,
    /// The quick round that has found a departed rank, and is being ended.
    failing: Failing,
    /// True once the program's operation has thrown.
    broken: bool,
}

impl<F, A> Repeated<F, A>
where
    F: Future<Output = Infallible> + Send + 'static,
    A: Fast,
{
    fn boxed(
        team: Arc<Team<EndpointEntrance>>,
        fast: A,
        course: impl FnOnce(Arc<Team<EndpointEntrance>>, Arc<Running>) -> F,
    ) -> Box<dyn Rounds> {
        let running = Arc::new(Running::default());
        let course = Box::pin(course(team.clone(), running.clone()));
        Box::new(Repeated { course, fast, quick: None, team, running, failing: Failing::default(), broken: false })
    }
}

impl<F, A> Rounds for Repeated<F, A>
where
    F: Future<Output = Infallible> + Send + 'static,
    A: Fast,
{
    #[inline]
    fn start(&mut self, endpoint: &mut Endpoint) -> Started {
        match self.fast.start(&self.team, endpoint) {
            Started::Posted(round) => {
                self.quick = Some(round);
                Started::Posted(())
            }
            Started::Ended => Started::Ended,
            Started::Refused => Started::Refused,
        }
    }

    #[inline]
    fn end_quick(&mut self, endpoint: &mut Endpoint) -> Poll<Result> {
        let Some(round) = &mut self.quick else { return Poll::Pending };
        if !self.failing.is_failing()
            && let Poll::Ready(fits) = self.fast.end(&self.team, endpoint, round)
        {
            self.quick = None;
            return Poll::Ready(if fits { Ok(()) } else { truncated(&self.team) });
        }
        let Some(gone) = self.failing.end(&self.team, endpoint) else { return Poll::Pending };
        self.quick = None;
        Poll::Ready(ended(&self.team, Err(gone)))
    }

    fn begin(&mut self) {
        self.team.begin_again();
        self.running.on.store(true, Relaxed);
    }

    #[inline]
    fn poll(&mut self) -> Poll<Result> {
        let Repeated { course, team, running, broken, .. } = self;
        // If the program's operation throws, the request drops the team inside the gate, where the team cannot end its
        // part of the round.
        let thrown = OnUnwind::new(|| {
            *broken = true;
            team.abandon();
        });
        let Poll::Pending = course.as_mut().poll(&mut Context::from_waker(Waker::noop()));
        thrown.disarm();
        if running.on.load(Relaxed) {
            return Poll::Pending;
        }
        Poll::Ready(verdict(team, running.end()))
    }

    fn block(&mut self, call: Call) -> Result {
        let team = self.team.clone();
        let quick = self.quick.is_some();
        let round = poll_fn(|_| match quick {
            true => EndpointEntrance.enter(|endpoint| self.end_quick(endpoint)),
            false => self.poll(),
        });
        ended(&team, block_as(&[&*team], round, || Waiting { call: call.0, ..team.waiting() }))?
    }

    fn is_broken(&self) -> bool {
        self.broken
    }
}
