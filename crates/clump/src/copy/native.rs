//! Ways to pull: reading the sender's memory (the cross-space zero buffer), by loads where it is mapped here (the shared
//! heap) or else by the system, or having it sent in pieces of some size. Whichever has measured faster for that peer and
//! size is used (`ways`); a refusal falls back to pieces, silently and for good. Where several threads share the endpoint,
//! long native copies are left to them as errands, by the system.
use super::background::{BackgroundCopy, Pull, Step, Work};
use super::engines::{Chosen, Engine as Named};
use super::pass::{Memory, Pass};
use super::ways::{Way, Ways};
use clump_core::{Pulling, Rank, RecvId, SendId};
use clump_fabric::clock::ticks;
use clump_fabric::mem::{Blocks, Region, Strided};
use clump_fabric::shm::{Lend, Place, Segment, Shapes, Share, Shared, Withdrawn};
use clump_fabric::sys::yield_now;
use clump_fabric::{Refused, Tx};
use std::collections::{HashMap, VecDeque};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;

/// Below this many bytes pieces are always used: the system call alone costs as much as the copies.
const LEAST: u64 = 4 << 10;
/// From this many bytes on a native pull is shared with the sender: half each up to 128 KiB, where a third system call
/// costs more than it balances (5.4 against 7.5 us); then in quarters, as far as a chunk is between these sizes.
const LEAST_SHARED: u64 = 48 << 10;
const LEAST_CHUNK: u64 = 64 << 10;
const MOST_CHUNK: u64 = 128 << 10;
/// The same where no system call is needed.
pub(crate) const LEAST_MAPPED: u64 = 32 << 10;
const LEAST_MAPPED_CHUNK: u64 = 16 << 10;
const MOST_MAPPED_CHUNK: u64 = 64 << 10;

/// A receiver that waits for its sender's chunks makes sure this often that there still is one.
const LOOKS_FOR_LIFE: u32 = 500;

/// From this many bytes on a native copy is an errand, where several threads call.
const LEAST_ERRAND: u64 = 256 << 10;

/// Pieces of memory with holes, in bytes (docs/decisions/0006-strided.md).
const PIECE: u32 = 16 << 10;

/// What pulls are alike: from one peer, of the same power of two of bytes, with holes on the same sides (the sender's, ours).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub peer: Rank,
    pub size: u32,
    pub holes: (bool, bool),
}

/// A pull by pieces under way, being timed.
pub(crate) struct Timed {
    pub key: Key,
    pub way: Way,
    pub len: u64,
    pub left: u64,
    pub start: u64,
}

/// A pull to be made: bytes at `address` of `from`, which are the message's from `offset` on.
#[derive(Clone, Copy)]
pub struct Pulled {
    pub from: Rank,
    pub address: u64,
    pub offset: u64,
    pub into: Region,
    /// All of the receive's memory, of which `into` is a part.
    pub memory: Region,
}

impl Pulled {
    /// The same as a pass over the message's memory.
    fn pass(&self, tx: &mut impl Tx) -> Option<Pass> {
        let place = Place { address: self.address.wrapping_sub(self.offset), blocks: Blocks::PIECE };
        let ours = Strided::new(self.memory, Blocks::PIECE);
        Pass::new(tx, self.from, place, ours, self.offset + self.into.len() as u64)
    }
}

pub struct Native {
    pub(crate) segment: Arc<Segment>,
    rank: Rank,
    /// This process's own share line.
    pub(crate) share: Share,
    /// Shapes of this process's memory that is named to others.
    pub(crate) shapes: Shapes,
    /// How many sends that were named go on from a copy.
    withdrawn: Withdrawn,
    /// With a processor for each rank the sender, who only waits, copies too.
    pub(crate) sharing: bool,
    /// Whom a pull failed from: never tried again.
    refused: Vec<Rank>,
    pub(crate) records: HashMap<Key, Ways>,
    pub(crate) timed: HashMap<RecvId, Timed>,
    /// Several threads call.
    pub(crate) threaded: bool,
    /// What other ranks may be writing into here, beside messages.
    pub(crate) exposed: u32,
    /// Copies that go on part by part.
    errands: VecDeque<BackgroundCopy>,
    /// Of those that other threads have taken, so many read what this process sends.
    helping: u32,
    /// An errand has the share line.
    pub(crate) share_taken: bool,
    pub(crate) chosen: Chosen,
}

impl Native {
    pub fn new(segment: &Arc<Segment>, rank: Rank, sharing: bool) -> Native {
        Native {
            segment: segment.clone(),
            rank,
            share: Share::new(segment, rank),
            shapes: Shapes::new(segment, rank),
            withdrawn: Withdrawn::new(segment, rank),
            helping: 0,
            sharing,
            refused: Vec::new(),
            records: HashMap::new(),
            timed: HashMap::new(),
            threaded: false,
            exposed: 0,
            errands: VecDeque::new(),
            share_taken: false,
            chosen: Chosen::default(),
        }
    }

    /// Pulls natively, if that is allowed and the better way. `offer` tells the sender of a pull it may share.
    pub fn pull<T: Tx>(
        &mut self,
        tx: &mut T,
        p: Pulled,
        (send, recv): (SendId, RecvId),
        offer: impl FnOnce(&mut T, u64),
    ) -> Pulling {
        let len = p.into.len() as u64;
        if len < LEAST {
            return Pulling::No;
        }
        let by_system = !self.refused.contains(&p.from) && tx.can_pull(p.from);
        let lent = tx.lend(p.memory, Lend::Whole);
        if self.is_errand(len)
            && let Some(pass) = p.pass(tx)
            && (by_system || pass.is_mapped())
        {
            let engine = Engine { mapped: pass.is_mapped() };
            let opened = self.open(p, engine, lent || by_system);
            if let Some((_, ticket)) = opened {
                offer(tx, ticket);
            }
            self.start_errand(p.from, pass, p.offset..p.offset + len, (send, recv), opened.map(|o| o.0));
            return Pulling::Later;
        }
        let reached = tx.reached(p.from, p.address, len);
        // Less than a page at each end may be out of reach, and is left to the system: of short messages as a whole.
        let mapped = reached == len || reached > len / 2 && by_system && len >= LEAST_MAPPED;
        let key = Key { peer: p.from, size: len.ilog2(), holes: (false, false) };
        let start = ticks();
        let reachable = lent || by_system;
        let shared = [LEAST_SHARED, LEAST_MAPPED].map(|least| self.can_share(reachable, len, least));
        let ways = self.records.entry(key).or_default();
        let way = self.chosen.pick(ways, (by_system, mapped), shared.into(), len);
        if let Way::Pieces(_) = way {
            self.timed.insert(recv, Timed { key, way, len, left: len, start });
            return Pulling::No;
        }
        let engine = Engine { mapped: way.is_mapped() };
        let done = match self.open(p, engine, reachable && !way.is_alone()) {
            Some((shared, ticket)) => {
                offer(tx, ticket);
                let done = self.pull_shared(tx, p, engine, shared);
                self.share_taken = false;
                done
            }
            None => engine.copy(tx, p, 0, len),
        };
        if self.segment.has_withdrawn(p.from) {
            // Its program may have changed what was copied, or given the memory back to the system. Not so the pieces.
            return Pulling::No;
        }
        if done.is_err() {
            // Refused: by pieces, which write the same bytes again. What is mapped may change; the system's rules do not.
            if !way.is_mapped() {
                self.refused.push(p.from);
            }
            return Pulling::No;
        }
        self.records.entry(key).or_default().learn(way, (ticks() - start) as f64 * 1024.0 / len as f64);
        Pulling::Done
    }

    /// Copies a piece of a message at once, if that is allowed and worth it.
    pub fn pull_piece<T: Tx>(&mut self, tx: &mut T, from: Rank, address: u64, into: Region) -> Pulling {
        let len = into.len() as u64;
        let by_system = !self.refused.contains(&from) && tx.can_pull(from);
        if len < LEAST || !by_system && tx.reached(from, address, len) < len {
            return Pulling::No;
        }
        if tx.pull(from, address, into).is_ok() { Pulling::Done } else { Pulling::No }
    }

    /// Opens the share line for a pull, if that is worth it, nobody has it, and the sender can reach the memory: what the
    /// sender may copy too, under which ticket.
    fn open(&mut self, p: Pulled, engine: Engine, reachable: bool) -> Option<(Shared, u64)> {
        let len = p.into.len() as u64;
        let least = if engine.mapped { LEAST_MAPPED } else { LEAST_SHARED };
        if !self.can_share(reachable, len, least) {
            return None;
        }
        let shared = Shared { address: p.into.as_ptr() as u64, len, offset: p.offset, chunk: engine.chunk(len) };
        let ticket = self.share.open(shared)?;
        self.share_taken = true;
        Some((shared, ticket))
    }

    /// True if the sender may take part in a pull of so many bytes: it can reach the memory, and nobody has the share line.
    pub(crate) fn can_share(&self, reachable: bool, len: u64, least: u64) -> bool {
        self.sharing && reachable && len >= least && !self.share_taken
    }

    fn pull_shared<T: Tx>(&mut self, tx: &mut T, p: Pulled, engine: Engine, shared: Shared) -> Result<(), Refused> {
        self.pull_chunks(tx, p.from, shared, |tx, at, n| engine.copy(tx, p, at, n))
    }

    /// Whatever the sender, `from`, does not claim of what is shared, this process copies, by `copy`: from an offset on, bytes.
    pub(crate) fn pull_chunks<T: Tx>(
        &mut self,
        tx: &mut T,
        from: Rank,
        shared: Shared,
        mut copy: impl FnMut(&mut T, u64, u64) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let mut done = Ok(());
        while let Some(i) = self.share.claim_front() {
            let (at, n) = shared.span(i);
            done = done.and_then(|()| copy(tx, at, n));
        }
        let mut looks = 0u32;
        while self.share.outstanding(shared.chunks()) > 0 {
            // The sender is in the middle of a chunk: microseconds, unless it lost its processor.
            looks += 1;
            match looks {
                0..10_000 => std::hint::spin_loop(),
                10_000..20_000 => yield_now(),
                // The dead write no more: their chunks are done again, as far as their memory can still be reached.
                _ if looks.is_multiple_of(LOOKS_FOR_LIFE) && tx.died(from) => {
                    return (self.share.claimed_from()..shared.chunks()).try_fold(done?, |(), i| {
                        let (at, n) = shared.span(i);
                        copy(tx, at, n)
                    });
                }
                // Stopped in a debugger, say: no reason to burn a processor.
                _ => std::thread::sleep(Duration::from_micros(100)),
            }
        }
        if let Some(i) = self.share.refused() {
            let (at, n) = shared.span(i);
            done = done.and_then(|()| copy(tx, at, n));
        }
        done
    }

    /// The piece size to ask for, in bytes, for a receive that `pull` left to pieces; 0: as the sender likes.
    pub fn piece(&self, recv: RecvId) -> u32 {
        // What is not measured has holes: smaller pieces overlap sooner, where nobody has to wait for a turn.
        let holes = if self.sharing { PIECE } else { 0 };
        self.timed.get(&recv).map_or(holes, |t| t.way.piece())
    }

    /// Copies chunks of `message` into the receiver's memory, as long as it leaves any.
    pub fn help(&mut self, tx: &mut impl Tx, to: Rank, message: Region, ticket: u64) {
        if self.is_errand(message.len() as u64) {
            return self.help_by_pass(tx, to, Memory::Piece(message), ticket);
        }
        Share::new(&self.segment, to).help(ticket, |shared, at, n| {
            let start = shared.offset.saturating_add(at) as usize;
            // The receiver's words: checked against what the message really has.
            if Place::is_shaped(shared.address) || start > message.len() || n as usize > message.len() - start {
                return false;
            }
            tx.push(to, shared.address.wrapping_add(at), message.slice(start, n as usize)).is_ok()
        });
    }

    /// The share line of another process.
    pub(crate) fn share_of(&self, rank: Rank) -> Share {
        Share::new(&self.segment, rank)
    }

    /// True if a copy of so many bytes is left to whichever thread has time.
    pub(crate) fn is_errand(&self, len: u64) -> bool {
        self.threaded && len >= LEAST_ERRAND
    }

    pub(crate) fn start_errand(
        &mut self,
        from: Rank,
        pass: Pass,
        range: Range<u64>,
        (send, recv): (SendId, RecvId),
        shared: Option<Shared>,
    ) {
        let shared = shared.map(|shared| (self.share_of(self.rank), shared));
        let pull = Pull { from, pass, range, send, recv, shared, done: 0, refused: false, looks: 0 };
        self.errands.push_back(BackgroundCopy { work: Work::Pull(pull) });
    }

    pub(crate) fn start_help(&mut self, share: Share, ticket: u64, shared: Shared, pass: Pass) {
        self.errands.push_back(BackgroundCopy { work: Work::Help { share, ticket, shared, pass } });
    }

    /// Pulls go by this engine where it can be had.
    pub fn ask_for(&mut self, engine: Option<Named>) {
        self.chosen = Chosen { asked: engine, last: None };
    }

    /// The engine of the last pull, since `ask_for`.
    pub fn last_engine(&self) -> Option<Named> {
        self.chosen.last
    }

    /// Several threads call from now on.
    pub fn set_threaded(&mut self) {
        self.threaded = true;
    }

    /// True if a copy waits for somebody to carry on with it.
    #[inline(always)]
    pub fn has_background_copies(&self) -> bool {
        !self.errands.is_empty()
    }

    pub fn take_background_copy(&mut self) -> Option<BackgroundCopy> {
        let errand = self.errands.pop_front()?;
        self.helping += u32::from(errand.is_help());
        Some(errand)
    }

    /// True while another thread copies out of memory that this process sends from.
    pub fn is_helping(&self) -> bool {
        self.helping > 0
    }

    /// A send goes on from a copy. What was still to be copied out of its memory by this side is left to the receiver, and
    /// receivers do not believe what they find there from now on.
    pub fn keep(&mut self, named: bool) {
        self.errands.retain(|e| !e.is_help());
        if named {
            self.withdrawn.change(true);
        }
    }

    /// The receiver has got it, or will not take it.
    pub fn kept_is_over(&mut self, word: u64, named: bool) {
        self.shapes.give_back(word);
        if named {
            self.withdrawn.change(false);
        }
    }

    /// Takes an errand back. A pull that is over is returned: the protocol wants to know.
    pub fn return_background_copy(&mut self, errand: BackgroundCopy, step: Step) -> Option<Pull> {
        self.helping -= u32::from(errand.is_help());
        if step == Step::More {
            self.errands.push_back(errand);
            return None;
        }
        let Work::Pull(mut pull) = errand.work else { return None };
        if let Some((_, shared)) = pull.shared {
            self.close_holes(shared);
        }
        if self.segment.has_withdrawn(pull.from) {
            pull.refused = true;
            return Some(pull);
        }
        if pull.refused && !pull.pass.is_mapped() && !self.refused.contains(&pull.from) {
            self.refused.push(pull.from);
        }
        Some(pull)
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
            self.records.entry(t.key).or_default().learn(t.way, cost);
            self.timed.remove(&recv);
        }
    }
}

/// What copies a native pull.
#[derive(Clone, Copy)]
struct Engine {
    /// Loads, where the sender's memory is mapped here; otherwise the system alone.
    mapped: bool,
}

impl Engine {
    /// Copies `n` bytes at offset `at` of the pull, alone.
    fn copy(self, tx: &mut impl Tx, p: Pulled, at: u64, n: u64) -> Result<(), Refused> {
        let (address, into) = (p.address.wrapping_add(at), p.into.slice(at as usize, n as usize));
        if self.mapped { tx.pull(p.from, address, into) } else { tx.pull_by_system(p.from, address, into) }
    }

    /// Bytes of a chunk of a shared pull of `len` bytes.
    fn chunk(self, len: u64) -> u64 {
        let chunk = match self.mapped {
            true => (len / 2).clamp(LEAST_MAPPED_CHUNK, MOST_MAPPED_CHUNK),
            false => (len / 4).clamp(LEAST_CHUNK, MOST_CHUNK).min(len / 2),
        };
        chunk.next_multiple_of(4096)
    }
}
