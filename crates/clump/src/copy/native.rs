//! How a message is pulled: natively, by reading the sender's memory (the cross-space zero buffer) by loads where it is
//! mapped here (the shared heap) or else by the system; or by having it sent in pieces of some size. Whichever method
//! has measured fastest for that peer and size is used (`methods`); a refusal falls back to pieces, silently, and by
//! the system for good. Where several threads share the endpoint, long native pulls are left to them (`background`).
use super::background::{Background, BackgroundCopy, Pull, Pulled};
use super::engines::{Chosen, CopyEngine};
use super::methods::{Method, MethodRecord, Possible};
use super::pass::{MessageMemory, Pass};
use super::sharing::{By, LEAST_MAPPED, Sharing};
use super::transfer::{Contribution, Step, Transfer};
use clump_core::{Pulling, Rank, RecvId};
use clump_fabric::clock::ticks;
use clump_fabric::mem::{Blocks, Region, Scattered, Strided};
use clump_fabric::shm::{Reach, RemoteBlocks, Segment, Withdrawn};
use clump_fabric::{Lend, RemoteMemory};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Below this many bytes pieces are always used: the system call alone costs as much as the copies. Twice as many:
/// messages of 4 to 8 KiB are copied twice.
const LEAST: u64 = 4 << 10;

/// From this many bytes on a native pull goes on in the background, where several threads call: one part of it (some
/// ten microseconds). Twice as many: other threads wait for the endpoint twice as long.
const LEAST_IN_BACKGROUND: u64 = 256 << 10;

/// Bytes of a piece of a strided message (docs/decisions/0006-strided.md): small pieces overlap sooner, where nobody
/// has to wait for a turn. Twice as many: 64 KiB take longer by 3%, four times as many by 7%.
const STRIDED_PIECE: u32 = 16 << 10;

/// What pulls are alike: from one peer, of the same power of two of bytes, strided on the same sides (the sender's,
/// ours).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    peer: Rank,
    size: u32,
    strided: (bool, bool),
}

/// A pull by pieces under way, being timed.
struct Timed {
    key: Key,
    method: Method,
    len: u64,
    left: u64,
    start: u64,
}

/// A receive that wants `range` of a message, which is at `word` in the memory of `from`.
pub struct Wanted<'a> {
    pub from: Rank,
    /// What the sender calls its memory: the address of the message's first byte, or one with a shape.
    pub word: u64,
    pub range: Range<u64>,
    /// All of the receive's memory.
    pub into: MessageMemory<'a>,
}

pub struct Native {
    segment: Arc<Segment>,
    sharing: Sharing,
    /// How many sends that were named go on from a copy.
    withdrawn: Withdrawn,
    /// Whom a pull by the system failed from: never tried again.
    refused: Vec<Rank>,
    records: HashMap<Key, MethodRecord>,
    timed: HashMap<RecvId, Timed>,
    /// Several threads call.
    threaded: bool,
    /// What other ranks may be writing into here, beside messages.
    pub(crate) exposed: u32,
    background: Background,
    chosen: Chosen,
}

impl Native {
    /// `sharing`: each rank has a processor, so that a sender who only waits may copy too.
    pub fn new(segment: &Arc<Segment>, rank: Rank, sharing: bool) -> Native {
        Native {
            segment: segment.clone(),
            sharing: Sharing::new(segment, rank, sharing),
            withdrawn: Withdrawn::new(segment, rank),
            refused: Vec::new(),
            records: HashMap::new(),
            timed: HashMap::new(),
            threaded: false,
            exposed: 0,
            background: Background::default(),
            chosen: Chosen::default(),
        }
    }

    /// Pulls natively, if that is possible and the best method. `offer` tells the sender of a pull that it may take
    /// part in.
    pub fn pull<T: RemoteMemory<Reach = Reach>>(
        &mut self,
        tx: &mut T,
        w: Wanted<'_>,
        recv: RecvId,
        offer: impl FnOnce(&mut T, u64),
    ) -> Pulling {
        let len = w.range.end - w.range.start;
        if len < LEAST {
            return Pulling::No;
        }
        let Some(theirs) = RemoteBlocks::read(&self.segment, w.from, w.word) else { return Pulling::No };
        let Some(ours) = w.into.strided() else { return Pulling::No };
        let strided = (theirs.blocks != Blocks::PIECE, ours.blocks() != Blocks::PIECE);
        let contiguous = strided == (false, false);
        if !contiguous && len < LEAST_MAPPED {
            return Pulling::No;
        }
        let lent = tx.lend(ours.memory(), self.lending(&ours));
        let pass = Pass::new(tx, w.from, theirs, ours, &w.range);
        // Less than a page at each end may be out of reach, and is left to the system: of short messages as a whole.
        let by_system = pass.as_ref().is_some_and(Pass::has_system) && !self.refused.contains(&w.from);
        let most = by_system && len >= LEAST_MAPPED;
        let mapped = pass.as_ref().is_some_and(|p| p.is_all_mapped() || most && p.is_mapped());
        if !contiguous && !mapped {
            return Pulling::No;
        }
        let by_loads = if contiguous { By::Loads } else { By::StridedLoads };
        // By the system a sender writes into memory in one piece.
        let reachable = lent || by_system && contiguous;
        let possible = Possible {
            native: by_system && contiguous,
            mapped,
            native_alone: reachable && self.sharing.can_open(len, By::System),
            mapped_alone: reachable && self.sharing.can_open(len, by_loads),
        };
        let key = Key { peer: w.from, size: len.ilog2(), strided };
        let start = ticks();
        let background = self.is_for_background(len) && (possible.mapped || possible.native);
        let method = match background {
            // What takes turns with other work cannot be measured.
            true if possible.mapped => Method::Mapped,
            true => Method::Native,
            false => self.chosen.pick(self.records.entry(key).or_default(), possible, len),
        };
        let (Some(pass), 0) = (pass, method.piece()) else {
            self.timed.insert(recv, Timed { key, method, len, left: len, start });
            return Pulling::No;
        };
        let (pass, by) = if method.is_mapped() { (pass, by_loads) } else { (pass.by_system(), By::System) };
        let share = reachable && !method.is_alone();
        let opened = if share { self.sharing.open(&ours, &w.range, by) } else { None };
        if let Some(opened) = &opened {
            offer(tx, opened.ticket);
        }
        let shared = opened.map(|o| (o.line, o.pull));
        let mut transfer = Transfer::new(pass, w.from, w.range.clone(), shared);
        if background {
            self.background.pull(Pull { transfer, recv });
            return Pulling::Later;
        }
        let step = loop {
            match transfer.step(u64::MAX) {
                Step::More => {}
                step => break step,
            }
        };
        if !self.finish(&transfer, step) {
            return Pulling::No;
        }
        self.records.entry(key).or_default().learn(method, ticks() - start, len);
        Pulling::Done
    }

    /// Copies a piece of a message at once, if that is allowed and worth it.
    pub fn pull_piece<T: RemoteMemory<Reach = Reach>>(
        &mut self,
        tx: &mut T,
        from: Rank,
        address: u64,
        into: Region,
    ) -> Pulling {
        let len = into.len() as u64;
        let by_system = !self.refused.contains(&from) && tx.can_pull(from);
        if len < LEAST || !by_system && tx.reached(from, address, len) < len {
            return Pulling::No;
        }
        if tx.pull(from, address, into).is_ok() { Pulling::Done } else { Pulling::No }
    }

    /// A transfer is over, and this is what it came to. True: its bytes are there, and are the message's. If not, they
    /// come by pieces, which write the same bytes again.
    fn finish(&mut self, transfer: &Transfer, step: Step) -> bool {
        if let Some(pull) = transfer.shared() {
            self.sharing.close(pull);
        }
        let from = transfer.from();
        if self.segment.has_withdrawn(from) {
            // Its program may have changed what was copied, or given the memory back to the system. Not so the pieces.
            return false;
        }
        // What is mapped may change; the system's rules do not.
        if step == Step::Refused && !transfer.is_mapped() && !self.refused.contains(&from) {
            self.refused.push(from);
        }
        step != Step::Refused
    }

    /// How a message lends that memory.
    fn lending(&self, memory: &Strided) -> Lend {
        match memory.blocks() {
            Blocks::PIECE => Lend::Whole,
            // Several threads: copies by peers may go on beside this call.
            _ => Lend::Parts { quiet: !self.threaded && self.exposed == 0 },
        }
    }

    /// The sender of `message` takes part in the pull that `to` has opened under this ticket: it copies chunks into the
    /// receiver's memory, as long as the receiver leaves any.
    pub fn contribute(
        &mut self,
        tx: &mut impl RemoteMemory<Reach = Reach>,
        to: Rank,
        message: MessageMemory<'_>,
        ticket: u64,
    ) {
        let line = self.sharing.line_of(to);
        let Some(pull) = line.peek(ticket) else { return };
        let Some(ours) = message.strided() else { return };
        // The receiver's words: the pass is checked against what the message really has.
        let Some(end) = pull.offset.checked_add(pull.len) else { return };
        let theirs = match RemoteBlocks::is_shaped(pull.address) {
            true => RemoteBlocks::read(&self.segment, to, pull.address),
            false => Some(RemoteBlocks { address: pull.address.wrapping_sub(pull.offset), blocks: Blocks::PIECE }),
        };
        let pass = theirs.and_then(|theirs| Pass::new(tx, to, theirs, ours, &(pull.offset..end)));
        let Some(pass) = pass else { return };
        let mut contribution = Contribution::new(pass, line, ticket, pull);
        if self.is_for_background(pull.len) {
            return self.background.contribute(contribution);
        }
        while contribution.step(u64::MAX) == Step::More {}
    }

    /// Names strided memory to peers; 0: it cannot be. Give the word back when the message is over.
    pub fn name_strided(&mut self, tx: &mut impl RemoteMemory<Reach = Reach>, memory: &Scattered) -> u64 {
        match memory.strided().filter(|s| s.len() >= LEAST_MAPPED) {
            None => 0,
            Some(strided) => {
                tx.lend(strided.memory(), self.lending(&strided));
                self.sharing.name(&strided)
            }
        }
    }

    /// Nobody looks at what this word names any more.
    pub fn give_back(&mut self, word: u64) {
        self.sharing.give_back(word);
    }

    /// Pulls go by this engine where it can be had.
    pub fn ask_for(&mut self, engine: Option<CopyEngine>) {
        self.chosen = Chosen { asked: engine, last: None };
    }

    /// The engine of the last pull, since `ask_for`.
    pub fn last_engine(&self) -> Option<CopyEngine> {
        self.chosen.last
    }

    /// Several threads call from now on.
    pub fn set_threaded(&mut self) {
        self.threaded = true;
    }

    /// True if a copy of so many bytes is left to whichever thread has time.
    fn is_for_background(&self, len: u64) -> bool {
        self.threaded && len >= LEAST_IN_BACKGROUND
    }

    /// True if a copy waits for somebody to carry on with it.
    #[inline(always)]
    pub fn has_background_copies(&self) -> bool {
        !self.background.is_empty()
    }

    /// A copy to carry on with; bring it back with `return_background_copy`.
    pub fn take_background_copy(&mut self) -> Option<BackgroundCopy> {
        self.background.take()
    }

    /// Takes a copy back after a step. A pull that is over is returned: the protocol wants to know.
    pub fn return_background_copy(&mut self, copy: BackgroundCopy, step: Step) -> Option<Pulled> {
        let Pull { transfer, recv } = self.background.take_back(copy, step)?;
        let good = self.finish(&transfer, step);
        Some(Pulled { recv, good })
    }

    /// True while another thread copies out of memory that this process sends from.
    pub fn is_contributing(&self) -> bool {
        self.background.is_contributing()
    }

    /// A send goes on from a copy. What was still to be copied out of its memory by this side is left to the receiver,
    /// and receivers do not believe what they find there from now on.
    pub fn keep(&mut self, named: bool) {
        self.background.drop_contributions();
        if named {
            self.withdrawn.change(true);
        }
    }

    /// The receiver has got it, or will not take it.
    pub fn kept_is_over(&mut self, word: u64, named: bool) {
        self.give_back(word);
        if named {
            self.withdrawn.change(false);
        }
    }

    /// The piece size to ask for, in bytes, for a receive that `pull` left to pieces; 0: as the sender likes.
    pub fn piece(&self, recv: RecvId) -> u32 {
        let unmeasured = if self.sharing.is_on() { STRIDED_PIECE } else { 0 };
        self.timed.get(&recv).map_or(unmeasured, |t| t.method.piece())
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
            self.records.entry(t.key).or_default().learn(t.method, ticks() - t.start, t.len);
            self.timed.remove(&recv);
        }
    }
}
