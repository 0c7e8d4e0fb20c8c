//! Models of sleeping and waking. A rank that sleeps although a message has arrived is a deadlock, which loom reports.
use super::*;
use crate::shm::bell::{BRIEF, Ground, Line};
use loom::sync::atomic::fence;
use loom::sync::{Condvar, Mutex};
use std::time::Duration;

/// A futex like the kernel's: for wakers, the comparison and falling asleep are one atomic step.
pub(super) struct Futex<const HOW: u8> {
    word: Weak<AtomicU32, HOW>,
    queue: Mutex<()>,
    woken: Condvar,
}

impl<const HOW: u8> Word for Futex<HOW> {
    type Value = u32;
    fn load(&self, order: Ordering) -> u32 {
        Word::load(&self.word, order)
    }
    fn store(&self, value: u32, order: Ordering) {
        Word::store(&self.word, value, order)
    }
    fn fetch_add(&self, value: u32, order: Ordering) -> u32 {
        Word::fetch_add(&self.word, value, order)
    }
    fn fetch_sub(&self, value: u32, order: Ordering) -> u32 {
        Word::fetch_sub(&self.word, value, order)
    }
    fn fetch_or(&self, value: u32, order: Ordering) -> u32 {
        Word::fetch_or(&self.word, value, order)
    }
    fn exchange(&self, old: u32, new: u32, ok: Ordering, other: Ordering) -> Result<u32, u32> {
        self.word.exchange(old, new, ok, other)
    }
}

/// A system where `membarrier` works: it executes a fence in every running sender. loom has no such call, so the model
/// puts a fence in place of the light fence.
pub(super) const BARRIER: u8 = 0;
/// A system whose kernel refuses `membarrier`.
const REFUSED: u8 = 1;
/// A system broken on purpose: `membarrier` seems to work, and has no effect on senders.
const DEAF: u8 = 2;
/// A system broken on purpose: no thread executes a fence.
const BARE: u8 = 3;

pub(super) struct Modelled<const SYSTEM: u8, const HOW: u8>;
impl<const SYSTEM: u8, const HOW: u8> Ground for Modelled<SYSTEM, HOW> {
    type Word = Futex<HOW>;
    fn fence() {
        if SYSTEM != BARE {
            fence(Ordering::SeqCst);
        }
    }
    fn light_fence() {
        if SYSTEM == BARRIER {
            fence(Ordering::SeqCst);
        }
    }
    fn barrier() -> bool {
        Self::fence();
        SYSTEM != REFUSED
    }
    fn wait(word: &Futex<HOW>, expected: u32, most: Option<Duration>) -> bool {
        if let Some(most) = most {
            // The time-out expires at once, which is one of the possible executions.
            assert!(most <= BRIEF);
            loom::thread::yield_now();
            return false;
        }
        let queue = word.queue.lock().unwrap();
        if Word::load(word, Ordering::Relaxed) == expected {
            drop(word.woken.wait(queue).unwrap());
            return true;
        }
        false
    }
    fn wake(word: &Futex<HOW>) {
        let _queue = word.queue.lock().unwrap();
        word.woken.notify_all();
    }
}

/// The words of one rank's bell.
pub(super) struct Bell<const HOW: u8> {
    words: [Futex<HOW>; 3],
    /// Words that do not matter for waking: they are std's, outside the model.
    times: [std::sync::atomic::AtomicU64; 2],
}

impl<const HOW: u8> Bell<HOW> {
    pub(super) fn new() -> Self {
        let futex = || Futex { word: Weak::<AtomicU32, HOW>::new(0), queue: Mutex::new(()), woken: Condvar::new() };
        Bell { words: std::array::from_fn(|_| futex()), times: Default::default() }
    }
    pub(super) fn line<const SYSTEM: u8>(&self) -> Line<'_, Modelled<SYSTEM, HOW>> {
        Line {
            word: &self.words[0],
            sleepers: &self.words[1],
            anyone: &self.words[2],
            rang: &self.times[0],
            cost: &self.times[1],
        }
    }
    /// Sleeps until `ready`, as an endpoint does: raise the flag, poll once more, sleep.
    pub(super) fn wait<const SYSTEM: u8>(&self, fences: bool, mut ready: impl FnMut() -> bool) {
        loop {
            let (seen, unguarded) = self.line::<SYSTEM>().raise(fences);
            let done = ready();
            if !done {
                self.line::<SYSTEM>().sleep(seen, unguarded, None);
            }
            self.line::<SYSTEM>().lower();
            if done {
                return;
            }
        }
    }
}

/// Says which threads execute fences themselves: a sender that `membarrier` does not reach, or a sleeper to which the
/// kernel refuses `membarrier`.
#[derive(Clone, Copy, Default)]
struct Fences {
    sender: bool,
    sleeper: bool,
    /// True if the sender first asks whether any rank sleeps.
    looks_first: bool,
}

/// Runs `senders` threads that send `messages` messages each to one rank. Its `sleepers` threads each wait for all
/// messages.
fn model<const SYSTEM: u8, const HOW: u8>(fences: Fences, senders: usize, messages: u32, sleepers: usize) {
    check(3, move || {
        let bell = Arc::new(Bell::<HOW>::new());
        let mail: Arc<Vec<AtomicU32>> = Arc::new((0..senders).map(|_| AtomicU32::new(0)).collect());
        if fences.sleeper {
            // The rank asks for fences when it joins, long before it first sleeps.
            bell.line::<SYSTEM>().ask_for_fences();
        }
        let all = move |mail: &[AtomicU32]| mail.iter().all(|m| m.load(Ordering::Acquire) == messages);
        let mut threads = Vec::new();
        for i in 0..senders {
            let (bell, mail) = (bell.clone(), mail.clone());
            threads.push(loom::thread::spawn(move || {
                for m in 1..=messages {
                    mail[i].store(m, Ordering::Release);
                    if !fences.looks_first || bell.line::<SYSTEM>().may_anyone_sleep(fences.sender) {
                        bell.line::<SYSTEM>().ring(fences.sender);
                    }
                }
            }));
        }
        for _ in 1..sleepers {
            let (bell, mail) = (bell.clone(), mail.clone());
            threads.push(loom::thread::spawn(move || bell.wait::<SYSTEM>(fences.sleeper, || all(&mail))));
        }
        bell.wait::<SYSTEM>(fences.sleeper, || all(&mail));
        for t in threads {
            t.join().unwrap();
        }
    });
}

const NO_FENCES: Fences = Fences { sender: false, sleeper: false, looks_first: false };
const SENDER: Fences = Fences { sender: true, ..NO_FENCES };
const SLEEPER: Fences = Fences { sleeper: true, ..NO_FENCES };
const LOOKS_FIRST: Fences = Fences { looks_first: true, ..NO_FENCES };

#[test]
fn loom_no_wake_up_is_lost() {
    model::<BARRIER, SOUND>(NO_FENCES, 1, 2, 1);
}
#[test]
fn loom_two_senders_wake_one_sleeper() {
    model::<BARRIER, SOUND>(NO_FENCES, 2, 1, 1);
}
#[test]
fn loom_two_threads_of_a_rank_are_both_woken() {
    model::<BARRIER, SOUND>(NO_FENCES, 1, 1, 2);
}
#[test]
fn loom_asking_whether_any_rank_sleeps_loses_no_wake_up() {
    model::<BARRIER, SOUND>(LOOKS_FIRST, 1, 2, 1);
}
#[test]
fn loom_asking_whether_any_rank_sleeps_wakes_two_threads() {
    model::<BARRIER, SOUND>(LOOKS_FIRST, 1, 1, 2);
}
#[test]
fn loom_asking_whether_any_rank_sleeps_fences_for_a_sleeper_without_barrier() {
    model::<REFUSED, SOUND>(Fences { looks_first: true, ..SLEEPER }, 1, 2, 1);
}
#[test]
fn loom_a_sender_beyond_the_barrier_fences_itself() {
    model::<DEAF, SOUND>(SENDER, 1, 2, 1);
}
#[test]
fn loom_a_sleeper_without_barrier_makes_senders_fence() {
    model::<REFUSED, SOUND>(SLEEPER, 1, 2, 1);
}
#[test]
fn loom_a_sleeper_refused_later_sleeps_briefly() {
    model::<REFUSED, SOUND>(NO_FENCES, 1, 1, 1);
}
#[test]
#[should_panic(expected = "deadlock")]
fn loom_bell_fails_where_the_barrier_has_no_effect() {
    model::<DEAF, SOUND>(NO_FENCES, 1, 1, 1);
}
#[test]
#[should_panic(expected = "deadlock")]
fn loom_bell_fails_without_fences() {
    model::<BARE, SOUND>(SENDER, 1, 1, 1);
}
#[test]
#[should_panic(expected = "deadlock")]
fn loom_bell_fails_where_the_count_of_sleepers_is_not_atomic() {
    model::<BARRIER, TORN>(NO_FENCES, 1, 1, 2);
}
