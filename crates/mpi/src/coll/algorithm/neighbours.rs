//! Neighbourhood collectives: MPI 5.0 section 8.6.
use super::{Entrance, FastPath, MessageBatch, RankBlocks, ShortRound, Team, board};
use crate::abi::MPI_PROC_NULL;
use crate::topology::Neighbourhood;
use clump::driver::{Endpoint, Region};
use std::future::poll_fn;
use std::task::Poll;

/// Starts to send block `from(i)` to destination `i`, and to receive block `i` of `to` from source `i`, for all
/// neighbours. `batch` gets the messages.
pub fn start_neighbours<G: Entrance>(
    team: &Team<G>,
    ep: &mut Endpoint,
    batch: &mut MessageBatch,
    around: &Neighbourhood,
    from: impl Fn(usize) -> Region,
    to: &RankBlocks,
) {
    let Neighbourhood { sources, destinations, matching, .. } = around;
    for &i in matching.iter().filter(|&&i| sources[i] != MPI_PROC_NULL) {
        batch.recv(team, ep, sources[i] as usize, to.get(i));
    }
    for (i, &destination) in destinations.iter().enumerate().filter(|(_, d)| **d != MPI_PROC_NULL) {
        batch.send(team, ep, destination as usize, from(i));
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
        let blocks = self.around.destinations.iter().enumerate().filter(|(_, d)| **d != MPI_PROC_NULL);
        for (i, _) in blocks {
            post.slice(self.place(i), self.each).copy_from((self.from)(i));
        }
    }

    /// Copies the block from source `i` out of this source's post. Returns false if the block has another length than
    /// `into`.
    fn take(&self, i: usize, post: Region, into: Region) -> bool {
        // The other end of an edge in a grid has the other index of the dimension.
        let place = self.place(i ^ 1);
        let block = board::part(post, &(place..place + self.each));
        let n = block.len().min(into.len());
        into.slice(0, n).copy_from(block.slice(0, n));
        post.len() == self.row() && block.len() == into.len()
    }

    /// Receives block `i` of `to` from source `i`, for all neighbours.
    pub async fn run<G: Entrance>(&self, team: &Team<G>, to: &RankBlocks) {
        let step = team.begin(1);
        team.fill(step, self.row(), |post| self.write(post)).await;
        for (i, &source) in self.around.sources.iter().enumerate().filter(|(_, s)| **s != MPI_PROC_NULL) {
            let post = team.posted(step, source as usize, self.row()).await;
            if !self.take(i, post, to.get(i)) {
                team.note_truncation_of(team.job_rank(source as usize));
            }
        }
        team.finish(step);
    }

    /// Begins the exchange as a [`ShortRound`]: posts all blocks.
    #[inline(always)]
    pub fn begin_short(&self, mut at: FastPath) -> Option<ShortRound> {
        at.begin_short(self.row(), |post| self.write(post))
    }

    /// Ends a short round: copies all blocks. Returns true if all blocks have the length of their place in `to`;
    /// returns the rank whose post is missing as an error.
    #[inline(always)]
    pub fn end_short(&self, mut at: FastPath, round: &mut ShortRound, to: &RankBlocks) -> Result<bool, usize> {
        let (me, sources, mut fits) = (at.rank(), &self.around.sources, true);
        // This rank has posted, so that nothing is awaited in place of a neighbour that does not exist.
        let source = |i: usize| if sources[i] == MPI_PROC_NULL { me } else { sources[i] as usize };
        at.end_short(round, sources.len(), source, |i, _, post| {
            if sources[i] != MPI_PROC_NULL {
                fits &= self.take(i, post, to.get(i));
            }
        })?;
        Ok(fits)
    }
}
