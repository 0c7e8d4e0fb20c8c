//! Collectives on several machines with equally many ranks. Each rank of a machine handles a slice of the data, so that
//! all ranks of a machine send and receive.
use crate::Fold;
use crate::Ranks;
use crate::collectives::reduce_scatter as shares;
use crate::team::scratch::Scratch;
use crate::{Entrance, RankBlocks, Team};
use clump::driver::Region;

/// Runs [`crate::reduce_scatter()`]: the rank at place l of a machine combines, over its machine, the blocks of the
/// ranks at place l of all machines. These ranks then combine the results of the machines.
pub async fn reduce_scatter<G: Entrance>(team: &Team<G>, inputs: &RankBlocks, output: Region, fold: &Fold) {
    let levels = team.levels();
    let (machine, place) = (levels.machine(team.rank()), levels.place());
    let machines: Vec<Vec<usize>> =
        (0..levels.leaders().len() as usize).map(|m| levels.ranks_of(m).collect()).collect();
    let counterparts: Vec<u32> = machines.iter().map(|ranks| team.job_rank(ranks[place])).collect();
    let inside = team.inside();
    let between = team.among(Ranks::of(&counterparts), machine).with_apart(true);
    // A slice has the blocks of one place, machine by machine.
    let packed = Scratch::new(inputs.total(team.size()));
    let (mut slices, mut at) = (Vec::new(), 0);
    for l in 0..inside.size() {
        let start = at;
        for block in machines.iter().map(|ranks| inputs.get(ranks[l])) {
            packed.region().slice(at, block.len()).copy_from(block);
            at += block.len();
        }
        slices.push(packed.region().slice(start, at - start));
    }
    let scratch = Scratch::new(slices[place].len());
    let sum = scratch.region();
    let slices = RankBlocks::Listed(slices.into());
    team.part(&inside, shares::alike(&inside, packed.region(), &slices, sum, fold)).await;
    let mut at = 0;
    let block = |ranks: &Vec<usize>| {
        let len = inputs.get(ranks[place]).len();
        at += len;
        sum.slice(at - len, len)
    };
    let blocks = RankBlocks::Listed(machines.iter().map(block).collect());
    team.part(&between, shares::alike(&between, sum, &blocks, output, fold)).await;
}
