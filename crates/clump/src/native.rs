//! Two ways to pull: reading the sender's memory (the cross-space zero buffer) or having it sent in pieces. Whichever has
//! measured faster for that peer and size is used; a refusal falls back to pieces, silently and for good.
use clump_core::{Rank, RecvId};
use clump_fabric::clock::ticks;
use clump_fabric::mem::Region;
use clump_fabric::shm::Segment;
use clump_fabric::shm::zero::{Source, Span};
use std::collections::HashMap;
use std::sync::Arc;

/// Below this many bytes pieces are always used: the system call alone costs as much as the copies.
const LEAST: u64 = 64 << 10;
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

pub struct Native {
    segment: Arc<Segment>,
    sources: HashMap<Rank, Option<Source>>,
    records: HashMap<(Rank, u32), Record>,
    timed: HashMap<RecvId, Timed>,
}

impl Native {
    pub fn new(segment: &Arc<Segment>) -> Native {
        Native { segment: segment.clone(), sources: HashMap::new(), records: HashMap::new(), timed: HashMap::new() }
    }

    /// Pulls natively, if that is allowed and the better way. `into` is the receive's memory for those bytes.
    pub fn pull(&mut self, from: Rank, address: u64, into: Region, recv: RecvId) -> bool {
        let len = into.len() as u64;
        if len < LEAST {
            return false;
        }
        let source = *self.sources.entry(from).or_insert_with(|| Source::find(&self.segment, from).ok());
        let Some(source) = source else { return false };
        let record = self.records.entry((from, len.ilog2())).or_default();
        record.pulls += 1;
        let prefer_native = record.native.best < record.pieces.best;
        let native = if record.pieces.samples < SAMPLES {
            false
        } else if record.native.samples < SAMPLES {
            true
        } else if record.pulls % AGAIN == 0 {
            !prefer_native
        } else {
            prefer_native
        };
        let start = ticks();
        if !native {
            self.timed.insert(recv, Timed { from, len, left: len, start });
            return false;
        }
        if source.pull(&[Span { address, len }], into).is_err() {
            self.sources.insert(from, None);
            return false;
        }
        let record = self.records.entry((from, len.ilog2())).or_default();
        record.native.add((ticks() - start) as f64 * 1024.0 / len as f64);
        true
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
