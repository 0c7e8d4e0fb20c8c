//! Sleeping until something arrives. The sleeper pays: senders only look at a flag that rarely changes.
//!
//! **Access rule.** `sleepers` is raised by the rank itself before it looks at its rings a last time, with a barrier on
//! every processor in between; a sender stores its record, then loads `sleepers` with no fence of its own (with one
//! where `membarrier` is refused). So either the sleeper sees the record or the sender sees the flag. Whoever sees the
//! flag bumps `word` and wakes; the sleeper sleeps only while `word` is what it was before it raised the flag.
use super::atomic::Word;
use super::segment::Segment;
use crate::sys::{futex_wait, futex_wake, light_barrier_registered, membarrier};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering, compiler_fence, fence};
use std::time::Duration;

/// In `sleepers`: this rank cannot make others fence (no `membarrier`), so they must do it themselves.
const FENCE: u32 = 1 << 31;
/// How long a rank sleeps at most that had no barrier, so that a sender may have missed its flag.
pub(super) const BRIEF: Duration = Duration::from_millis(1);

/// One rank's wake word.
#[derive(Clone)]
pub struct Bell {
    word: *const AtomicU32,
    /// This process is not reached by others' `membarrier`: it fences when it rings.
    fences: bool,
    segment: Arc<Segment>,
}

// SAFETY: points into the mapping kept by the Arc; only atomics are used.
unsafe impl Send for Bell {}
// SAFETY: as above.
unsafe impl Sync for Bell {}

/// A raised flag: look at the rings once more, then sleep or drop it. The flag falls when this is dropped.
pub struct Doze {
    bell: Bell,
    seen: u32,
    /// No barrier was had after all: sleep only briefly.
    timid: bool,
}

impl Bell {
    /// Cores that the job's ranks share, as its creator found them.
    pub fn cores(&self) -> u32 {
        self.segment.cores()
    }
    pub(super) fn new(segment: &Arc<Segment>, rank: u32) -> Bell {
        let word = segment.at(segment.layout().control(rank), 8).cast::<AtomicU32>();
        Bell { word, fences: !light_barrier_registered(), segment: segment.clone() }
    }

    /// The bell that this process itself sleeps on.
    pub(super) fn own(segment: &Arc<Segment>, rank: u32) -> Bell {
        let bell = Bell::new(segment, rank);
        if bell.fences {
            bell.line().ask_for_fences();
        }
        bell
    }

    #[inline(always)]
    fn line(&self) -> Line<'_, System> {
        // SAFETY: two live, aligned words of the mapping, in one line.
        unsafe { Line { word: &*self.word, sleepers: &*self.word.add(1) } }
    }

    /// Wakes the rank if it sleeps. Call after the release store of what it should find.
    #[inline(always)]
    pub fn ring(&self) {
        self.line().ring(self.fences);
    }

    /// Wakes the rank, asleep or about to be.
    pub fn wake(&self) {
        self.line().wake();
    }

    /// Raises the flag. Look for work once more before [`Doze::sleep`].
    pub fn doze(&self) -> Doze {
        let (seen, timid) = self.line().raise(self.fences);
        Doze { bell: self.clone(), seen, timid }
    }
}

impl Doze {
    /// Sleeps until woken, or for `most`.
    pub fn sleep(self, most: Option<Duration>) {
        self.bell.line().sleep(self.seen, self.timid, most);
    }
}

impl Drop for Doze {
    fn drop(&mut self) {
        self.bell.line().lower();
    }
}

/// What the rule stands on: the system in earnest, loom in the model.
pub(super) trait Ground {
    type Word: Word<Value = u32>;
    /// A full fence of this thread.
    fn fence();
    /// What is left of it for a sender whom sleepers reach by [`Ground::barrier`]: the compiler keeps the order.
    fn light_fence();
    /// A full fence of every thread that rings; false if it cannot be had.
    fn barrier() -> bool;
    fn wait(word: &Self::Word, expected: u32, most: Option<Duration>);
    fn wake(word: &Self::Word);
}

struct System;
impl Ground for System {
    type Word = AtomicU32;
    #[inline(always)]
    fn fence() {
        fence(Ordering::SeqCst);
    }
    #[inline(always)]
    fn light_fence() {
        compiler_fence(Ordering::SeqCst);
    }
    fn barrier() -> bool {
        membarrier()
    }
    fn wait(word: &AtomicU32, expected: u32, most: Option<Duration>) {
        futex_wait(word, expected, most);
    }
    fn wake(word: &AtomicU32) {
        futex_wake(word);
    }
}

/// The two words and the rule's transitions.
pub(super) struct Line<'a, G: Ground> {
    pub(super) word: &'a G::Word,
    pub(super) sleepers: &'a G::Word,
}

impl<G: Ground> Line<'_, G> {
    /// Before the first sleep of a rank that has no barrier.
    pub(super) fn ask_for_fences(&self) {
        self.sleepers.fetch_or(FENCE, Ordering::SeqCst);
    }

    #[inline(always)]
    pub(super) fn ring(&self, fences: bool) {
        if fences {
            G::fence();
        } else {
            G::light_fence();
        }
        if self.sleepers.load(Ordering::Relaxed) != 0 {
            self.someone_sleeps();
        }
    }

    #[cold]
    fn someone_sleeps(&self) {
        G::fence();
        if self.sleepers.load(Ordering::Relaxed) & !FENCE != 0 {
            self.wake();
        }
    }

    pub(super) fn wake(&self) {
        self.word.fetch_add(1, Ordering::AcqRel);
        G::wake(self.word);
    }

    /// Raises the flag: what `word` was before, and whether no barrier was had.
    pub(super) fn raise(&self, fences: bool) -> (u32, bool) {
        let seen = self.word.load(Ordering::Acquire);
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        let timid = !fences && !G::barrier();
        if timid {
            self.ask_for_fences();
        }
        G::fence();
        (seen, timid)
    }

    pub(super) fn sleep(&self, seen: u32, timid: bool, most: Option<Duration>) {
        let most = if timid { Some(most.map_or(BRIEF, |m| m.min(BRIEF))) } else { most };
        G::wait(self.word, seen, most);
    }

    pub(super) fn lower(&self) {
        self.sleepers.fetch_sub(1, Ordering::AcqRel);
    }
}
