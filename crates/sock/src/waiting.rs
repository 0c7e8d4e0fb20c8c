//! How a thread waits: it looks at the rings for a moment, then sleeps in the kernel on the sockets themselves.
use crate::table;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::atomic::fence;
use std::time::{Duration, Instant};

/// How long a thread looks before it sleeps. Longer: fewer sleeps and bells; shorter: less of the processor.
const LOOK: Duration = Duration::from_micros(50);
/// After so many looks in vain in a row, a thread looks only once in [`SELDOM`] waits.
const VAIN: u32 = 8;
const SELDOM: u32 = 16;

static IN_VAIN: AtomicU32 = AtomicU32::new(0);

/// Looks for a moment, without yielding: beside other programs a yield costs a whole slice, and a sleeper that is woken
/// runs sooner. Returns true as soon as `found` does.
pub fn look(mut found: impl FnMut() -> bool) -> bool {
    let vain = IN_VAIN.fetch_add(1, Relaxed);
    if processors() < 2 {
        return found();
    }
    if vain >= VAIN && !vain.is_multiple_of(SELDOM) {
        return false;
    }
    let begin = Instant::now();
    loop {
        for _ in 0..16 {
            if found() {
                IN_VAIN.store(0, Relaxed);
                return true;
            }
            std::hint::spin_loop();
        }
        if begin.elapsed() >= LOOK {
            return false;
        }
    }
}

/// Returns the number of processors that this process could use when it first waited.
fn processors() -> usize {
    static COUNT: OnceLock<usize> = OnceLock::new();
    *COUNT.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
}

/// A thread that sleeps, or is about to: peers ring a bell when they write.
pub struct KernelSleep(());

impl KernelSleep {
    /// Announces a sleep. Look at the rings once more before the sleep: what came before this call rang no bell.
    pub fn new() -> KernelSleep {
        if let Some(table) = table::table() {
            table::own_process(table).sleepers.fetch_add(1, SeqCst);
            fence(SeqCst);
        }
        KernelSleep(())
    }
}

impl Drop for KernelSleep {
    fn drop(&mut self) {
        if let Some(table) = table::table() {
            table::own_process(table).sleepers.fetch_sub(1, SeqCst);
        }
    }
}

/// The end of a wait: a time, or never.
#[derive(Clone, Copy)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    pub fn never() -> Deadline {
        Deadline(None)
    }

    pub fn after(time: Duration) -> Deadline {
        Deadline(Instant::now().checked_add(time))
    }

    /// Returns the deadline of a wait of so many milliseconds; negative: none.
    pub fn after_millis(millis: i32) -> Deadline {
        u64::try_from(millis).map_or(Deadline(None), |millis| Deadline::after(Duration::from_millis(millis)))
    }

    /// Returns the time that is left; `None`: no end.
    pub fn left(&self) -> Option<Duration> {
        self.0.map(|at| at.saturating_duration_since(Instant::now()))
    }

    pub fn is_over(&self) -> bool {
        self.left() == Some(Duration::ZERO)
    }

    /// Returns the time that is left in milliseconds, rounded up; -1: no end.
    pub fn left_millis(&self) -> i32 {
        self.left().map_or(-1, |left| i32::try_from(left.as_nanos().div_ceil(1_000_000)).unwrap_or(i32::MAX))
    }
}
