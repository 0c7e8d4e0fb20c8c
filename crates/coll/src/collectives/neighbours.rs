//! Neighbourhood collectives: MPI 5.0 section 8.6.
use crate::team::board;
use crate::{Entrance, FastPath, MessageBatch, RankBlocks, ShortRound, Team};
use clump::driver::{Endpoint, Local, Region, planted};
use std::future::poll_fn;
use std::task::Poll;

/// The processes with which a process exchanges messages in neighbourhood collectives (MPI 5.0, 8.6), in the order of
/// the blocks in its buffers.
#[derive(Debug, PartialEq, Eq)]
pub struct Neighbourhood {
    /// Ranks in the communicator; `None` beyond the edges of a grid.
    pub sources: Vec<Option<u32>>,
    pub destinations: Vec<Option<u32>>,
    /// The indices of `sources` in the order in which their messages are matched. Sends follow the order of
    /// `destinations`. Messages between two processes keep their order, so the n-th message from a process goes to the
    /// n-th index that names the process.
    pub matching: Vec<usize>,
    /// True in a grid: all processes have equally many neighbours, and what a process sends by an even index `i`
    /// arrives by index `i + 1` and the other way round.
    pub grid: bool,
}

impl Neighbourhood {
    /// Iterates over the blocks that have a destination, and their destinations.
    fn sent(&self) -> impl Iterator<Item = (usize, usize)> {
        self.destinations.iter().enumerate().filter_map(|(i, to)| Some((i, (*to)? as usize)))
    }
}

/// Starts to send block `from(i)` to destination `i`, and to receive block `i` of `to` from source `i`, for all
/// neighbours. `batch` gets the messages.
pub fn start_neighbours<G: Entrance>(
    team: &Team<G>,
    ep: &mut Endpoint<G::Fabric>,
    batch: &mut MessageBatch,
    around: &Neighbourhood,
    from: impl Fn(usize) -> Region,
    to: &RankBlocks,
) {
    let in_turn = |(k, i)| if planted("neighbours_matched_by_place") { k } else { i };
    let matching = around.matching.iter().copied().enumerate().map(in_turn);
    for (i, source) in matching.filter_map(|i| Some((i, around.sources[i]?))) {
        batch.recv(team, ep, source as usize, to.get(i));
    }
    for (i, destination) in around.sent() {
        batch.send(team, ep, destination, from(i));
    }
}

/// Sends block `from(i)` to destination `i`, and receives block `i` of `to` from source `i`, for all neighbours at
/// once.
pub async fn neighbours<G: Entrance>(
    team: &Team<G>,
    around: &Neighbourhood,
    from: impl Fn(usize) -> Region,
    to: &RankBlocks,
) {
    let mut batch = MessageBatch::default();
    team.gate.enter(|ep| start_neighbours(team, ep, &mut batch, around, from, to));
    poll_fn(|_| match team.gate.enter(|ep| batch.test(team, ep)) {
        true => Poll::Ready(()),
        false => Poll::Pending,
    })
    .await;
}

/// The most bytes that a rank posts for its neighbours in a grid. A longer post keeps the neighbours waiting while it
/// is written; messages of that length overlap.
pub const POSTED: usize = 8 << 10;

/// An exchange of blocks of `each` bytes between the neighbours in a grid, over the board of the communicator, in one
/// step. Each rank posts its blocks one behind the other, or the one block that all neighbours get (`alike`). `from`
/// returns the block for a destination.
pub struct GridExchange<'a, F> {
    pub around: &'a Neighbourhood,
    pub each: usize,
    pub alike: bool,
    pub from: F,
}

impl<F: Fn(usize) -> Region> GridExchange<'_, F> {
    /// Returns the length of a post.
    fn row(&self) -> usize {
        if self.alike { self.each } else { self.around.destinations.len() * self.each }
    }

    /// Returns where the block for destination `i` begins in a post.
    fn place(&self, i: usize) -> usize {
        if self.alike { 0 } else { i * self.each }
    }

    fn write(&self, post: Region) {
        for (i, _) in self.around.sent() {
            post.slice(self.place(i), self.each).copy_from((self.from)(i));
        }
    }

    /// Copies the block from source `i` out of this source's post. Returns false if the block has another length than
    /// `into`.
    fn take(&self, i: usize, post: Region, into: Region) -> bool {
        // The other end of an edge in a grid has the other index of the dimension.
        let place = self.place(if planted("grid_block_of_the_same_index") { i } else { i ^ 1 });
        let block = board::part(post, &(place..place + self.each));
        let n = block.len().min(into.len());
        into.slice(0, n).copy_from(block.slice(0, n));
        post.len() == self.row() && block.len() == into.len()
    }

    /// Receives block `i` of `to` from source `i`, for all neighbours.
    pub async fn run<G: Entrance>(&self, team: &Team<G>, to: &RankBlocks) {
        let step = team.begin(1);
        team.fill(step, self.row(), |post| self.write(post)).await;
        for (i, source) in self.around.sources.iter().enumerate().filter_map(|(i, s)| Some((i, (*s)?))) {
            let post = team.posted(step, source as usize, self.row()).await;
            if !self.take(i, post, to.get(i)) {
                team.note_truncation_of(team.job_rank(source as usize));
            }
        }
        team.finish(step);
    }

    /// Begins the exchange as a [`ShortRound`]: posts all blocks.
    #[inline(always)]
    pub fn begin_short(&self, mut at: FastPath<'_, impl Local>) -> Option<ShortRound> {
        at.begin_short(self.row(), |post| self.write(post))
    }

    /// Ends a short round: copies all blocks. Returns true if all blocks have the length of their place in `to`;
    /// returns the rank whose post is missing as an error.
    #[inline(always)]
    pub fn end_short(
        &self,
        mut at: FastPath<'_, impl Local>,
        round: &mut ShortRound,
        to: &RankBlocks,
    ) -> Result<bool, usize> {
        let (me, sources) = (at.rank(), &self.around.sources);
        // This rank has posted, so that nothing is awaited in place of a neighbour that does not exist.
        let source = |i: usize| sources[i].map_or(me, |rank| rank as usize);
        at.end_short(round, sources.len(), source, |i, _, post| sources[i].is_none() || self.take(i, post, to.get(i)))
    }
}
