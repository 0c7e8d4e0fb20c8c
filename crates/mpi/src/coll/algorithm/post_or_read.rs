//! Exchanges in which each rank decides for itself: memory that the others can read by loads (the shared heap) is left
//! where it is, and its address posted; of any other memory the data are posted. All see all posts, so they agree on
//! what follows.
use super::blocks::{others, settle};
use super::remote_read::{ADDRESS, Posted};
use super::{Entrance, Team};
use clump::{POST, Region};

/// What one rank has for the others: all in `memory`; `row` bytes of it, which `write` puts together, are a post.
pub struct Mine<W> {
    pub memory: Region,
    pub row: usize,
    pub write: W,
    /// A copy within the rank's own memory: to, from.
    pub own: (Region, Region),
}

/// What another rank has for this one: the bytes of its whole row, where in that and where in its memory this rank's
/// part begins, and where that is to go.
pub struct Theirs {
    pub row: usize,
    pub in_row: usize,
    pub in_memory: usize,
    pub into: Region,
}

/// All ranks exchange by posts or by reading. It takes two steps, which the caller has begun with `step`. `part`: what
/// a rank gets by message that could not read it.
pub async fn exchange<G: Entrance>(
    team: &Team<G>,
    step: u64,
    mine: Mine<impl Fn(Region)>,
    theirs: impl Fn(usize) -> Theirs,
    part: impl Fn(usize) -> Region,
) {
    let (me, n) = (team.rank(), team.size());
    // A row as long as an address would be taken for one.
    let mut read = team.shows(mine.memory) || !(mine.row <= POST && mine.row != ADDRESS);
    if read {
        team.post_words(step, [mine.memory.as_ptr() as u64]).await;
    } else {
        team.fill(step, mine.row, &mine.write).await;
    }
    settle(mine.own.0, mine.own.1);
    let mut refused = 0;
    for of in others(me, n) {
        let Theirs { row, in_row, in_memory, into } = theirs(of);
        match team.shown(step, of, row).await {
            Posted::Data(post) => {
                into.copy_from(post.part(in_row, into.len()).unwrap_or(Region::EMPTY));
            }
            Posted::Address(memory) => {
                read = true;
                refused |= u64::from(!team.fetch(memory, in_memory, into)) << of;
            }
        }
    }
    team.finish(step);
    if read {
        team.confirm(step + 1, refused, part, |of| theirs(of).into, || ()).await;
    } else {
        team.finish(step + 1);
    }
}
