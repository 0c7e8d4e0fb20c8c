//! Exchanges in which no rank knows all lengths (the v and w forms of gather, scatter and alltoall), through
//! the board.
//!
//! A rank that has blocks for other ranks posts a table with each block's place and length. Short blocks follow the
//! table in the post itself. For long blocks the table gives addresses in the owner's memory, where the other ranks
//! read them. The owner chooses between the two ways, and the table tells the readers which. A call takes two steps. In
//! the second step each reader confirms its read, or says that the kernel refused the read and then receives a message.
//! In a gather the root publishes the addresses for long blocks, and the other ranks write their blocks there.
use crate::blocks::{others, settle};
use crate::plan::LISTED_READ;
use crate::steps::remote_read::Offered;
use crate::steps::turn::Turn;
use crate::team::board::FETCHED;
use crate::{Entrance, FastPath, RankBlocks, Team};
use clump::driver::{Local, POST, Region};
use std::future::poll_fn;
use std::iter::once;
use std::ops::Range;

/// First word of a table: the blocks are in the post, and entries count bytes from the start of the post.
const IN_POST: u64 = 0;
/// First word of a table: the blocks are in memory, and entries are addresses.
const IN_MEMORY: u64 = 1;
/// Length in bytes from which a block begins on a cache line of its own.
const ALIGNED: usize = 128;

/// One entry of another rank's table.
struct Entry {
    of: usize,
    post: Region,
    in_post: bool,
    at: u64,
    len: u64,
}

impl Entry {
    /// Reads entry `i` of the table in `post`, which rank `of` has posted.
    #[inline(always)]
    fn new(post: Region, of: usize, i: usize) -> Entry {
        let mut entry = Entry { of, post, in_post: true, at: 0, len: 0 };
        if let Some(words) = post.part(8 * (1 + 2 * i), 16) {
            (entry.in_post, entry.at, entry.len) = (post.get::<u64>(0) == IN_POST, words.get(0), words.get(1));
        }
        entry
    }

    /// Copies the first bytes of a block that is in the post.
    #[inline(always)]
    fn copy_to(&self, into: Region) {
        let block = self.post.part(self.at as usize, into.len()).unwrap_or(Region::EMPTY);
        if FETCHED.contains(&block.len()) {
            block.prefetch_for_reading();
        }
        into.copy_from(block);
    }
}

/// The way in which this rank got another rank's block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// Copied from the post.
    InPost,
    /// Read from memory.
    Read,
    Refused,
}

/// Returns the length of a table in bytes, padded up to the start of the first block behind the table.
fn table(blocks: usize, bytes: usize) -> usize {
    let len = 8 * (1 + 2 * blocks);
    if bytes >= ALIGNED { len.next_multiple_of(64) } else { len }
}

/// Returns the index of rank `me`'s entry in the table that rank `of` makes of [`others`].
fn place(of: usize, me: usize, n: usize) -> usize {
    (me + n - of) % n - 1
}

/// Returns the byte range of the blocks behind their table, or `None` if the blocks are too long for a post.
#[inline(always)]
fn room(blocks: impl Iterator<Item = Region>) -> Option<Range<usize>> {
    let (mut count, mut bytes, mut longest) = (0, 0, 0);
    for block in blocks {
        (count, bytes, longest) = (count + 1, bytes + block.len(), longest.max(block.len()));
    }
    let start = table(count, bytes);
    (longest < LISTED_READ && start + bytes <= POST).then_some(start..start + bytes)
}

/// Writes a post: the table, then the blocks from byte `start` on.
#[inline(always)]
fn write_blocks(place: Region, start: usize, blocks: impl Iterator<Item = Region>) {
    place.set::<u64>(0, IN_POST);
    let mut end = start;
    for (i, block) in blocks.enumerate() {
        place.set::<u64>(1 + 2 * i, end as u64);
        place.set::<u64>(2 + 2 * i, block.len() as u64);
        place.slice(end, block.len()).copy_from(block);
        end += block.len();
    }
}

/// Posts short blocks on the fast path. Returns false, having done nothing, if the fast path does not apply.
#[inline(always)]
pub fn post_at_once(at: &mut FastPath<'_, impl Local>, blocks: impl Iterator<Item = Region> + Clone) -> bool {
    room(blocks.clone()).is_some_and(|room| at.fill(2, room.end, |place| write_blocks(place, room.start, blocks)))
}

/// Takes this rank's block from the root's post of a scatter on the fast path. Returns false if the fast path does not
/// apply.
#[inline(always)]
pub fn take_at_once(at: &mut FastPath<'_, impl Local>, mine: Region, root: usize) -> bool {
    let i = place(root, at.rank(), at.size());
    at.take(2, root, |post| {
        let entry = Entry::new(post, root, i);
        let fits = entry.in_post && entry.len == mine.len() as u64;
        if fits {
            entry.copy_to(mine);
        }
        fits
    })
}

impl<G: Entrance> Team<G> {
    /// Posts the addresses of this rank's blocks.
    async fn post_places(&self, step: u64, blocks: impl Iterator<Item = Region> + Clone) {
        self.gate.enter(|ep| blocks.clone().filter(|b| !b.is_empty()).for_each(|b| _ = ep.register(b, false)));
        let write = |place: Region| {
            place.set::<u64>(0, IN_MEMORY);
            for (i, block) in blocks.clone().enumerate() {
                place.set::<u64>(1 + 2 * i, block.as_ptr() as u64);
                place.set::<u64>(2 + 2 * i, block.len() as u64);
            }
        };
        self.fill(step, table(blocks.clone().count(), 0), write).await;
    }

    /// Posts this rank's blocks for other ranks. Returns true if the other ranks read the blocks in this rank's memory;
    /// this rank must then wait for their confirmations.
    async fn post_blocks(&self, step: u64, blocks: impl Iterator<Item = Region> + Clone) -> bool {
        let Some(room) = room(blocks.clone()) else {
            self.post_places(step, blocks).await;
            return true;
        };
        self.fill(step, room.end, |place| write_blocks(place, room.start, blocks.clone())).await;
        false
    }

    /// Waits for rank `of`'s post in `step` and returns its entry `i`.
    async fn entry(&self, step: u64, of: usize, i: usize) -> Entry {
        Entry::new(poll_fn(|_| self.look(step, of)).await, of, i)
    }

    /// Records a truncation if a block's length differs from the length of its receive buffer.
    fn compare(&self, entry: &Entry, len: usize) {
        if entry.len != len as u64 {
            self.note_truncation_of(self.job_rank(entry.of));
        }
    }

    /// Copies a block of a post of `step` into `into`, or the part that fits. Returns how this rank got it.
    fn take(&self, step: u64, entry: &Entry, turn: Turn, into: Region) -> Taken {
        self.compare(entry, into.len());
        let into = into.slice(0, into.len().min(entry.len as usize));
        if entry.in_post {
            entry.copy_to(into);
            return Taken::InPost;
        }
        let from = Offered::new(step, entry.of, entry.at);
        if into.is_empty() || self.fetch_from_end(turn, from, 0, into) { Taken::Read } else { Taken::Refused }
    }
}

/// Exchanges blocks: block j of this rank's `from` goes to rank j, which stores it in block i of its `to`, where i is
/// this rank.
pub async fn alltoall<G: Entrance>(team: &Team<G>, step: u64, from: &RankBlocks, to: &RankBlocks) {
    let (me, n, turn) = (team.rank(), team.size(), Turn::next());
    let (own, into) = (from.get(me), to.get(me));
    let mut read = team.post_blocks(step, others(me, n).map(|to| from.get(to))).await;
    turn.settle_half(false, into, own);
    let mut refused = 0;
    for of in turn.others(me, n) {
        let entry = team.entry(step, of, place(of, me, n)).await;
        let taken = team.take(step, &entry, turn, to.get(of));
        read |= taken != Taken::InPost;
        refused |= u64::from(taken == Taken::Refused) << of;
    }
    let rest = || turn.settle_half(true, into, own);
    if read {
        team.confirm(step, refused, |of| from.get(of), |of| to.get(of), rest).await;
    } else {
        rest();
        team.finish(step);
        team.finish(step + 1);
    }
}

/// Scatters: copies block i of the root's `all` to rank i's `mine`, from the root's post or from the root's memory.
pub async fn scatter<G: Entrance>(team: &Team<G>, step: u64, all: &RankBlocks, mine: Region, root: usize) {
    let (me, n) = (team.rank(), team.size());
    if me != root {
        let entry = team.entry(step, root, place(root, me, n)).await;
        let taken = team.take(step, &entry, Turn::Up, mine);
        team.finish(step);
        if taken != Taken::InPost {
            team.post_words(step + 1, [u64::from(taken == Taken::Refused)]).await;
        }
        team.finish(step + 1);
        if taken == Taken::Refused {
            team.recv(root, mine).await;
        }
        return;
    }
    let read = team.post_blocks(step, others(root, n).map(|to| all.get(to))).await;
    settle(mine, all.get(root));
    let mut sends = Vec::new();
    if read {
        for of in others(root, n) {
            if team.posted_word(step + 1, of).await != 0 {
                sends.push(team.start_send(of, all.get(of)));
            }
        }
    }
    team.finish(step);
    team.finish(step + 1);
    team.all(sends).await;
}

/// Collects every rank's `mine` at the root: rank i's `mine` goes to block i of the root's `all`.
pub async fn gather<G: Entrance>(team: &Team<G>, step: u64, mine: Region, all: &RankBlocks, root: usize) {
    if team.rank() != root {
        return give(team, step, mine, root).await;
    }
    let n = team.size();
    let places = || others(root, n).map(|of| all.get(of));
    // The other ranks wait for these addresses only if their blocks are long, too; the loop below handles a
    // disagreement.
    let mut shown = places().any(|block| block.len() >= LISTED_READ);
    if shown {
        team.post_places(step, places()).await;
        team.expose(true);
    }
    settle(all.get(root), mine);
    let mut writers = Vec::new();
    for of in others(root, n) {
        let entry = team.entry(step, of, 0).await;
        if entry.in_post {
            team.take(step, &entry, Turn::Up, all.get(of));
        } else {
            team.compare(&entry, all.get(of).len());
            writers.push(of);
        }
    }
    if !writers.is_empty() && !shown {
        shown = true;
        team.post_places(step, places()).await;
        team.expose(true);
    }
    let mut receives = Vec::new();
    for of in writers {
        if team.posted_word(step + 1, of).await != 0 {
            receives.push(team.start_recv(of, all.get(of)));
        }
    }
    if shown {
        team.expose(false);
    }
    team.finish(step);
    team.finish(step + 1);
    team.all(receives).await;
}

/// Gathers on a rank other than the root: posts the block, or writes the block to the address that the root published.
async fn give<G: Entrance>(team: &Team<G>, step: u64, mine: Region, root: usize) {
    if !team.post_blocks(step, once(mine)).await {
        team.finish(step);
        return team.finish(step + 1);
    }
    let place = team.entry(step, root, place(root, team.rank(), team.size())).await;
    // Write only the part that fits. The root reports the truncation, because truncation is the receiver's error.
    let part = mine.slice(0, mine.len().min(place.len as usize));
    let refused = !team.store(Offered::new(step, root, place.at), 0, part);
    team.finish(step);
    team.post_words(step + 1, [refused.into()]).await;
    team.finish(step + 1);
    if refused {
        team.send(root, mine).await;
    }
}
