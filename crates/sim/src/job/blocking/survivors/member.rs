//! One rank of a job that survives, and what its program does.
use super::super::seats::Gate;
use super::communicator::Communicator;
use super::exchange::Exchange;
use super::{Rank, Shared};
use crate::collective_call::{CollectiveCall, Kind};
use crate::job::turn::Place;
use clump::driver::{Decision, LentBuffer, Patience, Waiting};
use clump_coll::tags::notice_tag;
use clump_coll::{
    Advance, Agreeing, AgreementTurns, Departure, Entrance, Fold, Gone, Ranks, Shrink, Team, allreduce, block,
    may_reuse_contexts, search, shrink, unless_departed,
};
use clump_fabric::sim::{end_turn, lent, lent_copy};
use fastrand::Rng;
use std::cell::{Cell, RefCell};
use std::future::{Future, poll_fn};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::Range;
use std::pin::pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, Waker};

/// The context of exchanges without a communicator.
const PARENTLESS: u16 = 3;
/// The lowest tag of such an exchange.
const FIRST_TAG: i32 = 1 << 30;
/// The pairs of contexts: the first is that of all ranks, the second that of [`PARENTLESS`].
const PAIRS: Range<u16> = 2..32;
/// The most calls of a round.
const MOST_CALLS: u64 = 6;
/// The longest block of a collective, in bytes, where each rank has a machine of its own, and else: members that fail
/// do not wait for those that read a block by its address (decision 39).
const LONGEST: [usize; 2] = [60 << 10, 6 << 10];

/// A rank, and what it keeps.
pub struct Member {
    pub rank: Rank,
    pub gate: Gate,
    pub shared: Rc<Shared>,
    turns: RefCell<AgreementTurns>,
    /// The pairs of contexts that this rank has taken, a bit for each, and the last time of an agreement on one.
    taken: Cell<u64>,
    time: Cell<u64>,
    /// Communicators that this rank has freed, and that something uses.
    freed: RefCell<Vec<Communicator>>,
    /// Messages that may arrive late: contexts, and a tag.
    late: RefCell<Vec<(Range<u16>, Option<i32>)>>,
    /// Memory of operations that this rank has given up, by the context that used it.
    given_up: RefCell<Vec<(u16, LentBuffer)>>,
    /// True while a call searches for departed ranks: it does not end its turn then.
    searching: Cell<bool>,
}

impl Member {
    pub fn new(rank: Rank, shared: Rc<Shared>) -> Member {
        Member {
            rank,
            gate: Gate(rank as usize),
            shared,
            turns: RefCell::default(),
            taken: Cell::new(0b11),
            time: Cell::new(0),
            freed: RefCell::default(),
            late: RefCell::default(),
            given_up: RefCell::default(),
            searching: Cell::new(false),
        }
    }

    fn step(&self, what: impl FnOnce() -> String) {
        self.shared.common.step(|| format!("rank {}: {}", self.rank, what()));
    }

    /// Returns a number that all members of a communicator decide on in the same way: for each round, and each number
    /// of a question.
    pub fn decide(&self, comm: &Communicator, round: u64, question: u64) -> u64 {
        let of = (self.shared.seed, comm.name.pair, comm.name.first, comm.name.time, round, question);
        BuildHasherDefault::<DefaultHasher>::default().hash_one(of)
    }

    /// Ends this turn, now and then.
    fn end_turn_sometimes(&self) {
        if !self.searching.get() && self.shared.common.one_in(3) {
            end_turn();
        }
    }

    /// Rests for some turns between two steps of an agreement.
    fn rest(&self) {
        if !self.searching.get() {
            (0..self.shared.common.below(self.shared.leisure)).for_each(|_| _ = end_turn());
        }
    }

    /// Waits as a program does that polls for itself.
    pub fn wait(&self, mut done: impl FnMut(&Member) -> bool) {
        let mut patience = Patience::default();
        while !done(self) {
            if self.gate.enter(|endpoint| endpoint.progress()) {
                patience.moved();
                self.end_turn_sometimes();
            } else {
                self.gate.enter(|endpoint| endpoint.pause(&mut patience, Waiting::NOTHING)).rest();
            }
        }
        self.gate.enter(|endpoint| endpoint.stop_waiting(&patience));
    }

    /// Runs a schedule to its end, as MPI's wait for a request does.
    fn drive<T>(&self, schedule: impl Future<Output = T>) -> T {
        let mut schedule = pin!(schedule);
        let mut context = Context::from_waker(Waker::noop());
        let mut patience = Patience::default();
        loop {
            if let Poll::Ready(end) = schedule.as_mut().poll(&mut context) {
                self.gate.enter(|endpoint| endpoint.stop_waiting(&patience));
                return end;
            }
            if self.gate.enter(|endpoint| endpoint.progress()) {
                patience.moved();
                self.end_turn_sometimes();
                continue;
            }
            let pause = self.gate.enter(|endpoint| endpoint.pause(&mut patience, Waiting::NOTHING));
            if pause.is_sleep() {
                self.searching.set(true);
                let end = search(|| schedule.as_mut().poll(&mut context));
                self.searching.set(false);
                if let Poll::Ready(end) = end {
                    self.gate.enter(|endpoint| endpoint.stop_waiting(&patience));
                    return end;
                }
            }
            pause.rest();
        }
    }

    /// Makes the calls of a round on a communicator. Returns true if all have succeeded.
    pub fn calls(&self, comm: &mut Communicator, round: usize) -> Result<bool, String> {
        let round = round as u64;
        let count = self.decide(comm, round, 0) % (MOST_CALLS + 1);
        // All agree after each call, or a member whose call fails revokes the communicator.
        let agreeing = self.decide(comm, round, 1).is_multiple_of(2);
        for call in 0..count {
            let mut rng = Rng::with_seed(self.decide(comm, round, 10 + call));
            if !agreeing && self.shared.common.one_in(40) {
                // A program may revoke for a reason of its own.
                self.revoke(comm)?;
            }
            let ok = match rng.bool() && !agreeing {
                true => Exchange::random(&mut rng, comm.members.len() as usize, &self.shared.plan).run(self, comm)?,
                false => self.collective(comm, &mut rng)?,
            };
            let ok = if agreeing { self.agree(comm, ok)?.flag() & 1 == 1 } else { ok };
            if !ok {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn collective(&self, comm: &mut Communicator, rng: &mut Rng) -> Result<bool, String> {
        let n = comm.members.len() as usize;
        let longest = LONGEST[usize::from(self.shared.machines.iter().any(|ranks| *ranks > 1))];
        let number = rng.usize(..1 << 12);
        let call = match rng.u32(..4) {
            0 => CollectiveCall::even(Kind::Barrier, n, 0, number),
            _ => loop {
                let call = CollectiveCall::random(rng, longest, n, number);
                if call.longest() <= longest {
                    break call;
                }
            },
        };
        let (input, output) = call.memory(comm.me);
        let team = comm.team(self.gate);
        let which = || format!("call {} on {:?} ({call:?})", team.tag(), comm.name);
        let end = block(&team, call.run(&team, input.region(), output.region()));
        let ok = match end {
            Ok(()) if team.truncated() => return Err(format!("{}: ranks disagree about lengths", which())),
            Ok(()) => {
                call.check(comm.me, input.region(), output.region()).map_err(|why| format!("{}: {why}", which()))?;
                true
            }
            Err(gone) => {
                self.expect_failure(comm, gone).map_err(|why| format!("{}: {why}", which()))?;
                false
            }
        };
        self.step(|| format!("{} ends: {end:?}", which()));
        let mut spent = self.shared.spent.borrow_mut();
        spent.add(input);
        spent.add(output);
        Ok(ok)
    }

    /// Checks the reason why a call has failed.
    pub fn expect_failure(&self, comm: &Communicator, gone: Gone) -> Result<(), String> {
        let may = match gone.how {
            Departure::Died => self.shared.fates.borrow().is_killed(gone.rank),
            Departure::Revoked => self.shared.judge.borrow().is_revoked(comm.name),
            _ => false,
        };
        if may { Ok(()) } else { Err(format!("it fails without a reason: {gone:?}")) }
    }

    /// Revokes a communicator.
    pub fn revoke(&self, comm: &Communicator) -> Result<(), String> {
        self.step(|| format!("revokes {:?}", comm.name));
        self.shared.judge.borrow_mut().revoke(comm.name);
        self.gate.enter(|endpoint| endpoint.revoke(comm.context())).map_err(|e| e.to_string())?;
        self.end_turn_sometimes();
        Ok(())
    }

    /// Acknowledges deaths, or not.
    pub fn acknowledge_some(&self, comm: &Communicator) {
        let known = self.gate.enter(|endpoint| {
            endpoint.hear_faults();
            endpoint.dead_ranks().len()
        });
        let count = self.shared.common.below(2 * known as u64 + 1) as usize;
        self.gate.enter(|endpoint| endpoint.acknowledge(comm.context(), count.min(known)));
    }

    /// Agrees on whether all calls have succeeded.
    pub fn agree(&self, comm: &mut Communicator, ok: bool) -> Result<Decision, String> {
        let mut agreeing = self.begin(comm)?;
        let end = self.drive(self.agree_within(&mut agreeing, comm, self.flag(ok)));
        self.turns.borrow_mut().end(comm.context());
        end
    }

    /// Returns a flag with random bits, of which the lowest is 1 if all calls have succeeded.
    fn flag(&self, ok: bool) -> i32 {
        let random = self.shared.common.below(1 << 20) as i32 | self.shared.common.below(1 << 20) as i32;
        random & !1 | i32::from(ok)
    }

    fn begin(&self, comm: &Communicator) -> Result<Agreeing, String> {
        let key = (comm.context(), comm.name);
        let begin =
            |endpoint: &mut Place| Agreeing::begin(endpoint, &mut self.turns.borrow_mut(), key, comm.members.clone());
        self.gate.enter(begin).map_err(|_| "the members cannot agree".to_owned())
    }

    /// Agrees on `flag`, and shows every step to the judge.
    async fn agree_within(
        &self,
        agreeing: &mut Agreeing,
        comm: &mut Communicator,
        flag: i32,
    ) -> Result<Decision, String> {
        let key = (comm.name, comm.agreements);
        comm.agreements += 1;
        let mut contributed = false;
        let end = poll_fn(|_| {
            loop {
                let advance =
                    self.gate.enter(|endpoint| agreeing.advance(endpoint, &mut self.turns.borrow_mut(), flag));
                if !contributed && agreeing.has_contributed() {
                    contributed = true;
                    let acknowledged = self.gate.enter(|endpoint| endpoint.acknowledged(agreeing.context));
                    self.shared.judge.borrow_mut().contribute(key, self.rank, flag as u32, acknowledged);
                }
                match advance {
                    Advance::Waits => return Poll::Pending,
                    Advance::Moved => self.rest(),
                    Advance::Decided(decision) => return Poll::Ready(Ok(decision)),
                    Advance::Failed(error) => return Poll::Ready(Err(error.to_string())),
                }
            }
        })
        .await?;
        self.shared.judge.borrow_mut().decided(key, &comm.members, end, &self.shared.fates.borrow())?;
        self.step(|| format!("agreement {key:?} gives {end:?}"));
        let counts = &self.shared.counts.agreed;
        counts.set(counts.get() + 1);
        self.end_turn_sometimes();
        Ok(end)
    }

    /// Agrees in a call of its own, in which ranks die more often.
    pub fn agree_alone(&self, comm: &mut Communicator, ok: bool) -> Result<Decision, String> {
        self.shared.fates.borrow_mut().set_critical(self.rank, true);
        let end = self.agree(comm, ok);
        self.shared.fates.borrow_mut().set_critical(self.rank, false);
        end
    }

    /// Makes a communicator of the survivors, and frees the old one.
    pub fn shrink(&self, comm: Communicator) -> Result<Communicator, String> {
        self.shared.fates.borrow_mut().set_critical(self.rank, true);
        let agreeing = self.begin(&comm)?;
        let (key, turn) = ((comm.name, comm.agreements), agreeing.turn);
        let mut shrinking = Shrinking { member: self, agreeing, comm, turn };
        let (survivors, made) = self.drive(shrink(&mut shrinking))?;
        let Shrinking { comm, agreeing, .. } = shrinking;
        drop(agreeing);
        self.turns.borrow_mut().end(comm.context());
        let child = Communicator::new(&self.shared, survivors.members, self.rank, made);
        self.shared.judge.borrow_mut().shrunk(key, &child.members, child.name)?;
        self.step(|| format!("{:?} shrinks to {:?} of {:?}", comm.name, child.name, child.members));
        let counts = &self.shared.counts.shrunk;
        counts.set(counts.get() + 1);
        child.open(self)?;
        comm.leave(self);
        self.freed.borrow_mut().push(comm);
        self.shared.fates.borrow_mut().set_critical(self.rank, false);
        Ok(child)
    }

    /// Releases what nothing uses any more.
    pub fn release(&self) {
        let freed = std::mem::take(&mut *self.freed.borrow_mut());
        for comm in freed {
            let context = comm.context();
            let retired = self.gate.has_retired(context + 1)
                || !self.gate.enter(|endpoint| may_reuse_contexts(endpoint, context, &comm.members));
            if retired {
                // The pair stays taken.
                self.late.borrow_mut().push((context..context + 2, None));
                self.gate.enter(|endpoint| endpoint.forget_communicator(context));
            } else if comm.is_unused(self) {
                self.taken.set(self.taken.get() & !(1 << comm.name.pair));
                self.turns.borrow_mut().forget(context);
                self.gate.enter(|endpoint| endpoint.forget_communicator(context));
            } else {
                self.freed.borrow_mut().push(comm);
            }
        }
        self.give_up_late();
    }

    /// Discards messages that no receive will take, and memory that no operation uses any more.
    fn give_up_late(&self) {
        let mut given_up = self.given_up.borrow_mut();
        self.gate.enter(|endpoint| {
            for (contexts, tag) in self.late.borrow().iter() {
                endpoint.discard_late(contexts.clone(), *tag);
            }
            let (used, unused) = given_up.drain(..).partition(|(context, _)| endpoint.uses(*context));
            *given_up = used;
            let mut spent = self.shared.spent.borrow_mut();
            unused.into_iter().for_each(|(_, memory)| spent.add(memory));
        });
    }

    /// Keeps memory of operations in `context` that this rank has given up.
    pub fn keep(&self, context: u16, memory: LentBuffer) {
        self.given_up.borrow_mut().push((context, memory));
    }

    /// Returns true if this rank has nothing under way with the living.
    pub fn is_settled(&self) -> bool {
        self.release();
        let fates = self.shared.fates.borrow();
        self.gate.enter(|endpoint| {
            let engine = endpoint.engine();
            let (left, mut accounts) = (engine.leftovers(), engine.accounts());
            let busy = accounts.find(|a| {
                let idle = a.outbox + a.held + a.streams + a.incoming + a.early == 0 && a.buffered == 0 && !a.seeks;
                !idle && !fates.is_killed(a.peer)
            });
            let settled = busy.is_none() && left.recvs + left.posted == 0;
            let mut open = self.shared.common.open.borrow_mut();
            if settled {
                open.remove(&self.rank)
            } else {
                open.insert(self.rank, format!("{left:?}, {busy:?}"))
            };
            settled
        })
    }
}

/// A call that makes a communicator of the survivors.
struct Shrinking<'a> {
    member: &'a Member,
    agreeing: Agreeing,
    comm: Communicator,
    turn: u64,
}

/// The members that live, this rank's number among them, and the tag of their exchange.
struct Survivors {
    members: Arc<Ranks>,
    tag: i32,
}

impl Shrink for Shrinking<'_> {
    type Survivors = Survivors;
    /// The pair of contexts, the time of the agreement on it, and the step from which boards count.
    type Made = (u16, u64, u64);
    type Error = String;

    async fn agree(&mut self, flag: i32) -> Result<Decision, String> {
        let Shrinking { member, agreeing, comm, .. } = self;
        member.agree_within(agreeing, comm, flag).await
    }

    fn find(&mut self, attempt: u32, deaths: usize) -> Result<Survivors, String> {
        let dead: Vec<Rank> = self.member.gate.enter(|endpoint| {
            endpoint.hear_faults();
            endpoint.dead_ranks().iter().take(deaths).copied().collect()
        });
        let living: Vec<Rank> = self.agreeing.members.iter().filter(|member| !dead.contains(member)).collect();
        if !living.contains(&self.member.rank) {
            return Err("the others take this rank for dead".to_owned());
        }
        let hash = BuildHasherDefault::<DefaultHasher>::default();
        let identity = hash.hash_one(("shrink", self.agreeing.context, self.turn, attempt, &living));
        Ok(Survivors { members: Arc::new(Ranks::of(&living)), tag: FIRST_TAG | (identity & 0x3fff_ffff) as i32 })
    }

    async fn make(&mut self, survivors: &Survivors) -> Result<(u16, u64, u64), String> {
        let Shrinking { member, .. } = self;
        member.release();
        let Survivors { members, tag } = survivors;
        let me = members.rank_of(member.rank).unwrap_or_default() as usize;
        let team =
            Team::new(member.gate, Ranks::clone(members), me, PARENTLESS, *tag, 0, true).with_returning_members();
        team.end_call();
        let start = member.gate.enter(|endpoint| endpoint.next_start());
        let offer = [!member.taken.get(), member.time.get() + 1, start];
        let mine: Vec<u8> = offer.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let (mine, all) = (lent_copy(&mine), lent(mine.len()));
        let join = |input: clump::driver::Region, inout: clump::driver::Region| {
            inout.combine::<[u64; 3]>(input, |[a, b, c], [d, e, f]| [a & d, b.max(e), c.max(f)]);
        };
        let fold = Fold::user(24, true, Arc::new(join));
        let exchange = pin!(Some(allreduce(&team, mine.region(), all.region(), &fold)));
        let end = unless_departed(&[&team], exchange).await;
        if let Err(gone) = end {
            member.expect_failure(&self.comm, gone)?;
            member.step(|| format!("finds no context: {gone:?}"));
            return Err("a member has died".to_owned());
        }
        let [free, time, start] = [0, 1, 2].map(|i| all.region().get::<u64>(i));
        let pair = PAIRS.clone().find(|pair| free >> pair & 1 == 1).ok_or("there is no free context")?;
        member.taken.set(member.taken.get() | 1 << pair);
        member.time.set(member.time.get().max(time));
        Ok((pair, time, start))
    }

    fn give_up(&mut self, survivors: &Survivors, made: Option<(u16, u64, u64)>) {
        self.member.step(|| format!("gives up {made:?}"));
        if let Some((pair, ..)) = made {
            self.member.taken.set(self.member.taken.get() & !(1 << pair));
        }
        // Messages of the exchange, and notices of its failure.
        let tags = [survivors.tag, notice_tag(survivors.tag)];
        self.member.late.borrow_mut().extend(tags.map(|tag| (PARENTLESS..PARENTLESS + 1, Some(tag))));
    }

    fn refused(&self) -> String {
        "a member has no context, and none has died".to_owned()
    }
}
