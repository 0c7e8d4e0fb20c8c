//! A simulated program's operations on windows: puts and gets in its own stripes, combines of words that all ranks
//! share, and operations that must be refused, while windows are withdrawn and offered again. `window_calls.rs`
//! makes the calls of their origins, and `window_checks.rs` checks them.
use super::memory::SpentMemory;
use super::plan::{Call, Plan};
use super::turn::{Part, Turn};
use super::window_offer::{Offer, SUM};
use crate::contents::BLANK;
use clump::driver::{FarOp, LentBuffer, Region};
use clump_core::{Combination, Rank, WindowId};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The chance that a call about windows withdraws the window, in per mille.
const WITHDRAWN: u32 = 10;
/// The chance that a call about windows offers the window again, in per mille.
const OFFERED: u32 = 200;
/// Bytes behind the memory of an answer that must stay blank.
pub(super) const GUARD: usize = 8;

/// What a rank knows of one window of another rank.
#[derive(Default)]
pub(super) struct Account {
    /// The generation of the offer that this account describes.
    pub(super) generation: u64,
    /// What the rank's stripe holds when all operations are applied.
    pub(super) shadow: Vec<u8>,
    /// Ranges of the stripe that operations under way use.
    pub(super) busy: Vec<Range<u64>>,
    /// True if an operation that must be refused is under way.
    pub(super) wrong: bool,
    /// The value that the last compare-and-swap found.
    pub(super) seen: u64,
}

/// An operation that a reply answers.
pub(super) struct Asked {
    pub(super) op: FarOp,
    pub(super) to: Rank,
    pub(super) window: WindowId,
    pub(super) generation: u64,
    pub(super) what: What,
    /// The memory of the answer, with the guard behind it.
    pub(super) memory: LentBuffer,
    /// True if the program has detached the operation.
    pub(super) detached: bool,
}

/// What an operation's reply must bring.
pub(super) enum What {
    /// These bytes.
    Get(Vec<u8>),
    /// The value before this number was added.
    FetchAndAdd(u64),
    /// The value that was compared with this one.
    Swap(u64),
    /// A refusal.
    Wrong,
}

/// An operation that reads this memory of its origin.
pub(super) struct Leaving {
    /// `None` if the program has detached the operation.
    pub(super) op: Option<FarOp>,
    pub(super) to: Rank,
    pub(super) window: WindowId,
    pub(super) memory: LentBuffer,
}

/// What a rank has under way on windows of other ranks.
#[derive(Default)]
pub(super) struct Origin {
    pub(super) accounts: BTreeMap<(Rank, WindowId), Account>,
    pub(super) asked: Vec<Asked>,
    pub(super) leaving: Vec<Leaving>,
}

/// All windows of a run, and the operations on them.
pub struct Windows {
    pub(super) offers: BTreeMap<(Rank, WindowId), Offer>,
    /// Counts the offers so far.
    generations: u64,
    /// Windows without memory that are still on offer.
    empty: BTreeSet<(Rank, WindowId)>,
    /// For each window on offer, the offsets of its parts.
    parts: BTreeMap<(Rank, WindowId), Vec<u64>>,
    /// Memory of operations and of windows, until nothing is under way.
    pub(super) spent: SpentMemory,
    pub(super) origins: Vec<Origin>,
    /// Counts the puts, each of which has bytes of its own.
    pub(super) pieces: usize,
}

impl Windows {
    /// Returns the record of that many ranks, which offer no window yet.
    pub fn new(ranks: u32) -> Windows {
        Windows {
            offers: BTreeMap::new(),
            generations: 0,
            empty: BTreeSet::new(),
            parts: BTreeMap::new(),
            spent: SpentMemory::default(),
            origins: (0..ranks).map(|_| Origin::default()).collect(),
            pieces: 0,
        }
    }
}

/// Combines words of a window with operands, as the window's owner has defined it.
fn combine(what: Combination, there: Region, operand: Region, old: Option<Region>) -> bool {
    if what.how != SUM || !what.len.is_multiple_of(8) || there.len() as u64 != what.len {
        return false;
    }
    let before = there.to_vec();
    if let Some(old) = old {
        old.write(&before);
    }
    if what.swap {
        if operand.slice(0, before.len()).to_vec() == before {
            there.copy_from(operand.from(before.len()));
        }
        return true;
    }
    for at in 0..before.len() / 8 {
        there.set::<u64>(at, there.get::<u64>(at).wrapping_add(operand.get(at)));
    }
    true
}

// Windows that a rank offers.
impl Windows {
    /// Offers a window with new memory and a new key.
    fn offer(&mut self, turn: &mut Turn<'_>, window: WindowId) {
        let Turn { rank, endpoint, run, plan } = turn;
        let at = (*rank, window);
        if self.empty.remove(&at) {
            endpoint.far_windows().withdraw(window);
        }
        self.generations += 1;
        let stripe = plan.largest.clamp(64, 12_000);
        let offer = Offer::new(run.rng.u64(..), self.generations, plan.ranks.into(), stripe);
        run.note(|| format!("rank {rank} offers {window:?}, {} bytes", offer.size()));
        endpoint.far_windows().offer(window, offer.key, Box::new(combine));
        // The window has one part, or several that continue each other and are attached in any order.
        let mut cuts: Vec<u64> = (0..run.rng.u32(..3)).map(|_| run.rng.u64(1..offer.size())).collect();
        cuts.extend([0, offer.size()]);
        cuts.sort_unstable();
        cuts.dedup();
        let mut parts: Vec<(u64, u64)> = cuts.windows(2).map(|cut| (cut[0], cut[1])).collect();
        run.rng.shuffle(&mut parts);
        for (start, end) in &parts {
            let memory = offer.memory.region().slice(*start as usize, (end - start) as usize);
            endpoint.far_windows().attach(window, *start, memory);
        }
        self.parts.insert(at, parts.iter().map(|(start, _)| *start).collect());
        self.offers.insert(at, offer);
    }

    /// Takes a window's memory back: withdraws the window, or only detaches its memory.
    fn withdraw(&mut self, turn: &mut Turn<'_>, window: WindowId) {
        let Turn { rank, endpoint, run, .. } = turn;
        let at = (*rank, window);
        run.coverage.withdrawals += u64::from(endpoint.engine().on_windows() > 0);
        let (detaches, withdraws) = [(false, true), (true, true), (true, false)][run.rng.usize(..3)];
        run.note(|| format!("rank {rank} takes {window:?} back: detaches {detaches}, withdraws {withdraws}"));
        let parts = self.parts.remove(&at).unwrap_or_default();
        if detaches {
            parts.into_iter().for_each(|offset| endpoint.far_windows().detach_memory(window, offset));
        }
        if withdraws {
            endpoint.far_windows().withdraw(window);
        } else {
            self.empty.insert(at);
        }
        if let Some(offer) = self.offers.remove(&at) {
            self.spent.add(offer.memory);
        }
    }
}

impl Asked {
    /// Returns the bytes of the answer, and whether the guard behind them is blank.
    pub(super) fn got(&self) -> (Vec<u8>, bool) {
        let mut all = self.memory.region().to_vec();
        let guard = all.split_off(all.len() - GUARD);
        (all, guard.iter().all(|byte| *byte == BLANK))
    }
}

impl Part for Windows {
    fn weight(&self, plan: &Plan) -> u32 {
        if plan.windows > 0 { plan.weights.of(Call::Window) } else { 0 }
    }

    fn begin(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        (0..turn.plan.windows).for_each(|window| self.offer(turn, WindowId(window)));
        Ok(())
    }

    fn call(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        let window = WindowId(turn.run.rng.u32(..turn.plan.windows.max(1)));
        let offered = self.offers.contains_key(&(turn.rank, window));
        if turn.run.chance(if offered { WITHDRAWN } else { OFFERED }) {
            match offered {
                true => self.withdraw(turn, window),
                false => self.offer(turn, window),
            }
            return Ok(());
        }
        let to = if turn.plan.flood { 0 } else { turn.run.rng.u32(..turn.plan.ranks) };
        self.operate(turn, to, window);
        Ok(())
    }

    fn take_ended(&mut self, turn: &mut Turn<'_>) -> Result<bool, String> {
        self.end_operations(turn)
    }

    fn check(&mut self) -> Result<(), String> {
        self.check_settled()
    }

    fn go_on(&mut self, _: &mut Turn<'_>) -> Result<bool, String> {
        Ok(false)
    }

    fn end(&mut self, turn: &mut Turn<'_>) -> Result<(), String> {
        let own: Vec<WindowId> = self.offers.keys().filter(|(r, _)| *r == turn.rank).map(|(_, w)| *w).collect();
        own.into_iter().for_each(|window| self.withdraw(turn, window));
        for (to, window) in std::mem::take(&mut self.origins[turn.rank as usize].accounts).into_keys() {
            turn.endpoint.far_windows().forget(to, window);
        }
        Ok(())
    }
}
