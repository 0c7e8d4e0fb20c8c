//! Sleeping until something arrives. The sleeper pays: senders only look at a flag that rarely changes.
//!
//! **Access rule.** `sleepers` is raised by the rank itself before it looks at its rings a last time, with a barrier on
//! every processor in between; a sender stores its record, then loads `sleepers` with no fence of its own (with one
//! where `membarrier` is refused). So either the sleeper sees the record or the sender sees the flag. Whoever sees the
//! flag bumps `word` and wakes; the sleeper sleeps only while `word` is what it was before it raised the flag.
//!
//! `anyone` counts the flags of all ranks of the segment, raised and lowered with them: who would ring many looks there
//! first. A rank that dies with its flag up leaves its count behind, which costs a look at each bell and no more.
//!
//! Two more words of the line tell what a sleep and a wake cost: a waker stores the time before it wakes, the rank
//! itself keeps the average (`nap_cost`). Both are relaxed and only ever a guess: what is read is checked before use.
use super::atomic::Word;
use super::layout::{ANYONE, LINE};
use super::nap_cost::{self, learn};
use super::segment::Segment;
use crate::clock::ticks;
use crate::sys::{futex_wait, futex_wake, light_barrier_registered, membarrier};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, compiler_fence, fence};
use std::time::Duration;

/// In `sleepers`: this rank cannot make others fence (no `membarrier`), so they must do it themselves.
const FENCE: u32 = 1 << 31;
/// How long a rank sleeps at most that had no barrier, so that a sender may have missed its flag.
pub(super) const BRIEF: Duration = Duration::from_millis(1);

/// One rank's wake word.
#[derive(Clone)]
pub struct Bell {
    word: *const AtomicU32,
    anyone: *const AtomicU32,
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
    /// When the flag was raised, in ticks.
    raised: u64,
}

impl Bell {
    /// Cores that the job's ranks share, as its creator found them.
    pub fn cores(&self) -> u32 {
        self.segment.cores()
    }

    /// True if so many that spin exceed the quota of processor time that its creator found.
    pub fn exceeds_quota(&self, busy: u32) -> bool {
        self.segment.exceeds_quota(busy)
    }

    pub(super) fn new(segment: &Arc<Segment>, rank: u32) -> Bell {
        let word = segment.at(segment.layout().control(rank), LINE).cast::<AtomicU32>();
        let anyone = segment.at(ANYONE, LINE).cast::<AtomicU32>();
        Bell { word, anyone, fences: !light_barrier_registered(), segment: segment.clone() }
    }

    /// The bell of a rank of this machine.
    pub fn of(segment: &Arc<Segment>, rank: u32) -> Bell {
        assert!(rank < segment.ranks(), "rank {rank} of {}", segment.ranks());
        Bell::new(segment, rank)
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
        let times = self.word.cast::<AtomicU64>();
        // SAFETY: live, aligned words of the mapping, all in one line.
        unsafe {
            Line {
                word: &*self.word,
                sleepers: &*self.word.add(1),
                anyone: &*self.anyone,
                rang: &*times.add(1),
                cost: &*times.add(2),
            }
        }
    }

    /// True if some rank, this one's or another, may sleep. If not, none of them need be rung. As for `ring`.
    #[inline(always)]
    pub fn may_anyone_sleep(&self) -> bool {
        self.line().may_anyone_sleep(self.fences)
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

    /// What a sleep and a wake cost this rank lately, in ticks; bounded.
    pub fn sleep_cost(&self) -> u64 {
        nap_cost::bounded(self.line().cost.load(Ordering::Relaxed))
    }

    /// When this rank was last woken, in ticks.
    pub fn woken(&self) -> u64 {
        self.line().rang.load(Ordering::Relaxed)
    }

    /// Raises the flag. Look for work once more before [`Doze::sleep`].
    pub fn doze(&self) -> Doze {
        let raised = ticks();
        let (seen, timid) = self.line().raise(self.fences);
        Doze { bell: self.clone(), seen, timid, raised }
    }
}

impl Doze {
    /// Sleeps until woken, or for `most`.
    pub fn sleep(self, most: Option<Duration>) {
        let (line, asleep) = (self.bell.line(), ticks());
        if line.sleep(self.seen, self.timid, most) {
            let known = line.cost.load(Ordering::Relaxed);
            let rang = line.rang.load(Ordering::Relaxed);
            line.cost.store(learn(known, self.raised, asleep, rang, ticks()), Ordering::Relaxed);
        }
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
    /// True if it slept and was woken.
    fn wait(word: &Self::Word, expected: u32, most: Option<Duration>) -> bool;
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
    fn wait(word: &AtomicU32, expected: u32, most: Option<Duration>) -> bool {
        futex_wait(word, expected, most)
    }
    fn wake(word: &AtomicU32) {
        futex_wake(word);
    }
}

/// The words and the rule's transitions.
pub(super) struct Line<'a, G: Ground> {
    pub(super) word: &'a G::Word,
    pub(super) sleepers: &'a G::Word,
    pub(super) anyone: &'a G::Word,
    /// When the rank was last woken, in ticks of whoever woke it.
    pub(super) rang: &'a AtomicU64,
    pub(super) cost: &'a AtomicU64,
}

impl<G: Ground> Line<'_, G> {
    /// Before the first sleep of a rank that has no barrier.
    pub(super) fn ask_for_fences(&self) {
        self.anyone.fetch_or(FENCE, Ordering::SeqCst);
        self.sleepers.fetch_or(FENCE, Ordering::SeqCst);
    }

    #[inline(always)]
    fn before_looking(fences: bool) {
        if fences {
            G::fence();
        } else {
            G::light_fence();
        }
    }

    #[inline(always)]
    pub(super) fn may_anyone_sleep(&self, fences: bool) -> bool {
        Self::before_looking(fences);
        self.anyone.load(Ordering::Relaxed) != 0
    }

    #[inline(always)]
    pub(super) fn ring(&self, fences: bool) {
        Self::before_looking(fences);
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
        self.rang.store(ticks(), Ordering::Relaxed);
        self.word.fetch_add(1, Ordering::AcqRel);
        G::wake(self.word);
    }

    /// Raises the flag: what `word` was before, and whether no barrier was had.
    pub(super) fn raise(&self, fences: bool) -> (u32, bool) {
        let seen = self.word.load(Ordering::Acquire);
        self.anyone.fetch_add(1, Ordering::SeqCst);
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        let timid = !fences && !G::barrier();
        if timid {
            self.ask_for_fences();
        }
        G::fence();
        (seen, timid)
    }

    /// True if it slept and was woken.
    pub(super) fn sleep(&self, seen: u32, timid: bool, most: Option<Duration>) -> bool {
        let most = if timid { Some(most.map_or(BRIEF, |m| m.min(BRIEF))) } else { most };
        G::wait(self.word, seen, most)
    }

    pub(super) fn lower(&self) {
        self.sleepers.fetch_sub(1, Ordering::AcqRel);
        self.anyone.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Real sleeps and wakes teach a rank what they cost here.
    #[test]
    fn sleeping_teaches_its_cost() {
        let segment = Arc::new(Segment::create(1).unwrap());
        let (bell, far) = (Bell::own(&segment, 0), Bell::new(&segment, 0));
        let before = bell.sleep_cost();
        let stop = Arc::new(AtomicU32::new(0));
        let seen = stop.clone();
        let waker = std::thread::spawn(move || {
            while seen.load(Ordering::Acquire) == 0 {
                far.ring();
                std::thread::yield_now();
            }
        });
        let mut sleeps = 0;
        while bell.sleep_cost() == before && sleeps < 100_000 {
            bell.doze().sleep(Some(Duration::from_millis(20)));
            sleeps += 1;
        }
        stop.store(1, Ordering::Release);
        waker.join().unwrap();
        assert_ne!(bell.sleep_cost(), before, "after {sleeps} sleeps");
        // A rank that writes nonsense into its own line only spoils its own waits, and those within bounds.
        bell.line().cost.store(u64::MAX, Ordering::Relaxed);
        assert!(bell.sleep_cost() <= nap_cost::MOST_US * crate::clock::ticks_per_us());
    }
}
