//! This process's share line (the descriptor of a pull in which the sender takes part), and the names under which
//! peers know this process's memory. Only this module opens a pull to its sender, and closes it.
use super::pass::MemoryShape;
use clump_core::Rank;
use clump_fabric::local::{LocalJob, MemoryNames, PullLine, SharedPull};
use clump_fabric::mem::{Blocks, PieceList, Strided};
use std::ops::Range;

/// The fewest bytes of a pull by system calls that the sender shares: halves up to 128 KiB, then chunks between the
/// two sizes below. A higher limit leaves more messages to one processor. See decision 3.
pub(super) const LEAST_BY_SYSTEM: u64 = 48 << 10;
/// The fewest bytes of a chunk. A larger minimum leaves more messages in halves, where the receiver waits for the
/// slower side. See decision 3.
const LEAST_CHUNK_BY_SYSTEM: u64 = 64 << 10;
/// The most bytes of a chunk: at the end, one side waits for up to one chunk of the other side. See decision 3.
const MOST_CHUNK_BY_SYSTEM: u64 = 128 << 10;

/// The fewest bytes of a pull by loads that the sender shares, in one piece on both sides: from here on two processors
/// gain more than their coordination costs. A lower limit makes 64 KiB slower; see decision 27.
const LEAST_BY_LOADS: u64 = 128 << 10;
/// The bytes of a chunk of such a pull: at the end, one side waits for up to one chunk of the other side.
const CHUNK_BY_LOADS: u64 = 64 << 10;

/// The fewest bytes of a pull by loads of strided memory, and of a pull whose ends, which no peer can map, are copied
/// by system calls. Also the fewest bytes of strided memory that the sender shares. See decision 3.
pub(super) const LEAST_MAPPED: u64 = 32 << 10;

/// Bytes of data in a chunk if one side is strided, unless that gives too many chunks. Strided cache lines cost more
/// than contiguous ones, so that waiting for such a chunk takes as long as for a larger contiguous chunk. Larger
/// chunks share 64 KiB unevenly.
const CHUNK_STRIDED: u64 = 32 << 10;
/// The most chunks of a strided message, as a power of two (12: 4,096): the share line counts to 65,535. More chunks
/// would balance no better.
const MOST_CHUNKS_STRIDED: u32 = 12;
/// Bytes of a page: the sender may be unable to map up to this much at each end of the memory.
const PAGE: u64 = 4096;

/// How the bytes of a pull are copied, as far as it affects the chunks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    System,
    Loads,
    /// Loads, where memory on one side consists of blocks.
    StridedLoads,
}

impl By {
    /// Returns the fewest bytes of a pull that are worth sharing.
    fn least(self) -> u64 {
        match self {
            By::System => LEAST_BY_SYSTEM,
            By::Loads => LEAST_BY_LOADS,
            By::StridedLoads => LEAST_MAPPED,
        }
    }

    /// Returns the bytes of a chunk of a shared pull of `len` bytes.
    fn chunk(self, len: u64) -> u64 {
        match self {
            By::System => {
                (len / 4).clamp(LEAST_CHUNK_BY_SYSTEM, MOST_CHUNK_BY_SYSTEM).min(len / 2).next_multiple_of(PAGE)
            }
            By::Loads => CHUNK_BY_LOADS,
            By::StridedLoads => CHUNK_STRIDED.max(len >> MOST_CHUNKS_STRIDED).min(len.div_ceil(2)),
        }
    }
}

/// An open pull: its share line, its description, and the ticket that the sender gets.
pub(super) struct Opened<L> {
    pub line: L,
    pub pull: SharedPull,
    pub ticket: u64,
}

/// The memory that this process exposes to its peers, for copies out of it and into it.
pub(super) struct Sharing<J: LocalJob> {
    job: J,
    rank: Rank,
    /// Names of this process's memory that peers know.
    names: J::Names,
    /// True if each rank has a processor, so that a waiting sender copies too.
    on: bool,
    /// True if a transfer uses the share line.
    taken: bool,
}

impl<J: LocalJob> Sharing<J> {
    pub fn new(job: &J, rank: Rank, on: bool) -> Sharing<J> {
        Sharing { job: job.clone(), rank, names: job.names(rank), on, taken: false }
    }

    /// Returns true if each rank has a processor, so that two processes copy faster than one.
    pub fn is_on(&self) -> bool {
        self.on
    }

    /// Returns a word that names memory to peers; 0 if no name is free. Release it with
    /// [`give_back`](Self::give_back) when the message is complete.
    pub fn name(&mut self, memory: &Strided) -> u64 {
        self.names.name(memory)
    }

    /// Returns a word that names memory in pieces to peers; 0 if no name is free. Release it with
    /// [`give_back`](Self::give_back).
    pub fn name_pieces(&mut self, pieces: &PieceList) -> u64 {
        self.names.name_pieces(pieces)
    }

    /// Releases a word: no peer uses the memory that it names any more.
    pub fn give_back(&mut self, word: u64) {
        self.names.give_back(word);
    }

    /// Returns the share line of a process.
    pub fn line_of(&self, rank: Rank) -> J::Line {
        self.job.line(rank)
    }

    /// Returns true if a pull of `len` bytes may be opened to its sender and the share line is free.
    pub fn can_open(&self, len: u64, by: By) -> bool {
        self.on && !self.taken && len >= by.least()
    }

    /// Opens the share line for the part of `range` that the sender can write. The bytes go into `ours`, whose first
    /// byte is the message's byte `first`.
    pub fn open(&mut self, ours: &MemoryShape<'_>, first: u64, range: &Range<u64>, by: By) -> Option<Opened<J::Line>> {
        if !self.can_open(range.end - range.start, by) {
            return None;
        }
        let inner = match ours {
            MemoryShape::Strided(strided) => writable(strided, range),
            MemoryShape::Listed(_) => range.clone(),
        };
        let len = inner.end.checked_sub(inner.start).filter(|&len| len >= by.least() / 2)?;
        let at = inner.start - first;
        // The word of contiguous memory or of a list names the first shared byte; the word of a shape names the
        // message's first byte.
        let word = match ours {
            MemoryShape::Listed(pieces) => self.names.name_pieces(&pieces.part(at..at + len)),
            MemoryShape::Strided(strided) if strided.blocks() == Blocks::PIECE => {
                strided.memory().part(at as usize, len as usize)?.as_ptr() as u64
            }
            MemoryShape::Strided(strided) => self.names.name(strided),
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
                self.names.give_back(word);
                None
            }
        }
    }

    /// Closes an open pull: neither side copies from now on.
    pub fn close(&mut self, pull: SharedPull) {
        self.taken = false;
        self.names.give_back(pull.address);
    }
}

/// Returns the part of `range` that the sender can also write. For memory in blocks, this excludes the ends, which
/// may not be mapped. Contiguous memory needs no check: the system writes into it, or refuses.
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
