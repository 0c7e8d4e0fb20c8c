//! Collectives in which ranks read each other's memory. The board carries addresses. Each rank copies or combines its
//! part in a single copy, and the owner of the memory need not help.
//!
//! If the kernel refuses a rank's read, the rank says so in its confirmation and gets its part by message. So every
//! rank waits for all confirmations before its memory may be reused. A rank finishes the step of an address after
//! its last access to that memory, and the step of its own address after the others' last accesses: if its call fails
//! before, it withdraws the address ([`crate::team::departure`]).
use crate::Fold;
use crate::blocks::{others, settle};
use crate::steps::turn::{CHUNK, Turn};
use crate::team::scratch::Scratch;
use crate::{Entrance, RankBlocks, Team};
use clump::driver::{Endpoint, Rank, Region, planted};
use std::cell::Cell;
use std::future::poll_fn;

/// Length in bytes of a post that holds an address.
pub const ADDRESS: usize = 8;

/// Most bytes of all ranks' operands that a rank reads before it combines them. Smaller: more system calls. Larger: the
/// operands leave the core's cache.
const OPERANDS: usize = 256 << 10;
/// Least bytes of one rank's operand in one read, even if [`OPERANDS`] is exceeded. Smaller: the system call costs more
/// than the copy.
const LEAST_OPERAND: usize = 16 << 10;
/// Most bytes of one rank's operand in one read. Larger: other threads wait longer for the endpoint.
const MOST_OPERAND: usize = CHUNK;
/// Bytes of the result that are combined with one operand after another. Larger: the bytes leave the innermost cache.
const NEAR: usize = 8 << 10;

/// Memory that another rank has published.
#[derive(Clone, Copy)]
pub struct Offered {
    /// The step in which the rank has posted the address.
    step: u64,
    of: usize,
    address: u64,
}

impl Offered {
    pub fn new(step: u64, of: usize, address: u64) -> Offered {
        Offered { step, of, address }
    }
}

/// The post of a rank that chooses between its data and its address.
pub enum Posted {
    Data(Region),
    Address(Offered),
}

impl<G: Entrance> Team<G> {
    /// Publishes the addresses of `memory` to all ranks, in this rank's post of `step`.
    pub async fn offer<const N: usize>(&self, step: u64, memory: [Region; N]) {
        self.gate.enter(|ep| memory.iter().for_each(|&m| _ = ep.register(m, false)));
        self.post_words(step, memory.map(|m| m.as_ptr() as u64)).await;
    }

    /// Allows other ranks to write into this rank's memory by [`Team::store`]; with `false`, forbids such writes again.
    /// The caller must offer the memory before it allows writes, because offering may move the memory's pages. The
    /// caller must wait for the other ranks' confirmations before it forbids writes.
    pub fn expose(&self, on: bool) {
        self.gate.enter(|ep| ep.expose(on));
    }

    /// Waits for the addresses that rank `of` publishes in `step` and returns them.
    pub async fn offered<const N: usize>(&self, step: u64, of: usize) -> [Offered; N] {
        self.posted_words(step, of).await.map(|address| Offered { step, of, address })
    }

    /// Publishes the address and the length of the root's blocks, which lie one after another.
    pub async fn offer_blocks(&self, step: u64, blocks: &RankBlocks) {
        let (all, each) = match *blocks {
            RankBlocks::Even(all, each) => (all, each),
            // The blocks lie apart: publish length 0, so that all ranks ask for messages.
            RankBlocks::Listed(_) => (Region::EMPTY, 0),
        };
        self.gate.enter(|ep| ep.register(all, false));
        self.post_words(step, [all.as_ptr() as u64, each as u64]).await;
    }

    /// Waits until rank `of` publishes its blocks in `step`, and returns this rank's block. Returns `None` if the
    /// published blocks are not `len` bytes long.
    pub async fn offered_block(&self, step: u64, of: usize, len: usize) -> Option<Offered> {
        let post = self.posted(step, of, 16).await;
        let fits = post.len() == 16 && post.get::<u64>(1) == len as u64;
        let at = (self.rank() * len) as u64;
        fits.then(|| Offered { step, of, address: post.get::<u64>(0).wrapping_add(at) })
    }

    /// Returns true if this rank can read all `len` bytes from offset `at` on, in one or more pieces.
    pub fn can_fetch(&self, from: Offered, at: usize, len: usize) -> bool {
        let (peer, address) = (self.job_rank(from.of), from.address.wrapping_add(at as u64));
        self.gate.enter(|ep| ep.can_read(peer, address, len as u64))
    }

    /// Registers this rank's memory. Returns true if the other ranks can probably read this memory by loads.
    pub fn shows(&self, memory: Region) -> bool {
        let another = self.job_rank(usize::from(self.rank() == 0));
        self.gate.enter(|ep| ep.shows(memory, another))
    }

    /// Waits for the post of rank `of` in `step`, which holds either `len` bytes of data or their address.
    pub async fn shown(&self, step: u64, of: usize, len: usize) -> Posted {
        let post = poll_fn(|_| self.look(step, of)).await;
        if post.len() == ADDRESS {
            return Posted::Address(Offered { step, of, address: post.get(0) });
        }
        if post.len() != len {
            self.note_truncation_of(self.job_rank(of));
        }
        Posted::Data(post)
    }

    /// Accesses the memory that another rank has published. Returns false, without a call of `access`, if that rank has
    /// withdrawn it.
    fn access(&self, to: Offered, access: impl FnOnce(&mut Endpoint<G::Fabric>, Rank) -> bool) -> bool {
        let peer = self.job_rank(to.of);
        self.gate.enter(|ep| {
            let Some(group) = self.group else { return false };
            if !ep.group(group).is_some_and(|board| board.begin_access(to.step, to.of)) {
                return false;
            }
            let done = access(ep, peer);
            if let Some(board) = ep.group(group) {
                board.end_access();
            }
            done
        })
    }

    /// Returns true unless the rank has withdrawn the memory that it published, because its call has failed.
    pub fn stands(&self, offered: Offered) -> bool {
        self.access(offered, |_, _| true)
    }

    /// Reads the memory of `from` from offset `at` on into `into`. Returns false if the kernel refused the read, or the
    /// rank has withdrawn the memory. Then the message for which the caller asks instead does not come, and the call
    /// fails.
    pub fn fetch(&self, from: Offered, at: usize, into: Region) -> bool {
        self.fetch_from_end(Turn::Up, from, at, into)
    }

    /// Reads like [`Team::fetch`], but chunk by chunk in the direction of `turn`.
    pub fn fetch_from_end(&self, turn: Turn, from: Offered, at: usize, into: Region) -> bool {
        in_chunks(turn, from.address, at, into, |address, part| {
            self.access(from, |ep, peer| ep.read(peer, address, part))
        })
    }

    /// Writes `data` into another rank's memory from offset `at` on. Returns false as [`Team::fetch`] does.
    pub fn store(&self, to: Offered, at: usize, data: Region) -> bool {
        in_chunks(Turn::Up, to.address, at, data, |address, part| {
            self.access(to, |ep, peer| ep.write(peer, address, part))
        })
    }

    /// Reads, from every other rank, a part of the memory that this other rank offers in `step`. `which` picks one of
    /// the offered memories; `part` gives the offset in that memory and the destination. Returns a mask of the ranks (a
    /// bit for each) whose memory could not be read.
    pub async fn fetch_all<const N: usize>(
        &self,
        step: u64,
        turn: Turn,
        which: impl Fn([Offered; N]) -> Offered,
        part: impl Fn(usize) -> (usize, Region),
    ) -> u64 {
        let mut refused = 0;
        for of in turn.others(self.rank(), self.size()) {
            let theirs = which(self.offered(step, of).await);
            let (at, into) = part(of);
            refused |= u64::from(!self.fetch_from_end(turn, theirs, at, into)) << of;
        }
        refused
    }

    /// Ends an exchange of addresses in `step`: exchanges confirmations in the step behind it, finishes both, and sends
    /// by message the parts that ranks could not read. `refused` has a bit for each rank whose memory this rank could
    /// not read; this rank receives that rank's part in `into`. In turn, this rank
    /// sends `part` of its own memory to each rank that could not read this memory. Returns true if all reads of all
    /// ranks succeeded.
    ///
    /// Runs `meanwhile` before waiting for the other ranks.
    pub async fn confirm(
        &self,
        step: u64,
        refused: u64,
        part: impl Fn(usize) -> Region,
        into: impl Fn(usize) -> Region,
        meanwhile: impl FnOnce(),
    ) -> bool {
        let (me, n) = (self.rank(), self.size());
        self.post_words(step + 1, [refused]).await;
        meanwhile();
        let mut pending = Vec::new();
        let mut fine = refused == 0;
        for p in (0..n).filter(|&p| refused >> p & 1 == 1) {
            pending.push(self.start_recv(p, into(p)));
        }
        for of in others(me, n) {
            let theirs = self.posted_word(step + 1, of).await;
            fine &= theirs == 0;
            if theirs >> me & 1 == 1 {
                pending.push(self.start_send(of, part(of)));
            }
        }
        self.all(pending).await;
        self.finish(step);
        self.finish(step + 1);
        fine
    }

    /// Returns the mask for [`Team::confirm`]: empty if `done` (this rank read everything), otherwise all other ranks.
    fn refused(&self, done: bool) -> u64 {
        if done { 0 } else { (u64::MAX >> (64 - self.size())) & !(1 << self.rank()) }
    }
}

/// Calls `step` with each chunk of `memory` and the address of its counterpart behind `address + at`. Stops and returns
/// false if a call returns false.
fn in_chunks(turn: Turn, address: u64, at: usize, memory: Region, mut step: impl FnMut(u64, Region) -> bool) -> bool {
    turn.chunks(memory.len())
        .all(|part| step(address.wrapping_add((at + part.start) as u64), memory.slice(part.start, part.len())))
}

/// Combines this rank's block of all ranks' `inputs`, which lie one after another in `input`, into `result`. Writes the
/// outcome into the memory of every other rank for which `gets` returns true. There the outcomes lie in `output` as the
/// operands lie in `input`. Writing saves the wait for confirmation that reading would need. Takes two steps, which the
/// caller has begun.
///
/// `input` may be `output`, because one rank alone reads a block's operands and writes its outcome.
pub async fn fold_share<G: Entrance>(
    team: &Team<G>,
    step: u64,
    (input, inputs): (Region, &RankBlocks),
    (output, result): (Region, Region),
    fold: &Fold,
    gets: impl Fn(usize) -> bool,
) {
    let (me, n) = (team.rank(), team.size());
    let place = |of: usize| (0..of).map(|i| inputs.get(i).len()).sum::<usize>();
    let (own, start) = (inputs.get(me), place(me));
    team.offer(step, [input, output]).await;
    if gets(me) {
        team.expose(true);
    }
    let (mut operands, mut outputs) = (Vec::with_capacity(n), Vec::with_capacity(n));
    for of in 0..n {
        let [theirs, output] = team.offered(step, of).await;
        operands.push(theirs);
        outputs.push(output);
    }
    let getters = || others(me, n).filter(|&of| gets(of));
    let overwrites = own.as_ptr() == result.as_ptr() || getters().any(|of| operands[of].address == outputs[of].address);
    let mut unwritten = 0;
    let write = |at: usize, piece: Region| {
        for to in getters() {
            unwritten |= u64::from(!team.store(outputs[to], start + at, piece)) << to;
        }
    };
    let done = fold_offers(team, &operands, start, (own, result), overwrites, fold, write);
    if !done {
        unwritten = getters().fold(0, |all, of| all | 1 << of);
    }
    team.post_words(step + 1, [team.refused(done), unwritten]).await;
    let (mut asked, mut owed) = (0, 0);
    for of in others(me, n).filter(|_| !planted("share_left_unconfirmed")) {
        let [refused, unwritten] = team.posted_words(step + 1, of).await;
        asked |= (refused >> me & 1) << of;
        owed |= (unwritten >> me & 1) << of;
    }
    if gets(me) {
        team.expose(false);
    }
    team.finish(step);
    team.finish(step + 1);
    if done && asked | owed | unwritten == 0 {
        return;
    }
    // Exchange by message the operands or outcomes that could not be read or written.
    let among = |set: u64| others(me, n).filter(move |of| set >> of & 1 == 1);
    let rows = Rows::new(done, n, own.len());
    let mut pending: Vec<_> = among(team.refused(done)).map(|of| team.start_recv(of, rows.get(of))).collect();
    pending.extend(among(asked).map(|of| team.start_send(of, inputs.get(of))));
    team.all(pending).await;
    rows.fold(team, own, result, fold);
    let outcome = |of: usize| output.slice(place(of), inputs.get(of).len());
    let mut pending: Vec<_> = among(owed).map(|of| team.start_recv(of, outcome(of))).collect();
    pending.extend(among(unwritten).map(|of| team.start_send(of, result)));
    team.all(pending).await;
}

/// Combines all ranks' `input` into the root's `result`. Takes two steps, which the caller has begun.
pub async fn fold_at<G: Entrance>(team: &Team<G>, step: u64, input: Region, result: Region, fold: &Fold, root: usize) {
    let (me, n) = (team.rank(), team.size());
    if me != root {
        team.offer(step, [input]).await;
        let asked = team.posted_word(step + 1, root).await >> me & 1 == 1;
        team.finish(step);
        if asked {
            team.send(root, input).await;
        }
        return team.finish(step + 1);
    }
    let mut offers = Vec::with_capacity(n);
    for of in 0..n {
        offers.push(if of == me { Offered::new(step, of, 0) } else { team.offered::<1>(step, of).await[0] });
    }
    let in_place = input.as_ptr() == result.as_ptr();
    let done = fold_offers(team, &offers, 0, (input, result), in_place, fold, |_, _| ());
    let rows = Rows::new(done, n, input.len());
    team.finish(step);
    team.post_words(step + 1, [team.refused(done)]).await;
    team.finish(step + 1);
    if !done {
        let receives: Vec<_> = others(me, n).map(|of| team.start_recv(of, rows.get(of))).collect();
        team.all(receives).await;
    }
    rows.fold(team, input, result, fold);
}

/// Operands that this rank could not read and received by message: one from each rank, or none.
struct Rows {
    memory: Option<Scratch>,
    each: usize,
}

impl Rows {
    fn new(none: bool, n: usize, each: usize) -> Rows {
        Rows { memory: (!none).then(|| Scratch::new(n * each)), each }
    }

    fn get(&self, of: usize) -> Region {
        self.memory.as_ref().map_or(Region::EMPTY, |m| m.region().slice(of * self.each, self.each))
    }

    /// Combines the operands into `result`. Does nothing if there are none.
    fn fold<G: Entrance>(&self, team: &Team<G>, own: Region, result: Region, fold: &Fold) {
        if self.memory.is_some() {
            let read = |of: usize, at: usize, into: Region| {
                into.copy_from(self.get(of).slice(at, into.len()));
                true
            };
            fold_pieces(team, own, result, fold, read, |_, _| ());
        }
    }
}

/// Reads and combines the other ranks' operands from offset `start` on, and calls `write` with each piece of the
/// outcome. Returns false if a read was refused before any operand was overwritten. `overwrites` is true if the outcome
/// overwrites operands.
fn fold_offers<G: Entrance>(
    team: &Team<G>,
    offers: &[Offered],
    start: usize,
    (own, result): (Region, Region),
    overwrites: bool,
    fold: &Fold,
    write: impl FnMut(usize, Region),
) -> bool {
    let mut all = others(team.rank(), team.size());
    if !all.all(|of| team.can_fetch(offers[of], start, own.len())) {
        return false;
    }
    let begun = Cell::new(false);
    let read = |of: usize, at: usize, into: Region| {
        let read = team.fetch(offers[of], start + at, into);
        begun.set(begun.get() | read);
        read
    };
    let done = fold_pieces(team, own, result, fold, read, write);
    if !done && begun.get() && overwrites && others(team.rank(), team.size()).all(|of| team.stands(offers[of])) {
        // Some operands are already overwritten, so the call cannot be repeated by message. The kernel refuses a first
        // read as a matter of policy; a later refusal means that the peer has exited.
        team.abort("another rank's memory became unreadable during the call; the rank may have exited");
    }
    done
}

/// Combines `own` with all other ranks' operands, which `read` fetches piece by piece, into `result`, which
/// may be `own`. Keeps rank order if the operation does not commute. Calls `write` with each finished piece
/// and its offset. Returns false if a read was refused.
fn fold_pieces<G: Entrance>(
    team: &Team<G>,
    own: Region,
    result: Region,
    fold: &Fold,
    read: impl Fn(usize, usize, Region) -> bool,
    mut write: impl FnMut(usize, Region),
) -> bool {
    let (me, n, stride) = (team.rank(), team.size(), fold.stride());
    let in_place = own.as_ptr() == result.as_ptr();
    // `fold.apply` puts the new operand on the left, so operands come from the last rank to the first. If the operation
    // commutes, this rank's own operand comes last. The first of the other operands is read straight into the result;
    // if the result holds this rank's operand, the others are combined in the first one's row, in the same order.
    let source = |i: usize| if fold.commutative() { (me + 1 + i) % n } else { n - 1 - i };
    let apart = fold.commutative() && in_place;
    let keep = source(0) != me && in_place && !apart;
    let straight = source(0) != me && !in_place;
    let whole = |bytes: usize| (bytes / stride * stride).max(stride);
    let piece = whole((OPERANDS / (n - 1)).clamp(LEAST_OPERAND, MOST_OPERAND)).min(own.len());
    let near = whole(NEAR);
    let operands = Scratch::new((n - 1) * piece + near);
    let kept = operands.region().from((n - 1) * piece);
    let row = |of: usize, len: usize| operands.region().slice((of - usize::from(of > me)) * piece, len);
    let mut joint = Vec::new();
    for at in (0..own.len()).step_by(piece.max(1)) {
        let len = piece.min(own.len() - at);
        for of in others(me, n) {
            let to = if straight && of == source(0) { result.slice(at, len) } else { row(of, len) };
            if !read(of, at, to) {
                return false;
            }
        }
        // Short spans keep the partial result in the innermost cache until the next operand is combined.
        for from in (0..len).step_by(near) {
            let len = near.min(len - from);
            let (mut mine, into) = (own.slice(at + from, len), result.slice(at + from, len));
            if let Some(combine) = fold.as_joint() {
                let operand = |of: usize| match of {
                    _ if of == me => mine,
                    _ if straight && of == source(0) => into,
                    _ => row(of, piece).slice(from, len),
                };
                joint.clear();
                joint.extend((0..n).map(|i| operand(source(i))));
                combine(into, &joint);
                continue;
            }
            if keep {
                kept.copy_from(mine);
                mine = kept.slice(0, len);
            }
            if apart {
                let sum = row(source(0), piece).slice(from, len);
                (1..n - 1).for_each(|i| fold.apply(row(source(i), piece).slice(from, len), sum));
                fold.apply(sum, into);
                continue;
            }
            for i in 0..n {
                let of = source(i);
                let operand = if of == me { mine } else { row(of, piece).slice(from, len) };
                match i {
                    0 if straight => (),
                    0 => settle(into, operand),
                    _ => fold.apply(operand, into),
                }
            }
        }
        write(at, result.slice(at, len));
    }
    true
}
