//! What all ranks of a run share, and how it is checked in the end.
use super::super::super::coverage::Coverage;
use super::super::super::credit;
use super::super::super::memory::SpentMemory;
use super::super::super::plan::Plan;
use super::super::super::turn::Place;
use super::super::Common;
use super::super::seats;
use super::judge::Judge;
use super::launcher::Fates;
use clump_core::Rank;
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// What all ranks of a run share.
pub struct Shared {
    pub common: Rc<Common>,
    pub plan: Plan,
    /// The number of ranks on each machine.
    pub machines: Vec<u32>,
    pub fates: Rc<RefCell<Fates>>,
    pub judge: RefCell<Judge>,
    /// Decides what all members do in the same way: a random number for each question.
    pub seed: u64,
    pub rounds: usize,
    /// One more than the most turns for which a rank rests between two steps of an agreement.
    pub leisure: u64,
    /// Memory that no operation may use any more.
    pub spent: RefCell<SpentMemory>,
    /// Which ranks have come to the end of their programs, and which of these have nothing under way.
    pub finished: RefCell<Vec<Rank>>,
    pub settled: RefCell<Vec<Rank>>,
    /// True once the accounts of credit have been checked.
    pub checked: Cell<bool>,
    pub counts: Counts,
}

/// What has happened.
#[derive(Default)]
pub struct Counts {
    pub agreed: Cell<u64>,
    pub shrunk: Cell<u64>,
}

impl Shared {
    /// Adds what has happened.
    pub fn count(&self, coverage: &mut Coverage) {
        coverage.deaths += self.fates.borrow().killed_count();
        coverage.agreements += self.counts.agreed.get();
        coverage.shrinks += self.counts.shrunk.get();
    }

    /// Returns true if all ranks that live are among `come`.
    pub fn have_all_living(&self, come: &RefCell<Vec<Rank>>) -> bool {
        let (come, fates) = (come.borrow(), self.fates.borrow());
        (0..self.common.ranks).all(|rank| come.contains(&rank) || fates.is_killed(rank))
    }

    /// Returns true if the accounts of credit of the living agree.
    pub fn check_accounts(&self) -> bool {
        seats::look(|places: &[Option<Box<Place>>]| {
            let fates = self.fates.borrow();
            let is_alive = |rank: usize| !fates.is_killed(rank as Rank);
            let engines: Vec<_> = places
                .iter()
                .enumerate()
                .map(|(rank, place)| place.as_ref().filter(|_| is_alive(rank)).map(|place| place.engine()))
                .collect();
            let end = credit::check(|rank| self.plan.limits_of(rank as Rank), 0, &engines, &vec![None; engines.len()]);
            let is_ok = end.is_ok();
            self.common.open.borrow_mut().extend(end.err().map(|why| (0, why)));
            is_ok
        })
    }
}
