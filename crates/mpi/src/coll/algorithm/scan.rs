//! MPI_Scan and MPI_Exscan: MPI 5.0 section 6.11.
use super::blocks::settle;
use super::plan::{self, Scan};
use super::{Gate, Port, reduce};
use crate::op::Fold;
use clump::{Buffer, Region};

/// Rank i gets the combination of the inputs of ranks 0 to i, in rank order. `input` may be `output`.
pub async fn scan<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold) {
    run(port, input, output, fold, true).await;
}

/// Rank i gets the combination of the inputs of ranks 0 to i - 1; rank 0's `output` is left alone.
pub async fn exscan<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold) {
    run(port, input, output, fold, false).await;
}

async fn run<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold, inclusive: bool) {
    let plan = plan::scan(port.facts(input.len()));
    let first = port.begin(plan.steps);
    match plan.algorithm {
        Scan::Nothing => (),
        Scan::Board => through_board(port, first, input, output, fold, inclusive).await,
        Scan::Star => star(port, input, output, fold, inclusive).await,
        Scan::RecursiveDoubling => recursive_doubling(port, input, output, fold, inclusive).await,
    }
}

/// On the board: each rank combines the posts of those before it, and its own.
async fn through_board<G: Gate>(
    port: &Port<G>,
    step: u64,
    input: Region,
    output: Region,
    fold: &Fold,
    inclusive: bool,
) {
    port.post(step, input).await;
    let before = port.rank() + usize::from(inclusive);
    reduce::fold_first(port, step, before, output, fold).await;
    port.finish(step);
}

/// Rank 0 combines for all.
async fn star<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold, inclusive: bool) {
    let (n, len) = (port.size(), input.len());
    if port.rank() != 0 {
        port.send(0, input).await;
        return port.recv(0, output).await;
    }
    let rows = Buffer::new(n * len);
    let row = |i: usize| rows.region().slice(i * len, len);
    row(0).copy_from(input);
    let receives: Vec<_> = (1..n).map(|from| port.start_recv(from, row(from))).collect();
    port.all(receives).await;
    for i in 1..n {
        fold.apply(row(i - 1), row(i));
    }
    let shift = usize::from(!inclusive);
    let sends: Vec<_> = (1..n).map(|to| port.start_send(to, row(to - shift))).collect();
    if inclusive {
        settle(output, input);
    }
    port.all(sends).await;
}

/// At doubling distances, ranks exchange the combination of the group they stand for; what comes from a lower rank
/// belongs to this rank's prefix as well.
async fn recursive_doubling<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold, inclusive: bool) {
    let (me, n, len) = (port.rank(), port.size(), input.len());
    let scratch = Buffer::new(2 * len);
    let (mut group, mut theirs) = (scratch.region().slice(0, len), scratch.region().from(len));
    group.copy_from(input);
    // `output` holds the prefix so far; for exscan it begins with the first message from below.
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
        port.exchange(peer, group, peer, theirs).await;
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
