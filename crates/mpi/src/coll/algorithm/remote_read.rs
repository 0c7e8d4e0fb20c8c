//! Collectives that read each other's memory: the board carries addresses, and each rank copies or combines its part
//! with one copy and no help from the owner.
//!
//! A rank that is refused says so when it confirms, and gets its part by message; so every rank waits for all
//! confirmations before its memory is anybody else's again.
use super::blocks::{others, settle};
use super::scratch::Scratch;
use super::turn::{CHUNK, Turn};
use super::{Entrance, RankBlocks, Team};
use crate::op::Fold;
use clump::Region;
use std::cell::Cell;
use std::future::poll_fn;
use std::sync::atomic::Ordering::Relaxed;

/// Bytes of a post that is an address.
pub const ADDRESS: usize = 8;

/// Bytes of all operands that are read and then combined: they stay in the core's own cache. Of one: enough to be worth
/// the system call, and no more than is read in one go.
const OPERANDS: usize = 256 << 10;
const LEAST_OPERAND: usize = 16 << 10;
const MOST_OPERAND: usize = CHUNK;
/// Bytes that are combined with one operand after the other.
const NEAR: usize = 8 << 10;

/// Memory of another rank, as it has said.
#[derive(Clone, Copy)]
pub struct Offered {
    of: usize,
    address: u64,
}

impl Offered {
    pub fn new(of: usize, address: u64) -> Offered {
        Offered { of, address }
    }
}

/// What a rank has posted that chose between the two.
pub enum Posted {
    Data(Region),
    Address(Offered),
}

impl<G: Entrance> Team<G> {
    /// Shows all where this rank's memory lies.
    pub async fn offer<const N: usize>(&self, step: u64, memory: [Region; N]) {
        self.gate.enter(|ep| memory.iter().for_each(|&m| _ = ep.lend(m, false)));
        self.post_words(step, memory.map(|m| m.as_ptr() as u64)).await;
    }

    /// Others may write into this rank's memory from now on, or (`false`) do so no more: say it as soon as what
    /// [`Team::store`] of theirs may reach has been offered (which may move its pages, so not before), and when the
    /// others have confirmed.
    pub fn expose(&self, on: bool) {
        self.gate.enter(|ep| ep.expose(on));
    }

    /// Where the memory lies that rank `of` shows in `step`.
    pub async fn offered<const N: usize>(&self, step: u64, of: usize) -> [Offered; N] {
        self.posted_words(step, of).await.map(|address| Offered { of, address })
    }

    /// Shows all where the root's blocks lie, one behind the other, and how long each is.
    pub async fn offer_blocks(&self, step: u64, blocks: &RankBlocks) {
        let (all, each) = match *blocks {
            RankBlocks::Even(all, each) => (all, each),
            // They lie apart: nobody's length is 0, so all ask for messages.
            RankBlocks::Listed(_) => (Region::EMPTY, 0),
        };
        self.gate.enter(|ep| ep.lend(all, false));
        self.post_words(step, [all.as_ptr() as u64, each as u64]).await;
    }

    /// Where rank `of` shows this rank's block in `step`; `None`: it has none of `len` bytes.
    pub async fn offered_block(&self, step: u64, of: usize, len: usize) -> Option<Offered> {
        let post = self.posted(step, of, 16).await;
        let fits = post.len() == 16 && post.get::<u64>(1) == len as u64;
        let at = (self.rank() * len) as u64;
        fits.then(|| Offered { of, address: post.get::<u64>(0).wrapping_add(at) })
    }

    /// True if all of the `len` bytes from `at` on can be fetched, in however many pieces.
    pub fn can_fetch(&self, from: Offered, at: usize, len: usize) -> bool {
        let (peer, address) = (self.job_rank(from.of), from.address.wrapping_add(at as u64));
        self.gate.enter(|ep| ep.can_read(peer, address, len as u64))
    }

    /// Lends this rank's memory, and tells whether the others can presumably read it by loads.
    pub fn shows(&self, memory: Region) -> bool {
        let another = self.job_rank(usize::from(self.rank() == 0));
        self.gate.enter(|ep| ep.shows(memory, another))
    }

    /// What rank `of` shows in `step` of `len` bytes: themselves, or where they lie.
    pub async fn shown(&self, step: u64, of: usize, len: usize) -> Posted {
        let post = poll_fn(|_| self.look(step, of)).await;
        if post.len() == ADDRESS {
            return Posted::Address(Offered { of, address: post.get(0) });
        }
        if post.len() != len {
            self.truncated.store(true, Relaxed);
        }
        Posted::Data(post)
    }

    /// Reads from `at` on into `into`; false if it was refused.
    pub fn fetch(&self, from: Offered, at: usize, into: Region) -> bool {
        self.fetch_from_end(Turn::Up, from, at, into)
    }

    /// The same, from that end.
    pub fn fetch_from_end(&self, turn: Turn, from: Offered, at: usize, into: Region) -> bool {
        let peer = self.job_rank(from.of);
        in_chunks(turn, from.address, at, into, |address, part| self.gate.enter(|ep| ep.read(peer, address, part)))
    }

    /// Writes `data` into another rank's memory from `at` on; false if it was refused.
    pub fn store(&self, to: Offered, at: usize, data: Region) -> bool {
        let peer = self.job_rank(to.of);
        in_chunks(Turn::Up, to.address, at, data, |address, part| self.gate.enter(|ep| ep.write(peer, address, part)))
    }

    /// From each other rank reads what it offers in `step`: of the memories that it shows the one that `which` picks,
    /// from where and into what `part` says. Tells who refused, a bit for each.
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

    /// Says who refused this rank (a bit for each), hears it from all others, and sends those whom this rank refused
    /// their `part` of its memory; what this rank was refused comes into `into`. True if nobody was refused anything.
    ///
    /// `meanwhile` is done while the others get there.
    pub async fn confirm(
        &self,
        step: u64,
        refused: u64,
        part: impl Fn(usize) -> Region,
        into: impl Fn(usize) -> Region,
        meanwhile: impl FnOnce(),
    ) -> bool {
        let (me, n) = (self.rank(), self.size());
        self.post_words(step, [refused]).await;
        meanwhile();
        let mut pending = Vec::new();
        let mut fine = refused == 0;
        for p in (0..n).filter(|&p| refused >> p & 1 == 1) {
            pending.push(self.start_recv(p, into(p)));
        }
        for of in others(me, n) {
            let theirs = self.posted_word(step, of).await;
            fine &= theirs == 0;
            if theirs >> me & 1 == 1 {
                pending.push(self.start_send(of, part(of)));
            }
        }
        self.all(pending).await;
        self.finish(step);
        fine
    }

    /// What a rank confirms that could read all others, or else wants a message from each.
    fn refused(&self, done: bool) -> u64 {
        if done { 0 } else { (u64::MAX >> (64 - self.size())) & !(1 << self.rank()) }
    }
}

/// Hands `memory` to `step` chunk by chunk, each with the address that lies as far behind `address` + `at`; false if
/// one fails.
fn in_chunks(turn: Turn, address: u64, at: usize, memory: Region, mut step: impl FnMut(u64, Region) -> bool) -> bool {
    turn.chunks(memory.len())
        .all(|part| step(address.wrapping_add((at + part.start) as u64), memory.slice(part.start, part.len())))
}

/// Combines this rank's block of all ranks' `inputs`, which lie one behind the other in `input`, into `result`, and
/// writes the outcome into the memory of all others that get it (`gets`): there all outcomes lie in `output` as the
/// operands do in `input`. (What is written need not be waited for once more, as it would be if it were read.) Two
/// steps, which the caller has begun.
///
/// In place is no special case: of each block one rank alone reads the operands and writes the outcome.
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
    team.finish(step);
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
    for of in others(me, n) {
        let [refused, unwritten] = team.posted_words(step + 1, of).await;
        asked |= (refused >> me & 1) << of;
        owed |= (unwritten >> me & 1) << of;
    }
    if gets(me) {
        team.expose(false);
    }
    team.finish(step + 1);
    if done && asked | owed | unwritten == 0 {
        return;
    }
    // What could not be read or written goes by message.
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

/// Combines all of all ranks' `input` into the root's `result`. Two steps, which the caller has begun.
pub async fn fold_at<G: Entrance>(team: &Team<G>, step: u64, input: Region, result: Region, fold: &Fold, root: usize) {
    let (me, n) = (team.rank(), team.size());
    if me != root {
        team.offer(step, [input]).await;
        team.finish(step);
        if team.posted_word(step + 1, root).await >> me & 1 == 1 {
            team.send(root, input).await;
        }
        return team.finish(step + 1);
    }
    let mut offers = Vec::with_capacity(n);
    for of in 0..n {
        offers.push(if of == me { Offered { of, address: 0 } } else { team.offered::<1>(step, of).await[0] });
    }
    team.finish(step);
    let in_place = input.as_ptr() == result.as_ptr();
    let done = fold_offers(team, &offers, 0, (input, result), in_place, fold, |_, _| ());
    let rows = Rows::new(done, n, input.len());
    team.post_words(step + 1, [team.refused(done)]).await;
    team.finish(step + 1);
    if !done {
        let receives: Vec<_> = others(me, n).map(|of| team.start_recv(of, rows.get(of))).collect();
        team.all(receives).await;
    }
    rows.fold(team, input, result, fold);
}

/// Operands that came by message, because they could not be read, or before they are combined: none, or one of each
/// rank.
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

    /// Combines the operands, if there are any.
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

/// Reads and combines what the others offer, from `start` on, and has the outcome written by `write`, piece by piece.
/// False if this rank was refused, and nothing is lost. `overwrites`: some operands lie where the outcome goes.
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
    if !done && begun.get() && overwrites {
        // Operands are gone. Refused at first is a matter of policy; refused later, of a rank that is no more.
        team.abort("the memory of another rank could be read at first, and then no more; is it still there?");
    }
    done
}

/// Combines `own` with all others' operands, which `read` fetches piece by piece, into `result` (which may be `own`),
/// in rank order if the operation does not commute; `write` is told of each piece that is done, and where it lies.
/// False if a read was refused.
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
    // fold.apply puts the new operand on the left, so operands come from the last to the first. Where order is free,
    // this rank's own comes first if it is in place, and else last: the first other's is then fetched straight into
    // place.
    let first = if in_place { me } else { me + 1 };
    let source = |i: usize| if fold.commutative() { (first + i) % n } else { n - 1 - i };
    let keep = source(0) != me && in_place;
    let straight = source(0) != me && !in_place;
    let whole = |bytes: usize| (bytes / stride * stride).max(stride);
    let piece = whole((OPERANDS / (n - 1)).clamp(LEAST_OPERAND, MOST_OPERAND)).min(own.len());
    let near = whole(NEAR);
    let operands = Scratch::new((n - 1) * piece + near);
    let kept = operands.region().from((n - 1) * piece);
    let row = |of: usize, len: usize| operands.region().slice((of - usize::from(of > me)) * piece, len);
    for at in (0..own.len()).step_by(piece.max(1)) {
        let len = piece.min(own.len() - at);
        for of in others(me, n) {
            let to = if straight && of == source(0) { result.slice(at, len) } else { row(of, len) };
            if !read(of, at, to) {
                return false;
            }
        }
        // Short spans, so that what is combined with the next operand is near still.
        for from in (0..len).step_by(near) {
            let len = near.min(len - from);
            let (mut mine, into) = (own.slice(at + from, len), result.slice(at + from, len));
            if keep {
                kept.copy_from(mine);
                mine = kept.slice(0, len);
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
