//! MPI_Bcast and MPI_Ibcast between machines by a multicast group (`clump_core::protocol`): the root's machine sends
//! the data once for all machines. The group's members are the first ranks of the machines, in machine order. Inside a
//! machine an ordinary broadcast distributes the data.
use crate::collectives::bcast as broadcasts;
use crate::plan;
use crate::team::departure::is_searching;
use crate::team::levels::Hierarchy;
use crate::{Entrance, Team};
use clump::driver::{Broadcast, Rank, Region, planted};
use std::future::poll_fn;
use std::sync::atomic::Ordering::Relaxed;
use std::task::Poll;

/// Runs [`crate::bcast()`] on several machines, whose first ranks have opened a multicast group.
pub async fn bcast<G: Entrance>(team: &Team<G>, data: Region, root: usize) {
    let Some(levels) = team.several().map(|s| s.levels.clone()) else {
        // Each machine has one rank.
        return between(team, data, team.rank() == root, root).await;
    };
    let inside = team.inside();
    let plan = plan::bcast(inside.facts(data.len()));
    let first = inside.begin(plan.steps);
    let (top, mine) = (levels.machine(root), levels.machine(team.rank()));
    // The root distributes the data on its own machine. On every other machine, the first rank receives the data from
    // the group and distributes them.
    let leader = if mine == top { place_of(&levels, team, root) } else { 0 };
    let within = team.part(&inside, broadcasts::run(&inside, plan.algorithm, first, data, leader));
    if leader != 0 {
        within.await;
        if levels.place() == 0 {
            between(team, data, true, top).await;
        }
    } else {
        if levels.place() == 0 {
            between(team, data, mine == top, top).await;
        }
        within.await;
    }
}

fn place_of<G: Entrance>(levels: &Hierarchy, team: &Team<G>, root: usize) -> usize {
    if planted("root_is_the_leader") {
        return 0;
    }
    levels.here().rank_of(team.job_rank(root)).unwrap_or(0) as usize
}

/// Broadcasts among the first ranks of the machines; member `top` of their group has the data.
async fn between<G: Entrance>(team: &Team<G>, data: Region, is_root: bool, top: usize) {
    let Some(group) = team.broadcasts else { return };
    let started = team.gate.enter(|ep| match is_root {
        true => ep.broadcasts().send(group, data),
        false => ep.broadcasts().receive(group, top, data),
    });
    // Record the peer for which this rank waits; `clump run --timeout` shows this rank.
    let root = team.several().map_or_else(|| team.job_rank(top), |s| s.levels.leaders().job(top as u32));
    if !is_root {
        team.peer.store(root as i32, Relaxed);
    }
    let len = ended(team, started, root).await;
    if len != data.len() as u64 {
        team.note_truncation_of(root);
    }
}

/// Waits until the broadcast has ended and returns its length in bytes. `root` is the root's job-wide rank.
async fn ended<G: Entrance>(team: &Team<G>, started: Broadcast, root: Rank) -> u64 {
    let mut lost = false;
    poll_fn(|_| {
        match team.gate.enter(|ep| ep.broadcasts().end(started).filter(|_| !lost)) {
            Some(Ok(len)) => return Poll::Ready(len),
            Some(Err(_)) if !team.gate.enter(|ep| ep.has_departed(root)) => {
                team.abort("the root of a broadcast has died before this rank had all of it")
            }
            Some(Err(_)) => lost = true,
            None => {}
        }
        if is_searching() {
            team.search_broadcast(root, lost);
        }
        Poll::Pending
    })
    .await
}
