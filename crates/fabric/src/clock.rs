//! Time: the processor's own counter, for waiting, and the clocks that the layers above take theirs from.

/// A clock that counts nanoseconds from an arbitrary start, and never goes backwards. A clone shows the same time.
pub trait Clock: Clone + 'static {
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

/// Returns the time-stamp counter, in ticks of a constant but unspecified length. Reading the counter is cheap, and is
/// not ordered with memory accesses.
#[inline(always)]
pub fn ticks() -> u64 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: rdtsc exists on every x86-64 processor and touches no memory.
    unsafe {
        core::arch::x86_64::_rdtsc()
    }
    #[cfg(target_arch = "aarch64")]
    {
        let t: u64;
        // SAFETY: reading the virtual counter is allowed at EL0 on Linux and touches no memory.
        unsafe { core::arch::asm!("mrs {}, cntvct_el0", out(reg) t, options(nomem, nostack)) };
        t
    }
}

/// Returns the ticks in a microsecond. The first call measures the rate against the monotonic clock and takes about
/// 50 us.
pub fn ticks_per_us() -> u64 {
    use std::sync::OnceLock;
    use std::time::Duration;
    static RATE: OnceLock<u64> = OnceLock::new();
    *RATE.get_or_init(|| {
        let (t0, i0) = both_clocks();
        while i0.elapsed() < Duration::from_micros(50) {
            std::hint::spin_loop();
        }
        let (t1, i1) = both_clocks();
        (u128::from(t1.saturating_sub(t0)) * 1000 / (i1 - i0).as_nanos().max(1)).max(1) as u64
    })
}

/// Reads both clocks at one moment: of several readings, the one that took least. On a busy machine, the kernel may
/// take the processor away between two reads, for some milliseconds.
fn both_clocks() -> (u64, std::time::Instant) {
    use std::time::Instant;
    let read = || {
        let (instant, ticks) = (Instant::now(), ticks());
        (instant.elapsed(), (ticks, instant))
    };
    (1..5).fold(read(), |best, _| std::cmp::min_by_key(best, read(), |(took, _)| *took)).1
}
