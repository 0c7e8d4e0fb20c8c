//! Messages with holes, copied in one pass from the sender's memory to the receiver's (docs/decisions/0006-strided.md), where
//! what is not the copying side's own is mapped. The receiver copies, and a sender that waits takes its share. Blocks at a
//! constant stride only: all other memory with holes goes by pieces.
use super::native::{Key, LEAST_MAPPED, Native, Timed};
use super::pass::{Memory, Pass};
use super::ways::Possible;
use clump_core::{Pulling, Rank, RecvId, SendId};
use clump_fabric::clock::ticks;
use clump_fabric::mem::{Blocks, Scattered, Strided};
use clump_fabric::shm::{Place, Reach, Shared};
use clump_fabric::{Lend, RemoteMemory};
use std::ops::Range;

/// Bytes of data in a chunk of a shared pull, unless there would be too many.
const CHUNK: u64 = 32 << 10;
/// What begins or ends within less than this may be out of the sender's reach.
const PAGE: u64 = 4096;

/// A receive that wants `range` of a message, which is at `word` in the memory of `from`.
pub struct Wanted<'a> {
    pub from: Rank,
    pub word: u64,
    pub range: Range<u64>,
    pub into: Memory<'a>,
}

impl Native {
    /// Names memory with holes to peers; 0: it cannot be. Give the word back when the message is over.
    pub fn name_holes(&mut self, tx: &mut impl RemoteMemory<Reach = Reach>, memory: &Scattered) -> u64 {
        match memory.strided().filter(|s| s.len() >= LEAST_MAPPED) {
            None => 0,
            Some(strided) => {
                tx.lend(strided.memory(), self.lending(&strided));
                self.shapes.name(&strided)
            }
        }
    }

    /// How a message lends that memory.
    fn lending(&self, memory: &Strided) -> Lend {
        match memory.blocks() {
            Blocks::PIECE => Lend::Whole,
            // Several threads: copies by peers may go on beside this call.
            _ => Lend::Parts { quiet: !self.threaded && self.exposed == 0 },
        }
    }

    /// As [`Native::pull`], where one side has holes at least.
    pub fn pull_holes<T: RemoteMemory<Reach = Reach>>(
        &mut self,
        tx: &mut T,
        w: Wanted<'_>,
        (send, recv): (SendId, RecvId),
        offer: impl FnOnce(&mut T, u64),
    ) -> Pulling {
        let len = w.range.end - w.range.start;
        if len < LEAST_MAPPED {
            return Pulling::No;
        }
        let Some(place) = Place::read(&self.segment, w.from, w.word) else { return Pulling::No };
        let Some(ours) = w.into.strided() else { return Pulling::No };
        let lent = tx.lend(ours.memory(), self.lending(&ours));
        let pass = match Pass::new(tx, w.from, place, ours, w.range.end) {
            Some(pass) if pass.is_mapped() => pass,
            _ => return Pulling::No,
        };
        let key = Key { peer: w.from, size: len.ilog2(), holes: (place.blocks != Blocks::PIECE, w.receives_holes()) };
        let start = ticks();
        let alone = self.can_share(lent, len, LEAST_MAPPED);
        let possible = Possible { mapped: true, mapped_alone: alone, ..Possible::default() };
        let way = self.records.entry(key).or_default().choose(possible, len);
        if !way.is_mapped() {
            self.timed.insert(recv, Timed { key, way, len, left: len, start });
            return Pulling::No;
        }
        let opened = (lent && !way.is_alone()).then(|| self.open_holes(&ours, &w.range)).flatten();
        if self.is_errand(len) {
            if let Some((_, ticket)) = opened {
                offer(tx, ticket);
            }
            self.start_errand(w.from, pass, w.range, (send, recv), opened.map(|o| o.0));
            return Pulling::Later;
        }
        let done = match opened {
            Some((shared, ticket)) => {
                offer(tx, ticket);
                let inner = shared.offset..shared.offset + shared.len;
                let edges = pass.pull(w.range.start..inner.start).and_then(|()| pass.pull(inner.end..w.range.end));
                let chunks =
                    self.pull_chunks(tx, w.from, shared, |_, at, n| pass.pull(inner.start + at..inner.start + at + n));
                self.close_holes(shared);
                edges.and(chunks)
            }
            None => pass.pull(w.range),
        };
        if done.is_err() || self.segment.has_withdrawn(w.from) {
            return Pulling::No;
        }
        self.records.entry(key).or_default().learn(way, (ticks() - start) as f64 * 1024.0 / len as f64);
        Pulling::Done
    }

    /// Opens the share line for what the sender can write too: all but what may not be mapped at the ends of memory with holes.
    fn open_holes(&mut self, ours: &Strided, range: &Range<u64>) -> Option<(Shared, u64)> {
        if !self.sharing || self.share_taken {
            return None;
        }
        let (start, end, blocks) = (ours.memory().as_ptr() as u64, ours.memory().len() as u64, ours.blocks());
        let mut inner = range.clone();
        if blocks != Blocks::PIECE {
            let (first, last) = (start.next_multiple_of(PAGE) - start, (start + end) / PAGE * PAGE);
            let last = last.saturating_sub(start).max(first);
            inner = range.start.max(blocks.before(first))..range.end.min(blocks.before(last));
        }
        let len = inner.end.checked_sub(inner.start).filter(|&len| len >= LEAST_MAPPED / 2)?;
        let word = self.shapes.name(ours);
        // A plain address is that of the first byte that is shared, one with a shape that of the message.
        let address = if Place::is_shaped(word) { word } else { word.wrapping_add(inner.start) };
        let shared = Shared { address, len, offset: inner.start, chunk: CHUNK.max(len >> 12).min(len.div_ceil(2)) };
        match self.share.open(shared).filter(|_| word != 0) {
            Some(ticket) => {
                self.share_taken = true;
                Some((shared, ticket))
            }
            None => {
                self.shapes.give_back(word);
                None
            }
        }
    }

    /// Nobody copies any more what was opened.
    pub fn close_holes(&mut self, shared: Shared) {
        self.share_taken = false;
        self.shapes.give_back(shared.address);
    }

    /// As [`Native::help`], where one side has holes at least or several threads call.
    pub fn help_by_pass(
        &mut self,
        tx: &mut impl RemoteMemory<Reach = Reach>,
        to: Rank,
        message: Memory<'_>,
        ticket: u64,
    ) {
        let share = self.share_of(to);
        let Some(shared) = share.peek(ticket) else { return };
        let Some(ours) = message.strided() else { return };
        let Some(end) = shared.offset.checked_add(shared.len) else { return };
        let place = match Place::is_shaped(shared.address) {
            true => Place::read(&self.segment, to, shared.address),
            false => Some(Place { address: shared.address.wrapping_sub(shared.offset), blocks: Blocks::PIECE }),
        };
        let Some(pass) = place.and_then(|place| Pass::new(tx, to, place, ours, end)) else { return };
        if self.is_errand(shared.len) {
            return self.start_help(share, ticket, shared, pass);
        }
        share.help(ticket, |s, at, n| *s == shared && pass.push(shared.offset + at..shared.offset + at + n).is_ok());
    }
}

impl Wanted<'_> {
    fn receives_holes(&self) -> bool {
        matches!(self.into, Memory::Holes(_))
    }
}
