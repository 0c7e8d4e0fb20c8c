//! How the members agree and shrink, by the library's code.
use super::communicator::Communicator;
use super::member::Member;
use crate::job::turn::Place;
use clump::driver::{AgreeingCall, Decision, Region};
use clump_coll::tags::notice_tag;
use clump_coll::{Advance, Agreeing, Entrance, Fold, Ranks, Shrink, Team, allreduce, shrink, unless_departed};
use clump_core::Rank;
use clump_fabric::sim::{lent, lent_copy};
use std::future::poll_fn;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::Range;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;

/// The context of exchanges without a communicator.
const PARENTLESS: u16 = 3;
/// The lowest tag of such an exchange.
const FIRST_TAG: i32 = 1 << 30;
/// The pairs of contexts: the first is that of all ranks, the second that of [`PARENTLESS`].
const PAIRS: Range<u16> = 2..32;

impl Member {
    /// Agrees on whether all calls have succeeded.
    pub fn agree(&self, comm: &mut Communicator, ok: bool) -> Result<Decision, String> {
        let mut agreeing = self.begin(AgreeingCall::Agree, comm)?;
        let end = self.drive(self.agree_within(&mut agreeing, comm, self.flag(ok)));
        self.turns.borrow_mut().end(comm.context());
        end
    }

    /// Returns a flag with random bits, of which the lowest is 1 if all calls have succeeded.
    fn flag(&self, ok: bool) -> i32 {
        let random = self.shared.common.below(1 << 20) as i32 | self.shared.common.below(1 << 20) as i32;
        random & !1 | i32::from(ok)
    }

    fn begin(&self, call: AgreeingCall, comm: &Communicator) -> Result<Agreeing, String> {
        let key = (comm.context(), comm.name);
        let begin = |endpoint: &mut Place| {
            Agreeing::begin(endpoint, &mut self.turns.borrow_mut(), call, key, comm.members.clone())
        };
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
        let agreeing = self.begin(AgreeingCall::Shrink, &comm)?;
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
        child.open(self.gate)?;
        comm.leave(self.gate);
        self.freed.borrow_mut().push(comm);
        self.shared.fates.borrow_mut().set_critical(self.rank, false);
        Ok(child)
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
        let join = |input: Region, inout: Region| {
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
