//! MPI_Reduce: MPI 5.0 section 6.9.1.
use super::blocks::{others, settle};
use super::choice::{self, Reduce, Situation};
use super::reduce_scatter::share;
use super::{Blocks, Gate, Port};
use crate::op::Fold;
use clump::{Buffer, Region};

/// Combines all ranks' `input` into the root's `output` (on other ranks, nothing). `input` may be `output`.
pub async fn reduce<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold, root: usize) {
    if input.is_empty() {
        return;
    }
    if port.size() == 1 {
        return settle(output, input);
    }
    let situation = Situation { ranks: port.size(), bytes: input.len(), crowded: port.crowded() };
    match choice::reduce(situation) {
        Reduce::Flat => flat(port, input, output, fold, root).await,
        Reduce::Binomial => binomial(port, input, output, fold, root).await,
        Reduce::Shared => shared(port, input, output, fold, root).await,
    }
}

/// All send to the root.
pub async fn flat<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold, root: usize) {
    if port.rank() == root {
        fold_all(port, input, output, fold).await;
    } else {
        port.send(root, input).await;
    }
}

/// Receives a message from every other rank and folds them, with `mine` in its place, into `result`.
///
/// Operands keep the order of ranks, unless the operation commutes; then this rank's own comes first, which needs no
/// copy of it, and then those of the ranks after it, so that not everybody waits for the same.
pub async fn fold_all<G: Gate>(port: &Port<G>, mine: Region, result: Region, fold: &Fold) {
    let (me, n, len) = (port.rank(), port.size(), mine.len());
    if len == 0 {
        return;
    }
    // fold.apply puts the new operand on the left, so operands come from the last to the first.
    let source = |i: usize| if fold.commutative() { (me + i) % n } else { n - 1 - i };
    let copy = (source(0) != me && mine.as_ptr() == result.as_ptr()).then(|| {
        let copy = Buffer::new(len);
        copy.region().copy_from(mine);
        copy
    });
    let mine = copy.as_ref().map_or(mine, Buffer::region);

    // A few receives ahead of the folding; message k lands in slot k modulo their number, which its predecessor has left.
    let ahead = (WINDOW_BYTES / len).clamp(2, 16).min(n - 1);
    let scratch = Buffer::new(ahead * len);
    let slot = |k: usize| scratch.region().slice(k % ahead * len, len);
    let mut messages = (0..n).map(source).filter(|&from| from != me).enumerate();
    let mut posted = Vec::with_capacity(ahead);
    posted.extend(messages.by_ref().take(ahead).map(|(k, from)| port.start_recv(from, slot(k))));
    let mut next = 0;
    for i in 0..n {
        let mut operand = mine;
        if source(i) != me {
            port.done(posted[next % ahead]).await;
            operand = slot(next);
        }
        if i == 0 {
            settle(result, operand);
        } else {
            fold.apply(operand, result);
        }
        if source(i) != me {
            if let Some((k, from)) = messages.next() {
                posted[k % ahead] = port.start_recv(from, slot(k));
            }
            next += 1;
        }
    }
}

/// Memory for receives ahead of the folding; two are posted whatever their size.
const WINDOW_BYTES: usize = 256 << 10;

/// A tree over places counted from the root (from rank 0 if order matters, whose result then moves on to the root).
async fn binomial<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold, root: usize) {
    let (me, n, len) = (port.rank(), port.size(), input.len());
    let top = if fold.commutative() { root } else { 0 };
    let place = (me + n - top) % n;
    let rank_at = |place: usize| (place + top) % n;
    let scratch = Buffer::new(2 * len);
    let halves = [scratch.region().slice(0, len), scratch.region().from(len)];
    // Messages alternate between the halves: the half that is not the result of the last step is free.
    let (mut result, mut turn) = (input, 0);
    let mut step = 1;
    while step < n {
        if place & step != 0 {
            port.send(rank_at(place - step), result).await;
            break;
        }
        if place + step < n {
            port.recv(rank_at(place + step), halves[turn]).await;
            fold.apply(result, halves[turn]);
            (result, turn) = (halves[turn], 1 - turn);
        }
        step *= 2;
    }
    if place == 0 && me == root {
        settle(output, result);
    } else if place == 0 {
        port.send(root, result).await;
    } else if me == root {
        port.recv(top, output).await;
    }
}

/// Each rank reduces a share of the elements, and the root gathers them.
async fn shared<G: Gate>(port: &Port<G>, input: Region, output: Region, fold: &Fold, root: usize) {
    let (me, n) = (port.rank(), port.size());
    let inputs = Blocks::cut(input, n, fold.stride());
    if me != root {
        let part = Buffer::new(inputs.get(me).len());
        share(port, &inputs, part.region(), fold).await;
        return port.send(root, part.region()).await;
    }
    let outputs = Blocks::cut(output, n, fold.stride());
    share(port, &inputs, outputs.get(me), fold).await;
    let parts: Vec<_> = others(me, n).map(|from| port.start_recv(from, outputs.get(from))).collect();
    port.all(parts).await;
}
