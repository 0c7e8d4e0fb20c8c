//! Sleeping until a frame arrives. The sleeper pays for the handshake: senders only read a flag that rarely changes.
//!
//! **Access rule.** A rank raises `sleepers`, executes a barrier on every processor (`membarrier`), and polls its rings
//! once more. A sender stores its record, then loads `sleepers` without a fence of its own (with one where `membarrier`
//! is refused). So either the sleeper sees the record or the sender sees the flag. A sender that sees the flag
//! increments `word` and wakes up the sleeper. The sleeper sleeps only while `word` has the value from before it raised
//! the flag.
//!
//! `anyone` counts the raised flags of all ranks of the segment. A rank that would ring many bells reads that count
//! first. A rank that dies with its flag raised leaves its count behind; after that, ringers look at each bell, which
//! costs only time.
//!
//! Two more words of the line record the cost of a sleep and a wake-up. The waker stores the time before it wakes up
//! the rank, and the rank keeps the average (`nap_cost`). The two words are only an estimate, accessed in relaxed
//! order: readers check them before use.
use super::atomic::Word;
use super::layout::{ANYONE, LINE};
use super::nap_cost::{self, learn};
use super::segment::Segment;
use crate::clock::ticks;
use crate::sys::{futex_wait, futex_wait_any, futex_wake, light_barrier_registered, membarrier};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering, compiler_fence, fence};
use std::time::Duration;

/// A flag in `sleepers`: this rank has no `membarrier`, so senders must execute a fence themselves.
const FENCE: u32 = 1 << 31;
/// The longest sleep of a rank that could execute no barrier. A sender may have missed the rank's flag, so the rank
/// must poll again soon. A longer sleep delays such a frame; a shorter one costs processor time.
pub(super) const BRIEF: Duration = Duration::from_millis(1);

/// The longest sleep on several bells. The sleeper then checks its condition again.
const LONG: Duration = Duration::from_secs(1);

/// One rank's doorbell.
#[derive(Clone)]
pub struct Bell {
    word: *const AtomicU32,
    anyone: *const AtomicU32,
    /// True if `membarrier` of other processes does not reach this process, so that this process executes a fence
    /// before it rings.
    fences: bool,
    segment: Arc<Segment>,
}

// SAFETY: the pointers lead into the mapping that the Arc keeps alive; only atomics are used.
unsafe impl Send for Bell {}
// SAFETY: as for `Send` above.
unsafe impl Sync for Bell {}

/// A raised sleep flag. The holder polls once more, then sleeps or drops the value. Dropping the value lowers the flag.
pub struct Sleeper {
    bell: Bell,
    seen: u32,
    /// True if this rank could execute no barrier, so that it may only sleep briefly.
    unguarded: bool,
    /// When the flag was raised, in ticks.
    raised: u64,
    /// The flags that this process has raised in other segments.
    beside: Vec<Sleeper>,
}

impl Bell {
    /// Returns the number of cores that the job's ranks share, as the segment's creator counted them.
    pub fn cores(&self) -> u32 {
        self.segment.cores()
    }

    /// Returns true if `busy` spinning ranks need more processor time than the quota that the segment's creator found.
    pub fn exceeds_quota(&self, busy: u32) -> bool {
        self.segment.exceeds_quota(busy)
    }

    pub(super) fn new(segment: &Arc<Segment>, rank: u32) -> Bell {
        let word = segment.at(segment.layout().control(rank), LINE).cast::<AtomicU32>();
        let anyone = segment.at(ANYONE, LINE).cast::<AtomicU32>();
        Bell { word, anyone, fences: !light_barrier_registered(), segment: segment.clone() }
    }

    /// Returns the bell of a rank on this machine.
    pub fn of(segment: &Arc<Segment>, rank: u32) -> Bell {
        assert!(rank < segment.ranks(), "rank {rank} of {}", segment.ranks());
        Bell::new(segment, rank)
    }

    /// Returns the bell that this process itself sleeps on.
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

    /// Returns true if any rank, this one included, may be asleep. If the result is false, no bell need be rung. Call
    /// this function where [`Bell::ring`] would be called.
    #[inline(always)]
    pub fn may_anyone_sleep(&self) -> bool {
        self.line().may_anyone_sleep(self.fences)
    }

    /// Wakes up the rank if it sleeps. Call this after the release store of the data that the rank should find.
    #[inline(always)]
    pub fn ring(&self) {
        self.line().ring(self.fences);
    }

    /// Wakes up the rank without checking its flag, even if it is only about to sleep.
    pub fn wake(&self) {
        self.line().wake();
    }

    /// Returns the recent average cost of a sleep and a wake-up of this rank, in ticks, within bounds.
    pub fn sleep_cost(&self) -> u64 {
        nap_cost::bounded(self.line().cost.load(Ordering::Relaxed))
    }

    /// Returns when this rank was last woken up, in ticks.
    pub fn woken(&self) -> u64 {
        self.line().rang.load(Ordering::Relaxed)
    }

    /// Raises the sleep flag. The caller must poll once more before [`Sleeper::sleep`].
    pub fn sleeper(&self) -> Sleeper {
        let raised = ticks();
        let (seen, unguarded) = self.line().raise(self.fences);
        Sleeper { bell: self.clone(), seen, unguarded, raised, beside: Vec::new() }
    }
}

impl Sleeper {
    /// Makes the sleep end by another bell too: that of this process in another segment.
    pub fn add(&mut self, other: Sleeper) {
        self.beside.push(other);
    }

    /// Sleeps until woken up by one of several bells, or until `most` has passed.
    #[cold]
    fn sleep_beside(&self, most: Option<Duration>) {
        let all = || [self].into_iter().chain(&self.beside);
        let words: Vec<_> = all().map(|sleeper| (sleeper.bell.line().word, sleeper.seen)).collect();
        let most = most.unwrap_or(LONG);
        let most = if all().any(|sleeper| sleeper.unguarded) { most.min(BRIEF) } else { most };
        if !futex_wait_any(&words, most) {
            futex_wait(words[0].0, self.seen, Some(most.min(BRIEF)));
        }
    }

    /// Sleeps until woken up, or until `most` has passed.
    pub fn sleep(self, most: Option<Duration>) {
        if !self.beside.is_empty() {
            return self.sleep_beside(most);
        }
        let (line, asleep) = (self.bell.line(), ticks());
        if line.sleep(self.seen, self.unguarded, most) {
            let known = line.cost.load(Ordering::Relaxed);
            let rang = line.rang.load(Ordering::Relaxed);
            line.cost.store(learn(known, self.raised, asleep, rang, ticks()), Ordering::Relaxed);
        }
    }
}

impl Drop for Sleeper {
    fn drop(&mut self) {
        self.bell.line().lower();
    }
}

/// The environment that the access rule needs: the operating system, or loom in the model.
pub(super) trait Ground {
    type Word: Word<Value = u32>;
    /// Executes a full fence in this thread.
    fn fence();
    /// Executes the sender's part of the fence, for a sender that [`Ground::barrier`] reaches: keeps only the compiler
    /// from reordering.
    fn light_fence();
    /// Executes a full fence in every thread that rings. Returns false if the system refuses.
    fn barrier() -> bool;
    /// Sleeps while `word` is `expected`. Returns true if the thread slept and was woken up.
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

/// The words of one bell, and the steps of the access rule on them.
pub(super) struct Line<'a, G: Ground> {
    pub(super) word: &'a G::Word,
    pub(super) sleepers: &'a G::Word,
    pub(super) anyone: &'a G::Word,
    /// When the rank was last woken up, in ticks of the processor that woke it.
    pub(super) rang: &'a AtomicU64,
    pub(super) cost: &'a AtomicU64,
}

impl<G: Ground> Line<'_, G> {
    /// Makes senders execute a fence. Called before the first sleep of a rank that has no barrier.
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
            self.wake_if_asleep();
        }
    }

    #[cold]
    fn wake_if_asleep(&self) {
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

    /// Raises the flag. Returns the value that `word` had before, and true if this rank could execute no barrier.
    pub(super) fn raise(&self, fences: bool) -> (u32, bool) {
        let seen = self.word.load(Ordering::Acquire);
        self.anyone.fetch_add(1, Ordering::SeqCst);
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        let unguarded = !fences && !G::barrier();
        if unguarded {
            self.ask_for_fences();
        }
        G::fence();
        (seen, unguarded)
    }

    /// Sleeps while `word` is `seen`. Returns true if the thread slept and was woken up.
    pub(super) fn sleep(&self, seen: u32, unguarded: bool, most: Option<Duration>) -> bool {
        let most = if unguarded { Some(most.map_or(BRIEF, |m| m.min(BRIEF))) } else { most };
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

    #[test]
    fn a_process_wakes_up_by_its_bell_in_any_of_its_segments() {
        let segments = [(); 3].map(|()| Arc::new(Segment::create(1).unwrap()));
        for ringing in &segments {
            let bells = segments.each_ref().map(|segment| Bell::own(segment, 0));
            let mut sleeper = bells[0].sleeper();
            bells[1..].iter().for_each(|bell| sleeper.add(bell.sleeper()));
            let far = Bell::new(ringing, 0);
            let stop = Arc::new(AtomicU32::new(0));
            let seen = stop.clone();
            let waker = std::thread::spawn(move || {
                while seen.load(Ordering::Acquire) == 0 {
                    std::thread::sleep(Duration::from_millis(5));
                    far.ring();
                }
            });
            let began = std::time::Instant::now();
            sleeper.sleep(Some(Duration::from_secs(60)));
            assert!(began.elapsed() < Duration::from_secs(30), "the ring ends the sleep");
            stop.store(1, Ordering::Release);
            waker.join().unwrap();
        }
    }

    /// Real sleeps and wake-ups update the average cost.
    #[test]
    fn sleeps_update_the_average_cost() {
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
            bell.sleeper().sleep(Some(Duration::from_millis(20)));
            sleeps += 1;
        }
        stop.store(1, Ordering::Release);
        waker.join().unwrap();
        assert_ne!(bell.sleep_cost(), before, "after {sleeps} sleeps");
        // A rank that corrupts its own line affects only its own waits, and these stay within bounds.
        bell.line().cost.store(u64::MAX, Ordering::Relaxed);
        assert!(bell.sleep_cost() <= nap_cost::MOST_US * crate::clock::ticks_per_us());
    }
}
