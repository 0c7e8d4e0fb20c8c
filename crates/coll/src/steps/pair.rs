//! Reductions between two ranks with a core each. Each rank reads the other rank's operands for one half of the
//! elements, combines this half, and also writes the outcome into the other rank's memory. The ranks work concurrently
//! on their halves, and only the operands are copied.
//!
//! `input` may be `output` (MPI_IN_PLACE), because one rank alone reads a half's operands and writes its outcome.
use crate::Fold;
use crate::blocks::settle;
use crate::steps::remote_read::Offered;
use crate::team::scratch::Scratch;
use crate::{Entrance, Team};
use clump::driver::Region;
use std::ops::Range;

/// Bytes that a rank reads, combines and writes before it goes on. Smaller: more system calls. Larger: the bytes leave
/// the core's cache.
const PIECE: usize = 64 << 10;

/// State of a half that a rank posts to the other rank: the half is combined and written to all ranks that need it.
const DONE: u64 = 0;
/// State of a half: the half is combined, but could not be written into the other rank's memory.
const NOT_WRITTEN: u64 = 1;
/// State of a half: the other rank's operands could not be read.
const NOT_READ: u64 = 2;

/// Combines both ranks' `input` into both ranks' `output`, or only into the `output` of rank `root`.
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
    let cut = input.len() / fold.stride() * share(root) / 16 * fold.stride();
    let shares = [0..cut, cut..input.len()];
    let Range { start, end } = shares[me].clone();
    let own = input.slice(start, end - start);
    // Combining in place overwrites operands and cannot be repeated, so check first that all operands can be read.
    let readable = team.can_fetch(operand, start, own.len());
    let read = |at: usize, into: Region| readable && team.fetch(operand, start + at, into);
    let mut half = Half { team, fold, operand, own, keep: gets(me).then(|| output.slice(start, own.len())) };
    let mut state = half.combine(read, |at, data| !gets(other) || team.store(outcome, start + at, data));
    // If this rank could not write an outcome that only the other rank needs, store the outcome here until it is sent.
    let memory = Scratch::new(if half.keep.is_none() && state != DONE { own.len() } else { 0 });
    let _ = half.keep.get_or_insert(memory.region());
    if state == NOT_WRITTEN && !gets(me) {
        state = half.combine(read, |_, _| false);
    }
    team.post_words(step + 1, [state]).await;
    let theirs = team.posted_word(step + 1, other).await;
    team.expose(false);
    team.finish(step);
    team.finish(step + 1);
    if (state, theirs) == (DONE, DONE) {
        return;
    }
    // Exchange by message the operands or outcomes that could not be read or written.
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

/// Sixteenths of all elements that a root combines. The root combines more than half, because it does not write its
/// outcome into the other rank's memory. See decision 2.
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
    /// The other rank's memory.
    operand: Offered,
    /// This rank's operands for the half.
    own: Region,
    /// This rank's memory for the outcome; `None` if the outcome is only written to the other rank.
    keep: Option<Region>,
}

impl<G: Entrance> Half<'_, G> {
    /// Combines the other rank's operands, which `read` fetches, with this rank's own operands in rank order, and
    /// passes the outcome to `write`, piece by piece. `read` and `write` get the piece's offset in the half. Returns
    /// the state of the half: [`DONE`], [`NOT_WRITTEN`] or [`NOT_READ`].
    fn combine(&self, read: impl Fn(usize, Region) -> bool, write: impl Fn(usize, Region) -> bool) -> u64 {
        let Half { team, fold, operand: theirs, own, keep } = *self;
        let piece = (PIECE / fold.stride() * fold.stride()).max(fold.stride());
        let scratch = Scratch::new(2 * piece);
        let in_place = keep.is_some_and(|k| k.as_ptr() == own.as_ptr());
        // `fold.apply` takes its left operand first and stores the outcome in its right operand.
        let (own_left, own_right) = (team.rank() == 0 || fold.commutative(), team.rank() == 1 || fold.commutative());
        let mut state = DONE;
        for at in (0..own.len()).step_by(piece) {
            let own = own.slice(at, piece.min(own.len() - at));
            let apart = scratch.region().slice(piece, own.len());
            let outcome = keep.map_or(apart, |k| k.slice(at, own.len()));
            let straight = !in_place && own_left;
            let operand = if straight { outcome } else { scratch.region().slice(0, own.len()) };
            if !read(at, operand) {
                if at > 0 && in_place && team.stands(theirs) {
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
