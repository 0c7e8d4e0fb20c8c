//! Two ways to pull: reading the sender's memory (the cross-space zero buffer) or having it sent in pieces. Whichever has
//! measured faster for that peer and size is used; a refusal falls back to pieces, silently and for good.
use clump_core::{Rank, RecvId};
use clump_fabric::clock::ticks;
use clump_fabric::mem::Region;
use clump_fabric::shm::{Segment, Share, Shared};
use clump_fabric::sys::yield_now;
use clump_fabric::{Refused, Tx};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

/// Below this many bytes pieces are always used: the system call alone costs as much as the copies.
const LEAST: u64 = 4 << 10;
/// From this many bytes on a native pull is shared with the sender, in chunks between these sizes.
const LEAST_SHARED: u64 = 48 << 10;
const LEAST_CHUNK: u64 = 32 << 10;
const MOST_CHUNK: u64 = 128 << 10;
/// Samples of each way before one is preferred.
const SAMPLES: u32 = 3;
/// Every so many pulls the other way is tried again.
const AGAIN: u32 = 100;

/// Best observed ticks a KiB of each way, for one peer and one power of two.
#[derive(Clone, Copy, Default)]
struct Record {
    native: Way,
    pieces: Way,
    pulls: u32,
}

#[derive(Clone, Copy, Default)]
struct Way {
    best: f64,
    samples: u32,
}

impl Record {
    /// Which way this pull goes: each is tried first, then the faster, and now and then the other again.
    fn choose_native(&mut self) -> bool {
        self.pulls += 1;
        let faster = self.native.best < self.pieces.best;
        if self.native.samples < SAMPLES {
            true
        } else if self.pieces.samples < SAMPLES {
            false
        } else if self.pulls.is_multiple_of(AGAIN) {
            !faster
        } else {
            faster
        }
    }
}

impl Way {
    fn add(&mut self, cost: f64) {
        // The best is what the way can do; it fades, so that a change of circumstances is noticed.
        self.best = if self.samples == 0 || cost < self.best { cost } else { self.best * 1.01 };
        self.samples += 1;
    }
}

/// A pull by pieces under way, being timed.
struct Timed {
    from: Rank,
    len: u64,
    left: u64,
    start: u64,
}

/// A pull to be made: bytes at `address` of `from`, which are the message's from `offset` on.
#[derive(Clone, Copy)]
pub struct Pulled {
    pub from: Rank,
    pub address: u64,
    pub offset: u64,
    pub into: Region,
}

pub struct Native {
    segment: Arc<Segment>,
    /// This process's own share line.
    share: Share,
    /// With a processor for each rank the sender, who only waits, copies too.
    sharing: bool,
    /// Whom a pull failed from: never tried again.
    refused: Vec<Rank>,
    records: HashMap<(Rank, u32), Record>,
    timed: HashMap<RecvId, Timed>,
}

impl Native {
    pub fn new(segment: &Arc<Segment>, rank: Rank, sharing: bool) -> Native {
        Native {
            segment: segment.clone(),
            share: Share::new(segment, rank),
            sharing,
            refused: Vec::new(),
            records: HashMap::new(),
            timed: HashMap::new(),
        }
    }

    /// Pulls natively, if that is allowed and the better way. `offer` tells the sender of a pull it may share.
    pub fn pull<T: Tx>(&mut self, tx: &mut T, p: Pulled, recv: RecvId, offer: impl FnOnce(&mut T, u64)) -> bool {
        let len = p.into.len() as u64;
        if len < LEAST || self.refused.contains(&p.from) || !tx.can_pull(p.from) {
            return false;
        }
        let key = (p.from, len.ilog2());
        let start = ticks();
        if !self.records.entry(key).or_default().choose_native() {
            self.timed.insert(recv, Timed { from: p.from, len, left: len, start });
            return false;
        }
        let shared = self.sharing && len >= LEAST_SHARED;
        let done = if shared { self.pull_shared(tx, p, offer) } else { copy(tx, p, 0, len) };
        if done.is_err() {
            // Refused: from now on by pieces, which write the same bytes again.
            self.refused.push(p.from);
            return false;
        }
        self.records.entry(key).or_default().native.add((ticks() - start) as f64 * 1024.0 / len as f64);
        true
    }

    /// The sender may copy chunks too; whatever it does not claim, this process copies.
    fn pull_shared<T: Tx>(&mut self, tx: &mut T, p: Pulled, offer: impl FnOnce(&mut T, u64)) -> Result<(), Refused> {
        let len = p.into.len() as u64;
        let chunk = (len / 4).clamp(LEAST_CHUNK, MOST_CHUNK).next_multiple_of(4096);
        let shared = Shared { address: p.into.as_ptr() as u64, len, offset: p.offset, chunk };
        let Some(ticket) = self.share.open(shared) else { return copy(tx, p, 0, len) };
        offer(tx, ticket);
        let mut done = Ok(());
        while let Some(i) = self.share.claim_front() {
            let (at, n) = shared.span(i);
            done = done.and_then(|()| copy(tx, p, at, n));
        }
        let mut looks = 0u32;
        while self.share.outstanding(shared.chunks()) > 0 {
            // The sender is in the middle of a chunk: microseconds, unless it lost its processor.
            looks += 1;
            match looks {
                0..10_000 => std::hint::spin_loop(),
                10_000..20_000 => yield_now(),
                // Stopped in a debugger, say: no reason to burn a processor.
                _ => std::thread::sleep(Duration::from_micros(100)),
            }
        }
        if let Some(i) = self.share.refused() {
            let (at, n) = shared.span(i);
            done = done.and_then(|()| copy(tx, p, at, n));
        }
        done
    }

    /// Copies chunks of `message` into the receiver's memory, as long as it leaves any.
    pub fn help(&mut self, tx: &mut impl Tx, to: Rank, message: Region, ticket: u64) {
        if !tx.can_pull(to) {
            return;
        }
        Share::new(&self.segment, to).help(ticket, |shared, at, n| {
            let start = shared.offset.saturating_add(at) as usize;
            // The receiver's words: checked against what the message really has.
            if start > message.len() || n as usize > message.len() - start {
                return false;
            }
            tx.push(to, shared.address.wrapping_add(at), message.slice(start, n as usize)).is_ok()
        });
    }

    /// Bytes of a receive have arrived in a frame.
    #[inline(always)]
    pub fn delivered(&mut self, recv: RecvId, bytes: u64) {
        if !self.timed.is_empty() {
            self.count(recv, bytes);
        }
    }

    fn count(&mut self, recv: RecvId, bytes: u64) {
        let Some(t) = self.timed.get_mut(&recv) else {
            return;
        };
        t.left = t.left.saturating_sub(bytes);
        if t.left == 0 {
            let cost = (ticks() - t.start) as f64 * 1024.0 / t.len as f64;
            self.records.entry((t.from, t.len.ilog2())).or_default().pieces.add(cost);
            self.timed.remove(&recv);
        }
    }
}

/// Copies `n` bytes at offset `at` of the pull, alone.
fn copy(tx: &mut impl Tx, p: Pulled, at: u64, n: u64) -> Result<(), Refused> {
    tx.pull(p.from, p.address.wrapping_add(at), p.into.slice(at as usize, n as usize))
}
