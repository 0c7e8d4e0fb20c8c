//! Collectives on several machines. The ranks of each machine work over their machine's board; one rank of each
//! machine, the *leader*, exchanges data with the other machines' leaders.
//!
//! A call has two inner teams, one for this machine's ranks and one for the leaders. A pair of ranks is never in both
//! teams. The inner collectives are part of the call's future; their futures are boxed where messages begin.
use crate::Fold;
use crate::Ranks;
use crate::blocks::{pack, settle};
use crate::collectives::scan as prefixes;
use crate::collectives::{
    allgather as gathers, allreduce as sums, barrier as meeting, bcast as broadcasts, gather, reduce as folds,
};
use crate::memory::lent_buffer;
use crate::plan::{self, FanInOut};
use crate::steps::bundle::{self, Limit};
use crate::steps::folding;
use crate::team::scratch::Scratch;
use crate::{Entrance, RankBlocks, Team};
use clump::driver::{Region, planted};

/// The two inner teams of a call.
struct Both<G: Entrance> {
    inside: Team<G>,
    /// The leaders' team; `None` unless this rank is a leader.
    between: Option<Team<G>>,
    /// The leader's rank within this machine's team.
    leader: usize,
    /// The index of the root's machine.
    top: usize,
}

impl<G: Entrance> Both<G> {
    /// Makes the teams. With a root, the root leads its machine; otherwise each machine's first rank leads.
    fn of(team: &Team<G>, root: Option<usize>) -> Both<G> {
        let levels = team.levels();
        let inside = team.inside();
        let top = root.map_or(0, |root| levels.machine(root));
        let mine = levels.machine(team.rank());
        let odd = root.filter(|&root| !levels.is_leader(root));
        let leader = match odd {
            Some(root) if mine == top => levels.here().rank_of(team.job_rank(root)).unwrap_or(0) as usize,
            _ => 0,
        };
        let leaders = || match odd {
            None => levels.leaders().clone(),
            Some(root) => {
                let job = |(i, job)| if i == top { team.job_rank(root) } else { job };
                Ranks::of(&levels.leaders().iter().enumerate().map(job).collect::<Vec<_>>())
            }
        };
        let between = (levels.place() == leader).then(|| team.among(leaders(), mine).with_apart(true));
        Both { inside, between, leader, top }
    }
}

/// Runs [`crate::barrier()`]: the leaders meet once all ranks of their machines have entered, and then let them leave.
pub async fn barrier<G: Entrance>(team: &Team<G>) {
    let Both { inside, between, .. } = Both::of(team, None);
    let plan = plan::fan_in_out(inside.facts(0));
    let first = inside.begin(plan.steps);
    let Some(between) = between else {
        return team.part(&inside, follow(&inside, plan.algorithm, first)).await;
    };
    team.part(&inside, fan_in(&inside, plan.algorithm, first)).await;
    if !planted("barrier_of_one_machine") {
        team.part(&between, meeting::alike(&between)).await;
    }
    team.part(&inside, fan_out(&inside, plan.algorithm, first + 1)).await;
}

/// Runs the first half of the barrier on a leader: waits until all other ranks of the leader's machine have entered.
async fn fan_in<G: Entrance>(inside: &Team<G>, algorithm: FanInOut, step: u64) {
    let others = 1..inside.size();
    match algorithm {
        FanInOut::Board => {
            for of in others {
                inside.posted(step, of, 0).await;
            }
            inside.finish(step);
        }
        FanInOut::Messages => {
            let receives: Vec<_> = others.map(|from| inside.start_recv(from, Region::EMPTY)).collect();
            inside.all(receives).await;
        }
    }
}

/// Runs the second half of the barrier on a leader: lets the other ranks of the leader's machine leave.
async fn fan_out<G: Entrance>(inside: &Team<G>, algorithm: FanInOut, step: u64) {
    match algorithm {
        FanInOut::Board => {
            inside.post(step, Region::EMPTY).await;
            inside.finish(step);
        }
        FanInOut::Messages => {
            let sends: Vec<_> = (1..inside.size()).map(|to| inside.start_send(to, Region::EMPTY)).collect();
            inside.all(sends).await;
        }
    }
}

/// Runs the barrier on a rank that is not its machine's leader: tells the leader that this rank has entered, and
/// waits for permission to leave.
async fn follow<G: Entrance>(inside: &Team<G>, algorithm: FanInOut, first: u64) {
    match algorithm {
        FanInOut::Board => {
            inside.post(first, Region::EMPTY).await;
            inside.finish(first);
            inside.posted(first + 1, 0, 0).await;
            inside.finish(first + 1);
        }
        FanInOut::Messages => {
            inside.send(0, Region::EMPTY).await;
            inside.recv(0, Region::EMPTY).await;
        }
    }
}

/// Runs [`crate::bcast()`] with the root as leader of its machine.
pub async fn bcast<G: Entrance>(team: &Team<G>, data: Region, root: usize) {
    let Both { inside, between, leader, top } = Both::of(team, Some(root));
    let plan = plan::bcast(inside.facts(data.len()));
    let first = inside.begin(plan.steps);
    if let Some(between) = between {
        team.part(&between, broadcasts::alike(&between, data, top)).await;
    }
    team.part(&inside, broadcasts::run(&inside, plan.algorithm, first, data, leader)).await;
}

/// Runs [`crate::reduce()`] with the root as leader of its machine.
pub async fn reduce<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold, root: usize) {
    let Both { inside, between, leader, top } = Both::of(team, Some(root));
    let plan = plan::reduce(inside.facts(input.len()), fold);
    let first = inside.begin(plan.steps);
    let within = async |sum| folds::run(&inside, plan.algorithm, first, (input, sum), fold, leader).await;
    let Some(between) = between else {
        return team.part(&inside, within(output)).await;
    };
    let alone = inside.size() == 1;
    let scratch = Scratch::new(if alone || team.rank() == root { 0 } else { input.len() });
    let sum = match () {
        // A leader that is alone on its machine passes its input without a copy.
        _ if alone || planted("sum_in_the_input") => input,
        _ if team.rank() == root => output,
        _ => scratch.region(),
    };
    team.part(&inside, within(sum)).await;
    team.part(&between, folds::alike(&between, sum, output, fold, top)).await;
}

/// Runs [`crate::allreduce()`]: the leaders combine their machines' results and broadcast the outcome on their
/// machines.
pub async fn allreduce<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold) {
    let Both { inside, between, leader, .. } = Both::of(team, None);
    let facts = inside.facts(input.len());
    let (up, down) = (plan::reduce(facts, fold), plan::bcast(facts));
    // Begin the steps of both phases together, so that all ranks count steps alike when several calls are in flight.
    let first = inside.begin(up.steps + down.steps);
    let sum = if between.is_some() { output } else { Region::EMPTY };
    team.part(&inside, folds::run(&inside, up.algorithm, first, (input, sum), fold, leader)).await;
    if let Some(between) = between {
        team.part(&between, sums::alike(&between, output, output, fold)).await;
    }
    let first = first + up.steps as u64;
    team.part(&inside, broadcasts::run(&inside, down.algorithm, first, output, leader)).await;
}

/// Runs [`crate::allgather()`]: the leaders collect the blocks of their machines, exchange them, and broadcast all
/// blocks on their machines.
pub async fn allgather<G: Entrance>(team: &Team<G>, mine: Region, all: &RankBlocks) {
    let (n, levels) = (team.size(), team.levels());
    let Both { inside, between, .. } = Both::of(team, None);
    let plan = plan::bcast(inside.facts(all.total(n)));
    let first = inside.begin(plan.steps);
    // Use memory in which each machine's blocks are contiguous.
    let in_place = match *all {
        RankBlocks::Even(whole, each) if levels.keep_order() => Some(whole.slice(0, n * each)),
        _ => None,
    };
    let scratch = Scratch::new(if in_place.is_some() { 0 } else { all.total(n) });
    let whole = in_place.unwrap_or(scratch.region());
    let (mut blocks, mut machines, mut at) = (vec![Region::EMPTY; n], Vec::new(), 0);
    for machine in 0..levels.leaders().len() as usize {
        let start = at;
        for r in levels.ranks_of(machine) {
            blocks[r] = whole.slice(at, all.get(r).len());
            at += blocks[r].len();
        }
        machines.push(whole.slice(start, at - start));
    }
    let own = levels.machine(team.rank());
    let here = RankBlocks::Listed(levels.ranks_of(own).map(|r| blocks[r]).collect());
    team.part(&inside, gather::linear(&inside, mine, &here, 0)).await;
    if let Some(between) = between {
        let machines = RankBlocks::Listed(machines.into());
        team.part(&between, gathers::alike(&between, machines.get(own), &machines)).await;
    }
    team.part(&inside, broadcasts::run(&inside, plan.algorithm, first, whole, 0)).await;
    if in_place.is_none() {
        for (r, block) in blocks.into_iter().enumerate() {
            all.get(r).copy_from(block);
        }
    }
}

/// Runs [`crate::reduce_scatter()`]: rank 0 combines the machines' results, and scatters the blocks in bundles of at
/// most `limit` for each block.
pub async fn reduce_scatter<G: Entrance>(
    team: &Team<G>,
    limit: Limit,
    inputs: &RankBlocks,
    output: Region,
    fold: &Fold,
) {
    let Both { inside, between, leader, .. } = Both::of(team, None);
    let packed = lent_buffer(inputs.total(team.size()));
    let blocks = pack(inputs, packed.region(), team.size());
    let sum = packed.region();
    if sum.is_empty() {
        return;
    }
    let up = plan::reduce(inside.facts(sum.len()), fold);
    // Begin the steps of both phases together, so that all ranks count steps alike when several calls are in flight.
    let first = inside.begin(up.steps + bundle::steps(&inside));
    team.part(&inside, folds::run(&inside, up.algorithm, first, (sum, sum), fold, leader)).await;
    if let Some(between) = between {
        team.part(&between, folds::alike(&between, sum, sum, fold, 0)).await;
    }
    bundle::scatter_in(team, &inside, first + up.steps as u64, limit, &blocks, output, 0).await;
}

/// Runs [`crate::scan()`] (`inclusive`) or [`crate::exscan()`] on machines in rank order: the leaders combine their
/// machines' operands and scan the results, and each rank combines the operands before it on its machine with the
/// leader's prefix.
pub async fn scan<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold, inclusive: bool) {
    let Both { inside, between, .. } = Both::of(team, None);
    let (machine, alone, len) = (team.levels().machine(team.rank()), inside.size() == 1, input.len());
    // A step for the operands, and one for the leader's prefix, which the first machine does not have.
    let first = inside.begin(if alone { 0 } else { 1 + usize::from(machine > 0) });
    let scratch = Scratch::new(if between.is_some() { 2 * len } else { 0 });
    let (mut sum, mut prefix) = (input, Region::EMPTY);
    if between.is_some() {
        prefix = scratch.region().from(len);
    }
    if !alone {
        let fold_machine = async {
            inside.post(first, input).await;
            if between.is_some() {
                sum = scratch.region().slice(0, len);
                folding::fold_first(&inside, first, inside.size(), sum, fold).await;
            }
        };
        team.part(&inside, fold_machine).await;
    }
    if let Some(between) = &between {
        team.part(between, prefixes::alike(between, sum, prefix, fold, false)).await;
    }
    let before = inside.rank() + usize::from(inclusive);
    let fold_own = async {
        if alone && inclusive {
            settle(output, input);
        }
        if !alone && machine > 0 && between.is_some() {
            inside.post(first + 1, prefix).await;
        }
        if !alone {
            folding::fold_first(&inside, first, before, output, fold).await;
            inside.finish(first);
        }
        if machine == 0 {
            return;
        }
        if between.is_none() {
            prefix = inside.posted(first + 1, 0, len).await;
        }
        match before {
            0 => _ = output.copy_from(prefix),
            _ if planted("scan_without_prefix") => (),
            _ => fold.apply_short(prefix, output),
        }
        if !alone {
            inside.finish(first + 1);
        }
    };
    team.part(&inside, fold_own).await;
}
