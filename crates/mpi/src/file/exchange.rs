//! Collective accesses in two phases. Each aggregator accesses a part of the file in windows, one in each round. All
//! processes send it their pieces of the window, or receive them; processes of one machine copy them straight out of
//! each other's memory (messages do that).
//!
//! Messages between two processes, in this order in each round: a header; the list of runs if the header has no room
//! for them; the bytes. When reading, the aggregator answers the list with the number of bytes that the file has, and
//! the bytes.
use super::failure::IoFailure;
use super::part::CollectivePart;
use super::plan::{Domains, PAGE};
use super::runs::{RUN, Run, bounds, covered, nest, push};
use super::transfer::transfer;
use super::worker::perform;
use crate::coll::EndpointEntrance;
use crate::objects::file::view::Extent;
use clump::driver::{LentBuffer, Region, Scattered};
use clump_coll::memory::lent_buffer;
use clump_coll::{Pending, Team};
use std::sync::Arc;

/// Runs for which a header has room.
const INLINE: usize = 2;
/// Size of a header in bytes: the number of runs, the number of bytes, the first runs.
const HEADER: usize = 16 + INLINE * RUN;
/// Extents that a process looks up at once.
const EXTENTS: usize = 4096;
/// Largest share of gaps in a window that the aggregator keeps in memory as they are in the file: one part data in so
/// many.
const DENSE: u64 = 4;

/// A process's pieces of one window: their places in the file, and where their bytes begin in its buffer.
#[derive(Clone, Debug, Default)]
struct Share {
    runs: Vec<Run>,
    at: u64,
    bytes: u64,
}

impl Share {
    /// Returns the share's only piece, if it is one.
    fn single(&self) -> Option<Extent> {
        match self.runs[..] {
            [Run { offset, len, count: 1, .. }] => Some(Extent { offset, len }),
            _ => None,
        }
    }
}

/// Messages of one round that are on their way, and the memory that they use.
#[derive(Default)]
struct Sent {
    pending: Vec<Pending>,
    memory: Vec<LentBuffer>,
    /// This process's shares of all aggregators' windows.
    shares: Vec<Share>,
}

/// The bytes of a window, as an aggregator holds them.
struct Window {
    /// The first byte in the file.
    offset: u64,
    len: u64,
    /// Memory for these bytes at least.
    memory: LentBuffer,
}

impl Window {
    /// Returns the places of a share's bytes.
    fn places(&self, share: &Share) -> Arc<Scattered> {
        let memory = self.memory.region().slice(0, self.len as usize);
        Arc::new(Scattered::new(Arc::new(nest(&share.runs, self.offset)), memory, 0))
    }

    fn part(&self, e: Extent) -> Region {
        self.memory.region().slice((e.offset - self.offset) as usize, e.len as usize)
    }
}

/// One process's part in an exchange.
pub struct Exchanging<'a> {
    call: &'a CollectivePart,
    team: &'a Team<EndpointEntrance>,
    domains: Domains,
    /// This process's number among the aggregators, if it is one.
    own: Option<usize>,
    /// The position in the view's stream where the next window of each aggregator's part begins.
    next: Vec<u64>,
    /// Memory that earlier rounds have used. New memory would have to be cleared, and mapped page by page.
    spare: Vec<LentBuffer>,
}

impl<'a> Exchanging<'a> {
    pub fn new(call: &'a CollectivePart, team: &'a Team<EndpointEntrance>, domains: Domains) -> Exchanging<'a> {
        let own = domains.aggregators.iter().position(|&a| a == team.rank());
        let mut exchange = Exchanging { call, team, domains, own, next: Vec::new(), spare: Vec::new() };
        exchange.next = (0..exchange.domains.aggregators.len())
            .map(|k| exchange.position(exchange.domains.window(k, 0).offset))
            .collect();
        exchange
    }

    /// Returns the first position of this process's access that does not lie before `offset` in the file.
    fn position(&self, offset: u64) -> u64 {
        let (start, end) = (self.call.start, self.call.start + self.call.memory.len);
        self.call.view.position(offset).clamp(start, end)
    }

    /// Returns memory for `len` bytes at least.
    fn room(&mut self, len: u64) -> LentBuffer {
        match self.spare.iter().position(|b| b.region().len() as u64 >= len) {
            Some(i) => self.spare.swap_remove(i),
            None => lent_buffer(len.next_multiple_of(PAGE) as usize),
        }
    }

    /// Returns memory for the bytes of the file from the first of `bounds` to before the second.
    fn window(&mut self, bounds: (u64, u64)) -> Window {
        let len = bounds.1 - bounds.0;
        Window { offset: bounds.0, len, memory: self.room(len) }
    }

    /// Carries out all rounds. Returns the number of this process's bytes that were transferred, and its own failure as
    /// an aggregator.
    pub async fn run(mut self) -> (u64, Option<IoFailure>) {
        if self.call.write { (self.call.memory.len, self.write().await) } else { self.read().await }
    }

    /// Returns this process's shares of all windows of the next round.
    fn shares(&mut self, round: u64) -> Vec<Share> {
        let count = self.domains.aggregators.len();
        (0..count).map(|k| self.share(k, round)).collect()
    }

    fn share(&mut self, k: usize, round: u64) -> Share {
        let window = self.domains.window(k, round);
        if window.len == 0 {
            return Share::default();
        }
        let (from, to) = (self.next[k], self.position(window.end()));
        self.next[k] = to;
        let mut runs = Vec::new();
        let mut at = from;
        while at < to {
            for e in self.call.view.extents(at, to - at, EXTENTS) {
                push(&mut runs, e);
                at += e.len;
            }
        }
        Share { runs, at: from - self.call.start, bytes: to.saturating_sub(from) }
    }

    /// Starts to tell all aggregators this process's shares. With `bytes`, the bytes follow.
    fn tell(&mut self, round: u64, bytes: bool) -> Sent {
        let mut sent = Sent { shares: self.shares(round), ..Sent::default() };
        for (k, &to) in self.domains.aggregators.iter().enumerate() {
            if to == self.team.rank() || self.domains.window(k, round).len == 0 {
                continue;
            }
            let share = &sent.shares[k];
            let head = lent_buffer(HEADER);
            head.region().set(0, [share.runs.len() as u64, share.bytes]);
            let (first, rest) = share.runs.split_at(share.runs.len().min(INLINE));
            first.iter().enumerate().for_each(|(i, run)| run.write(head.region().from(16), i));
            sent.pending.push(self.team.start_send(to, head.region()));
            sent.memory.push(head);
            if !rest.is_empty() {
                let list = lent_buffer(rest.len() * RUN);
                rest.iter().enumerate().for_each(|(i, run)| run.write(list.region(), i));
                sent.pending.push(self.team.start_send(to, list.region()));
                sent.memory.push(list);
            }
            if bytes && share.bytes > 0 {
                let data = self.call.memory.region(share.at, share.bytes).unwrap_or_else(|| {
                    let packed = lent_buffer(share.bytes as usize);
                    self.call.memory.copy_out(share.at, packed.region());
                    let region = packed.region();
                    sent.memory.push(packed);
                    region
                });
                sent.pending.push(self.team.start_send(to, data));
            }
        }
        sent
    }

    /// Receives, as aggregator `k`, the shares of all processes in this round's window.
    async fn told(&self, k: usize, round: u64, own: &[Share]) -> Vec<Share> {
        if self.domains.window(k, round).len == 0 {
            return vec![Share::default(); self.team.size()];
        }
        let others = || (0..self.team.size()).filter(|&r| r != self.team.rank());
        let heads = lent_buffer(HEADER * self.team.size());
        let head = |rank: usize| heads.region().slice(rank * HEADER, HEADER);
        let pending: Vec<_> = others().map(|rank| self.team.start_recv(rank, head(rank))).collect();
        self.team.all(pending).await;
        let mut shares = vec![Share::default(); self.team.size()];
        shares[self.team.rank()] = own[k].clone();
        let (mut pending, mut lists) = (Vec::new(), Vec::new());
        for rank in others() {
            let [count, bytes] = head(rank).get::<[u64; 2]>(0);
            let first = (count as usize).min(INLINE);
            shares[rank].bytes = bytes;
            shares[rank].runs = (0..first).map(|i| Run::read(head(rank).from(16), i)).collect();
            if count as usize > INLINE {
                let list = lent_buffer((count as usize - INLINE) * RUN);
                pending.push(self.team.start_recv(rank, list.region()));
                lists.push((rank, list));
            }
        }
        self.team.all(pending).await;
        for (rank, list) in lists {
            let count = list.region().len() / RUN;
            shares[rank].runs.extend((0..count).map(|i| Run::read(list.region(), i)));
        }
        shares
    }

    async fn write(&mut self) -> Option<IoFailure> {
        let mut failed = None;
        let mut sent = self.tell(0, true);
        for round in 0..self.domains.rounds() {
            let pieces = match self.own {
                Some(k) => {
                    let shares = self.told(k, round, &sent.shares).await;
                    self.collect(shares).await
                }
                None => Vec::new(),
            };
            // The next round's bytes are on their way while the kernel copies this round's.
            let next = if round + 1 < self.domains.rounds() { self.tell(round + 1, true) } else { Sent::default() };
            if failed.is_none() && !pieces.is_empty() {
                let open = self.call.open.clone();
                let store = move || {
                    let parts = |(window, all): &'_ (Window, Vec<Extent>)| {
                        all.iter().map(|e| (window.part(*e), e.offset)).collect::<Vec<_>>()
                    };
                    let mut parts = pieces.iter().flat_map(parts);
                    let failed = parts.find_map(|(bytes, offset)| transfer(&open, bytes, offset, true).1);
                    (failed, pieces)
                };
                let pieces;
                (failed, pieces) = perform(self.call.aside, store).await;
                self.spare.extend(pieces.into_iter().map(|(window, _)| window.memory).take(1));
            }
            self.team.all(sent.pending).await;
            sent = next;
        }
        failed
    }

    /// Receives the bytes of all shares. Returns them with the extents to write: in one window, or in one for each
    /// piece if the gaps would take too much memory.
    async fn collect(&mut self, shares: Vec<Share>) -> Vec<(Window, Vec<Extent>)> {
        let Some(all) = bounds(shares.iter().flat_map(|s| &s.runs)) else { return Vec::new() };
        let bytes: u64 = shares.iter().map(|s| s.bytes).sum();
        let dense = all.1 - all.0 <= self.call.hints.buffer.max(bytes * DENSE);
        let window = dense.then(|| self.window(all));
        let (mut pending, mut packed) = (Vec::new(), Vec::new());
        for (rank, share) in shares.iter().enumerate().filter(|(_, s)| s.bytes > 0) {
            match &window {
                Some(window) if rank == self.team.rank() => self.store_own(share, window),
                Some(window) => pending.push(match share.single() {
                    Some(e) => self.team.start_recv(rank, window.part(e)),
                    None => self.team.start_recv_scattered(rank, &window.places(share)),
                }),
                None => {
                    let copy = lent_buffer(share.bytes as usize);
                    match rank == self.team.rank() {
                        true => self.call.memory.copy_out(share.at, copy.region()),
                        false => pending.push(self.team.start_recv(rank, copy.region())),
                    }
                    packed.push((share, copy));
                }
            }
        }
        self.team.all(pending).await;
        match window {
            Some(window) => vec![(window, covered(shares.iter().flat_map(|s| &s.runs)))],
            None => packed.into_iter().flat_map(|(share, copy)| unpacked(share, copy)).collect(),
        }
    }

    /// Copies this process's own share to its places in the window.
    fn store_own(&self, share: &Share, window: &Window) {
        let memory = &self.call.memory;
        match (share.single(), memory.region(share.at, share.bytes)) {
            (Some(e), _) => memory.copy_out(share.at, window.part(e)),
            (None, Some(bytes)) => window.places(share).copy_in(0, bytes),
            (None, None) => {
                let copy = lent_buffer(share.bytes as usize);
                memory.copy_out(share.at, copy.region());
                window.places(share).copy_in(0, copy.region());
            }
        }
    }

    async fn read(&mut self) -> (u64, Option<IoFailure>) {
        let (mut done, mut failed) = (0, None);
        for round in 0..self.domains.rounds() {
            let sent = self.tell(round, false);
            let mut answers = Sent::default();
            if let Some(k) = self.own {
                let shares = self.told(k, round, &sent.shares).await;
                let (window, n, failure) = self.fetch(&shares, failed.is_some()).await;
                failed = failed.or(failure);
                done += self.answer(&shares, &window, n, &mut answers);
                answers.memory.push(window.memory);
            }
            done += self.take(&sent.shares, round).await;
            self.team.all(sent.pending.into_iter().chain(answers.pending)).await;
            self.spare.extend(answers.memory.pop());
        }
        (done, failed)
    }

    /// Reads the window of all shares. Returns it with the number of its bytes that the file has; none after a failure.
    async fn fetch(&mut self, shares: &[Share], failed: bool) -> (Window, u64, Option<IoFailure>) {
        let all = bounds(shares.iter().flat_map(|s| &s.runs));
        let window = self.window(all.unwrap_or((0, 0)));
        if all.is_none() || failed {
            return (window, 0, None);
        }
        let bytes: u64 = shares.iter().map(|s| s.bytes).sum();
        let whole = Extent { offset: window.offset, len: window.len };
        let extents = match whole.len <= self.call.hints.buffer.max(bytes * DENSE) {
            true => vec![whole],
            false => covered(shares.iter().flat_map(|s| &s.runs)),
        };
        let open = self.call.open.clone();
        let load = move || {
            let mut end = 0;
            for e in extents {
                let (n, failure) = transfer(&open, window.part(e), e.offset, false);
                if failure.is_some() {
                    return (window, 0, failure);
                }
                end = e.offset + n - window.offset;
                if n < e.len {
                    break;
                }
            }
            (window, end, None)
        };
        perform(self.call.aside, load).await
    }

    /// Starts to send all other processes their bytes, of which the file has the window's first `n`. Copies this
    /// process's own bytes, and returns their number.
    fn answer(&self, shares: &[Share], window: &Window, n: u64, answers: &mut Sent) -> u64 {
        let mut done = 0;
        let end = window.offset + n;
        let there = |e: Extent| e.end().min(end).saturating_sub(e.offset);
        for (rank, share) in shares.iter().enumerate().filter(|(_, s)| s.bytes > 0) {
            let valid: u64 = share.runs.iter().flat_map(|r| r.pieces()).map(there).sum();
            if rank == self.team.rank() {
                self.load_own(share, window, valid);
                done += valid;
                continue;
            }
            let head = lent_buffer(8);
            head.region().set(0, valid);
            answers.pending.push(self.team.start_send(rank, head.region()));
            answers.memory.push(head);
            answers.pending.extend((valid > 0).then(|| match share.single() {
                Some(e) => self.team.start_send(rank, window.part(Extent { len: valid, ..e })),
                None if valid == share.bytes => self.team.start_send_scattered(rank, &window.places(share)),
                None => {
                    let copy = lent_buffer(valid as usize);
                    window.places(share).copy_out(0, copy.region());
                    let region = copy.region();
                    answers.memory.push(copy);
                    self.team.start_send(rank, region)
                }
            }));
        }
        done
    }

    /// Copies the first `valid` bytes of this process's own share out of the window.
    fn load_own(&self, share: &Share, window: &Window, valid: u64) {
        let memory = &self.call.memory;
        match (share.single(), memory.region(share.at, valid)) {
            (Some(e), _) => memory.copy_in(share.at, window.part(Extent { len: valid, ..e })),
            (None, Some(bytes)) => window.places(share).copy_out(0, bytes),
            (None, None) => {
                let copy = lent_buffer(valid as usize);
                window.places(share).copy_out(0, copy.region());
                memory.copy_in(share.at, copy.region());
            }
        }
    }

    /// Receives this process's bytes from the other aggregators, and returns their number.
    async fn take(&self, shares: &[Share], round: u64) -> u64 {
        let from = |(k, share): &(usize, &Share)| {
            share.bytes > 0 && Some(*k) != self.own && self.domains.window(*k, round).len > 0
        };
        let wanted: Vec<_> = shares.iter().enumerate().filter(from).collect();
        let heads = lent_buffer(8 * wanted.len());
        let head = |i: usize| heads.region().slice(8 * i, 8);
        let rank = |k: usize| self.domains.aggregators[k];
        let pending: Vec<_> =
            wanted.iter().enumerate().map(|(i, (k, _))| self.team.start_recv(rank(*k), head(i))).collect();
        self.team.all(pending).await;
        let (mut done, mut pending, mut packed) = (0, Vec::new(), Vec::new());
        for (i, (k, share)) in wanted.iter().enumerate() {
            let valid = head(i).get::<u64>(0);
            if valid == 0 {
                continue;
            }
            done += valid;
            let place = self.call.memory.region(share.at, valid).unwrap_or_else(|| {
                let copy = lent_buffer(valid as usize);
                let region = copy.region();
                packed.push((share.at, copy));
                region
            });
            pending.push(self.team.start_recv(rank(*k), place));
        }
        self.team.all(pending).await;
        packed.iter().for_each(|(at, copy)| self.call.memory.copy_in(*at, copy.region()));
        done
    }
}

/// Returns the pieces of a share as windows of their own.
fn unpacked(share: &Share, copy: LentBuffer) -> Vec<(Window, Vec<Extent>)> {
    let mut at = 0;
    let piece = |e: Extent| {
        let window = Window { offset: e.offset, len: e.len, memory: lent_buffer(e.len as usize) };
        window.memory.region().copy_from(copy.region().slice(at, e.len as usize));
        at += e.len as usize;
        (window, vec![e])
    };
    share.runs.iter().flat_map(|r| r.pieces()).map(piece).collect()
}
