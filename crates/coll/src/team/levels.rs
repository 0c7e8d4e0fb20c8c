//! The machines on which a communicator's ranks run.
use crate::Packing;
use crate::Ranks;
use clump::driver::planted;
use std::sync::OnceLock;

/// A communicator's machines, as seen by one of its ranks.
#[derive(Debug, PartialEq, Eq)]
pub struct Hierarchy {
    /// The machine of each rank. Machines are numbered in the order of their first ranks.
    machines: Box<[u32]>,
    /// The first rank on each machine.
    firsts: Box<[u32]>,
    /// Job-wide numbers of the first ranks, and of this machine's ranks, in order.
    leaders: Ranks,
    here: Ranks,
    /// This rank's position among this machine's ranks.
    place: usize,
    /// The most ranks on one machine.
    crowd: usize,
    /// True if the ranks of each machine are consecutive.
    in_order: bool,
    /// This rank's part of an exchange of a block from every rank to every rank, and of one block from every rank to
    /// all ranks; made at the first use.
    to_all: [OnceLock<Packing>; 2],
}

impl Hierarchy {
    /// Returns the machines as rank `me` of `members` sees them, or `None` if all ranks are on one machine or each
    /// machine has one rank.
    pub fn of(members: &Ranks, me: usize, machine: impl Fn(u32) -> u32) -> Option<Hierarchy> {
        let mut names = Vec::new();
        let mut firsts = Vec::new();
        let mut number = |(rank, job): (usize, u32)| {
            let name = machine(job);
            names.iter().position(|&n| n == name).unwrap_or_else(|| {
                names.push(name);
                firsts.push(rank as u32);
                names.len() - 1
            }) as u32
        };
        let machines: Box<[u32]> = members.iter().enumerate().map(&mut number).collect();
        if firsts.len() == 1 || firsts.len() == machines.len() {
            return None;
        }
        let mine = machines[me];
        let mut counts = vec![0; firsts.len()];
        machines.iter().for_each(|&machine| counts[machine as usize] += 1);
        let jobs =
            |ranks: &mut dyn Iterator<Item = usize>| -> Vec<u32> { ranks.map(|r| members.job(r as u32)).collect() };
        let beside = |r: &usize| machines[*r] == mine;
        Some(Hierarchy {
            leaders: Ranks::of(&jobs(&mut firsts.iter().map(|&r| r as usize))),
            here: Ranks::of(&jobs(&mut (0..machines.len()).filter(beside))),
            place: (0..me).filter(beside).count(),
            crowd: counts.into_iter().max().unwrap_or(0),
            in_order: machines.is_sorted(),
            firsts: firsts.into(),
            machines,
            to_all: Default::default(),
        })
    }

    /// Returns true if each of several members is on a machine of its own.
    pub fn is_apart(members: &Ranks, machine: impl Fn(u32) -> u32) -> bool {
        let mut machines: Vec<u32> = members.iter().map(machine).collect();
        machines.sort_unstable();
        machines.len() > 1 && machines.is_sorted_by(|a, b| a < b)
    }

    /// Returns the job-wide numbers of this machine's ranks.
    pub fn here(&self) -> &Ranks {
        &self.here
    }

    /// Returns this rank's position among this machine's ranks.
    pub fn place(&self) -> usize {
        self.place
    }

    /// Returns the most ranks on one machine.
    pub fn crowd(&self) -> usize {
        self.crowd
    }

    /// Returns true if all machines have equally many ranks.
    pub fn is_even(&self) -> bool {
        self.firsts.len() * self.crowd == self.machines.len()
    }

    /// Iterates over the ranks on a machine, in order.
    pub(crate) fn ranks_of(&self, machine: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.machines.len()).filter(move |&r| self.machines[r] as usize == machine)
    }

    /// Returns the number of the machine on which `rank` runs.
    pub fn machine(&self, rank: usize) -> usize {
        self.machines[rank] as usize
    }

    /// Returns true if `rank` is the first rank of its machine.
    pub fn is_leader(&self, rank: usize) -> bool {
        self.firsts[self.machine(rank)] as usize == rank
    }

    /// Makes this rank's part of an exchange ([`Packing::new`]).
    pub fn packing(
        &self,
        me: usize,
        alike: bool,
        destinations: impl Fn(usize) -> Vec<Option<usize>>,
        sources: impl Iterator<Item = Option<(usize, usize)>>,
    ) -> Packing {
        let members: Vec<Vec<usize>> = (0..self.firsts.len()).map(|m| self.ranks_of(m).collect()).collect();
        Packing::new(&members, |rank| self.machine(rank), me, alike, destinations, sources)
    }

    /// Returns this rank's part of an exchange in which each rank sends a block to every rank, or one block to all
    /// ranks (`alike`). `me` is this rank.
    pub fn packing_to_all(&self, me: usize, alike: bool) -> &Packing {
        self.to_all[usize::from(alike)].get_or_init(|| {
            let n = self.machines.len();
            let sources = (0..n).map(|source| Some((source, if alike { 0 } else { me })));
            self.packing(me, alike, |_| (0..n).map(Some).collect(), sources)
        })
    }

    /// Returns the job-wide numbers of the machines' first ranks, in order.
    pub fn leaders(&self) -> &Ranks {
        &self.leaders
    }

    /// Returns true if combining machine by machine keeps operands in rank order.
    pub fn keep_order(&self) -> bool {
        self.in_order || planted("machines_in_order")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_apart_if_no_machine_has_two() {
        let apart = |machines: &[u32]| {
            let jobs: Vec<u32> = (0..machines.len() as u32).collect();
            Hierarchy::is_apart(&Ranks::of(&jobs), |job| machines[job as usize])
        };
        assert!(apart(&[4, 2, 9]) && apart(&[1, 0]));
        assert!(![&[4, 4, 4][..], &[1, 0, 1], &[7]].into_iter().any(apart));
    }

    #[test]
    fn ranks_know_their_machine_and_its_leader() {
        let of = |machines: &[u32], me: usize| {
            let jobs: Vec<u32> = (0..machines.len() as u32).map(|r| 100 - r).collect();
            Hierarchy::of(&Ranks::of(&jobs), me, |job| machines[100 - job as usize])
        };
        assert_eq!(of(&[4, 4, 4], 1), None);
        assert_eq!(of(&[4, 2, 9], 1), None);
        let uneven = of(&[4, 7, 7, 7, 2, 2], 2).expect("two on one");
        assert_eq!(uneven.leaders.iter().collect::<Vec<_>>(), [100, 99, 96]);
        assert_eq!(uneven.here().iter().collect::<Vec<_>>(), [99, 98, 97]);
        assert!(uneven.place() == 1 && uneven.keep_order() && uneven.crowd() == 3 && !uneven.is_even());
        let turns = of(&[1, 0, 1, 0], 3).expect("two on each");
        assert_eq!(turns.leaders.iter().collect::<Vec<_>>(), [100, 99]);
        assert_eq!(turns.here().iter().collect::<Vec<_>>(), [99, 97]);
        assert!(turns.place() == 1 && !turns.keep_order() && turns.is_even());
    }
}
