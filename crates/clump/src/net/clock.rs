//! Time for the reliability layer.
use clump_fabric::clock::{ticks, ticks_per_us};

/// A clock that counts nanoseconds from an arbitrary start, and never goes backwards.
pub trait Clock {
    /// Returns the time in nanoseconds since some fixed moment.
    fn now(&self) -> u64;
}

/// The processor's time-stamp counter as a [`Clock`].
#[derive(Clone, Copy)]
pub struct Monotonic {
    start: u64,
    /// Nanoseconds per tick, times 2^32.
    scale: u64,
}

impl Default for Monotonic {
    fn default() -> Monotonic {
        Monotonic { start: ticks(), scale: (1000 << 32) / ticks_per_us() }
    }
}

impl Clock for Monotonic {
    #[inline]
    fn now(&self) -> u64 {
        ((u128::from(ticks().saturating_sub(self.start)) * u128::from(self.scale)) >> 32) as u64
    }
}
