//! The cost of a sleep and a wake-up: a bounded running average over real sleeps. A waiter spins for about that long
//! before it sleeps. So it loses at most about twice the cost of the better choice. See decision 4.
use super::{Bell, Segment};
use crate::clock::ticks_per_us;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The assumed cost before the first sleep, in us. A futex takes a few us while the processor is awake, and tens of us
/// when the processor has to be woken up.
const PRIOR_US: u64 = 50;
/// The least cost that is believed, in us; `MOST_US` is the largest. The bounds limit the damage of a wrong sample.
pub(super) const LEAST_US: u64 = 10;
pub(super) const MOST_US: u64 = 200;
/// The weight of a new sample in the average, as a divisor. A larger divisor adapts more slowly.
const WEIGHT: u64 = 8;

/// Returns the cost in ticks within bounds; 0 stands for "not yet known".
pub(super) fn bounded(cost: u64) -> u64 {
    let us = ticks_per_us();
    if cost == 0 { PRIOR_US * us } else { cost.clamp(LEAST_US * us, MOST_US * us) }
}

/// Returns the average cost after one more sleep. The thread raised its flag at `raised` and went to sleep at `asleep`.
/// A peer woke it up at `rang` (untrusted: another process wrote this time), and it was awake at `now`. All times are
/// in ticks.
pub(super) fn learn(known: u64, raised: u64, asleep: u64, rang: u64, now: u64) -> u64 {
    let known = bounded(known);
    if !(raised <= asleep && asleep <= rang && rang <= now) {
        return known;
    }
    let sample = (asleep - raised) + (now - rang);
    bounded((known * (WEIGHT - 1) + bounded(sample.max(1))) / WEIGHT)
}

/// Measures what a sleep and a wake-up cost on this machine now, in us, within the bounds of the average. Takes about
/// 10 ms.
pub fn measure_sleep() -> io::Result<u64> {
    const SLEEPS: u32 = 24;
    let segment = Arc::new(Segment::create(1)?);
    let (bell, far) = (Bell::own(&segment, 0), Bell::new(&segment, 0));
    let done = AtomicBool::new(false);
    std::thread::scope(|threads| {
        threads.spawn(|| {
            while !done.load(Ordering::Acquire) {
                // This pause is long enough for the sleeper to fall asleep.
                std::thread::sleep(Duration::from_micros(300));
                far.ring();
            }
        });
        for _ in 0..SLEEPS {
            bell.sleeper().sleep(Some(Duration::from_millis(10)));
        }
        done.store(true, Ordering::Release);
    });
    Ok(bell.sleep_cost() / ticks_per_us())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_average_follows_what_sleeps_cost() {
        let us = ticks_per_us();
        let mut cost = 0;
        for _ in 0..40 {
            // A sleep that takes 2 us to fall asleep, lasts long, and takes 18 us to wake up.
            cost = learn(cost, 1000, 1000 + 2 * us, 1000 + 9000 * us, 1000 + 9018 * us);
        }
        assert!((19 * us..=21 * us).contains(&cost), "{} us", cost / us);
        let once = learn(cost, 0, 0, 0, 5_000_000 * us);
        assert!(once <= cost + MOST_US * us / WEIGHT, "one bad sleep moves it little: {} us", once / us);
        for _ in 0..100 {
            cost = learn(cost, 0, 0, 0, 5_000_000 * us);
        }
        assert!(cost <= MOST_US * us && cost > 150 * us);
        for _ in 0..100 {
            cost = learn(cost, 5, 5, 5, 5);
        }
        assert!((LEAST_US * us..LEAST_US * us + WEIGHT).contains(&cost));
    }

    #[test]
    fn impossible_times_leave_the_average_unchanged() {
        let known = 30 * ticks_per_us();
        for (raised, asleep, rang, now) in [(10, 20, 5, 30), (10, 20, 40, 30), (20, 10, 25, 30), (10, 20, u64::MAX, 30)]
        {
            assert_eq!(learn(known, raised, asleep, rang, now), known);
        }
        assert_eq!(bounded(0), PRIOR_US * ticks_per_us());
    }
}
