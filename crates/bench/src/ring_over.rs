//! Measures the raw ring over size, in round trips and in streams of messages, as the base for all layers above. A
//! message longer than a frame takes several frames.
use super::ring::{self, Side};
use clump_fabric::mem::Leaked;
use clump_fabric::shm::{SLOT, Segment, each};
use clump_tools::measure::stats::median;
use std::sync::Arc;
use std::thread;
use std::time::Instant;

/// The name of the rows with one-way times.
pub const TRIP: &str = "one-way";
/// The name of the rows with bandwidths.
pub const RATE: &str = "bandwidth";

/// Returns the number of messages in flight, as in `bench/c/bandwidth.c`: 64, and fewer for messages above 1 MiB.
pub fn window(size: usize) -> usize {
    (64usize << 20).checked_div(size).map_or(64, |n| n.clamp(4, 64))
}

/// The number of samples of each figure.
const SAMPLES: usize = 50;
/// The number of round trips in a sample.
const TRIPS: usize = 20;
/// The most bytes that are sent for one figure.
const BYTES: usize = 512 << 20;

/// Measures half round trips in us, and bandwidths in MB/s, between two pinned threads. Returns name, size and value
/// of each figure.
pub fn over(cores: (usize, usize), sizes: &[u64]) -> Result<Vec<(&'static str, u64, f64)>, String> {
    let segment = Arc::new(Segment::create(2).map_err(|e| format!("the raw ring: {e}"))?);
    let largest = sizes.iter().max().copied().unwrap_or(0) as usize;
    let side = |rank: u32, core: usize| {
        ring::pin(core)?;
        let mut side = Long { side: Side::new(&segment, rank)?, memory: Leaked::new(largest.max(8)) };
        side.side.tx.open_pool().map_err(|e| format!("the raw ring: {e}"))?;
        Ok::<Vec<_>, String>(sizes.iter().flat_map(|&size| side.figures(rank == 0, size as usize)).collect())
    };
    thread::scope(|scope| {
        let other = scope.spawn(|| side(1, cores.1));
        let figures = scope.spawn(|| side(0, cores.0)).join().map_err(|_| "the raw ring: its thread panicked")?;
        other.join().map_err(|_| "the raw ring: its thread panicked")??;
        figures
    })
}

/// One rank of the ring, with memory for the longest message.
struct Long {
    side: Side,
    memory: Leaked,
}

impl Long {
    fn figures(&mut self, first: bool, size: usize) -> Vec<(&'static str, u64, f64)> {
        let many = window(size);
        let fits = |bytes: usize| (BYTES / bytes.max(1)).clamp(5, SAMPLES);
        let trip = self.samples(fits(2 * TRIPS * size), |side| {
            (0..TRIPS).for_each(|_| {
                if first {
                    side.send(size);
                    side.receive(size);
                } else {
                    side.receive(size);
                    side.send(size);
                }
            })
        });
        let rate = self.samples(fits(many * size), |side| {
            if first {
                (0..many).for_each(|_| side.send(size));
                side.receive(4);
            } else {
                (0..many).for_each(|_| side.receive(size));
                side.send(4);
            }
        });
        let trip = (TRIP, size as u64, trip * 1e6 / 2.0 / TRIPS as f64);
        vec![trip, (RATE, size as u64, (size * many) as f64 / 1e6 / rate)]
    }

    /// Returns the median of `n` samples of `one` in seconds, after some samples that do not count.
    fn samples(&mut self, n: usize, mut one: impl FnMut(&mut Long)) -> f64 {
        let mut all = Vec::with_capacity(n);
        for at in 0..n + 3 {
            let start = Instant::now();
            one(self);
            if at >= 3 {
                all.push(start.elapsed().as_secs_f64());
            }
        }
        median(&all).unwrap_or(f64::NAN)
    }

    fn send(&mut self, size: usize) {
        for at in (0..size.max(1)).step_by(SLOT) {
            let body = self.memory.region().slice(at, SLOT.min(size - at));
            while self.side.tx.send(self.side.other, 1, &[], body).is_err() {
                std::hint::spin_loop();
            }
        }
    }

    fn receive(&mut self, size: usize) {
        let mut at = 0;
        loop {
            let into = self.memory.region();
            // Take one frame at a time: the next frame may belong to another message.
            let n = self.side.rx.poll(1, each(&mut self.side.tx, |_, _, body| at += body.copy_to(0, 0, into.from(at))));
            if n > 0 && at >= size {
                return;
            }
            if n == 0 {
                std::hint::spin_loop();
            }
        }
    }
}
