//! Where everything lies in the segment. Addresses are computed, never stored, so an idle pair of ranks costs no
//! memory.

/// The size of a cache line, the unit of the rings, in bytes.
pub const LINE: usize = 64;
/// The number of lines of one ring. More lines take memory for each pair of ranks, fewer fill up sooner.
pub const LINES: usize = 128;
/// The size of one ring's byte area, in bytes. The area holds bodies that do not fit a line.
pub const BYTES: usize = 16 << 10;
/// The longest body that travels in the byte area, in bytes; longer bodies take a slot. See `tx::SHORT`.
pub const BYTES_MAX: usize = BYTES / 2;
/// The size of one ring, in bytes: the reader's line, the lines, and the byte area.
pub const RING: usize = page(LINE + LINES * LINE + BYTES);
/// The size of one slot, in bytes: the largest body of a frame.
pub const SLOT: usize = 32 << 10;
/// How many slots a rank owns as a sender, for all its receivers together. More slots take memory, fewer make it wait.
pub const SLOTS: usize = 16;
/// The size of a rank's slots, with one line of state for each, in bytes.
pub const POOL: usize = page(SLOTS * LINE) + SLOTS * SLOT;
/// How many strided shapes of memory a rank can name at a time; four fit a line.
pub const SHAPES: usize = 16;
/// The size of a rank's control block, in bytes: wake line, status line, identity line, shared-copy descriptor, shapes.
pub const CONTROL: usize = (4 + SHAPES / 4) * LINE;
/// The byte offset of the identity line in a control block. The constants that follow it are the offsets of the line's
/// words: the process id, the address of a cookie and the cookie (`zero`); the file of the shared heap and its secret
/// (`heap`); the number of named sends that go on from a copy (`withdrawn`); how often the rank has joined the job
/// (`lives`). All of these are written rarely.
pub const IDENTITY: usize = 2 * LINE;
pub const PROCESS: [usize; 3] = [IDENTITY, IDENTITY + 8, IDENTITY + 16];
pub const HEAP_FILE: usize = IDENTITY + 24;
pub const HEAP_SECRET: usize = IDENTITY + 32;
pub const WITHDRAWN: usize = IDENTITY + 40;
pub const LIVES: usize = IDENTITY + 48;
/// The most pieces of memory in one list that names them.
pub const SPANS: usize = 32;
/// How many lists a rank can have in use at a time.
pub const LISTS: usize = 32;
/// The size of a rank's records of its last collective calls and of the names of its communicators, in bytes: a page,
/// so that ranks share no page.
pub const COLLECTIVES: usize = page(NAMES + 16 * 16 * 8);
/// Byte offset of the names of communicators in that page.
pub const NAMES: usize = 64 * 4 * 8;
/// How many boards a job has memory for: two for each of its first 32 communicators, one of them for non-blocking
/// calls.
pub const BOARDS: usize = 64;
/// How many steps' posts a board's row holds. More steps take memory, fewer make members wait for slow ones.
pub const STEPS: usize = 8;
/// The size of one step in a row, in bytes: the mark, and a short post. Two lines, because processors prefetch lines in
/// pairs.
pub const STEP: usize = 2 * LINE;
/// The size of one row, in bytes: the count of finished steps, and the steps.
pub const ROW: usize = (1 + STEPS) * STEP;
/// The most bytes that one post holds.
pub const PLACE: usize = 64 << 10;
/// The size of one row's slots for longer posts, in bytes.
pub const PLACES: usize = STEPS * PLACE;
/// The size of the segment's own head, in bytes.
pub const HEAD: usize = 4096;
/// The size of a rank's lines for agreements in one communicator, in bytes (`agreement`).
pub const AGREEMENT: usize = LINE;
/// How many communicators can have agreements: as many as there are pairs of contexts.
pub const AGREEMENTS: usize = 1 << 15;
/// The number of words of the log of faults. More words take addresses only; a job that has filled the log can neither
/// lose a rank nor revoke a communicator any more (`faults`).
pub const FAULTS: usize = 1 << 16;
/// Byte offset in the head of the count of raised sleep flags, which has a line of its own.
pub const ANYONE: usize = 2 * LINE;
/// Byte offset in the head of the word on which the launcher's process of this machine sleeps (`letters`).
pub const RING_LAUNCHER: usize = 3 * LINE;
/// The size of a rank's box for letters to the launcher's process, in bytes, with its state.
pub const LETTER: usize = 4096;
/// The size of a rank's words about its waits, in bytes (`waits`).
pub const WAITS: usize = 8 * LINE;
/// The size of a rank's counts of its calls, in bytes (`counts`). Two lines, because processors prefetch lines in
/// pairs.
pub const COUNTS: usize = 2 * LINE;
/// How many of a rank's last calls its ring holds. More records take memory where calls are traced, fewer let a rank
/// that calls often wait for a launcher that takes them (`traces`).
pub const TRACE_RECORDS: usize = 16 << 10;
/// The number of words of one record.
pub const TRACE_WORDS: usize = 6;
/// The size of a rank's ring of calls, in bytes, with two lines in front.
pub const TRACES: usize = page(2 * LINE + TRACE_RECORDS * TRACE_WORDS * 8);
/// The most ranks of one job on one machine.
pub const MAX_RANKS: u32 = 1 << 14;

/// Rounds `n` bytes up to whole pages.
pub const fn page(n: usize) -> usize {
    n.div_ceil(4096) * 4096
}

/// Offsets in the segment of a job of `ranks` processes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    pub ranks: usize,
}

impl Layout {
    /// Returns a rank of the segment's as an index; `ranks` itself stands for the end of what the ranks have.
    fn index(&self, rank: u32) -> usize {
        debug_assert!(rank as usize <= self.ranks, "{rank} is no rank of a segment of {}", self.ranks);
        rank as usize
    }
    pub fn control(&self, rank: u32) -> usize {
        HEAD + self.index(rank) * CONTROL
    }
    /// Returns the offset of the bitmap of the ranks that have opened a ring to `rank`.
    pub fn active_senders(&self, rank: u32) -> usize {
        self.control(self.ranks as u32) + self.index(rank) * self.active_senders_len()
    }
    pub fn active_senders_len(&self) -> usize {
        self.ranks.div_ceil(512) * LINE
    }
    /// Returns the offset of the words in which `rank` says how long it has waited.
    pub fn waits(&self, rank: u32) -> usize {
        self.active_senders(self.ranks as u32) + self.index(rank) * WAITS
    }
    /// Returns the offset of the words in which `rank` counts its calls, which no line pair shares with another rank.
    pub fn counts(&self, rank: u32) -> usize {
        self.waits(self.ranks as u32).next_multiple_of(COUNTS) + self.index(rank) * COUNTS
    }
    /// Returns how many bytes of the segment exist from the start; the memory beyond them is created on demand.
    pub fn fixed(&self) -> usize {
        page(self.counts(self.ranks as u32))
    }
    pub fn pool(&self, rank: u32) -> usize {
        self.fixed() + self.index(rank) * POOL
    }
    pub fn ring(&self, from: u32, to: u32) -> usize {
        self.pool(self.ranks as u32) + (self.index(from) * self.ranks + self.index(to)) * RING
    }
    /// Returns the offset of the row of `rank` on a board. The rows of a board are contiguous.
    pub fn row(&self, board: usize, rank: u32) -> usize {
        self.ring(self.ranks as u32, 0) + board * page(self.ranks * ROW) + self.index(rank) * ROW
    }
    /// Returns the offset of the slots for longer posts of `rank` on a board.
    pub fn places(&self, board: usize, rank: u32) -> usize {
        self.row(BOARDS, 0) + (board * self.ranks + self.index(rank)) * PLACES
    }
    /// Returns the offset of the lists by which `rank` names memory in pieces: an address and a length for each piece.
    pub fn lists(&self, rank: u32) -> usize {
        self.places(BOARDS, 0) + self.index(rank) * page(LISTS * SPANS * 16)
    }
    /// Returns the offset of the records of the last collective calls of `rank`.
    pub fn collectives(&self, rank: u32) -> usize {
        self.lists(self.ranks as u32) + self.index(rank) * COLLECTIVES
    }
    /// Returns the offset of the log of faults.
    pub fn faults(&self) -> usize {
        self.collectives(self.ranks as u32)
    }
    /// Returns the offset of the line of `rank` for agreements in the communicator with pair `pair` of contexts.
    pub fn agreement(&self, pair: usize, rank: u32) -> usize {
        self.faults() + FAULTS * 8 + (pair * self.ranks + self.index(rank)) * AGREEMENT
    }
    /// Returns the offset of the box for the letters of `rank`.
    pub fn letter(&self, rank: u32) -> usize {
        page(self.agreement(AGREEMENTS, 0)) + self.index(rank) * LETTER
    }
    /// Returns the offset of the ring of the last calls of `rank`.
    pub fn traces(&self, rank: u32) -> usize {
        self.letter(self.ranks as u32) + self.index(rank) * TRACES
    }
    pub fn total(&self) -> usize {
        self.traces(self.ranks as u32)
    }
}

const _: () = assert!(2 * RING <= 64 << 10, "an active pair stays within 64 KiB");
const _: () = assert!(LINES.is_power_of_two() && BYTES.is_power_of_two());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_identity_line_do_not_overlap() {
        let mut words = [PROCESS[0], PROCESS[1], PROCESS[2], HEAP_FILE, HEAP_SECRET, WITHDRAWN, LIVES];
        words.sort_unstable();
        assert!(words.windows(2).all(|w| w[0] + 8 <= w[1]));
        assert!(words[0] >= IDENTITY && words[6] + 8 <= IDENTITY + LINE);
    }

    #[test]
    fn areas_do_not_overlap() {
        let l = Layout { ranks: 70 };
        assert_eq!(l.active_senders(0), HEAD + 70 * CONTROL);
        assert_eq!(l.active_senders(69) + l.active_senders_len(), l.waits(0));
        assert!(l.waits(69) + WAITS <= l.counts(0) && l.counts(1).is_multiple_of(COUNTS));
        assert!(l.fixed() >= l.counts(69) + COUNTS);
        assert_eq!(l.pool(1) - l.pool(0), POOL);
        assert_eq!(l.ring(0, 0), l.pool(69) + POOL);
        assert_eq!(l.ring(69, 69) + RING, l.row(0, 0));
        assert!(l.row(0, 69) + ROW <= l.row(1, 0) && l.row(BOARDS - 1, 69) + ROW <= l.places(0, 0));
        assert_eq!(l.places(BOARDS - 1, 69) + PLACES, l.lists(0));
        assert!(l.lists(69) + LISTS * SPANS * 16 <= l.collectives(0));
        assert_eq!(l.collectives(69) + COLLECTIVES, l.faults());
        assert_eq!(l.faults() + FAULTS * 8, l.agreement(0, 0));
        assert!(l.agreement(0, 69) + AGREEMENT <= l.agreement(1, 0));
        assert!(l.agreement(AGREEMENTS - 1, 69) + AGREEMENT <= l.letter(0));
        assert_eq!(l.letter(69) + LETTER, l.traces(0));
        assert_eq!(l.traces(69) + TRACES, l.total());
    }
}
