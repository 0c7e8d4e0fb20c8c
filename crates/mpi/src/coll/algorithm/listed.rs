//! Exchanges of which no rank knows all lengths (the v and w forms of gather, scatter and alltoall), through the board.
//!
//! Who has blocks for others posts a table of them: where each is and how long. Short blocks lie behind the table in the
//! post itself; of long ones the post says where they are in the rank's memory, and the others read them there. The
//! owner decides, and all who look at the post see how. A call takes two steps; in the second, those who had to read
//! confirm that they have, or say that they were refused, and get a message then.
use super::blocks::{others, settle};
use super::plan::LISTED_READ;
use super::remote_read::Offered;
use super::{Entrance, RankBlocks, Team};
use clump::{POST, Region};
use std::future::poll_fn;
use std::sync::atomic::Ordering::Relaxed;

/// Words of the table before its entries: where the blocks are.
const FORM: usize = 1;
/// The blocks are in the post, and entries count bytes from its start; or in memory, at addresses.
const IN_POST: u64 = 0;
const IN_MEMORY: u64 = 1;

/// Bytes of a table.
fn table(blocks: usize) -> usize {
    8 * (FORM + 2 * blocks)
}

/// What came of a block of another rank's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// It was in the post.
    InPost,
    /// It was read; or that was refused.
    Read,
    Refused,
}

impl<G: Entrance> Team<G> {
    /// Posts this rank's blocks for others. True if they are to be read in its memory: then the readers' confirmations
    /// must be waited for.
    async fn post_blocks(&self, step: u64, blocks: impl Iterator<Item = Region> + Clone) -> bool {
        let (mut count, mut bytes, mut longest) = (0, 0, 0);
        for block in blocks.clone() {
            (count, bytes, longest) = (count + 1, bytes + block.len(), longest.max(block.len()));
        }
        let start = table(count);
        let read = longest >= LISTED_READ || start + bytes > POST;
        if read {
            self.gate.enter(|ep| blocks.clone().filter(|b| !b.is_empty()).for_each(|b| _ = ep.lend(b, false)));
        }
        let write = |place: Region| {
            place.set::<u64>(0, if read { IN_MEMORY } else { IN_POST });
            let mut end = start;
            for (i, block) in blocks.clone().enumerate() {
                let at = if read { block.as_ptr() as u64 } else { end as u64 };
                place.set::<u64>(FORM + 2 * i, at);
                place.set::<u64>(FORM + 2 * i + 1, block.len() as u64);
                if !read {
                    place.slice(end, block.len()).copy_from(block);
                    end += block.len();
                }
            }
        };
        self.fill(step, start + if read { 0 } else { bytes }, write).await;
        read
    }

    /// Gets the block that is entry `i` of what rank `of` posts in `step`. One of another length is noted, and cut if it
    /// is longer.
    async fn take_block(&self, step: u64, of: usize, i: usize, into: Region) -> Taken {
        let post = poll_fn(|_| self.look(step, of)).await;
        let Some(entry) = post.part(8 * (FORM + 2 * i), 16) else {
            self.truncated.store(true, Relaxed);
            return Taken::InPost;
        };
        let (form, at, len) = (post.get::<u64>(0), entry.get::<u64>(0), entry.get::<u64>(1));
        if len != into.len() as u64 {
            self.truncated.store(true, Relaxed);
        }
        let into = into.slice(0, into.len().min(len as usize));
        if form == IN_POST {
            into.copy_from(post.part(at as usize, into.len()).unwrap_or(Region::EMPTY));
            return Taken::InPost;
        }
        if into.is_empty() || self.fetch(Offered::new(of, at), 0, into) { Taken::Read } else { Taken::Refused }
    }
}

/// Rank j gets block j of this rank's `from`, in block i of its `to` (i: this rank).
pub async fn alltoall<G: Entrance>(team: &Team<G>, step: u64, from: &RankBlocks, to: &RankBlocks) {
    let (me, n) = (team.rank(), team.size());
    let mut read = team.post_blocks(step, others(me, n).map(|to| from.get(to))).await;
    settle(to.get(me), from.get(me));
    let mut refused = 0;
    for of in others(me, n) {
        let taken = team.take_block(step, of, (me + n - of) % n - 1, to.get(of)).await;
        read |= taken != Taken::InPost;
        refused |= u64::from(taken == Taken::Refused) << of;
    }
    team.finish(step);
    if read {
        team.confirm(step + 1, refused, |of| from.get(of), |of| to.get(of), || ()).await;
    } else {
        team.finish(step + 1);
    }
}

/// The root gets everybody's `mine`, rank i's in block i of `all`: it takes what each posts.
pub async fn gather<G: Entrance>(team: &Team<G>, step: u64, mine: Region, all: &RankBlocks, root: usize) {
    let (me, n) = (team.rank(), team.size());
    if me != root {
        let read = team.post_blocks(step, std::iter::once(mine)).await;
        team.finish(step);
        if read && team.posted_word(step + 1, root).await >> me & 1 == 1 {
            team.send(root, mine).await;
        }
        return team.finish(step + 1);
    }
    settle(all.get(root), mine);
    let (mut read, mut refused) = (false, 0);
    for of in others(root, n) {
        let taken = team.take_block(step, of, 0, all.get(of)).await;
        read |= taken != Taken::InPost;
        refused |= u64::from(taken == Taken::Refused) << of;
    }
    team.finish(step);
    if read {
        team.post_words(step + 1, [refused]).await;
    }
    team.finish(step + 1);
    let of_refused = others(root, n).filter(|of| refused >> of & 1 == 1);
    let receives: Vec<_> = of_refused.map(|of| team.start_recv(of, all.get(of))).collect();
    team.all(receives).await;
}

/// Rank i gets block i of the root's `all` in `mine`: it takes it from what the root posts.
pub async fn scatter<G: Entrance>(team: &Team<G>, step: u64, all: &RankBlocks, mine: Region, root: usize) {
    let (me, n) = (team.rank(), team.size());
    if me != root {
        let taken = team.take_block(step, root, (me + n - root) % n - 1, mine).await;
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
    team.finish(step);
    settle(mine, all.get(root));
    let mut sends = Vec::new();
    if read {
        for of in others(root, n) {
            if team.posted_word(step + 1, of).await != 0 {
                sends.push(team.start_send(of, all.get(of)));
            }
        }
    }
    team.finish(step + 1);
    team.all(sends).await;
}
