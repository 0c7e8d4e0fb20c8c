//! Ranks that die while the job goes on. The programs of the living call collectives and exchange messages, revoke,
//! agree and shrink by the library's code, until all of them have come to the end; ranks die between any two of their
//! turns.
//!
//! A rank that has died gets no turn any more, and its memory stays as it was. What the launcher and its agents do is
//! simulated ([`launcher`]).
mod agreements;
mod calls;
mod communicator;
mod exchange;
mod judge;
pub mod launcher;
mod member;
mod shared;

use super::super::plan::Plan;
use super::super::turn::Place;
use super::seats;
use super::{Common, Program};
use clump_core::Rank;
use communicator::Communicator;
use launcher::{Fates, Launcher};
use member::Member;
use shared::{Counts, Shared};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// The most times that the members go through calls, and then agree on whether all have succeeded.
const MOST_ROUNDS: usize = 5;

/// Returns the programs of all ranks, what they share, and the launcher.
pub fn programs(
    common: &Rc<Common>,
    plan: &Plan,
    machines: &[u32],
    endpoints: Vec<Place>,
) -> (Vec<Program>, Rc<Shared>, Launcher) {
    let (seed, rounds) = (common.below(u64::MAX), 1 + common.below(MOST_ROUNDS as u64) as usize);
    let fates = Rc::new(RefCell::new(Fates::default()));
    let launcher = Launcher::new(&mut common.rng.borrow_mut(), &endpoints, machines, fates.clone());
    let shared = Rc::new(Shared {
        common: common.clone(),
        plan: plan.clone(),
        machines: machines.to_vec(),
        fates,
        judge: RefCell::default(),
        seed,
        rounds,
        leisure: [1, 3, 50][common.below(3) as usize],
        spent: RefCell::default(),
        finished: RefCell::default(),
        settled: RefCell::default(),
        checked: Cell::new(false),
        counts: Counts::default(),
    });
    seats::take(endpoints);
    let program = |rank: Rank| -> Program {
        let shared = shared.clone();
        Box::new(move || run(rank, &shared))
    };
    ((0..common.ranks).map(program).collect(), shared, launcher)
}

/// The program of a rank.
fn run(rank: Rank, shared: &Rc<Shared>) -> Result<(), String> {
    let member = Member::new(rank, shared.clone());
    let mut world = Communicator::world(shared, rank);
    world.open(member.gate)?;
    for round in 0..shared.rounds {
        let mut ok = member.calls(&mut world, round)?;
        let other = member.decide(&world, round as u64, 9);
        if !ok {
            member.revoke(&world)?;
        }
        member.acknowledge_some(&world);
        let mut decision = member.agree_alone(&mut world, ok)?;
        if other.is_multiple_of(4) {
            decision = member.agree_alone(&mut world, ok)?;
        }
        ok = decision.flag() & 1 == 1;
        // All members see the same decision.
        if !ok || decision.is_unacknowledged() || other.is_multiple_of(3) {
            world = member.shrink(world)?;
        }
    }
    shared.finished.borrow_mut().push(rank);
    shared.common.step(|| format!("rank {rank} has finished"));
    shared.fates.borrow_mut().finish(rank);
    member.wait(|_| shared.have_all_living(&shared.finished));
    member.wait(|member| member.is_settled());
    shared.settled.borrow_mut().push(rank);
    shared.common.step(|| format!("rank {rank} has nothing under way"));
    // The accounts agree once the last frames have arrived. All see the same accounts: nobody has left.
    member.wait(|member| {
        member.release();
        shared.have_all_living(&shared.settled) && (shared.checked.get() || shared.check_accounts())
    });
    if !shared.checked.replace(true) {
        shared.spent.borrow_mut().free()?;
    }
    member.gate.leave().ok_or("the endpoint is gone")?.close().map_err(|e| e.to_string())
}
