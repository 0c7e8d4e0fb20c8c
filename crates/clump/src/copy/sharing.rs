//! This process's share line, and the names under which peers know memory of ours: the one place where a pull is opened
//! to its sender, and closed.
use super::pass::Lying;
use clump_core::Rank;
use clump_fabric::mem::{Blocks, PieceList, Strided};
use clump_fabric::shm::{Segment, Shapes, ShareLine, SharedPull};
use std::ops::Range;
use std::sync::Arc;

/// From this many bytes on a pull by the system is shared with the sender: half each up to 128 KiB, where a third
/// system call costs more than it balances (`clump bench peers --what latency`: 5.4 against 7.5 us); then in quarters,
/// as far as a chunk is between these sizes. Twice as much: 64 KiB are copied by one processor.
pub(super) const LEAST_BY_SYSTEM: u64 = 48 << 10;
/// Bytes of a chunk, the least: twice as much leaves messages of 256 KiB in halves, which wait for the slower of the
/// two.
const LEAST_CHUNK_BY_SYSTEM: u64 = 64 << 10;
/// Bytes of a chunk, the most: at the end either side waits for up to one chunk of the other's, 10 us; twice as many,
/// 20.
const MOST_CHUNK_BY_SYSTEM: u64 = 128 << 10;

/// The same where no system call is needed: from this many bytes on two processors are faster than what one has to tell
/// the other costs. Twice as much: 32 KiB take a quarter longer.
pub(super) const LEAST_MAPPED: u64 = 32 << 10;
/// Bytes of a chunk, the least: twice as much leaves 32 KiB to one side.
const LEAST_CHUNK_MAPPED: u64 = 16 << 10;
/// Bytes of a chunk, the most: one side waits for up to one chunk of the other's, 5 us; twice as many, 10.
const MOST_CHUNK_MAPPED: u64 = 64 << 10;

/// Bytes of data in a chunk where one side is strided, unless there would be too many: its lines cost more than those
/// of data in one piece, so the wait for one is as long. Twice as many: 64 KiB are shared unevenly.
const CHUNK_STRIDED: u64 = 32 << 10;
/// A strided message has at most so many chunks, as a power of two: the share line counts to 65,535. Twice as many
/// would be no better balanced.
const MOST_CHUNKS_STRIDED: u32 = 12;
/// Bytes of a page: memory that begins or ends within less than this may be out of the sender's reach.
const PAGE: u64 = 4096;

/// How the bytes of a pull are copied, as far as it decides about chunks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    System,
    Loads,
    /// By loads, from or into memory in blocks.
    StridedLoads,
}

impl By {
    /// From how many bytes on a pull is worth sharing.
    fn least(self) -> u64 {
        match self {
            By::System => LEAST_BY_SYSTEM,
            By::Loads | By::StridedLoads => LEAST_MAPPED,
        }
    }

    /// Bytes of a chunk of a shared pull of `len` bytes.
    fn chunk(self, len: u64) -> u64 {
        let whole_pages = |chunk: u64| chunk.next_multiple_of(PAGE);
        match self {
            By::System => whole_pages((len / 4).clamp(LEAST_CHUNK_BY_SYSTEM, MOST_CHUNK_BY_SYSTEM).min(len / 2)),
            By::Loads => whole_pages((len / 2).clamp(LEAST_CHUNK_MAPPED, MOST_CHUNK_MAPPED)),
            By::StridedLoads => CHUNK_STRIDED.max(len >> MOST_CHUNKS_STRIDED).min(len.div_ceil(2)),
        }
    }
}

/// A pull that is open: where, what, and under which ticket the sender is told of it.
pub(super) struct Opened {
    pub line: ShareLine,
    pub pull: SharedPull,
    pub ticket: u64,
}

/// What this process shows its peers to copy to and from.
pub(super) struct Sharing {
    segment: Arc<Segment>,
    rank: Rank,
    /// Shapes of this process's memory that is named to others.
    shapes: Shapes,
    /// With a processor for each rank the sender, who only waits, copies too.
    on: bool,
    /// A transfer under way has the share line.
    taken: bool,
}

impl Sharing {
    pub fn new(segment: &Arc<Segment>, rank: Rank, on: bool) -> Sharing {
        Sharing { segment: segment.clone(), rank, shapes: Shapes::new(segment, rank), on, taken: false }
    }

    /// True if each rank has a processor, so that two that copy are faster than one.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// A word that names memory to peers; 0: there is none. Give it back when the message is over.
    pub fn name(&mut self, memory: &Strided) -> u64 {
        self.shapes.name(memory)
    }

    /// The same of memory in pieces.
    pub fn name_pieces(&mut self, pieces: &PieceList) -> u64 {
        self.shapes.name_pieces(pieces)
    }

    /// Nobody looks at what this word names any more.
    pub fn give_back(&mut self, word: u64) {
        self.shapes.give_back(word);
    }

    /// The share line of any process.
    pub fn line_of(&self, rank: Rank) -> ShareLine {
        ShareLine::new(&self.segment, rank)
    }

    /// True if a pull of so many bytes may be opened to its sender, as far as nobody has the share line.
    pub fn can_open(&self, len: u64, by: By) -> bool {
        self.on && !self.taken && len >= by.least()
    }

    /// Opens the share line for what the sender can write of `range` of a message, which goes into `ours`, whose first
    /// byte is the message's byte `first`.
    pub fn open(&mut self, ours: &Lying<'_>, first: u64, range: &Range<u64>, by: By) -> Option<Opened> {
        if !self.can_open(range.end - range.start, by) {
            return None;
        }
        let inner = match ours {
            Lying::Strided(strided) => writable(strided, range),
            Lying::Listed(_) => range.clone(),
        };
        let len = inner.end.checked_sub(inner.start).filter(|&len| len >= by.least() / 2)?;
        let at = inner.start - first;
        // A plain address is that of the first byte that is shared, and so is a list's; one with a shape is that of the
        // message.
        let word = match ours {
            Lying::Listed(pieces) => self.shapes.name_pieces(&pieces.part(at..at + len)),
            Lying::Strided(strided) if strided.blocks() == Blocks::PIECE => {
                strided.memory().part(at as usize, len as usize)?.as_ptr() as u64
            }
            Lying::Strided(strided) => self.shapes.name(strided),
        };
        if word == 0 {
            return None;
        }
        let pull = SharedPull { address: word, len, offset: inner.start, chunk: by.chunk(len) };
        let line = self.line_of(self.rank);
        match line.open(pull) {
            Some(ticket) => {
                self.taken = true;
                Some(Opened { line, pull, ticket })
            }
            None => {
                self.shapes.give_back(word);
                None
            }
        }
    }

    /// Nobody copies any more what was opened.
    pub fn close(&mut self, pull: SharedPull) {
        self.taken = false;
        self.shapes.give_back(pull.address);
    }
}

/// The part of `range` that a sender can write too: all but what may not be mapped at the ends of memory in blocks.
/// Into one piece the system writes, or it is refused.
fn writable(ours: &Strided, range: &Range<u64>) -> Range<u64> {
    let blocks = ours.blocks();
    if blocks == Blocks::PIECE {
        return range.clone();
    }
    let (start, len) = (ours.memory().as_ptr() as u64, ours.memory().len() as u64);
    let first = start.next_multiple_of(PAGE) - start;
    let last = ((start + len) / PAGE * PAGE).saturating_sub(start).max(first);
    range.start.max(blocks.before(first))..range.end.min(blocks.before(last))
}
