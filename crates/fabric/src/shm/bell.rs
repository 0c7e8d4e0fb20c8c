//! Sleeping until something arrives. The sleeper pays: senders only look at a flag that rarely changes.
//!
//! **Access rule.** `sleepers` is raised by the rank itself before it looks at its rings a last time, with a barrier on
//! every processor in between; a sender stores its record, then loads `sleepers` with no fence of its own (with one
//! where `membarrier` is refused). So either the sleeper sees the record or the sender sees the flag. Whoever sees the
//! flag bumps `word` and wakes; the sleeper sleeps only while `word` is what it was before it raised the flag.
use super::segment::Segment;
use crate::sys::{futex_wait, futex_wake, light_barrier_registered, membarrier};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering, fence};
use std::time::Duration;

/// In `sleepers`: this rank cannot make others fence (no `membarrier`), so they must do it themselves.
const FENCE: u32 = 1 << 31;

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
            bell.sleepers().fetch_or(FENCE, Ordering::SeqCst);
        }
        bell
    }

    #[inline(always)]
    fn word(&self) -> &AtomicU32 {
        // SAFETY: a live, aligned word of the mapping.
        unsafe { &*self.word }
    }
    #[inline(always)]
    fn sleepers(&self) -> &AtomicU32 {
        // SAFETY: the word next to it, same line.
        unsafe { &*self.word.add(1) }
    }

    /// Wakes the rank if it sleeps. Call after the release store of what it should find.
    #[inline(always)]
    pub fn ring(&self) {
        if self.fences {
            fence(Ordering::SeqCst);
        } else {
            std::sync::atomic::compiler_fence(Ordering::SeqCst);
        }
        if self.sleepers().load(Ordering::Relaxed) != 0 {
            self.someone_sleeps();
        }
    }

    #[cold]
    fn someone_sleeps(&self) {
        fence(Ordering::SeqCst);
        if self.sleepers().load(Ordering::Relaxed) & !FENCE != 0 {
            self.wake();
        }
    }

    /// Wakes the rank, asleep or about to be.
    pub fn wake(&self) {
        self.word().fetch_add(1, Ordering::AcqRel);
        futex_wake(self.word());
    }

    /// Raises the flag. Look for work once more before [`Doze::sleep`].
    pub fn doze(&self) -> Doze {
        let seen = self.word().load(Ordering::Acquire);
        self.sleepers().fetch_add(1, Ordering::SeqCst);
        let timid = !self.fences && !membarrier();
        if timid {
            self.sleepers().fetch_or(FENCE, Ordering::SeqCst);
        }
        fence(Ordering::SeqCst);
        Doze { bell: self.clone(), seen, timid }
    }
}

impl Doze {
    /// Sleeps until woken, or for `most`.
    pub fn sleep(self, most: Option<Duration>) {
        let brief = Duration::from_millis(1);
        let most = if self.timid { Some(most.map_or(brief, |m| m.min(brief))) } else { most };
        futex_wait(self.bell.word(), self.seen, most);
    }
}

impl Drop for Doze {
    fn drop(&mut self) {
        self.bell.sleepers().fetch_sub(1, Ordering::AcqRel);
    }
}
