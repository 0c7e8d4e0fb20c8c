//! How a message is pulled: natively, by reading the sender's memory (the cross-space zero buffer) by loads where it is
//! mapped here (the shared heap) or else by the system; or by having it sent in pieces of some size. Whichever method
//! has measured fastest for that peer and size is used (`methods`); a refusal falls back to pieces, silently, and by
//! the system for good. Where several threads share the endpoint, long native pulls are left to them (`background`).
use super::background::{Background, BackgroundCopy, Pull, Pulled};
use super::engines::{Chosen, CopyEngine};
use super::methods::{Method, MethodRecord, Possible};
use super::pass::{LocalPart, Lying, MessageMemory, Pass, RemotePart};
use super::sharing::{By, LEAST_MAPPED, Sharing};
use super::transfer::{Contribution, Step, Transfer};
use clump_core::{Destination, Pulling, Rank};
use clump_fabric::clock::ticks;
use clump_fabric::mem::{Blocks, Scattered};
use clump_fabric::shm::{Named, Reach, RemoteBlocks, Segment, Withdrawn};
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

/// What pulls are alike: from one peer, of the same power of two of bytes, lying alike on both sides (the sender's,
/// ours).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Key {
    peer: Rank,
    size: u32,
    shapes: (Shape, Shape),
}

/// How memory lies, as far as the time that it takes depends on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Shape {
    Piece,
    Strided,
    Listed,
}

/// A pull by pieces under way, being timed.
struct Timed {
    key: Key,
    method: Method,
    len: u64,
    left: u64,
    start: u64,
}

/// Bytes `range` of a message, which are wanted from the memory of `from`.
pub struct Wanted<'a> {
    pub from: Rank,
    /// What the sender calls its memory (an address, or a word with a shape or a list), and the message's byte that it
    /// begins with.
    pub word: u64,
    pub start: u64,
    pub range: Range<u64>,
    /// All of the memory that they go to, which begins with the message's byte `base`.
    pub memory: MessageMemory<'a>,
    pub base: u64,
}

pub struct Native {
    segment: Arc<Segment>,
    sharing: Sharing,
    /// How many sends that were named go on from a copy.
    withdrawn: Withdrawn,
    /// Whom a pull by the system failed from: never tried again.
    refused: Vec<Rank>,
    records: HashMap<Key, MethodRecord>,
    timed: HashMap<Destination, Timed>,
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
        into: Destination,
        offer: impl FnOnce(&mut T, u64),
    ) -> Pulling {
        let len = w.range.end - w.range.start;
        // A handler's piece goes straight, whatever its length: to ask its sender costs more than to copy it.
        let straight = matches!(into, Destination::Stream(_));
        if len < LEAST && !straight {
            return Pulling::No;
        }
        let Some(theirs) = Named::read(&self.segment, w.from, w.word) else { return Pulling::No };
        let Some(ours) = w.memory.lying() else { return Pulling::No };
        let shapes = (
            match &theirs {
                Named::Blocks(RemoteBlocks { blocks: Blocks::PIECE, .. }) => Shape::Piece,
                Named::Blocks(_) => Shape::Strided,
                Named::Spans(_) => Shape::Listed,
            },
            match &ours {
                Lying::Listed(_) => Shape::Listed,
                ours if ours.is_strided() => Shape::Strided,
                _ => Shape::Piece,
            },
        );
        // No blocks, between which there is memory of others.
        let contiguous = shapes.0 != Shape::Strided && shapes.1 != Shape::Strided;
        if !contiguous && len < LEAST_MAPPED {
            return Pulling::No;
        }
        let lent = self.lend(tx, &ours);
        let theirs = RemotePart { named: theirs, first: w.start };
        let pass = Pass::new(tx, w.from, theirs, LocalPart { memory: &ours, first: w.base }, &w.range);
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
            straight,
        };
        let key = Key { peer: w.from, size: len.ilog2(), shapes };
        let start = ticks();
        let background = self.is_for_background(len) && (possible.mapped || possible.native);
        let method = match background {
            // What takes turns with other work cannot be measured.
            true if possible.mapped => Method::Mapped,
            true => Method::Native,
            false => self.chosen.pick(self.records.entry(key).or_default(), possible, len),
        };
        let (Some(pass), 0) = (pass, method.piece()) else {
            self.timed.insert(into, Timed { key, method, len, left: len, start });
            return Pulling::No;
        };
        let (pass, by) = if method.is_mapped() { (pass, by_loads) } else { (pass.by_system(), By::System) };
        let share = reachable && !method.is_alone();
        let opened = if share { self.sharing.open(&ours, w.base, &w.range, by) } else { None };
        if let Some(opened) = &opened {
            offer(tx, opened.ticket);
        }
        let shared = opened.map(|o| (o.line, o.pull));
        let mut transfer = Transfer::new(pass, w.from, w.range.clone(), shared);
        if background {
            self.background.pull(Pull { transfer, into });
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

    /// True if no peer may be writing into this process's memory while this call lasts.
    pub(crate) fn is_quiet(&self) -> bool {
        // Several threads: copies by peers may go on beside this call.
        !self.threaded && self.exposed == 0
    }

    /// A message lends that memory. True if loads and stores reach it.
    fn lend(&self, tx: &mut impl RemoteMemory<Reach = Reach>, memory: &Lying<'_>) -> bool {
        let quiet = self.is_quiet();
        match memory {
            Lying::Strided(strided) if memory.is_strided() => tx.lend(strided.memory(), Lend::Parts { quiet }),
            Lying::Strided(strided) => tx.lend(strided.memory(), Lend::Whole { quiet }),
            // All are lent, whatever becomes of the first.
            Lying::Listed(pieces) => pieces.regions().filter(|r| !tx.lend(*r, Lend::Whole { quiet })).count() == 0,
        }
    }

    /// The sender of a message, of which it has this memory from that byte on, takes part in the pull that `to` has
    /// opened under this ticket: it copies chunks into the receiver's memory, as long as the receiver leaves any.
    pub fn contribute(
        &mut self,
        tx: &mut impl RemoteMemory<Reach = Reach>,
        to: Rank,
        (memory, start): (MessageMemory<'_>, u64),
        ticket: u64,
    ) {
        let line = self.sharing.line_of(to);
        let Some(pull) = line.peek(ticket) else { return };
        let Some(ours) = memory.lying() else { return };
        // The receiver's words: the pass is checked against what the message really has.
        let Some(end) = pull.offset.checked_add(pull.len) else { return };
        let Some(named) = Named::read(&self.segment, to, pull.address) else { return };
        let first = match &named {
            Named::Blocks(RemoteBlocks { blocks, .. }) if *blocks != Blocks::PIECE => 0,
            _ => pull.offset,
        };
        let ours = LocalPart { memory: &ours, first: start };
        let Some(pass) = Pass::new(tx, to, RemotePart { named, first }, ours, &(pull.offset..end)) else { return };
        let mut contribution = Contribution::new(pass, line, ticket, pull);
        if self.is_for_background(pull.len) {
            return self.background.contribute(contribution);
        }
        while contribution.step(u64::MAX) == Step::More {}
    }

    /// Names memory with holes to peers; 0: it cannot be, or is not worth it. Give the word back when the message is
    /// over.
    pub fn name(&mut self, tx: &mut impl RemoteMemory<Reach = Reach>, memory: &Scattered) -> u64 {
        let memory = MessageMemory::Scattered(memory);
        match memory.lying() {
            Some(Lying::Strided(strided)) if strided.len() >= LEAST_MAPPED => {
                self.lend(tx, &Lying::Strided(strided));
                self.sharing.name(&strided)
            }
            Some(Lying::Listed(pieces)) => {
                self.lend(tx, &Lying::Listed(pieces));
                self.sharing.name_pieces(pieces)
            }
            _ => 0,
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
        let Pull { transfer, into } = self.background.take_back(copy, step)?;
        let good = self.finish(&transfer, step);
        Some(Pulled { into, good })
    }

    /// True while another thread copies out of memory that this process sends from.
    pub fn is_contributing(&self) -> bool {
        self.background.is_contributing()
    }

    /// What was still to be copied by this side out of what it sends is left to the receivers.
    pub fn drop_contributions(&mut self) {
        self.background.drop_contributions();
    }

    /// A send goes on from a copy. What was still to be copied out of its memory by this side is left to the receiver,
    /// and receivers do not believe what they find there from now on.
    pub fn keep(&mut self, named: bool) {
        self.drop_contributions();
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

    /// The piece size to ask for, in bytes, for what `pull` left to pieces; 0: as the sender likes.
    pub fn piece(&self, into: Destination) -> u32 {
        let unmeasured = if self.sharing.is_on() { STRIDED_PIECE } else { 0 };
        self.timed.get(&into).map_or(unmeasured, |t| t.method.piece())
    }

    /// Bytes that were asked for have arrived in a frame.
    #[inline(always)]
    pub fn delivered(&mut self, into: Destination, bytes: u64) {
        if !self.timed.is_empty() {
            self.count(into, bytes);
        }
    }

    /// What was asked for is not wanted any more.
    pub fn forget(&mut self, into: Destination) {
        // Mostly none is timed, and a look at an empty map hashes all the same: 280 instructions of each message.
        if !self.timed.is_empty() {
            self.timed.remove(&into);
        }
    }

    fn count(&mut self, into: Destination, bytes: u64) {
        let Some(t) = self.timed.get_mut(&into) else {
            return;
        };
        t.left = t.left.saturating_sub(bytes);
        if t.left == 0 {
            self.records.entry(t.key).or_default().learn(t.method, ticks() - t.start, t.len);
            self.timed.remove(&into);
        }
    }
}
