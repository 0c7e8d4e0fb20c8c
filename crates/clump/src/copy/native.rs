//! Decides how a message is pulled. A native pull reads the sender's memory (the cross-space zero buffer): by loads
//! if the memory is mapped here (the shared heap), otherwise by system calls. The alternative is to have the
//! message sent in frames (`method`). A refused pull silently falls back to frames, and a refusal of the system is
//! remembered. If several threads share the endpoint, any of them may continue a long native pull (`background`).
use super::background::{Background, BackgroundCopy, Pull, Pulled};
use super::engines::{Chosen, CopyEngine};
use super::method::{Method, SenderAccess};
use super::pass::{LocalPart, MemoryShape, MessageMemory, Pass, RemotePart};
use super::sharing::{By, LEAST_MAPPED, Sharing};
use super::transfer::{Contribution, Step, Transfer};
use clump_core::{Destination, Pulling, Rank, planted};
use clump_fabric::local::{LocalJob, Named, PullLine, RemoteBlocks};
use clump_fabric::mem::{Blocks, Scattered};
use clump_fabric::{Registration, RemoteMemory};
use std::ops::Range;

/// The fewest bytes of a native pull that runs in the background if several threads call: one step of it (some ten
/// microseconds). A higher limit makes other threads wait longer for the endpoint.
const LEAST_IN_BACKGROUND: u64 = 256 << 10;

/// Bytes of a frame of a pull. Shorter frames overlap the two copies sooner if no rank has to wait for a processor. See
/// decisions 6 and 27.
const PIECE: u32 = 16 << 10;

/// Bytes `range` of a message, wanted from the memory of `from`.
pub struct Wanted<'a> {
    pub from: Rank,
    /// The sender's name for its memory (an address, or a word that stands for a shape or a list). `start` is the
    /// message's byte at which that memory begins.
    pub word: u64,
    pub start: u64,
    pub range: Range<u64>,
    /// The whole destination, which begins with the message's byte `base`.
    pub memory: MessageMemory<'a>,
    pub base: u64,
}

pub struct Native<J: LocalJob> {
    job: J,
    rank: Rank,
    sharing: Sharing<J>,
    /// Ranks for which the system has refused a pull by system calls, so that this process does not try again.
    refused: Vec<Rank>,
    /// True if several threads call.
    threaded: bool,
    /// Counts reasons why other ranks may write into this process, apart from messages.
    pub(crate) exposed: u32,
    background: Background<J>,
    chosen: Chosen,
}

impl<J: LocalJob> Native<J> {
    /// `sharing`: each rank has a processor, so that a waiting sender may copy too.
    pub fn new(job: &J, rank: Rank, sharing: bool) -> Native<J> {
        Native {
            job: job.clone(),
            rank,
            sharing: Sharing::new(job, rank, sharing),
            refused: Vec::new(),
            threaded: false,
            exposed: 0,
            background: Background::default(),
            chosen: Chosen::default(),
        }
    }

    /// Pulls natively, if [`Method::choose`] does not choose frames. `offer` tells the sender of a pull in which it may
    /// take part.
    pub fn pull<T: RemoteMemory<Reach = J::Reach>>(
        &mut self,
        tx: &mut T,
        w: Wanted<'_>,
        into: Destination,
        offer: impl FnOnce(&mut T, u64),
    ) -> Pulling {
        let len = w.range.end - w.range.start;
        // A handler's piece is always read at once: asking its sender for frames costs more than the copy.
        let at_once = matches!(into, Destination::Stream(_));
        if !Method::may_read(len, at_once) {
            return Pulling::No;
        }
        let Some(theirs) = self.job.named(w.from, w.word) else { return Pulling::No };
        let Some(ours) = w.memory.lying() else { return Pulling::No };
        let theirs_is_strided =
            matches!(&theirs, Named::Blocks(RemoteBlocks { blocks, .. }) if *blocks != Blocks::PIECE);
        // Between blocks lies memory that a copy must not touch.
        let contiguous = !theirs_is_strided && !ours.is_strided();
        if !contiguous && len < LEAST_MAPPED {
            return Pulling::No;
        }
        let lent = self.register(tx, &ours);
        let theirs = RemotePart { named: theirs, first: w.start };
        let pass = Pass::new(tx, w.from, theirs, LocalPart { memory: &ours, first: w.base }, &w.range);
        // Up to a page at each end may not be mapped; system calls copy that part. System calls copy short messages
        // as a whole.
        let by_system = pass.as_ref().is_some_and(Pass::has_system) && !self.refused.contains(&w.from);
        let most = by_system && len >= LEAST_MAPPED;
        let mapped = pass.as_ref().is_some_and(|p| p.is_all_mapped() || most && p.is_mapped());
        let access = SenderAccess { by_loads: mapped, by_system: by_system && contiguous };
        let (method, may_share) = self.chosen.pick(access, len, at_once);
        let (pass, by) = match (pass, method) {
            (Some(pass), Method::Loads) if contiguous => (pass, By::Loads),
            (Some(pass), Method::Loads) => (pass, By::StridedLoads),
            (Some(pass), Method::System) => (pass.by_system(), By::System),
            (None, _) | (_, Method::Frames) => {
                self.chosen.use_engine(Method::Frames, false);
                return Pulling::No;
            }
        };
        // By system calls a sender writes only into contiguous memory.
        let is_reachable = lent || access.by_system;
        let opened = match may_share && is_reachable {
            true => self.sharing.open(&ours, w.base, &w.range, by),
            false => None,
        };
        self.chosen.use_engine(method, opened.is_some());
        if let Some(opened) = &opened {
            offer(tx, opened.ticket);
        }
        let shared = opened.map(|o| (o.line, o.pull));
        let mut transfer = Transfer::new(pass, w.from, w.range.clone(), shared);
        if self.is_for_background(len) {
            self.background.pull(Pull { transfer, into });
            return Pulling::Later;
        }
        let step = loop {
            match transfer.step(u64::MAX) {
                Step::More => {}
                step => break step,
            }
        };
        if self.finish(&transfer, step) { Pulling::Done } else { Pulling::No }
    }

    /// Ends a transfer. Returns true if all bytes have arrived and belong to the message. If false, the sender will
    /// send all bytes again in frames.
    fn finish(&mut self, transfer: &Transfer<J>, step: Step) -> bool {
        if let Some(pull) = transfer.shared() {
            self.sharing.close(pull);
        }
        let from = transfer.from();
        if self.job.has_withdrawn(from) && !planted("withdrawn_bytes_kept") {
            // The sender's program may have changed the copied bytes, or returned the memory to the system. Frames
            // come from a copy.
            return false;
        }
        // Mappings may change; the system's permissions do not.
        if step == Step::Refused && !transfer.is_mapped() && !self.refused.contains(&from) {
            self.refused.push(from);
        }
        step != Step::Refused || planted("refusal_ignored")
    }

    /// Returns true if no peer may be writing into this process's memory during this call.
    pub(crate) fn is_quiet(&self) -> bool {
        // With several threads, peers' copies may run during this call.
        !self.threaded && self.exposed == 0
    }

    /// Registers the memory of a message. Returns true if loads and stores reach it.
    fn register(&self, tx: &mut impl RemoteMemory<Reach = J::Reach>, memory: &MemoryShape<'_>) -> bool {
        let quiet = self.is_quiet();
        match memory {
            MemoryShape::Strided(strided) if memory.is_strided() => {
                tx.register(strided.memory(), Registration::Parts { quiet })
            }
            MemoryShape::Strided(strided) => tx.register(strided.memory(), Registration::Whole { quiet }),
            // Register every region, even if the first registration fails.
            MemoryShape::Listed(pieces) => {
                pieces.regions().filter(|r| !tx.register(*r, Registration::Whole { quiet })).count() == 0
            }
        }
    }

    /// Takes part, as the sender of a message, in the pull that `to` has opened under this ticket: copies chunks
    /// into the receiver's memory as long as chunks are left. `memory` holds the message from `start` on.
    pub fn contribute(
        &mut self,
        tx: &mut impl RemoteMemory<Reach = J::Reach>,
        to: Rank,
        (memory, start): (MessageMemory<'_>, u64),
        ticket: u64,
    ) {
        let line = self.sharing.line_of(to);
        let Some(pull) = line.peek(ticket) else { return };
        let Some(ours) = memory.lying() else { return };
        // The words come from the receiver: check them against the message's real length.
        let Some(end) = pull.offset.checked_add(pull.len) else { return };
        let Some(named) = self.job.named(to, pull.address) else { return };
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

    /// Names non-contiguous memory to peers. Returns 0 if that is impossible or not worth it. Release the word with
    /// [`give_back`](Self::give_back) when the message is complete.
    pub fn name(&mut self, tx: &mut impl RemoteMemory<Reach = J::Reach>, memory: &Scattered) -> u64 {
        let memory = MessageMemory::Scattered(memory);
        match memory.lying() {
            Some(MemoryShape::Strided(strided)) if strided.len() >= LEAST_MAPPED => {
                self.register(tx, &MemoryShape::Strided(strided));
                self.sharing.name(&strided)
            }
            Some(MemoryShape::Listed(pieces)) => {
                self.register(tx, &MemoryShape::Listed(pieces));
                self.sharing.name_pieces(pieces)
            }
            _ => 0,
        }
    }

    /// Releases a word: no peer uses the memory that it names any more.
    pub fn give_back(&mut self, word: u64) {
        self.sharing.give_back(word);
    }

    /// Makes pulls use this engine if it is available.
    pub fn ask_for(&mut self, engine: Option<CopyEngine>) {
        self.chosen = Chosen { asked: engine, last: None };
    }

    /// Returns the engine of the last pull since `ask_for`.
    pub fn last_engine(&self) -> Option<CopyEngine> {
        self.chosen.last
    }

    /// Declares that several threads call from now on.
    pub fn set_threaded(&mut self) {
        self.threaded = true;
    }

    /// Returns true if a copy of `len` bytes runs in the background.
    fn is_for_background(&self, len: u64) -> bool {
        self.threaded && len >= LEAST_IN_BACKGROUND
    }

    /// Returns true if a copy waits for a thread to continue it.
    #[inline(always)]
    pub fn has_background_copies(&self) -> bool {
        !self.background.is_empty()
    }

    /// Takes a copy to continue; put it back with `return_background_copy`.
    pub fn take_background_copy(&mut self) -> Option<BackgroundCopy<J>> {
        self.background.take()
    }

    /// Takes a copy back after a step. Returns a pull that has ended, for the protocol.
    pub fn return_background_copy(&mut self, copy: BackgroundCopy<J>, step: Step) -> Option<Pulled> {
        let Pull { transfer, into } = self.background.take_back(copy, step)?;
        let good = self.finish(&transfer, step);
        Some(Pulled { into, good })
    }

    /// Returns true while another thread copies out of memory that this process sends.
    pub fn is_contributing(&self) -> bool {
        self.background.is_contributing()
    }

    /// Drops the sender's parts of waiting copies: the receivers copy alone.
    pub fn drop_contributions(&mut self) {
        self.background.drop_contributions();
    }

    /// Records that a send continues from a copy of its bytes. This process then stops copying out of the original
    /// memory, and receivers discard bytes that they read there.
    pub fn keep(&mut self, named: bool) {
        self.drop_contributions();
        if named {
            self.job.change_withdrawn(self.rank, true);
        }
    }

    /// Records that the receiver no longer needs the copy of a send's bytes.
    pub fn kept_is_over(&mut self, word: u64, named: bool) {
        self.give_back(word);
        if named {
            self.job.change_withdrawn(self.rank, false);
        }
    }

    /// Returns the bytes of each frame to request for a pull in frames; 0 lets the sender choose.
    pub fn piece(&self) -> u32 {
        if self.sharing.is_on() { PIECE } else { 0 }
    }
}
