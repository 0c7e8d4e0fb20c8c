//! Communicators on several machines: inside each by its board, between them by one rank of each, its *speaker*.
//!
//! A call has two more ports, one for the ranks of this machine and one for the speakers; no two ranks are in both. What the
//! same collective does there is part of its own future, which therefore is boxed where messages begin.
use super::scratch::Scratch;
use super::{Blocks, Gate, Port, gather};
use super::{bcast as casts, reduce as folds};
use crate::group::Ranks;
use crate::op::Fold;
use clump::Region;
use std::future::{Future, poll_fn};
use std::pin::pin;

/// A communicator's machines, as one of its ranks sees them.
#[derive(Debug, PartialEq, Eq)]
pub struct Levels {
    /// The machine of each rank, numbered in the order of their first ranks.
    machines: Box<[u32]>,
    /// The first rank of each machine.
    firsts: Box<[u32]>,
    /// Job-wide numbers of those, and of this machine's ranks, in order.
    speakers: Ranks,
    here: Ranks,
    /// This rank's place among the latter.
    place: usize,
    /// The ranks of each machine follow each other.
    in_order: bool,
}

impl Levels {
    /// As rank `me` of `members` sees it. `None` if all ranks are alike: on one machine, or one on each.
    pub fn of(members: &Ranks, me: usize, machine: impl Fn(u32) -> u32) -> Option<Levels> {
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
        let jobs =
            |ranks: &mut dyn Iterator<Item = usize>| -> Vec<u32> { ranks.map(|r| members.job(r as u32)).collect() };
        let beside = |r: &usize| machines[*r] == mine;
        Some(Levels {
            speakers: Ranks::of(&jobs(&mut firsts.iter().map(|&r| r as usize))),
            here: Ranks::of(&jobs(&mut (0..machines.len()).filter(beside))),
            place: (0..me).filter(beside).count(),
            in_order: machines.is_sorted(),
            firsts: firsts.into(),
            machines,
        })
    }

    /// Job-wide numbers of the ranks of this machine.
    pub fn here(&self) -> &Ranks {
        &self.here
    }

    /// This rank's place among them.
    pub fn place(&self) -> usize {
        self.place
    }

    /// The ranks of a machine, in order.
    fn ranks_of(&self, machine: usize) -> impl Iterator<Item = usize> + '_ {
        (0..self.machines.len()).filter(move |&r| self.machines[r] as usize == machine)
    }

    /// Are operands in the order of ranks when they are combined machine by machine?
    pub fn keep_order(&self) -> bool {
        self.in_order
    }
}

/// Both ports of a call.
struct Both<G> {
    inside: Port<G>,
    /// Of a speaker.
    between: Option<Port<G>>,
    /// The speaker's place on this machine.
    speaker: usize,
    /// The root's machine.
    top: usize,
}

impl<G: Gate> Both<G> {
    /// With a root, which speaks for its machine, or without.
    fn of(port: &Port<G>, levels: &Levels, root: Option<usize>) -> Both<G> {
        let board = port.machines().and_then(|m| m.board);
        let inside = port.among(levels.here.clone(), levels.place).with_group(board);
        let top = root.map_or(0, |root| levels.machines[root] as usize);
        let mine = levels.machines[port.rank()] as usize;
        let odd = root.filter(|&root| levels.firsts[top] != root as u32);
        let speaker = match odd {
            Some(root) if mine == top => levels.here.rank_of(port.job_rank(root)).unwrap_or(0) as usize,
            _ => 0,
        };
        let speakers = || match odd {
            None => levels.speakers.clone(),
            Some(root) => {
                let job = |(i, job)| if i == top { port.job_rank(root) } else { job };
                Ranks::of(&levels.speakers.iter().enumerate().map(job).collect::<Vec<_>>())
            }
        };
        let between = (levels.place == speaker).then(|| port.among(speakers(), mine));
        Both { inside, between, speaker, top }
    }
}

impl<G: Gate> Port<G> {
    /// Does a part of the call at another port of its.
    async fn part(&self, level: &Port<G>, part: impl Future<Output = ()>) {
        let mut part = pin!(part);
        poll_fn(|context| {
            let result = part.as_mut().poll(context);
            if result.is_pending() {
                // This port is the one that is asked what is waited for.
                self.waits(level);
            }
            result
        })
        .await;
        self.note(level);
    }
}

/// [`super::barrier`]
pub async fn barrier<G: Gate>(port: &Port<G>, levels: &Levels) {
    let Both { inside, between, .. } = Both::of(port, levels, None);
    let others = 1..inside.size();
    let Some(between) = between else {
        return port.part(&inside, pass(&inside)).await;
    };
    let step = inside.group.map(|_| inside.begin(2));
    let come = async {
        match step {
            Some(step) => {
                for of in others.clone() {
                    inside.posted(step, of, 0).await;
                }
                inside.finish(step);
            }
            None => {
                inside.all(others.clone().map(|from| inside.start_recv(from, Region::EMPTY)).collect::<Vec<_>>()).await
            }
        }
    };
    port.part(&inside, come).await;
    port.part(&between, Box::pin(super::barrier::by_messages(&between))).await;
    let go = async {
        match step {
            Some(step) => {
                inside.post(step + 1, Region::EMPTY).await;
                inside.finish(step + 1);
            }
            None => inside.all(others.map(|to| inside.start_send(to, Region::EMPTY)).collect::<Vec<_>>()).await,
        }
    };
    port.part(&inside, go).await;
}

/// A barrier for those who do not speak: they tell their speaker that they have come, and wait to hear from it.
async fn pass<G: Gate>(inside: &Port<G>) {
    if inside.group.is_none() {
        inside.send(0, Region::EMPTY).await;
        return inside.recv(0, Region::EMPTY).await;
    }
    let step = inside.begin(2);
    inside.post(step, Region::EMPTY).await;
    inside.finish(step);
    inside.posted(step + 1, 0, 0).await;
    inside.finish(step + 1);
}

/// [`super::bcast`]: the root speaks for its machine.
pub async fn bcast<G: Gate>(port: &Port<G>, levels: &Levels, data: Region, root: usize) {
    let Both { mut inside, between, speaker, top } = Both::of(port, levels, Some(root));
    inside.begin_ahead(casts::steps(&inside, data.len()));
    if let Some(between) = between {
        port.part(&between, super::bcast(&between, data, top)).await;
    }
    port.part(&inside, super::bcast(&inside, data, speaker)).await;
}

/// [`super::reduce`]: the root speaks for its machine.
pub async fn reduce<G: Gate>(port: &Port<G>, levels: &Levels, input: Region, output: Region, fold: &Fold, root: usize) {
    let Both { mut inside, between, speaker, top } = Both::of(port, levels, Some(root));
    inside.begin_ahead(folds::steps(&inside, input.len(), fold));
    let Some(between) = between else {
        return port.part(&inside, super::reduce(&inside, input, output, fold, speaker)).await;
    };
    let alone = inside.size() == 1;
    let scratch = Scratch::new(if alone || port.rank() == root { 0 } else { input.len() });
    let sum = match () {
        _ if alone => input,
        _ if port.rank() == root => output,
        _ => scratch.region(),
    };
    port.part(&inside, super::reduce(&inside, input, sum, fold, speaker)).await;
    port.part(&between, super::reduce(&between, sum, output, fold, top)).await;
}

/// [`super::allreduce`]: what the speakers agree on is what all get.
pub async fn allreduce<G: Gate>(port: &Port<G>, levels: &Levels, input: Region, output: Region, fold: &Fold) {
    let Both { mut inside, between, speaker, .. } = Both::of(port, levels, None);
    let len = input.len();
    inside.begin_ahead(folds::steps(&inside, len, fold) + casts::steps(&inside, len));
    let sum = if between.is_some() { output } else { Region::EMPTY };
    port.part(&inside, super::reduce(&inside, input, sum, fold, speaker)).await;
    if let Some(between) = between {
        port.part(&between, Box::pin(super::allreduce::by_messages(&between, output, output, fold))).await;
    }
    port.part(&inside, super::bcast(&inside, output, speaker)).await;
}

/// [`super::allgather`]: speakers collect their machine's blocks, exchange them, and pass all on.
pub async fn allgather<G: Gate>(port: &Port<G>, levels: &Levels, mine: Region, all: &Blocks) {
    let n = port.size();
    let Both { mut inside, between, .. } = Both::of(port, levels, None);
    inside.begin_ahead(casts::steps(&inside, all.total(n)));
    // Memory in which each machine's blocks follow each other.
    let in_place = match *all {
        Blocks::Even(whole, each) if levels.in_order => Some(whole.slice(0, n * each)),
        _ => None,
    };
    let scratch = Scratch::new(if in_place.is_some() { 0 } else { all.total(n) });
    let whole = in_place.unwrap_or(scratch.region());
    let (mut blocks, mut machines, mut at) = (vec![Region::EMPTY; n], Vec::new(), 0);
    for machine in 0..levels.firsts.len() {
        let start = at;
        for r in levels.ranks_of(machine) {
            blocks[r] = whole.slice(at, all.get(r).len());
            at += blocks[r].len();
        }
        machines.push(whole.slice(start, at - start));
    }
    let own = levels.machines[port.rank()] as usize;
    let here = Blocks::Listed(levels.ranks_of(own).map(|r| blocks[r]).collect());
    port.part(&inside, gather::flat(&inside, mine, &here, 0)).await;
    if let Some(between) = between {
        let machines = Blocks::Listed(machines.into());
        port.part(&between, super::allgather(&between, machines.get(own), &machines)).await;
    }
    port.part(&inside, super::bcast(&inside, whole, 0)).await;
    if in_place.is_none() {
        for (r, block) in blocks.into_iter().enumerate() {
            all.get(r).copy_from(block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_know_their_machine_and_who_speaks() {
        let of = |machines: &[u32], me: usize| {
            let jobs: Vec<u32> = (0..machines.len() as u32).map(|r| 100 - r).collect();
            Levels::of(&Ranks::of(&jobs), me, |job| machines[100 - job as usize])
        };
        assert_eq!(of(&[4, 4, 4], 1), None);
        assert_eq!(of(&[4, 2, 9], 1), None);
        let uneven = of(&[4, 7, 7, 7, 2, 2], 2).expect("two on one");
        assert_eq!(uneven.speakers.iter().collect::<Vec<_>>(), [100, 99, 96]);
        assert_eq!(uneven.here().iter().collect::<Vec<_>>(), [99, 98, 97]);
        assert!(uneven.place() == 1 && uneven.keep_order());
        let turns = of(&[1, 0, 1, 0], 3).expect("two on each");
        assert_eq!(turns.speakers.iter().collect::<Vec<_>>(), [100, 99]);
        assert_eq!(turns.here().iter().collect::<Vec<_>>(), [99, 97]);
        assert!(turns.place() == 1 && !turns.keep_order());
    }
}
