//! A board's memory in the segment: its members' rows, the memory for longer posts, and the members' bells.
use super::bell::Bell;
use super::layout::{BOARDS, LINE, PLACE, ROW, STEP, STEPS};
use super::segment::Segment;
use crate::board::{Board, BoardRows};
use crate::mem::Region;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// The number of words of a step before the bytes of a short post: the mark and the length.
const HEAD_WORDS: usize = 2;
/// The longest post that fits the step itself, in bytes.
const SHORT: usize = STEP - 8 * HEAD_WORDS;
/// The longest post that fits the first line of the step, behind the mark and the length, in bytes.
const ONE_LINE: usize = LINE - 8 * HEAD_WORDS;
/// How many bytes of a long post to prefetch. More bytes would fill the processor's queues.
const WARM: usize = 8 << 10;
/// The most members for which a board rings each bell without asking. Larger boards first ask whether any rank sleeps,
/// which costs one more load.
const FEW: usize = 2;
/// How many posts after a post longer than a line are expected to be as long. More posts waste prefetches on short
/// ones.
const EAGER: u32 = 4;

/// The memory of a board, as one member sees it.
pub struct BoardMemory {
    segment: Arc<Segment>,
    number: usize,
    /// The rank in the job, the row and the bell of each member.
    members: Box<[Member]>,
    me: usize,
    /// How many bytes exist in each of this member's slots for longer posts.
    reserved: usize,
    /// The length of the last post that was longer than a line, at most [`WARM`] bytes. Once `eager` is 0: the length
    /// of the last post.
    last: usize,
    /// For how many coming posts this member prefetches as many bytes as the last long post had.
    eager: u32,
    /// True if each member has a processor of its own, so that members read a row while another row is being written.
    apart: bool,
}

struct Member {
    rank: u32,
    row: *const AtomicU64,
    bell: Bell,
}

// SAFETY: the rows lie in the mapping that the Arc keeps; all access is atomic or a checked raw copy.
unsafe impl Send for BoardMemory {}

impl BoardMemory {
    /// Opens board `number` of the job for `members`, given by their ranks in the job; this process is member `me`.
    /// Fails with a sentence about memory.
    pub fn new(
        segment: &Arc<Segment>,
        number: usize,
        ranks: impl Iterator<Item = u32>,
        me: usize,
    ) -> io::Result<BoardMemory> {
        assert!(number < BOARDS);
        let layout = segment.layout();
        let member = |rank: u32| {
            assert!(rank < segment.ranks());
            let row = segment.at(layout.row(number, rank), ROW).cast();
            Member { rank, row, bell: Bell::new(segment, rank) }
        };
        let members: Box<[Member]> = ranks.map(member).collect();
        assert!(me < members.len());
        let (first, last) = members.iter().fold((u32::MAX, 0), |(a, b), m| (a.min(m.rank), b.max(m.rank)));
        let at = layout.row(number, first);
        segment.reserve(at, layout.row(number, last) + ROW - at)?;
        let apart = members.len() <= segment.cores() as usize;
        Ok(BoardMemory { segment: segment.clone(), number, members, me, reserved: 0, last: 0, eager: 0, apart })
    }

    #[inline(always)]
    fn word(&self, member: usize, part: usize, word: usize) -> &AtomicU64 {
        debug_assert!(part <= STEPS && word < STEP / 8);
        // SAFETY: a row has 1 + STEPS parts of STEP bytes; callers' parts and words are bounded by constants.
        unsafe { &*self.members[member].row.add(part * (STEP / 8) + word) }
    }

    #[inline(always)]
    fn at(&self, member: usize, place: usize, len: usize) -> Region {
        if len <= SHORT {
            let words = self.word(member, 1 + place, HEAD_WORDS).as_ptr();
            // SAFETY: the rest of the step's part of the row; the board's access rule says who may touch it now.
            return unsafe { Region::new(words.cast(), len) };
        }
        self.long(member, place, len)
    }

    #[inline(never)]
    fn long(&self, member: usize, place: usize, len: usize) -> Region {
        assert!(len <= PLACE && place < STEPS);
        let offset = self.segment.layout().places(self.number, self.members[member].rank) + place * PLACE;
        // SAFETY: `Segment::at` checks that the memory lies in the segment; the board's access rule says who may touch
        // it now.
        unsafe { Region::new(self.segment.at(offset, len), len) }
    }

    /// Returns this member's memory for a post of `len` bytes (at most [`PLACE`]). Fails with a sentence about memory.
    #[inline(always)]
    pub fn own(&mut self, place: usize, len: usize) -> io::Result<Region> {
        if len > SHORT && len > self.reserved {
            self.reserve(len)?;
        }
        if len > ONE_LINE {
            self.last = len.min(WARM);
            self.eager = EAGER;
        } else if self.eager == 0 {
            self.last = len;
        }
        self.word(self.me, 1 + place, 1).store(len as u64, Ordering::Relaxed);
        Ok(self.at(self.me, place, len))
    }

    /// Prefetches the lines that the next post at a free place will write, which the readers' caches still hold.
    /// Expects a post as long as the last long one if that was recent, otherwise a short one.
    #[inline]
    pub fn warm(&mut self, place: usize) {
        if self.eager > 0 {
            self.eager -= 1;
            if self.last > SHORT && self.last <= self.reserved {
                self.at(self.me, place, self.last).prefetch_for_writing();
            }
        }
        if self.apart {
            let step = self.word(self.me, 1 + place, 0).as_ptr();
            // SAFETY: the step's part of the row; a prefetch hint accesses nothing.
            unsafe { Region::new(step.cast(), 8 * HEAD_WORDS + self.last.min(SHORT)) }.prefetch_for_writing();
        }
    }

    /// Makes the first `len` bytes of all places exist. A member that posts at one place soon posts at the next.
    /// Reserving all places together asks the kernel only once how much memory is left. See decision 8.
    #[cold]
    fn reserve(&mut self, len: usize) -> io::Result<()> {
        let places = self.segment.layout().places(self.number, self.members[self.me].rank);
        let len = len.next_multiple_of(4096);
        self.segment.reserve_each((0..STEPS).map(|place| places + place * PLACE), len)?;
        self.reserved = len;
        Ok(())
    }

    /// Returns the bytes that a member has posted at a place. Returns an empty region if the posted length is
    /// impossible.
    #[inline(always)]
    pub fn post(&self, member: usize, place: usize) -> Region {
        let len = self.word(member, 1 + place, 1).load(Ordering::Relaxed);
        if len > PLACE as u64 { Region::EMPTY } else { self.at(member, place, len as usize) }
    }

    /// Wakes up the other members that sleep.
    #[inline(always)]
    pub fn ring(&self) {
        if self.members.len() <= FEW || self.members[self.me].bell.may_anyone_sleep() {
            self.ring_each();
        }
    }

    fn ring_each(&self) {
        for (i, member) in self.members.iter().enumerate() {
            if i != self.me {
                member.bell.ring();
            }
        }
    }

    pub fn members(&self) -> usize {
        self.members.len()
    }
}

impl BoardRows for BoardMemory {
    const STEPS: u64 = STEPS as u64;
    #[inline(always)]
    fn finished(&self, member: usize) -> u64 {
        self.word(member, 0, 0).load(Ordering::Acquire)
    }
    #[inline(always)]
    fn publish_finished(&self, member: usize, steps: u64) {
        self.word(member, 0, 0).store(steps, Ordering::Release)
    }
    #[inline(always)]
    fn mark(&self, member: usize, place: usize) -> u64 {
        self.word(member, 1 + place, 0).load(Ordering::Acquire)
    }
    #[inline(always)]
    fn publish_mark(&self, member: usize, place: usize, mark: u64) {
        self.word(member, 1 + place, 0).store(mark, Ordering::Release)
    }
    #[inline]
    fn access(&self, member: usize) -> u64 {
        fence(Ordering::SeqCst);
        self.word(member, 0, 1).load(Ordering::Acquire)
    }
    #[inline]
    fn publish_access(&self, member: usize, of: u64) {
        self.word(member, 0, 1).store(of, Ordering::Release);
        if of != 0 {
            fence(Ordering::SeqCst);
        }
    }
}

/// A board in shared memory.
pub type SharedBoard = Board<BoardMemory>;
