//! Reductions between two ranks with a core each. Each rank combines one half and writes the outcome into the
//! other rank's memory, too. So each rank reads, combines and writes half of the elements, concurrently, and
//! only the operands are copied.
//!
//! In place is no special case, because only one rank reads a half's operands and writes its outcome.
use super::blocks::settle;
use super::scratch::Scratch;
use super::{Entrance, Team};
use crate::op::Fold;
use clump::Region;
use std::ops::Range;

/// Bytes that are read, combined and written before the next ones, so that they stay in the core's cache.
/// Smaller: more system calls.
const PIECE: usize = 64 << 10;

/// What a rank tells the other about its half: done; done, but not written to the other rank; the operands
/// could not be read.
const DONE: u64 = 0;
const NOT_WRITTEN: u64 = 1;
const NOT_READ: u64 = 2;

/// Combines both ranks' `input` into both ranks' `output`, or only into that of rank `root`.
///
/// Takes two steps, which the caller has begun with `step`.
pub async fn halves<G: Entrance>(
    team: &Team<G>,
    step: u64,
    input: Region,
    output: Region,
    fold: &Fold,
    root: Option<usize>,
) {
    let (me, other) = (team.rank(), 1 - team.rank());
    let gets = |rank: usize| root.is_none_or(|root| root == rank);
    team.offer(step, [input, output]).await;
    team.expose(true);
    let [operand, outcome] = team.offered(step, other).await;
    team.finish(step);
    let cut = input.len() / fold.stride() * share(root) / 16 * fold.stride();
    let shares = [0..cut, cut..input.len()];
    let Range { start, end } = shares[me].clone();
    let own = input.slice(start, end - start);
    // Operands combined in place cannot be combined again, so check first that all of them can be read.
    let readable = team.can_fetch(operand, start, own.len());
    let read = |at: usize, into: Region| readable && team.fetch(operand, start + at, into);
    let mut half = Half { team, fold, own, keep: gets(me).then(|| output.slice(start, own.len())) };
    let mut state = half.combine(read, |at, data| !gets(other) || team.store(outcome, start + at, data));
    // An outcome only for the other rank that could not be written there needs memory until it is sent.
    let memory = Scratch::new(if half.keep.is_none() && state != DONE { own.len() } else { 0 });
    let _ = half.keep.get_or_insert(memory.region());
    if state == NOT_WRITTEN && !gets(me) {
        state = half.combine(read, |_, _| false);
    }
    team.post_words(step + 1, [state]).await;
    let theirs = team.posted_word(step + 1, other).await;
    team.expose(false);
    team.finish(step + 1);
    if (state, theirs) == (DONE, DONE) {
        return;
    }
    // Exchange by message what could not be read or written.
    let Range { start, end } = shares[other].clone();
    let rows = Scratch::new(if state == NOT_READ { own.len() } else { 0 });
    let receive = (state == NOT_READ).then(|| team.start_recv(other, rows.region()));
    let send = (theirs == NOT_READ).then(|| team.start_send(other, input.slice(start, end - start)));
    team.all(receive.into_iter().chain(send)).await;
    if state == NOT_READ {
        let read = |at: usize, into: Region| into.copy_from(rows.region().from(at)) == into.len();
        half.combine(read, |_, _| true);
    }
    let receive = (theirs != DONE && gets(me)).then(|| team.start_recv(other, output.slice(start, end - start)));
    let send = (state != DONE && gets(other)).then(|| half.keep.map(|data| team.start_send(other, data))).flatten();
    team.all(receive.into_iter().chain(send)).await;
}

/// Sixteenths of all elements that a root combines. The root writes its outcome nowhere else, so it takes
/// more than half. See decision 2.
const OF_ROOT: usize = 10;

/// Returns the sixteenths of all elements that rank 0 combines.
fn share(root: Option<usize>) -> usize {
    match root {
        None => 8,
        Some(0) => OF_ROOT,
        Some(_) => 16 - OF_ROOT,
    }
}

/// The half of the elements that this rank combines.
struct Half<'a, G: Entrance> {
    team: &'a Team<G>,
    fold: &'a Fold,
    /// This rank's operands.
    own: Region,
    /// The memory that gets the outcome; `None` if the outcome is only written to the other rank.
    keep: Option<Region>,
}

impl<G: Entrance> Half<'_, G> {
    /// Combines the other rank's operands, which `read` fetches, with this rank's own in rank order, and
    /// passes the outcome to `write`, piece by piece. Both functions get the offset in the half. Returns how
    /// far the half got.
    fn combine(&self, read: impl Fn(usize, Region) -> bool, write: impl Fn(usize, Region) -> bool) -> u64 {
        let Half { team, fold, own, keep } = *self;
        let piece = (PIECE / fold.stride() * fold.stride()).max(fold.stride());
        let scratch = Scratch::new(2 * piece);
        let in_place = keep.is_some_and(|k| k.as_ptr() == own.as_ptr());
        // `fold.apply` takes its left operand first and leaves the outcome in its right one.
        let (own_left, own_right) = (team.rank() == 0 || fold.commutative(), team.rank() == 1 || fold.commutative());
        let mut state = DONE;
        for at in (0..own.len()).step_by(piece) {
            let own = own.slice(at, piece.min(own.len() - at));
            let apart = scratch.region().slice(piece, own.len());
            let outcome = keep.map_or(apart, |k| k.slice(at, own.len()));
            let straight = !in_place && own_left;
            let operand = if straight { outcome } else { scratch.region().slice(0, own.len()) };
            if !read(at, operand) {
                if at > 0 && in_place {
                    team.abort("another rank's memory became unreadable during the call; the rank may have exited");
                }
                return NOT_READ;
            }
            if straight {
                fold.apply(own, outcome);
            } else if own_right {
                settle(outcome, own);
                fold.apply(operand, outcome);
            } else {
                fold.apply(own, operand);
                outcome.copy_from(operand);
            }
            if state == DONE && !write(at, outcome) {
                state = NOT_WRITTEN;
            }
        }
        state
    }
}
