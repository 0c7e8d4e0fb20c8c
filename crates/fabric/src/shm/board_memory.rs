//! A board's place in the segment: its members' rows, the places of longer posts, and the bells of those who may sleep.
use super::bell::Bell;
use super::layout::{BOARDS, LINE, PLACE, ROW, STEP, STEPS};
use super::segment::Segment;
use crate::board::{Board, BoardRows};
use crate::mem::Region;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Words of a step before the bytes of a short post: its mark, its length.
const HEAD_WORDS: usize = 2;
/// The longest post that lies in the step itself.
const SHORT: usize = STEP - 8 * HEAD_WORDS;
/// The longest post that lies in the step's first line, behind its mark.
const ONE_LINE: usize = LINE - 8 * HEAD_WORDS;
/// Bytes of a long post that are worth asking for ahead: more would only fill the processor's queues.
const WARM: usize = 8 << 10;
/// Bells of so many members are looked at one by one.
const FEW: usize = 2;
/// So many posts behind one of more than a line another is expected.
const EAGER: u32 = 4;

/// Where a board lies, as one member sees it.
pub struct BoardMemory {
    segment: Arc<Segment>,
    number: usize,
    /// Of each member: its rank in the job, its row, its bell.
    members: Box<[Member]>,
    me: usize,
    /// Bytes that exist of each of this member's places.
    reserved: usize,
    /// Bytes of its last post of more than a line, at most [`WARM`]; of its last one when that is long ago.
    last: usize,
    /// Posts to come before which the next place is asked for.
    eager: u32,
    /// Each member has a processor, and so looks at a row while another is written.
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
    /// Board `number` of the job, for the members of these job ranks, of which this process is `me`. The error is a
    /// sentence about memory.
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
        // SAFETY: checked to lie in the segment by `at`; as above.
        unsafe { Region::new(self.segment.at(offset, len), len) }
    }

    /// This member's memory for a post of `len` bytes (at most [`PLACE`]). The error is a sentence about memory.
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

    /// Fetches the lines of a place that is free for a post as long as the last one of more than a line, if that is not
    /// long ago, and else that of a short one: they are the readers' still.
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
            // SAFETY: the step's part of the row, of which a hint touches nothing.
            unsafe { Region::new(step.cast(), 8 * HEAD_WORDS + self.last.min(SHORT)) }.prefetch_for_writing();
        }
    }

    /// Makes so much of all places exist: who posts at one soon posts at the next, and would else ask the system each
    /// time how much memory is left (some 40 us of each place's first post).
    #[cold]
    fn reserve(&mut self, len: usize) -> io::Result<()> {
        let places = self.segment.layout().places(self.number, self.members[self.me].rank);
        let len = len.next_multiple_of(4096);
        self.segment.reserve_each((0..STEPS).map(|place| places + place * PLACE), len)?;
        self.reserved = len;
        Ok(())
    }

    /// What a member has posted at a place; a length that cannot be counts as nothing.
    #[inline(always)]
    pub fn post(&self, member: usize, place: usize) -> Region {
        let len = self.word(member, 1 + place, 1).load(Ordering::Relaxed);
        if len > PLACE as u64 { Region::EMPTY } else { self.at(member, place, len as usize) }
    }

    /// Wakes members that sleep.
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
}

/// A board in shared memory.
pub type SharedBoard = Board<BoardMemory>;
