//! Measures the raw ring: the time of an 8-byte frame through Clump's shared memory without any layer above. The MPI
//! latency minus this time is the cost of the layers.
use clump_fabric::mem::Leaked;
use clump_fabric::shm::{Rx, Segment, Tx, each};
use clump_tools::measure::results::{Key, Point};
use clump_tools::measure::stats;
use rustix::thread::{CpuSet, sched_setaffinity};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The ring's name among the floors.
pub const NAME: &str = "ring";
/// Number of round trips in a sample.
const BATCH: u32 = 100;

/// One side of the ring, which sends and receives one 8-byte frame at a time.
pub struct Side {
    pub tx: Tx,
    pub rx: Rx,
    pub other: u32,
    buffer: Leaked,
}

impl Side {
    pub fn new(segment: &Arc<Segment>, rank: u32) -> Result<Side, String> {
        let mut tx = Tx::new(segment, rank);
        tx.open(1 - rank).map_err(|e| format!("the raw ring: {e}"))?;
        Ok(Side { tx, rx: Rx::new(segment, rank), other: 1 - rank, buffer: Leaked::new(8) })
    }

    fn send(&mut self) {
        while self.tx.send(self.other, 1, &[], self.buffer.region()).is_err() {
            std::hint::spin_loop();
        }
    }

    /// Polls until a frame has arrived or `stop` is set. Returns true if a frame has arrived.
    fn receive(&mut self, stop: &AtomicBool) -> bool {
        let into = self.buffer.region();
        loop {
            let n = self.rx.poll(
                1,
                each(&mut self.tx, |_, _, body| {
                    body.copy_to(0, 0, into);
                }),
            );
            if n > 0 {
                return true;
            }
            if stop.load(Ordering::Relaxed) {
                return false;
            }
            std::hint::spin_loop();
        }
    }
}

/// Returns half a round trip of 8 bytes between two pinned threads, in us, measured for `budget` seconds.
pub fn measure(cores: (usize, usize), budget: f64) -> Result<Point, String> {
    let segment = Segment::create(2).map_err(|e| format!("the raw ring: {e}"))?;
    let segment = Arc::new(segment);
    let stop = Arc::new(AtomicBool::new(false));
    let answering = {
        let (segment, stop) = (segment.clone(), stop.clone());
        thread::spawn(move || {
            pin(cores.1)?;
            let mut side = Side::new(&segment, 1)?;
            while side.receive(&stop) {
                side.send();
            }
            Ok::<(), String>(())
        })
    };
    let asking = {
        let stop = stop.clone();
        thread::spawn(move || {
            let samples = pin(cores.0).and_then(|()| Ok(ask(Side::new(&segment, 0)?, budget, &stop)));
            stop.store(true, Ordering::Relaxed);
            samples
        })
    };
    let samples = asking.join().map_err(|_| "the raw ring: its thread panicked")??;
    answering.join().map_err(|_| "the raw ring: its thread panicked")??;
    let value = stats::median(&samples).ok_or("the raw ring gave no samples")?;
    let more = BTreeMap::from([("samples".to_string(), samples.len() as f64), ("batch".into(), BATCH.into())]);
    Ok(Point { key: Key { name: NAME.into(), ranks: 2, size: 8 }, value, unit: "us".into(), more })
}

fn ask(mut side: Side, budget: f64, stop: &AtomicBool) -> Vec<f64> {
    let begin = Instant::now();
    let (warm, end) = (Duration::from_secs_f64(budget / 8.0), Duration::from_secs_f64(budget * 9.0 / 8.0));
    let mut samples = Vec::new();
    while begin.elapsed() < end {
        let start = Instant::now();
        for _ in 0..BATCH {
            side.send();
            side.receive(stop);
        }
        let each = start.elapsed().as_secs_f64() * 1e6 / f64::from(BATCH) / 2.0;
        if begin.elapsed() > warm {
            samples.push(each);
        }
    }
    samples
}

/// Pins this thread to one core.
pub fn pin(core: usize) -> Result<(), String> {
    let mut set = CpuSet::new();
    set.set(core);
    sched_setaffinity(None, &set).map_err(|e| format!("pinning to core {core}: {e}"))
}
