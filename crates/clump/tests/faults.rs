//! Tests the protocol over shared memory that often reports "full" and delays frames: every message still arrives.
use clump::driver::testing::cluster_over;
use clump::driver::{Endpoint, Leaked, Mode, Request, Select, Waiting};
use clump_fabric::shm::Shm;
use clump_fabric::wrap::{Event, Fault, Faults, Trace, What};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

type Faulty<S> = Fault<Trace<Shm, S>>;

/// Returns sets of faults that a reliable, ordered fabric may have.
fn faults() -> [Faults; 3] {
    let none = Faults::default();
    [
        Faults { full: 30, longest_full: 300, ..none },
        Faults { full: 500, longest_full: 3, delay: 100, longest_delay: 20, ..none },
        // Native pulls that fail now and then, some of them in the middle of a message.
        Faults { full: 20, longest_full: 20, refuse: 300, ..none },
    ]
}

fn pattern(len: usize, seed: u32) -> Vec<u8> {
    (0..len as u32).map(|i| (i.wrapping_mul(31).wrapping_add(seed * 17) + (i >> 9)) as u8).collect()
}

/// Runs a closure for each rank, each on its own thread. Returns how many frames were sent and how many pulls made.
fn run<B>(n: u32, seed: u64, faults: Faults, body: B) -> (u64, u64)
where
    B: Fn(&mut dyn Messages) + Send + Sync + Clone + 'static,
{
    let counts = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
    let sink = {
        let counts = counts.clone();
        move |e: &Event<'_>| {
            let count = match e.what {
                What::Sent => &counts[0],
                What::Pulled(_) => &counts[1],
                _ => return,
            };
            count.fetch_add(1, Ordering::Relaxed);
        }
    };
    let ends = cluster_over(n, |rank, shm| {
        Ok(Faulty::new(Trace::new(shm, rank, sink.clone()), seed * 100 + u64::from(rank), faults))
    });
    let threads = ends.unwrap().into_iter().map(|mut e| {
        let body = body.clone();
        thread::spawn(move || {
            body(&mut e);
            e.close().unwrap();
        })
    });
    for t in threads.collect::<Vec<_>>() {
        t.join().unwrap();
    }
    (counts[0].load(Ordering::Relaxed), counts[1].load(Ordering::Relaxed))
}

/// The calls that the tests need of an endpoint, over any fabric.
trait Messages {
    fn rank(&self) -> u32;
    fn start(&mut self, to: u32, tag: i32, data: &Leaked) -> Option<Request>;
    fn end(&mut self, request: Request);
    fn receive(&mut self, source: Option<u32>, tag: i32, len: usize) -> (u32, Vec<u8>);
}

impl<F: clump::driver::Local> Messages for Endpoint<F> {
    fn rank(&self) -> u32 {
        Endpoint::rank(self)
    }
    fn start(&mut self, to: u32, tag: i32, data: &Leaked) -> Option<Request> {
        let mode = if tag % 3 == 0 { Mode::Synchronous } else { Mode::Standard };
        self.send(to, 0, tag, data.region(), mode)
    }
    fn end(&mut self, request: Request) {
        self.wait(request, Waiting::NOTHING);
    }
    fn receive(&mut self, source: Option<u32>, tag: i32, len: usize) -> (u32, Vec<u8>) {
        let into = Leaked::new(len);
        let request = self.recv(Select { context: 0, source, tag: Some(tag) }, into.region());
        let outcome = self.wait(request, Waiting::NOTHING);
        assert_eq!((outcome.len, outcome.truncated), (len as u64, None));
        (outcome.source, into.region().to_vec())
    }
}

const SIZES: [usize; 11] = [0, 8, 57, 4096, 6145, 8193, 40_000, 65_537, 200_000, 1 << 20, (2 << 20) + 5];

#[test]
fn every_size_arrives_whole() {
    for (seed, faults) in faults().into_iter().enumerate() {
        let (frames, pulls) = run(2, seed as u64, faults, |e| {
            for round in 0..4 {
                for (i, &len) in SIZES.iter().enumerate() {
                    let tag = i as i32 + round * 100;
                    if e.rank() == 0 {
                        let data = Leaked::copy_of(&pattern(len, tag as u32));
                        if let Some(request) = e.start(1, tag, &data) {
                            e.end(request);
                        }
                    } else {
                        assert!(e.receive(Some(0), tag, len).1 == pattern(len, tag as u32), "{len} bytes");
                    }
                }
            }
        });
        assert!(frames > 44 && (pulls > 0 || !can_pull()), "{frames} frames, {pulls} pulls");
    }
}

/// Returns true if this system allows pulls; some containers forbid them.
fn can_pull() -> bool {
    use clump_fabric::{Fabric, RemoteMemory};
    let segment = Arc::new(clump::driver::Segment::create(1).unwrap());
    let _identity = clump_fabric::shm::zero::Identity::publish(&segment, 0, 5);
    Shm::new(&segment, 0).split().0.can_pull(0)
}

/// Three senders send one receiver far more than their credit; each sender's messages arrive in order.
#[test]
fn floods_stay_in_order() {
    const N: u32 = 600;
    for (seed, faults) in faults().into_iter().enumerate() {
        run(4, seed as u64 + 10, faults, |e| {
            if e.rank() > 0 {
                let data: Vec<Leaked> = (0..N).map(|i| Leaked::copy_of(&pattern(100, i * 4 + e.rank()))).collect();
                let requests: Vec<Request> = data.iter().filter_map(|data| e.start(0, 1, data)).collect();
                for request in requests {
                    e.end(request);
                }
                return;
            }
            let mut next = [0; 4];
            for _ in 0..3 * N {
                let (from, got) = e.receive(None, 1, 100);
                let i = &mut next[from as usize];
                assert!(got == pattern(100, *i * 4 + from), "message {i} of rank {from}");
                *i += 1;
            }
        });
    }
}
