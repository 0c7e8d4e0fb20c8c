//! Exchanges in which the blocks of all ranks of a machine travel to another machine in one message ([`Packing`]).
//! Inside each machine the blocks go over its board.
use crate::memory::lent_buffer;
use crate::team::board;
use crate::{Entrance, Team};
use crate::{Origin, Packing};
use clump::driver::{POST, Region};

/// The most blocks of a post. With more, the pieces of a block in a post would be too short to be worth a copy.
const MOST_BLOCKS: usize = POST / 256;

/// Returns true if [`exchange`] can carry the exchange out. All ranks get the same answer.
pub fn fits(packing: &Packing) -> bool {
    (1..=MOST_BLOCKS).contains(&packing.most)
}

/// Exchanges blocks of `each` bytes: `from(j)` is this rank's block `j`, and the block of source `i` goes to `to(i)`.
/// Every machine's ranks share a board.
pub async fn exchange<G: Entrance>(
    team: &Team<G>,
    packing: &Packing,
    each: usize,
    from: impl Fn(usize) -> Region,
    to: impl Fn(usize) -> Region,
) {
    let inside = team.inside();
    let piece = each.min(POST / packing.most / 64 * 64);
    let pieces = each.div_ceil(piece);
    let shares = inside.shares_board();
    let first = inside.begin(if shares { 2 * pieces } else { 0 });
    let whole = async {
        for i in 0..pieces {
            let span = i * piece..((i + 1) * piece).min(each);
            // A block is shorter than `each` if ranks passed different lengths.
            let cut = |block: Region| {
                let rest = block.from(span.start.min(block.len()));
                rest.slice(0, span.len().min(rest.len()))
            };
            one_piece(team, &inside, packing, first + 2 * i as u64, span.len(), |j| cut(from(j)), |i| cut(to(i))).await;
        }
    };
    team.part(&inside, whole).await;
}

/// Exchanges one piece of each block: `len` bytes.
async fn one_piece<G: Entrance>(
    team: &Team<G>,
    inside: &Team<G>,
    packing: &Packing,
    step: u64,
    len: usize,
    from: impl Fn(usize) -> Region,
    to: impl Fn(usize) -> Region,
) {
    let (place, shares) = (inside.rank(), inside.shares_board());
    if shares {
        let write = |post: Region| {
            for j in 0..packing.posted[place] {
                post.slice(j * len, len).copy_from(from(j));
            }
        };
        inside.fill(step, packing.posted[place] * len, write).await;
    }
    // A rank that is alone on its machine has no board, and keeps in a buffer what it receives.
    let size = packing.received[place] * len;
    let alone = lent_buffer(if shares { 0 } else { size });
    let room = match (shares, size) {
        (_, 0) => Region::EMPTY,
        (true, _) => inside.place(step + 1, size).await,
        (false, _) => alone.region(),
    };
    let receives: Vec<_> =
        packing.incoming.iter().map(|m| team.start_recv(m.from, room.slice(m.first * len, m.blocks * len))).collect();
    let mut sends = Vec::with_capacity(packing.outgoing.len());
    let mut buffers = Vec::with_capacity(packing.outgoing.len());
    for message in &packing.outgoing {
        let buffer = lent_buffer(message.blocks.len() * len);
        for (k, &(at, j)) in message.blocks.iter().enumerate() {
            let block = match at == place {
                true => from(j),
                false => {
                    board::part(inside.posted(step, at, packing.posted[at] * len).await, &(j * len..(j + 1) * len))
                }
            };
            buffer.region().slice(k * len, len).copy_from(block);
        }
        sends.push(team.start_send(message.to, buffer.region()));
        buffers.push(buffer);
    }
    let put = |i: usize, block: Region| {
        let into = to(i);
        if block.as_ptr() == into.as_ptr() {
            // MPI_IN_PLACE: the block is there already.
            return;
        }
        if block.len() != into.len() {
            team.note_truncation();
        }
        let n = block.len().min(into.len());
        into.slice(0, n).copy_from(block.slice(0, n));
    };
    let origins = || packing.origins.iter().enumerate().filter_map(|(i, origin)| Some((i, (*origin)?)));
    for (i, origin) in origins() {
        match origin {
            Origin::Own(j) => put(i, from(j)),
            Origin::Near((at, j)) => {
                let post = inside.posted(step, at, packing.posted[at] * len).await;
                put(i, board::part(post, &(j * len..(j + 1) * len)));
            }
            Origin::Far(_) => {}
        }
    }
    team.all(receives).await;
    if shares {
        if size > 0 {
            inside.publish(step + 1);
        }
        inside.finish(step);
    }
    for (i, origin) in origins() {
        let Origin::Far((at, k)) = origin else { continue };
        let post = match at == place {
            true => room,
            false => inside.posted(step + 1, at, packing.received[at] * len).await,
        };
        put(i, board::part(post, &(k * len..(k + 1) * len)));
    }
    team.all(sends).await;
    if shares {
        inside.finish(step + 1);
    }
}
