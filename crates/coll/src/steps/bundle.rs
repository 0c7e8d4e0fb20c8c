//! Gather and scatter in which the blocks of all ranks of a machine travel between the machine and the root in one
//! message, a *bundle*. Inside each machine the blocks go over its board, in one step.
//!
//! A bundle begins with the length of each block, and the blocks follow. A long block is not in the bundle: its owner
//! and the root exchange it directly. The table of lengths tells both sides which blocks these are, also where ranks
//! passed lengths that do not match.
use crate::blocks::{others, settle};
use crate::memory::lent_buffer;
use crate::{Entrance, Pending, RankBlocks, Team};
use clump::driver::{Region, planted};
use std::future::poll_fn;
use std::iter::once;

/// The limit of a bundle: its blocks have at most this number of bytes.
#[derive(Clone, Copy)]
pub struct Limit(pub usize);

/// One block of a bundle.
#[derive(Clone, Copy)]
struct Entry {
    len: usize,
    /// The bytes of the block; empty if the block is too long for a bundle.
    bytes: Region,
}

impl Limit {
    /// Returns the number of bytes that a block of `len` bytes takes in a bundle.
    fn room(self, len: usize) -> usize {
        WORD + if len <= self.0 { len } else { 0 }
    }

    fn entry(self, block: Region) -> Entry {
        Entry { len: block.len(), bytes: if block.len() <= self.0 { block } else { Region::EMPTY } }
    }

    /// Returns the entries of the bundle of `ranks` blocks in `memory`. What a truncated bundle lacks is empty.
    fn unpack(self, memory: Region, ranks: usize) -> impl Iterator<Item = Entry> {
        let mut at = ranks * WORD;
        let words = if at <= memory.len() { ranks } else { 0 };
        (0..ranks).map(move |i| {
            let len = if i < words { memory.get::<u64>(i) as usize } else { 0 };
            let own = if len <= self.0 { len } else { 0 };
            at += own;
            Entry { len, bytes: memory.part(at - own, own).unwrap_or(Region::EMPTY) }
        })
    }

    /// Posts this rank's block, as a bundle, in `step`.
    async fn post<G: Entrance>(self, inside: &Team<G>, step: u64, block: Region) {
        let entry = self.entry(block);
        inside.fill(step, self.room(block.len()), |place| pack(place, once(entry))).await;
    }
}

/// Bytes of a length in a bundle's table.
const WORD: usize = 8;

/// Writes a bundle.
fn pack(memory: Region, entries: impl ExactSizeIterator<Item = Entry>) {
    let mut at = entries.len() * WORD;
    for (i, Entry { len, bytes }) in entries.enumerate() {
        memory.set::<u64>(i, len as u64);
        memory.slice(at, bytes.len()).copy_from(bytes);
        at += bytes.len();
    }
}

/// Returns the team of this machine's ranks, and the step that it begins for a gather or scatter. A rank that is alone
/// on its machine has no board, and begins no step.
fn begin<G: Entrance>(team: &Team<G>) -> (Team<G>, u64) {
    let inside = team.inside();
    let step = inside.begin(steps(&inside));
    (inside, step)
}

/// Returns the number of steps of a gather or scatter on the board of `inside`.
pub fn steps<G: Entrance>(inside: &Team<G>) -> usize {
    usize::from(inside.shares_board())
}

/// Takes a block from a bundle, or starts to receive it from rank `owner`.
fn take<G: Entrance>(team: &Team<G>, limit: Limit, entry: Entry, owner: usize, into: Region) -> Option<Pending> {
    if entry.len > limit.0 {
        return Some(team.start_recv(owner, into));
    }
    if entry.len != into.len() {
        team.note_truncation_of(team.job_rank(owner));
    }
    into.copy_from(entry.bytes);
    None
}

/// Runs [`crate::gather()`]: one rank of each machine, the *collector*, sends the machine's bundle to the root. The
/// root is the collector of its own machine.
pub async fn gather<G: Entrance>(team: &Team<G>, limit: Limit, mine: Region, all: &RankBlocks, root: usize) {
    let (inside, step) = begin(team);
    let levels = team.levels();
    let at_root = levels.machine(root) == levels.machine(team.rank());
    if team.rank() == root {
        return collect_at_root(team, &inside, step, limit, mine, all).await;
    }
    if at_root || levels.place() != 0 {
        let post = async {
            limit.post(&inside, step, mine).await;
            inside.finish(step);
        };
        team.part(&inside, post).await;
    } else if inside.shares_board() {
        return collect(team, &inside, step, limit, mine, root).await;
    }
    let alone = !inside.shares_board();
    if mine.len() > limit.0 || alone && !mine.is_empty() {
        team.send(root, mine).await;
    }
}

/// Collects the blocks of this machine's ranks and sends them to the root of another machine.
async fn collect<G: Entrance>(team: &Team<G>, inside: &Team<G>, step: u64, limit: Limit, mine: Region, root: usize) {
    let mut entries = Vec::with_capacity(inside.size());
    let posts = async {
        for at in 0..inside.size() {
            entries.push(match at == inside.rank() {
                true => limit.entry(mine),
                false => entry_posted(inside, step, limit, at).await,
            });
        }
    };
    team.part(inside, posts).await;
    let bundle = lent_buffer(entries.iter().map(|e| limit.room(e.len)).sum());
    pack(bundle.region(), entries.into_iter());
    inside.finish(step);
    let sends = once(bundle.region()).chain((mine.len() > limit.0).then_some(mine));
    let sends: Vec<_> = sends.map(|data| team.start_send(root, data)).collect();
    team.all(sends).await;
}

/// Waits for the block that the rank at place `at` of this machine posts.
async fn entry_posted<G: Entrance>(inside: &Team<G>, step: u64, limit: Limit, at: usize) -> Entry {
    let post = poll_fn(|_| inside.look(step, at)).await;
    limit.unpack(post, 1).next().unwrap_or(Entry { len: 0, bytes: Region::EMPTY })
}

/// Gathers on the root.
async fn collect_at_root<G: Entrance>(
    team: &Team<G>,
    inside: &Team<G>,
    step: u64,
    limit: Limit,
    mine: Region,
    all: &RankBlocks,
) {
    let (root, levels) = (team.rank(), team.levels());
    let own = levels.machine(root);
    let (mut direct, mut bundles) = (Vec::new(), Vec::new());
    for machine in others(own, levels.leaders().len() as usize) {
        let ranks: Vec<usize> = levels.ranks_of(machine).collect();
        if let [alone] = ranks[..] {
            direct.extend((!all.get(alone).is_empty()).then(|| team.start_recv(alone, all.get(alone))));
            continue;
        }
        let bundle = lent_buffer(ranks.iter().map(|&r| limit.room(all.get(r).len())).sum());
        let pending = team.start_recv(ranks[0], bundle.region());
        bundles.push((ranks, bundle, pending));
    }
    settle(all.get(root), mine);
    if inside.shares_board() {
        let posts = async {
            for (at, from) in levels.ranks_of(own).enumerate().filter(|&(_, from)| from != root) {
                let entry = entry_posted(inside, step, limit, at).await;
                direct.extend(take(team, limit, entry, from, all.get(from)));
            }
            inside.finish(step);
        };
        team.part(inside, posts).await;
    }
    for (ranks, bundle, pending) in bundles {
        team.done(pending).await;
        for (entry, &from) in limit.unpack(bundle.region(), ranks.len()).zip(&ranks) {
            direct.extend(take(team, limit, entry, from, all.get(from)));
        }
    }
    team.all(direct).await;
}

/// Runs [`crate::scatter()`]: the root sends each machine's bundle to one of its ranks, which posts it.
pub async fn scatter<G: Entrance>(team: &Team<G>, limit: Limit, all: &RankBlocks, mine: Region, root: usize) {
    let (inside, step) = begin(team);
    scatter_in(team, &inside, step, limit, all, mine, root).await;
}

/// Scatters in `step`, which the caller has begun on the board of `inside` (see [`steps`]).
pub async fn scatter_in<G: Entrance>(
    team: &Team<G>,
    inside: &Team<G>,
    step: u64,
    limit: Limit,
    all: &RankBlocks,
    mine: Region,
    root: usize,
) {
    let levels = team.levels();
    if team.rank() == root {
        return deal_out(team, inside, step, limit, all, mine).await;
    }
    if !inside.shares_board() {
        if !mine.is_empty() {
            team.recv(root, mine).await;
        }
        return;
    }
    let (place, ranks) = (levels.place(), inside.size());
    // The place of the rank that posts this machine's bundle.
    let from = match levels.machine(root) == levels.machine(team.rank()) {
        true => levels.here().rank_of(team.job_rank(root)).unwrap_or(0) as usize,
        false => 0,
    };
    let mut room = Region::EMPTY;
    if place == from {
        team.part(inside, async { room = inside.place(step, ranks * limit.room(limit.0)).await }).await;
        // If the root abandons the call, no bundle arrives, and the place still has one of an earlier call.
        (0..ranks).for_each(|i| room.set::<u64>(i, 0));
        team.recv(root, room).await;
        inside.publish(step);
    } else {
        team.part(inside, async { room = poll_fn(|_| inside.look(step, from)).await }).await;
    }
    let entry = limit.unpack(room, ranks).nth(place).unwrap_or(limit.entry(Region::EMPTY));
    let direct = take(team, limit, entry, root, mine);
    inside.finish(step);
    team.all(direct).await;
}

/// Scatters on the root.
async fn deal_out<G: Entrance>(
    team: &Team<G>,
    inside: &Team<G>,
    step: u64,
    limit: Limit,
    all: &RankBlocks,
    mine: Region,
) {
    let (root, levels) = (team.rank(), team.levels());
    let own = levels.machine(root);
    let (mut sends, mut bundles) = (Vec::new(), Vec::new());
    let apart = |ranks: &[usize]| -> Vec<usize> {
        ranks.iter().copied().filter(|&to| to != root && all.get(to).len() > limit.0).collect()
    };
    for machine in others(own, levels.leaders().len() as usize) {
        let ranks: Vec<usize> = levels.ranks_of(machine).collect();
        if let [alone] = ranks[..] {
            sends.extend((!all.get(alone).is_empty()).then(|| team.start_send(alone, all.get(alone))));
            continue;
        }
        let bundle = lent_buffer(ranks.iter().map(|&r| limit.room(all.get(r).len())).sum());
        pack(bundle.region(), ranks.iter().map(|&r| limit.entry(all.get(r))));
        sends.push(team.start_send(ranks[0], bundle.region()));
        sends.extend(apart(&ranks).into_iter().map(|to| team.start_send(to, all.get(to))));
        bundles.push(bundle);
    }
    if inside.shares_board() {
        let ranks: Vec<usize> = levels.ranks_of(own).collect();
        // The root's own block is not in the post.
        let block = |&r: &usize| if r == root { Region::EMPTY } else { all.get(r) };
        let size = ranks.iter().map(|r| limit.room(block(r).len())).sum();
        let post = async {
            inside.fill(step, size, |place| pack(place, ranks.iter().map(|r| limit.entry(block(r))))).await;
            inside.finish(step);
        };
        team.part(inside, post).await;
        let long = apart(&ranks).into_iter().filter(|_| !planted("long_block_not_dealt"));
        sends.extend(long.map(|to| team.start_send(to, all.get(to))));
    }
    settle(mine, all.get(root));
    team.all(sends).await;
}
