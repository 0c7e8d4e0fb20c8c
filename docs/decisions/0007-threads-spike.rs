//! The spike of 0007-threads.md: threads of one process that each do small operations on one shared state, under
//! different ways to take turns. An operation reads and writes 12 of the state's 96 cache lines, about what an 8-byte
//! message touches. `rustc -O docs/decisions/0007-threads-spike.rs -o /tmp/spike && /tmp/spike`
use std::cell::UnsafeCell;
use std::hint::{black_box, spin_loop};
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering::*};
use std::sync::{Barrier, Mutex};
use std::thread::{scope, yield_now};
use std::time::{Duration, Instant};

const THREADS: usize = 8;
#[repr(align(128))]
struct Line([u64; 8]);
struct State([Line; 96], u64);
#[repr(align(128))]
struct Slot(AtomicU32);
struct Shared {
    state: UnsafeCell<State>,
    own: [UnsafeCell<State>; THREADS],
    mutex: Mutex<()>,
    word: Slot,
    slots: [Slot; THREADS],
}
// SAFETY: `state` is touched by whoever holds the lock, `own[t]` by thread t alone.
unsafe impl Sync for Shared {}

fn fresh() -> State {
    State(std::array::from_fn(|_| Line([0; 8])), 0)
}
fn operation(s: &mut State, thread: u64) -> u64 {
    let mut x = thread.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    s.1 += 1;
    for _ in 0..12 {
        let line = &mut s.0[(x >> 40) as usize % 96].0;
        line[0] = line[0].wrapping_add(x);
        x = x.wrapping_mul(6364136223846793005).wrapping_add(line[1] | 1);
    }
    black_box(x)
}

fn take(word: &AtomicU32) -> bool {
    word.load(Relaxed) == 0 && word.compare_exchange(0, 1, Acquire, Relaxed).is_ok()
}
fn spin_batch(word: &AtomicU32, first: u32, most: u32) {
    if word.compare_exchange(0, 1, Acquire, Relaxed).is_ok() {
        return;
    }
    let (mut n, mut looks) = (first, 0);
    loop {
        if looks < 12 { (0..n).for_each(|_| spin_loop()) } else { yield_now() }
        (n, looks) = (most.min(n * 2), looks + 1);
        if take(word) {
            return;
        }
    }
}

impl Shared {
    fn locked(&self, t: u64) {
        // SAFETY: the caller holds the lock.
        operation(unsafe { &mut *self.state.get() }, t);
    }
    /// Flat combining: publish the wish, then do everybody's or wait for whoever does.
    fn combine(&self, t: usize) {
        let mine = &self.slots[t].0;
        mine.store(1, Release);
        let mut looks = 0u32;
        while mine.load(Acquire) == 1 {
            if take(&self.word.0) {
                for _ in 0..2 {
                    for (i, s) in self.slots.iter().enumerate() {
                        if s.0.load(Acquire) == 1 {
                            self.locked(i as u64);
                            s.0.store(0, Release);
                        }
                    }
                }
                self.word.0.store(0, Release);
            } else {
                looks += 1;
                if looks < 500 { spin_loop() } else { yield_now() }
            }
        }
    }
    fn one(&self, way: usize, t: usize) {
        match way {
            0 => {
                let _held = self.mutex.lock().unwrap();
                self.locked(t as u64);
            }
            1 | 2 => {
                if way == 1 { spin_batch(&self.word.0, 1, 1) } else { spin_batch(&self.word.0, 16, 256) }
                self.locked(t as u64);
                self.word.0.swap(0, Release);
            }
            3 => self.combine(t),
            // SAFETY: each thread's own.
            _ => drop(operation(unsafe { &mut *self.own[t].get() }, t as u64)),
        }
    }
}

fn main() {
    let ways = ["std Mutex", "spin, eager", "spin, rare looks", "flat combining", "nothing shared (bound)"];
    println!("millions of operations per second, all threads; two passes");
    for (way, name) in ways.iter().enumerate() {
        for threads in [1, 2, 4] {
            let mut got = vec![];
            for _ in 0..2 {
                let s = Shared {
                    state: UnsafeCell::new(fresh()),
                    own: std::array::from_fn(|_| UnsafeCell::new(fresh())),
                    mutex: Mutex::new(()),
                    word: Slot(AtomicU32::new(0)),
                    slots: std::array::from_fn(|_| Slot(AtomicU32::new(0))),
                };
                let (stop, start, all) = (AtomicBool::new(false), Barrier::new(threads + 1), AtomicU64::new(0));
                let began = scope(|scope| {
                    for t in 0..threads {
                        let (s, stop, start, all) = (&s, &stop, &start, &all);
                        scope.spawn(move || {
                            start.wait();
                            let mut n = 0;
                            while !stop.load(Relaxed) {
                                for _ in 0..50 {
                                    s.one(way, t);
                                }
                                n += 50;
                            }
                            all.fetch_add(n, Relaxed);
                        });
                    }
                    start.wait();
                    let began = Instant::now();
                    std::thread::sleep(Duration::from_millis(150));
                    stop.store(true, Relaxed);
                    began
                });
                got.push(all.load(Relaxed) as f64 / began.elapsed().as_secs_f64() / 1e6);
            }
            println!("{name:24} {threads} threads: {:6.1} {:6.1}", got[0], got[1]);
        }
    }
}
