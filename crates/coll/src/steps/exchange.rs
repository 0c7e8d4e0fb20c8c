//! Exchanges of blocks by messages, after which every rank has all blocks.
use crate::blocks::others;
use crate::{Entrance, RankBlocks, Team};

/// Exchanges blocks round a ring: each rank passes on the block that it received last. The caller has put each rank's
/// own block in place.
pub async fn ring<G: Entrance>(team: &Team<G>, all: &RankBlocks) {
    let (me, n) = (team.rank(), team.size());
    let (next, previous) = ((me + 1) % n, (me + n - 1) % n);
    for i in 0..n - 1 {
        let (give, take) = ((me + n - i) % n, (me + 2 * n - i - 1) % n);
        team.exchange(next, all.get(give), previous, all.get(take)).await;
    }
}

/// Exchanges blocks directly: every rank sends its block to all ranks. The caller has put each rank's own block in
/// place.
pub async fn direct<G: Entrance>(team: &Team<G>, all: &RankBlocks) {
    let (me, n) = (team.rank(), team.size());
    let mut pending = Vec::with_capacity(2 * n);
    pending.extend(others(me, n).rev().map(|from| team.start_recv(from, all.get(from))));
    pending.extend(others(me, n).map(|to| team.start_send(to, all.get(me))));
    team.all(pending).await;
}
