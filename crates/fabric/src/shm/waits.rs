//! How long each rank waits and has waited, in words that other processes read without the rank's help.
//!
//! A wait begins when the rank shows it ([`RankPage::set_waiting`](crate::local::RankPage::set_waiting)), which is when
//! the rank first yields or sleeps: a wait that ends within its first spin is not counted, and costs nothing. A wait
//! ends when the rank shows another call or none. Of several threads that wait at a time, the words show the last one.
//!
//! **Access rule.** Only the rank itself stores its words, one thread at a time; every process may read them. Each word
//! is consistent by itself; a reader may see the words of a call one wait apart. A call's number is stored last
//! (release), so that a reader finds a number only with its own words.
use super::layout::WAITS;
use super::segment::Segment;
use crate::clock::{ticks, ticks_per_us};
use crate::local::Waiting;
use std::sync::Arc;
use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicU64, AtomicUsize};
use std::time::Duration;

/// How many calls have words of their own. The waits in further calls are counted together.
const CALLS: usize = 20;
/// The words of one call: its number and 1 more, its waits, and their ticks.
const WORDS: usize = 3;
/// The words before those of calls: the ticks at which the present wait has begun, or 0; the waits and ticks of calls
/// without words of their own; one free word.
const HEAD: usize = 4;
const _: () = assert!((HEAD + CALLS * WORDS) * 8 == WAITS);

/// The waits of a rank in one call since the rank was started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallWaits {
    /// The call, as [`Waiting::call`] has it; `None` for all calls that have no words of their own.
    pub call: Option<u16>,
    /// The number of waits that have ended.
    pub waits: u64,
    /// The time of these waits.
    pub time: Duration,
}

/// What a rank has stored about its waits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RankWaits {
    /// How long the rank's present wait has lasted; `None` if the rank does not wait.
    pub present: Option<Duration>,
    /// The waits that have ended, in no order.
    pub ended: Vec<CallWaits>,
}

/// Writes the rank's own words.
pub struct WaitWriter {
    words: *const [AtomicU64; HEAD + CALLS * WORDS],
    /// The call of the present wait; [`NONE`] if there is none.
    call: AtomicUsize,
    _segment: Arc<Segment>,
}

/// The value of a rank that does not wait. Calls have 16 bits.
const NONE: usize = usize::MAX;

// SAFETY: points into the mapping kept by the Arc; only atomics are used.
unsafe impl Send for WaitWriter {}

impl WaitWriter {
    /// Returns the writer of `rank`. Only that rank may use it, and only one writer at a time.
    pub fn new(segment: &Arc<Segment>, rank: u32) -> WaitWriter {
        let words = segment.at(segment.layout().waits(rank), WAITS).cast();
        WaitWriter { words, call: AtomicUsize::new(NONE), _segment: segment.clone() }
    }

    /// Ends the present wait, if there is one, and begins a wait in `call`. A `call` of 0 is none, and one that is
    /// marked with [`Waiting::IN_VAIN`] does not wait.
    pub fn change(&self, call: u16) {
        // SAFETY: aligned words of the mapping, of which only atomics are used.
        let words = unsafe { &*self.words };
        let waits = call != 0 && (call >= Waiting::HANDLERS || call & Waiting::IN_VAIN == 0);
        let before = self.call.load(Relaxed);
        if before == NONE && !waits {
            return;
        }
        let now = ticks();
        if before != NONE {
            let lasted = now.saturating_sub(words[0].load(Relaxed));
            count(words, before as u64, lasted);
        }
        self.call.store(if waits { call.into() } else { NONE }, Relaxed);
        words[0].store(if waits { now } else { 0 }, Relaxed);
    }
}

/// Counts a wait of `lasted` ticks in `call`. Only one thread at a time may store these words, so that a load and a
/// store suffice.
fn count(words: &[AtomicU64; HEAD + CALLS * WORDS], call: u64, lasted: u64) {
    let add = |word: &AtomicU64, more: u64| word.store(word.load(Relaxed).wrapping_add(more), Relaxed);
    let (head, calls) = words.split_at(HEAD);
    for of in calls.as_chunks::<WORDS>().0 {
        let known = of[0].load(Relaxed);
        if known == 0 || known == call + 1 {
            add(&of[1], 1);
            add(&of[2], lasted);
            if known == 0 {
                of[0].store(call + 1, Release);
            }
            return;
        }
    }
    add(&head[1], 1);
    add(&head[2], lasted);
}

impl Segment {
    /// Returns what `rank` has stored about its waits. The numbers are untrusted: a broken rank may store any.
    pub fn waits(&self, rank: u32) -> RankWaits {
        assert!(rank < self.ranks(), "rank {rank} of {}", self.ranks());
        let at = self.at(self.layout().waits(rank), WAITS).cast::<[AtomicU64; HEAD + CALLS * WORDS]>();
        // SAFETY: aligned words of the mapping that this segment is, of which only atomics are used.
        let words = unsafe { &*at };
        let since = words[0].load(Relaxed);
        let lasted = |ticks: u64| Duration::from_micros(ticks / ticks_per_us());
        let (head, calls) = words.split_at(HEAD);
        let read = |call, waits: &AtomicU64, time: &AtomicU64| CallWaits {
            call,
            waits: waits.load(Relaxed),
            time: lasted(time.load(Relaxed)),
        };
        let known = |of: &[AtomicU64; WORDS]| {
            let call = of[0].load(Acquire).checked_sub(1)?;
            Some(read(Some(u16::try_from(call).ok()?), &of[1], &of[2]))
        };
        let mut ended: Vec<_> = calls.as_chunks::<WORDS>().0.iter().filter_map(known).collect();
        ended.extend(Some(read(None, &head[1], &head[2])).filter(|rest| rest.waits > 0));
        RankWaits { present: (since != 0).then(|| lasted(ticks().saturating_sub(since))), ended }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_counted_by_call_and_the_present_one_is_shown() {
        let segment = Arc::new(Segment::create(2).unwrap());
        let writer = WaitWriter::new(&segment, 1);
        assert_eq!(segment.waits(1), RankWaits::default());
        writer.change(0);
        writer.change(7 | Waiting::IN_VAIN);
        assert_eq!(segment.waits(1), RankWaits::default(), "tests in vain are no waits");
        for call in [7, 0, 7, 9, 0] {
            writer.change(call);
            std::thread::sleep(Duration::from_millis(2));
        }
        let waits = segment.waits(1);
        assert_eq!(waits.present, None);
        let counts: Vec<_> = waits.ended.iter().map(|of| (of.call, of.waits)).collect();
        assert_eq!(counts, [(Some(7), 2), (Some(9), 1)]);
        // A sleep never ends early. The rate of the ticks is measured, so that 10 in 100 may be missing.
        assert!(waits.ended[0].time > Duration::from_micros(3600), "{waits:?}");
        writer.change(Waiting::HANDLERS + 3);
        std::thread::sleep(Duration::from_millis(1));
        assert!(segment.waits(1).present.is_some_and(|lasted| lasted > Duration::from_micros(900)));
        assert_eq!(segment.waits(0), RankWaits::default());
    }

    #[test]
    fn calls_beyond_the_table_are_counted_together() {
        let segment = Arc::new(Segment::create(1).unwrap());
        let writer = WaitWriter::new(&segment, 0);
        for call in 1..=CALLS as u16 + 5 {
            writer.change(call);
            writer.change(0);
        }
        let ended = segment.waits(0).ended;
        assert_eq!(ended.len(), CALLS + 1);
        assert_eq!((ended[CALLS].call, ended[CALLS].waits), (None, 5));
    }

    #[test]
    fn damaged_words_are_read_without_harm() {
        let segment = Arc::new(Segment::create(1).unwrap());
        for at in (0..WAITS).step_by(8) {
            segment.word(segment.layout().waits(0) + at).store(u64::MAX, Relaxed);
        }
        let waits = segment.waits(0);
        assert_eq!(waits.present, Some(Duration::ZERO), "a wait that begins in the future");
        assert_eq!(waits.ended.len(), 1, "no call has so high a number: {waits:?}");
    }
}
