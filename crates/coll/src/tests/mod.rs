//! Tests of every collective, with real messages between threads, against a serial reference: with operations that
//! commute or do not, with all algorithms (chosen by size, number of ranks and oversubscription), with all roots, in
//! place and not in place.
mod combining;
mod moving;
mod steps;

use super::*;
use crate::memory::{lent_buffer, lent_copy};
use clump::driver::{Endpoint, LentBuffer, Region, Standard};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// A rank's endpoint, which the rank's thread uses.
struct Own(Mutex<Endpoint>);
impl Entrance for &Own {
    type Fabric = Standard;
    fn enter<R>(&self, step: impl FnOnce(&mut Endpoint) -> R) -> R {
        step(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Runs a collective to its end. All ranks of a test job stay until it ends.
fn block<T>(team: &Team<&Own>, collective: impl Future<Output = T>) -> T {
    super::block(team, collective).expect("all members stay")
}

/// One rank of a test job.
struct Rank {
    own: Own,
    me: usize,
    members: Arc<Ranks>,
    calls: Cell<i32>,
    oversubscribed: bool,
    group: Option<usize>,
    levels: Option<Arc<Hierarchy>>,
    broadcasts: Option<u16>,
}

impl Rank {
    /// Returns a team for the next collective call.
    fn team(&self) -> Team<&Own> {
        self.calls.set(self.calls.get() + 1);
        let team =
            Team::new(&self.own, Ranks::clone(&self.members), self.me, 1, self.calls.get(), 0, self.oversubscribed);
        let team = match &self.levels {
            Some(levels) => {
                let mut team = team;
                team.spread(levels.clone(), self.group);
                team
            }
            None => team.with_group(self.group),
        };
        team.with_broadcasts(self.broadcasts)
    }
    fn n(&self) -> usize {
        self.members.len() as usize
    }

    /// Tries the next call's `part` on the fast path, if all ranks share a board. Returns true if the fast path
    /// completed the part. Ranks take turns: of two successive calls, even ranks try one call, and odd ranks try the
    /// other call.
    fn at_once(&self, part: impl FnOnce(FastPath) -> bool) -> bool {
        if !self.tries() {
            return false;
        }
        let done = self.on_fast_path(part);
        self.calls.set(self.calls.get() + i32::from(done));
        done
    }

    /// Returns true if this rank tries the next call on the fast path.
    fn tries(&self) -> bool {
        self.group.is_some() && self.levels.is_none() && (self.calls.get() as usize + self.me).is_multiple_of(2)
    }

    /// Carries out the next call as a short round, if it is one. Ranks take turns as in [`Rank::at_once`].
    fn in_short_round(
        &self,
        is_short: impl FnOnce(&FastPath) -> bool,
        begin: impl FnOnce(FastPath) -> Option<ShortRound>,
        end: impl FnMut(FastPath, &mut ShortRound) -> Result<bool, usize>,
    ) -> bool {
        if !self.tries() || !self.on_fast_path(|at| is_short(&at)) {
            return false;
        }
        let Some(round) = self.on_fast_path(begin) else { return false };
        let team = self.team();
        assert!(block(&team, round.rest(&team, end)));
        true
    }

    /// Carries out a part of the next call on the fast path. All ranks have joined a board.
    fn on_fast_path<R>(&self, part: impl FnOnce(FastPath) -> R) -> R {
        let mut endpoint = self.own.0.lock().unwrap_or_else(PoisonError::into_inner);
        let group = endpoint.group(self.group.expect("a board")).expect("joined");
        part(FastPath::new(group, self.n(), self.me, self.oversubscribed))
    }
}

/// Maps a rank to its machine.
type Placement = fn(usize) -> u32;
/// Two placements of ranks: machines with one, four and two ranks in turn; three machines that get ranks round-robin.
const MACHINES: [Placement; 2] =
    [|rank| (rank / 7 * 3 + [0, 1, 1, 1, 1, 2, 2][rank % 7]) as u32, |rank| rank as u32 % 3];

/// Runs `body` on `n` ranks several times: oversubscribed and not, with a board and without, on one machine, on several
/// machines, and on several machines with a multicast group.
fn job(n: usize, body: impl Fn(&Rank) + Sync) {
    for (oversubscribed, group) in [(false, None), (true, None), (false, Some(0)), (true, Some(0))] {
        on(n, oversubscribed, group, |_| 0, false, &body);
        if oversubscribed && group.is_none() && n > 1 {
            on(n, oversubscribed, group, |rank| rank as u32, true, &body);
        }
        for placement in MACHINES {
            let machines: BTreeSet<u32> = (0..n).map(placement).collect();
            if oversubscribed == group.is_some() && (2..n.min(9)).contains(&machines.len()) {
                on(n, oversubscribed, group, placement, false, &body);
                on(n, oversubscribed, group, placement, true, &body);
            }
        }
    }
}

fn on(
    n: usize,
    oversubscribed: bool,
    group: Option<usize>,
    placement: Placement,
    broadcasts: bool,
    body: &(impl Fn(&Rank) + Sync),
) {
    let members = Arc::new(Ranks::all(n as u32));
    std::thread::scope(|scope| {
        for (me, endpoint) in clump::driver::testing::cluster(n as u32).unwrap().into_iter().enumerate() {
            let members = members.clone();
            scope.spawn(move || {
                let mut endpoint = endpoint;
                let levels = Hierarchy::of(&members, me, |job| placement(job as usize));
                if let Some(group) = group {
                    let (here, place) = levels.as_ref().map_or((&*members, me), |l| (l.here(), l.place()));
                    endpoint.join(group, here.iter(), place, 0).unwrap();
                }
                let broadcasts = broadcasts.then_some(2);
                if let Some(group) = broadcasts {
                    let members = levels.as_ref().map_or(&*members, |l| l.leaders());
                    let members: Vec<u32> = members.iter().collect();
                    if let Some(place) = members.iter().position(|&m| m == me as u32) {
                        assert!(endpoint.broadcasts().open_group(group, 0, &members, place));
                    }
                }
                let own = Own(Mutex::new(endpoint));
                let levels = levels.map(Arc::new);
                let rank = Rank { own, me, members, calls: Cell::new(0), oversubscribed, group, levels, broadcasts };
                body(&rank);
                let team = rank.team();
                block(&team, barrier(&team));
                drop(team);
                rank.own.0.into_inner().unwrap().close().unwrap();
            });
        }
    });
}

/// Numbers of ranks to test.
const RANKS: [usize; 8] = [1, 2, 3, 4, 5, 8, 16, 17];

/// Returns rank `r`'s contribution in test `seed`: pseudo-random bytes.
fn data(seed: u64, r: usize, len: usize) -> Vec<u8> {
    let mut x = seed ^ (r as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut bytes = vec![0; len];
    for word in bytes.chunks_mut(4) {
        x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        word.copy_from_slice(&x.to_be_bytes()[..word.len()]);
    }
    bytes
}

/// Returns the composition of affine maps modulo 2^32, which is associative and does not commute: (a, b) op (c, d) =
/// (ac, ad + b).
fn affine() -> Fold {
    Fold::user(
        8,
        false,
        Arc::new(|input: Region, inout: Region| {
            inout.combine::<[u32; 2]>(input, |[a, b], [c, d]| [a.wrapping_mul(c), a.wrapping_mul(d).wrapping_add(b)])
        }),
    )
}

/// Returns the sum of 64-bit integers.
fn sum() -> Fold {
    Fold::predefined(1, 8, |input, inout| inout.combine::<u64>(input, u64::wrapping_add))
}

/// Returns the minimum of 32-bit integers, which takes all operands that an algorithm has at hand.
fn joint_minimum() -> Fold {
    Fold::joint(3, 4, |into, operands| {
        for i in 0..operands.iter().map(Region::len).fold(into.len(), usize::min) / 4 {
            into.set::<i32>(i, operands.iter().map(|operand| operand.get(i)).min().unwrap_or(0));
        }
    })
}

fn folds() -> [Fold; 4] {
    let maximum = Fold::predefined(2, 4, |input, inout| inout.combine::<i32>(input, i32::max));
    [sum(), maximum, joint_minimum(), affine()]
}

/// Returns the inputs of `ranks`, combined serially in rank order.
fn folded(fold: &Fold, seed: u64, ranks: std::ops::Range<usize>, len: usize) -> Vec<u8> {
    let result = lent_copy(&data(seed, ranks.start, len));
    for r in ranks.skip(1) {
        let next = lent_copy(&data(seed, r, len));
        fold.apply(result.region(), next.region());
        result.region().copy_from(next.region());
    }
    result.region().to_vec()
}

#[track_caller]
fn same(rank: &Rank, what: &str, got: Region, want: &[u8]) {
    if got.to_vec() != want {
        let at = got.to_vec().iter().zip(want).position(|(a, b)| a != b);
        panic!("{what}, rank {} of {}: differs at {at:?} of {}", rank.me, rank.n(), want.len());
    }
}

/// Returns the roots to test.
fn roots(n: usize) -> impl Iterator<Item = usize> {
    (0..n).filter(move |&r| r < 3 || r == n - 1)
}

/// Returns lengths for ranks, some of them zero, and the total memory for blocks with gaps between them.
fn uneven(n: usize, unit: usize) -> (Vec<usize>, usize) {
    let lens: Vec<usize> = (0..n).map(|i| (i * 7 + 3) % 5 * unit).collect();
    let room = lens.iter().map(|l| l + 16).sum();
    (lens, room)
}
/// Returns blocks of these lengths, one after another.
fn blocks_of(all: Region, lens: &[usize]) -> RankBlocks {
    let mut end = 0;
    let block = |&len: &usize| {
        end += len;
        all.slice(end - len, len)
    };
    RankBlocks::Listed(lens.iter().map(block).collect())
}

fn blocks_in(memory: Region, lens: &[usize]) -> RankBlocks {
    let mut at = 0;
    let place = |&len: &usize| {
        at += len + 16;
        memory.slice(at - len - 8, len)
    };
    RankBlocks::Listed(lens.iter().map(place).collect())
}
