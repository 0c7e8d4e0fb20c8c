//! The launcher of a job that survives, and its agents: it lets ranks die, makes deaths and revocations known on all
//! machines, and decides the agreements between machines by the launcher's own code ([`Launched`]).
use super::super::super::turn::Place;
use clump::driver::testing::segment_of;
use clump::driver::{AgreementLetter, AgreementName, Decision, Launched, Revocations, Revoked, Segment};
use clump_core::Rank;
use clump_fabric::local::Fault;
use clump_fabric::sim::Turns;
use fastrand::Rng;
use std::cell::RefCell;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// What has become of the ranks.
#[derive(Default)]
pub struct Fates {
    killed: BTreeSet<Rank>,
    /// The deaths that the launcher has found, in its order.
    order: Vec<Rank>,
    finished: BTreeSet<Rank>,
    /// The ranks that agree, shrink or revoke.
    critical: BTreeSet<Rank>,
}

impl Fates {
    pub fn is_killed(&self, rank: Rank) -> bool {
        self.killed.contains(&rank)
    }

    pub fn killed_count(&self) -> u64 {
        self.killed.len() as u64
    }

    /// Returns the deaths that the launcher has found, in its order.
    pub fn order(&self) -> &[Rank] {
        &self.order
    }

    /// Says that a rank has come to the end of its program.
    pub fn finish(&mut self, rank: Rank) {
        self.finished.insert(rank);
    }

    /// Says whether a rank agrees, shrinks or revokes, where it dies more often.
    pub fn set_critical(&mut self, rank: Rank, is_critical: bool) {
        if is_critical {
            self.critical.insert(rank);
        } else {
            self.critical.remove(&rank);
        }
    }
}

/// What an agent tells the launcher.
enum Note {
    Fault(Fault),
    /// The ranks of this machine can hear of a revocation.
    RevokedOn(usize, Revoked),
    Agrees(AgreementLetter),
}

/// What the launcher tells the agents.
#[derive(Clone)]
enum Order {
    Fault(Fault),
    Decision(AgreementName, Decision),
}

/// A machine, with its agent.
struct Machine {
    segment: Arc<Segment>,
    ranks: Vec<Rank>,
    /// The ranks that have died, and of which the agent has not heard.
    unnoticed: Vec<Rank>,
    /// The faults of the log that the agent has read.
    read: usize,
    /// The revocations that the agent has heard of.
    known: BTreeSet<u64>,
    /// What is on its way to the launcher and to the agent.
    up: VecDeque<Note>,
    down: VecDeque<Order>,
    /// True if the machine is lost: only the launcher finds its deaths, and hears nothing of the agent any more.
    is_lost: bool,
}

pub struct Launcher {
    machines: Vec<Machine>,
    launched: Launched,
    revocations: Revocations,
    fates: Rc<RefCell<Fates>>,
    /// How many ranks may die yet.
    deaths: usize,
    /// The turns of ranks between two deaths, on average, and while a rank agrees, shrinks or revokes.
    rates: [u32; 2],
    /// The turns of ranks between two steps of the launcher and its agents, on average.
    slowness: u32,
    /// True if whole machines are lost.
    loses_machines: bool,
}

impl Launcher {
    pub fn new(rng: &mut Rng, endpoints: &[Place], machines: &[u32], fates: Rc<RefCell<Fates>>) -> Launcher {
        let mut first = 0;
        let machine = |ranks: &u32| {
            let segment = segment_of(&endpoints[first as usize]);
            segment.set_survives(true);
            first += ranks;
            Machine {
                segment,
                ranks: (first - ranks..first).collect(),
                unnoticed: Vec::new(),
                read: 0,
                known: BTreeSet::new(),
                up: VecDeque::new(),
                down: VecDeque::new(),
                is_lost: false,
            }
        };
        let rate = [100, 400, 2000, 10_000][rng.usize(..4)];
        Launcher {
            machines: machines.iter().map(machine).collect(),
            launched: Launched::default(),
            revocations: Revocations::default(),
            fates,
            deaths: rng.usize(..=endpoints.len()),
            rates: [rate, [rate, 10, 50][rng.usize(..3)].min(rate)],
            slowness: [1, 4, 40][rng.usize(..3)],
            loses_machines: rng.u32(..4) == 0,
        }
    }

    /// Lets ranks die, and lets the launcher and its agents make steps. Runs between two turns of ranks.
    pub fn turn(&mut self, turns: &mut Turns, rng: &mut Rng) {
        self.kill(turns, rng);
        if rng.u32(..self.slowness) > 0 {
            return;
        }
        let at = rng.usize(..self.machines.len());
        match rng.u32(..4) {
            0 => self.notice(at, rng),
            1 => self.take_letters(at, rng),
            2 => self.hear(at),
            _ => self.obey(at),
        }
    }

    fn kill(&mut self, turns: &mut Turns, rng: &mut Rng) {
        let mut fates = self.fates.borrow_mut();
        let critical: Vec<Rank> = fates.critical.iter().copied().filter(|rank| !fates.is_killed(*rank)).collect();
        let rate = self.rates[usize::from(!critical.is_empty())];
        if self.deaths == 0 || rng.u32(..rate) > 0 {
            return;
        }
        // Once all have finished, what they have is checked.
        let running: Vec<Rank> = turns.running().map(|rank| rank as Rank).collect();
        if running.iter().all(|rank| fates.finished.contains(rank)) {
            return;
        }
        let among = if critical.is_empty() || rng.bool() { running } else { critical };
        let victim = among[rng.usize(..among.len())];
        let Some(machine) = self.machines.iter_mut().find(|machine| machine.ranks.contains(&victim)) else { return };
        let all = [victim];
        let victims = if self.loses_machines { &machine.ranks[..] } else { &all };
        machine.is_lost = self.loses_machines;
        for &victim in victims {
            if fates.killed.insert(victim) {
                turns.kill(victim as usize);
                machine.unnoticed.push(victim);
                self.deaths = self.deaths.saturating_sub(1);
            }
        }
        if !machine.is_lost {
            return;
        }
        machine.up.clear();
        machine.down.clear();
        drop(fates);
        let at = self.machines.iter().position(|machine| machine.ranks.contains(&victim)).unwrap_or(0);
        for name in self.revocations.end(at) {
            self.tell(Order::Fault(Fault::Spread(name)));
        }
    }

    /// Finds that a rank has died: an agent, or the launcher if the machine is lost.
    fn notice(&mut self, at: usize, rng: &mut Rng) {
        let alone = self.machines.len() == 1;
        let machine = &mut self.machines[at];
        if machine.unnoticed.is_empty() {
            return;
        }
        let rank = machine.unnoticed.swap_remove(rng.usize(..machine.unnoticed.len()));
        match () {
            () if alone => {
                machine.segment.bury(rank, 1);
                self.fates.borrow_mut().order.push(rank);
            }
            () if machine.is_lost => self.hear_note(Note::Fault(Fault::Died(rank))),
            () => machine.up.push_back(Note::Fault(Fault::Died(rank))),
        }
    }

    /// Takes a letter of a rank, and the news of the log, in an agent.
    fn take_letters(&mut self, at: usize, rng: &mut Rng) {
        let machine = &mut self.machines[at];
        if machine.is_lost {
            return;
        }
        let rank = machine.ranks[rng.usize(..machine.ranks.len())];
        let letter = machine.segment.take_letter(rank).and_then(|letter| String::from_utf8(letter).ok());
        let letter = letter.and_then(|letter| AgreementLetter::parse(&letter, machine.segment.ranks()));
        machine.up.extend(letter.map(Note::Agrees));
        while let Some(fault) = machine.segment.logged_fault(machine.read) {
            machine.read += 1;
            if matches!(fault, Fault::Revoked(_)) && machine.known.insert(fault.to_word()) {
                machine.up.push_back(Note::Fault(fault));
            }
        }
    }

    /// Takes what an agent has told, in the launcher.
    fn hear(&mut self, at: usize) {
        if let Some(note) = self.machines[at].up.pop_front() {
            self.hear_note(note);
        }
    }

    fn hear_note(&mut self, note: Note) {
        match note {
            Note::Fault(Fault::Died(rank)) => {
                let Some(decisions) = self.launched.bury(rank) else { return };
                self.fates.borrow_mut().order.push(rank);
                self.tell(Order::Fault(Fault::Died(rank)));
                decisions.into_iter().for_each(|(name, decision)| self.tell(Order::Decision(name, decision)));
            }
            Note::Fault(fault) => {
                if let Fault::Revoked(name) = fault
                    && self.revocations.add(name, self.machines.len())
                {
                    self.tell(Order::Fault(fault));
                }
            }
            Note::RevokedOn(at, name) => {
                if self.revocations.confirm(name, at) {
                    self.tell(Order::Fault(Fault::Spread(name)));
                }
            }
            Note::Agrees(letter) => {
                if let Some((name, decision)) = self.launched.take(letter) {
                    self.tell(Order::Decision(name, decision));
                }
            }
        }
    }

    fn tell(&mut self, order: Order) {
        let all = self.machines.iter_mut().filter(|machine| !machine.is_lost);
        all.for_each(|machine| machine.down.push_back(order.clone()));
    }

    /// Does what the launcher has told, in an agent.
    fn obey(&mut self, at: usize) {
        let machine = &mut self.machines[at];
        match machine.down.pop_front() {
            Some(Order::Fault(Fault::Died(rank))) => machine.segment.bury(rank, 1),
            Some(Order::Fault(fault)) => {
                // The log has room for many more.
                let _ = machine.segment.log_fault(fault);
                if let Fault::Revoked(name) = fault {
                    machine.known.insert(fault.to_word());
                    machine.up.push_back(Note::RevokedOn(at, name));
                }
            }
            Some(Order::Decision(name, decision)) => {
                use clump_fabric::local::Agreements;
                machine.segment.decide(name, u32::from(name.of.first), decision.0);
            }
            None => {}
        }
    }
}
