//! MPI_Barrier and MPI_Allreduce between machines by a group: all tell its first member, which answers them by one
//! broadcast ([`super::group_bcast`]). Who has come has what was broadcast before, so that nobody acknowledges that.
use super::scratch::Scratch;
use super::{Entrance, Team, barrier as barriers, group_bcast, reduce};
use crate::group::Ranks;
use crate::op::Fold;
use clump::Region;

/// Ranks that one hears from at most. With half as many, 9 to 16 ranks would need a second hop; with twice as many, the
/// last of 32 would wait longer for its turn than for that.
const WIDTH: usize = 16;

/// [`super::barrier`] of ranks that are the members of a group.
pub async fn barrier<G: Entrance>(team: &Team<G>) {
    barriers::come(team, WIDTH).await;
    group_bcast::all_have(team, 0);
    // A member cannot ask for a broadcast of no bytes: it lacks none.
    let word = Scratch::new(1);
    group_bcast::bcast(team, word.region(), 0).await;
}

/// [`super::allreduce`] of ranks that are the members of a group.
pub async fn allreduce<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold) {
    combine(team, input, output, fold).await;
    group_bcast::all_have(team, 0);
    group_bcast::bcast(team, output, 0).await;
}

/// All ranks' operands, in their order, into the `output` of rank 0. That of others is used on the way.
async fn combine<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold) {
    let (me, n) = (team.rank(), team.size());
    if n <= WIDTH {
        return reduce::linear(team, input, output, fold, 0).await;
    }
    let jobs =
        |ranks: &mut dyn Iterator<Item = usize>| Ranks::of(&ranks.map(|r| team.job_rank(r)).collect::<Vec<u32>>());
    let first = me / WIDTH * WIDTH;
    let row = team.among(jobs(&mut (first..n.min(first + WIDTH))), me - first);
    team.part(&row, reduce::linear(&row, input, output, fold, 0)).await;
    if me == first {
        let firsts = team.among(jobs(&mut (0..n).step_by(WIDTH)), me / WIDTH);
        team.part(&firsts, Box::pin(combine(&firsts, output, output, fold))).await;
    }
}
