//! Exchanges in which each rank chooses between posting its data and posting an address. A rank posts the address of
//! memory that the other ranks can read by loads (the shared heap), and the data of any other memory. Every rank sees
//! all posts, so all ranks agree on the next step.
use crate::blocks::{others, settle};
use crate::steps::remote_read::{ADDRESS, Posted};
use crate::{Entrance, Team};
use clump::driver::{POST, Region};

/// The bytes that this rank offers to the other ranks: `memory` holds all bytes. If this rank posts data, `write`
/// assembles `row` bytes of `memory` in the post.
pub struct Mine<W> {
    pub memory: Region,
    pub row: usize,
    pub write: W,
    /// Destination and source of the copy within this rank's own memory.
    pub own: (Region, Region),
}

/// The bytes that another rank offers to this rank: the length of the other rank's whole row, the offset of this rank's
/// part in the row, its offset in the memory, and its destination.
pub struct Theirs {
    pub row: usize,
    pub in_row: usize,
    pub in_memory: usize,
    pub into: Region,
}

/// Exchanges by posts or by reading. Takes two steps on the board, of which `step` is the first; the caller has begun
/// both. If the kernel refused rank i's read of this rank's memory, this rank sends `part(i)` to rank i by message.
pub async fn exchange<G: Entrance>(
    team: &Team<G>,
    step: u64,
    mine: Mine<impl Fn(Region)>,
    theirs: impl Fn(usize) -> Theirs,
    part: impl Fn(usize) -> Region,
) {
    let (me, n) = (team.rank(), team.size());
    // A post whose row had the length of an address would be mistaken for an address, so such a row is always read.
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
    if read {
        team.confirm(step, refused, part, |of| theirs(of).into, || ()).await;
    } else {
        team.finish(step);
        team.finish(step + 1);
    }
}
