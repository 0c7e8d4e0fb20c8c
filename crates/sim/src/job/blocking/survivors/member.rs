//! One rank of a job that survives, and what its program does.
use super::super::seats::Gate;
use super::communicator::Communicator;
use super::shared::Shared;
use clump::driver::{LentBuffer, Patience, Waiting};
use clump_coll::{AgreementTurns, Departure, Entrance, Gone, may_reuse_contexts, search};
use clump_core::Rank;
use clump_fabric::sim::end_turn;
use std::cell::{Cell, RefCell};
use std::future::Future;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::ops::Range;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// A rank, and what it keeps.
pub struct Member {
    pub rank: Rank,
    pub gate: Gate,
    pub shared: Rc<Shared>,
    pub turns: RefCell<AgreementTurns>,
    /// The pairs of contexts that this rank has taken, a bit for each, and the last time of an agreement on one.
    pub taken: Cell<u64>,
    pub time: Cell<u64>,
    /// Communicators that this rank has freed, and that something uses.
    pub freed: RefCell<Vec<Communicator>>,
    /// Messages that may arrive late: contexts, and a tag.
    pub late: RefCell<Vec<(Range<u16>, Option<i32>)>>,
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

    /// Notes that the program has made a step.
    pub fn step(&self, what: impl FnOnce() -> String) {
        self.shared.common.step(|| format!("rank {}: {}", self.rank, what()));
    }

    /// Returns a number that all members of a communicator decide on in the same way: for each round, and each number
    /// of a question.
    pub fn decide(&self, comm: &Communicator, round: u64, question: u64) -> u64 {
        let of = (self.shared.seed, comm.name.pair, comm.name.first, comm.name.time, round, question);
        BuildHasherDefault::<DefaultHasher>::default().hash_one(of)
    }

    /// Ends this turn, now and then.
    pub fn end_turn_sometimes(&self) {
        if !self.searching.get() && self.shared.common.one_in(3) {
            end_turn();
        }
    }

    /// Rests for some turns between two steps of an agreement.
    pub fn rest(&self) {
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
    pub fn drive<T>(&self, schedule: impl Future<Output = T>) -> T {
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
        self.gate.enter(|endpoint| endpoint.faults().revoke(comm.context())).map_err(|e| e.to_string())?;
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
        self.gate.enter(|endpoint| endpoint.faults().acknowledge(comm.context(), count.min(known)));
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
                self.gate.enter(|endpoint| endpoint.faults().forget_communicator(context));
            } else if comm.is_unused(self.gate) {
                self.taken.set(self.taken.get() & !(1 << comm.name.pair));
                self.turns.borrow_mut().forget(context);
                self.gate.enter(|endpoint| endpoint.faults().forget_communicator(context));
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
                endpoint.faults().discard_late(contexts.clone(), *tag);
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
