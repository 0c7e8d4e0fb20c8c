//! Reductions between hosts by recursive halving (Rabenseifner 2004), on a number of ranks that is a power of two. In
//! each round a rank exchanges half of the elements that it still combines with one other rank, so that each link
//! carries a whole operand at most once, in few messages.
use crate::Fold;
use crate::blocks::{pack, settle};
use crate::team::scratch::Scratch;
use crate::{Entrance, RankBlocks, Team};
use clump::driver::{Region, planted};
use std::ops::Range;

/// Returns the bytes that rank `me` of `n` combines: first all `len` of them, then what each round leaves it. Round k
/// pairs the ranks whose numbers differ in bit k.
fn halves(me: usize, n: usize, len: usize, stride: usize) -> Vec<Range<usize>> {
    let mut left = 0..len;
    let mut all = vec![left.clone()];
    for round in 0..n.ilog2() {
        let middle = left.start + left.len() / stride / 2 * stride;
        left = if me >> round & 1 == 0 { left.start..middle } else { middle..left.end };
        all.push(left.clone());
    }
    all
}

/// Returns the part of `whole` that is not in `part`, which begins or ends `whole`.
fn rest(whole: &Range<usize>, part: &Range<usize>) -> Range<usize> {
    if part.start == whole.start { part.end..whole.end } else { whole.start..part.start }
}

/// The most bytes of an operand that travel in one message. Larger: pieces leave the cache before they are combined,
/// and the memory for them is fresh in each call. Smaller: more messages.
const PIECE: usize = 1 << 20;

/// Runs [`crate::allreduce()`]: combines by halves, then exchanges the results in the opposite order of rounds.
/// Operands stay in rank order.
pub async fn allreduce<G: Entrance>(team: &Team<G>, input: Region, output: Region, fold: &Fold) {
    let me = team.rank();
    let spans = halves(me, team.size(), input.len(), fold.stride());
    let piece = (PIECE / fold.stride()).max(1) * fold.stride();
    let scratch = Scratch::new(spans[1].len().min(2 * piece));
    for (round, pair) in spans.windows(2).enumerate() {
        let (peer, keep, give) = (me ^ 1 << round, &pair[1], rest(&pair[0], &pair[1]));
        // In the first round this rank sends from the input, so that only the other half is copied.
        let from = if round == 0 { input } else { output };
        let part = |of: Region, span: &Range<usize>| of.slice(span.start, span.len());
        let (own, mine) = (part(from, keep), part(output, keep));
        combine(team, peer, part(from, &give), own, mine, scratch.region(), piece, fold).await;
    }
    for (round, pair) in spans.windows(2).enumerate().rev() {
        let (peer, have, want) = (me ^ 1 << round, &pair[1], rest(&pair[0], &pair[1]));
        let part = |span: &Range<usize>| output.slice(span.start, span.len());
        team.exchange(peer, part(have), peer, part(&want)).await;
    }
}

/// Sends `give` to `peer`, and combines what the peer sends with `own` into `mine`, piece by piece: while one piece is
/// combined, the next one arrives. `room` has place for two.
#[allow(clippy::too_many_arguments)]
async fn combine<G: Entrance>(
    team: &Team<G>,
    peer: usize,
    give: Region,
    own: Region,
    mine: Region,
    room: Region,
    piece: usize,
    fold: &Fold,
) {
    let pieces = |len: usize| (0..len.div_ceil(piece)).map(move |i| (i * piece, piece.min(len - i * piece)));
    let slot = |i: usize, len: usize| room.slice(i % 2 * piece, len);
    let expected: Vec<(usize, usize)> = pieces(mine.len()).collect();
    let receive = |i: usize| expected.get(i).map(|(_, len)| team.start_recv(peer, slot(i, *len)));
    let mut coming = [receive(0), receive(1)];
    let sends: Vec<_> = pieces(give.len()).map(|(at, len)| team.start_send(peer, give.slice(at, len))).collect();
    for (i, (at, len)) in expected.iter().copied().enumerate() {
        if let Some(next) = coming[i % 2].take() {
            team.done(next).await;
        }
        let (theirs, mine) = (slot(i, len), mine.slice(at, len));
        settle(mine, own.slice(at, len));
        if peer < team.rank() || fold.commutative() || planted("halves_commute") {
            fold.apply(theirs, mine);
        } else {
            fold.apply(mine, theirs);
            mine.copy_from(theirs);
        }
        coming[i % 2] = receive(i + 2);
    }
    team.all(sends).await;
}

/// Runs [`crate::reduce_scatter()`] with an operation that commutes. The first round pairs the ranks that are half of
/// the ranks apart, so that each rank keeps blocks that lie side by side.
pub async fn reduce_scatter<G: Entrance>(
    team: &Team<G>,
    inputs: &RankBlocks,
    output: Region,
    fold: &Fold,
    bytes: usize,
) {
    let (me, n) = (team.rank(), team.size());
    let packed = Scratch::new(bytes);
    let blocks = pack(inputs, packed.region(), n);
    let mut ends = vec![0];
    for i in 0..n {
        ends.push(ends[i] + blocks.get(i).len());
    }
    // The first round brings the longest operands: one half of the blocks.
    let scratch = Scratch::new(ends[n / 2].max(bytes - ends[n / 2]));
    let mut left = 0..n;
    while left.len() > 1 {
        let half = left.len() / 2;
        let lower = me & half == 0;
        let middle = left.start + half;
        let (keep, give) = (left.start..middle, middle..left.end);
        let (keep, give) = if lower { (keep, give) } else { (give, keep) };
        let part =
            |blocks: &Range<usize>| packed.region().slice(ends[blocks.start], ends[blocks.end] - ends[blocks.start]);
        let kept = part(&keep);
        let theirs = scratch.region().slice(0, kept.len());
        team.exchange(me ^ half, part(&give), me ^ half, theirs).await;
        fold.apply(theirs, kept);
        left = keep;
    }
    output.copy_from(blocks.get(me));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ranks_halves_cover_every_element_once() {
        for (n, elements) in [(2, 7), (4, 3), (8, 1000), (8, 0)] {
            let mut last: Vec<_> = (0..n).map(|me| halves(me, n, 8 * elements, 8).pop().unwrap_or(0..0)).collect();
            last.sort_by_key(|span| (span.start, span.end));
            assert_eq!((last[0].start, last[n - 1].end), (0, 8 * elements), "{n} ranks, {elements} elements");
            assert!(last.windows(2).all(|pair| pair[0].end == pair[1].start && pair[0].len() % 8 == 0));
        }
    }

    #[test]
    fn two_ranks_of_a_round_keep_complementary_halves() {
        for me in 0..8_usize {
            let mine = halves(me, 8, 800, 8);
            for round in 0..3 {
                let theirs = halves(me ^ 1 << round, 8, 800, 8);
                assert_eq!(mine[round], theirs[round]);
                assert_eq!(rest(&mine[round], &mine[round + 1]), theirs[round + 1]);
            }
        }
    }
}
