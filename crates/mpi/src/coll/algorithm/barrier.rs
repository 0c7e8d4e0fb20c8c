//! MPI_Barrier: MPI 5.0 section 6.3.
use super::plan::{self, BOARD_RANKS, Barrier};
use super::{Entrance, Team};
use clump::{Endpoint, Region};

/// [`super::barrier`] by ranks that act alike, on whatever machines they are.
pub async fn alike<G: Entrance>(team: &Team<G>) {
    let plan = plan::barrier(team.facts(0));
    let first = team.begin(plan.steps);
    match plan.algorithm {
        Barrier::Board => board(team, first, false).await,
        Barrier::BoardStar => board_star(team, first).await,
        Barrier::Star => Box::pin(star(team)).await,
        Barrier::Dissemination => Box::pin(dissemination(team)).await,
    }
}

async fn star<G: Entrance>(team: &Team<G>) {
    if team.rank() != 0 {
        team.send(0, Region::EMPTY).await;
        team.recv(0, Region::EMPTY).await;
        return;
    }
    // All posted before any is awaited: what has arrived by then goes straight to its receive.
    let pending: Vec<_> = (1..team.size()).map(|from| team.start_recv(from, Region::EMPTY)).collect();
    team.all(pending).await;
    for to in 1..team.size() {
        team.send(to, Region::EMPTY).await;
    }
}

/// Hensgen, Finkel and Manber (1988): in round k each rank signals the one 2^k further.
async fn dissemination<G: Entrance>(team: &Team<G>) {
    let (me, n) = (team.rank(), team.size());
    let mut step = 1;
    while step < n {
        team.exchange((me + step) % n, Region::EMPTY, (me + n - step) % n, Region::EMPTY).await;
        step *= 2;
    }
}

/// All others post, and rank 0 posts when it has seen them.
async fn board_star<G: Entrance>(team: &Team<G>, step: u64) {
    if team.rank() == 0 {
        team.each_posted(step, 0, team.size() - 1, |i| i + 1, |_, _| ()).await;
        team.post(step, Region::EMPTY).await;
    } else {
        team.post(step, Region::EMPTY).await;
        team.posted(step, 0, 0).await;
    }
    team.finish(step);
}

/// All post (`posted`: this rank has done so), and each looks for all.
async fn board<G: Entrance>(team: &Team<G>, step: u64, posted: bool) {
    if !posted {
        team.post(step, Region::EMPTY).await;
    }
    team.each_posted(step, 0, team.size(), order(team.rank(), team.size()), |_, _| ()).await;
    team.finish(step);
}

/// The order in which a member looks at all, itself last.
fn order(me: usize, n: usize) -> impl Fn(usize) -> usize {
    move |i| if me + 1 + i < n { me + 1 + i } else { me + 1 + i - n }
}

/// The same barrier before it has a team: mostly it is over within a few looks, and making one takes as long.
pub struct AtBoard {
    group: usize,
    rank: usize,
    size: usize,
    step: u64,
    posted: bool,
    /// So many of the others' posts have been seen, all of them empty but for `strange` ones.
    seen: usize,
    strange: bool,
}

impl AtBoard {
    /// Begins a barrier of the members of `group`, who are as many as `size` and have a processor each.
    #[inline(always)]
    pub fn begin(endpoint: &mut Endpoint, group: usize, rank: usize, size: usize) -> Option<AtBoard> {
        if size > BOARD_RANKS {
            return None;
        }
        let board = endpoint.group(group)?;
        let step = board.begin(1);
        let posted = matches!(board.post(step, Region::EMPTY), Ok(true));
        Some(AtBoard { group, rank, size, step, posted, seen: 0, strange: false })
    }

    /// True, and the barrier's end, if all have come. A post with anything in it is for [`AtBoard::rest`] to tell.
    #[inline(always)]
    pub fn look(&mut self, endpoint: &mut Endpoint) -> bool {
        let order = order(self.rank, self.size);
        let Some(board) = endpoint.group(self.group).filter(|_| self.posted) else { return false };
        let strange = &mut self.strange;
        let all = board.visit(self.step, order, &mut self.seen, self.size, |_, post| *strange |= !post.is_empty());
        let met = all && !self.strange;
        if met {
            board.finish(self.step);
        }
        met
    }

    /// The rest, as a collective like any other.
    pub async fn rest<G: Entrance>(self, team: &Team<G>) {
        team.ledger.begin(self.step, 1);
        board(team, self.step, self.posted).await;
    }
}
