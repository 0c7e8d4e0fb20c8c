//! Exchanges in which each rank chooses between data and address. It posts the address of memory that the
//! other ranks can read by loads (the shared heap); of any other memory it posts the data. Every rank sees
//! all posts, so all agree on the next step.
use super::blocks::{others, settle};
use super::remote_read::{ADDRESS, Posted};
use super::{Entrance, Team};
use clump::{POST, Region};

/// What one rank offers the other ranks: all bytes in `memory`; `row` bytes of it, which `write` assembles,
/// are a post.
pub struct Mine<W> {
    pub memory: Region,
    pub row: usize,
    pub write: W,
    /// A copy within the rank's own memory: to, from.
    pub own: (Region, Region),
}

/// What another rank offers this one: the bytes of its whole row, the offsets of this rank's part in the row
/// and in the memory, and the destination.
pub struct Theirs {
    pub row: usize,
    pub in_row: usize,
    pub in_memory: usize,
    pub into: Region,
}

/// Exchanges by posts or by reading. Takes two steps, which the caller has begun with `step`. `part` returns
/// the memory of this rank that a rank gets by message if its read was refused.
pub async fn exchange<G: Entrance>(
    team: &Team<G>,
    step: u64,
    mine: Mine<impl Fn(Region)>,
    theirs: impl Fn(usize) -> Theirs,
    part: impl Fn(usize) -> Region,
) {
    let (me, n) = (team.rank(), team.size());
    // A row of an address's length would be mistaken for an address, so such a row is always read.
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
