//! Guests: what the frames of other jobs' processes may reach. The border between jobs is the library's own code
//! (`crates/clump/src/border.rs`). The model beside it keeps what the jobs have agreed on, and knows the kinds of
//! frames by their names alone.
use clump::driver::border::{Border, GUEST_CONTEXTS};
use clump_core::Rank;
use clump_core::wire::{Head, Kind};
use fastrand::Rng;
use std::collections::{BTreeMap, BTreeSet};

/// How many steps one run has.
const STEPS: u32 = 200;
/// The lowest numbers of the joint jobs.
const JOINTS: [Rank; 3] = [5_000, 13_192, 21_384];
/// The kinds that bring a message with a tag.
const TAGGED: [&str; 3] = ["Push", "First", "Offer"];
/// The kinds of messages that run handlers.
const HANDLERS: [&str; 4] = ["Call", "Begin", "More", "Taken"];

/// What the jobs have agreed on.
#[derive(Default)]
struct Agreed {
    open: BTreeSet<u16>,
    owners: BTreeMap<u16, Rank>,
}

impl Agreed {
    /// Returns what a frame is for that must be refused; `None` if it must be let in.
    fn forbidden(&self, from: Rank, kind: Kind, context: u16) -> Option<&'static str> {
        if HANDLERS.contains(&kind.name()) {
            return Some("a handler");
        }
        if kind.name().starts_with("Broadcast") {
            return Some("a group");
        }
        if !TAGGED.contains(&kind.name()) || self.open.contains(&context) {
            return None;
        }
        if !GUEST_CONTEXTS.contains(&context) {
            return Some("a context of the job");
        }
        let owner = self.owners.get(&(context / 2));
        owner.is_some_and(|&owner| owner != from).then_some("a context of another joint job")
    }
}

/// Runs the agreements and frames that a seed decides. Fails with what a guest has reached, or could not reach.
pub fn run(seed: u64) -> Result<(), String> {
    let mut rng = Rng::with_seed(seed.wrapping_mul(0xd6e8_feb8_6659_fd93));
    let (border, mut agreed, mut refused) = (Border::default(), Agreed::default(), 0);
    for step in 0..STEPS {
        let first = JOINTS[rng.usize(..JOINTS.len())];
        let pair = GUEST_CONTEXTS.start + 2 * rng.u16(..4);
        match rng.u8(..16) {
            0 => {
                let context = rng.u16(..8);
                border.open(context);
                agreed.open.insert(context);
            }
            1 | 2 => {
                border.give(pair + rng.u16(..2), first);
                agreed.owners.insert(pair / 2, first);
            }
            3 => {
                border.take_back(pair + rng.u16(..2));
                agreed.owners.remove(&(pair / 2));
            }
            4 => {
                border.forget(first);
                agreed.owners.retain(|_, owner| *owner != first);
            }
            _ => {
                let kind = Kind::ALL[rng.usize(..Kind::ALL.len())];
                let edges = [GUEST_CONTEXTS.start - 1, GUEST_CONTEXTS.end, u16::MAX];
                let context = match rng.u8(..3) {
                    0 => rng.u16(..8),
                    1 => pair + rng.u16(..2),
                    _ => edges[rng.usize(..edges.len())],
                };
                let forbidden = agreed.forbidden(first, kind, context);
                let is_let_in = border.admits(first, Head { kind, context, tag: rng.i32(..) }.emit());
                refused += u64::from(forbidden.is_some());
                if is_let_in == forbidden.is_some() {
                    let what = if is_let_in { "has reached" } else { "could not reach" };
                    let aim = forbidden.unwrap_or("what the jobs agreed on");
                    return Err(format!("step {step}: a guest's {kind:?} for context {context:#x} {what} {aim}"));
                }
            }
        }
    }
    let counted = border.refused();
    (counted == refused)
        .then_some(())
        .ok_or_else(|| format!("{counted} frames of guests count as refused of {refused}"))
}
