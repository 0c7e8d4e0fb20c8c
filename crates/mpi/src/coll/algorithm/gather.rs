//! MPI_Gather and MPI_Gatherv: MPI 5.0 section 6.5.
use super::blocks::{others, settle};
use super::plan::{self, Rooted};
use super::{Blocks, Gate, Port};
use clump::{Buffer, Region};

/// The root gets everybody's `mine`, rank i's in block i of `all` (on other ranks, nothing).
///
/// `equal`: all ranks name the same length. Otherwise (the v form) only the root knows all lengths.
pub async fn gather<G: Gate>(port: &Port<G>, mine: Region, all: &Blocks, root: usize, equal: bool) {
    let plan = plan::rooted(port.facts(mine.len() * port.size()), equal);
    let first = port.begin(plan.steps);
    match plan.algorithm {
        Rooted::Board => through_board(port, first, mine, all, root).await,
        Rooted::Linear => linear(port, mine, all, root).await,
        Rooted::Binomial => binomial(port, mine, all, root).await,
    }
}

/// On the board: all post, and the root copies.
async fn through_board<G: Gate>(port: &Port<G>, step: u64, mine: Region, all: &Blocks, root: usize) {
    if port.rank() != root {
        port.post(step, mine).await;
    } else {
        settle(all.get(root), mine);
        for of in others(root, port.size()) {
            all.get(of).copy_from(port.posted(step, of, mine.len()).await);
        }
    }
    port.finish(step);
}

/// All send to the root, which receives straight into place.
pub async fn linear<G: Gate>(port: &Port<G>, mine: Region, all: &Blocks, root: usize) {
    if port.rank() != root {
        if !mine.is_empty() {
            port.send(root, mine).await;
        }
        return;
    }
    let receives: Vec<_> = others(root, port.size())
        .filter(|&from| !all.get(from).is_empty())
        .map(|from| port.start_recv(from, all.get(from)))
        .collect();
    settle(all.get(root), mine);
    port.all(receives).await;
}

/// Each rank collects the blocks of its subtree, in order of place (counted from the root).
async fn binomial<G: Gate>(port: &Port<G>, mine: Region, all: &Blocks, root: usize) {
    let (me, n, each) = (port.rank(), port.size(), mine.len());
    if each == 0 {
        return;
    }
    let place = (me + n - root) % n;
    let rank_at = |place: usize| (place + root) % n;
    let span = subtree(place, n);
    let packed = Buffer::new(span * each);
    packed.region().copy_from(mine);
    let mut receives = Vec::new();
    let mut step = 1;
    while step < span {
        let len = subtree(place + step, n).min(step) * each;
        receives.push(port.start_recv(rank_at(place + step), packed.region().slice(step * each, len)));
        step *= 2;
    }
    port.all(receives).await;
    if place != 0 {
        let parent = place & (place - 1);
        return port.send(rank_at(parent), packed.region()).await;
    }
    for i in 0..n {
        settle(all.get(rank_at(i)), packed.region().slice(i * each, each));
    }
}

/// Places in the binomial subtree that begins at `place`: up to the place's lowest bit, as far as there are any.
pub fn subtree(place: usize, n: usize) -> usize {
    if place == 0 { n } else { (place & place.wrapping_neg()).min(n - place) }
}
