//! MPI_Scan and MPI_Exscan: MPI 5.0 section 6.11.
use crate::Fold;
use crate::blocks::settle;
use crate::memory::lent_buffer;
use crate::plan::{self, ScanWay};
use crate::steps::folding;
use crate::{Entrance, Team};
use clump::driver::Region;

/// Runs [`crate::scan()`] (`inclusive`) or [`crate::exscan()`] without a hierarchy of machines: all ranks have the same
/// role.
pub async fn alike<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold, inclusive: bool) {
    let plan = plan::scan(team.facts(input.len()));
    let first = team.begin(plan.steps);
    match plan.algorithm {
        ScanWay::Nothing => (),
        ScanWay::Board => through_board(team, first, input, output, fold, inclusive).await,
        ScanWay::Star => star(team, input, output, fold, inclusive).await,
        ScanWay::RecursiveDoubling => recursive_doubling(team, input, output, fold, inclusive).await,
    }
}

/// Scans over the board: each rank combines the posts of the ranks before it with its own operand.
async fn through_board<G: Entrance>(
    team: &Team<G>,
    step: u64,
    input: Region,
    output: Region,
    fold: &Fold,
    inclusive: bool,
) {
    team.post(step, input).await;
    let before = team.rank() + usize::from(inclusive);
    folding::fold_first(team, step, before, output, fold).await;
    team.finish(step);
}

/// Scans at rank 0, which combines the operands and sends each rank its result.
async fn star<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold, inclusive: bool) {
    let (n, len) = (team.size(), input.len());
    if team.rank() != 0 {
        team.send(0, input).await;
        return team.recv(0, output).await;
    }
    let rows = lent_buffer(n * len);
    let row = |i: usize| rows.region().slice(i * len, len);
    row(0).copy_from(input);
    let receives: Vec<_> = (1..n).map(|from| team.start_recv(from, row(from))).collect();
    team.all(receives).await;
    for i in 1..n {
        fold.apply(row(i - 1), row(i));
    }
    let shift = usize::from(!inclusive);
    let sends: Vec<_> = (1..n).map(|to| team.start_send(to, row(to - shift))).collect();
    if inclusive {
        settle(output, input);
    }
    team.all(sends).await;
}

/// Scans by recursive doubling: at doubling distances, ranks exchange the combination of their group's inputs. The
/// combination from a lower rank also belongs to this rank's prefix.
async fn recursive_doubling<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold, inclusive: bool) {
    let (me, n, len) = (team.rank(), team.size(), input.len());
    let scratch = lent_buffer(2 * len);
    let (mut group, mut theirs) = (scratch.region().slice(0, len), scratch.region().from(len));
    group.copy_from(input);
    // `output` holds the prefix so far; for exscan the first message from a lower rank begins it.
    let mut begun = inclusive;
    if inclusive {
        settle(output, input);
    }
    let mut step = 1;
    while step < n {
        let peer = me ^ step;
        step *= 2;
        if peer >= n {
            continue;
        }
        team.exchange(peer, group, peer, theirs).await;
        if peer > me {
            fold.apply(group, theirs);
            std::mem::swap(&mut group, &mut theirs);
            continue;
        }
        if begun {
            fold.apply(theirs, output);
        } else {
            output.copy_from(theirs);
            begun = true;
        }
        fold.apply(theirs, group);
    }
}
