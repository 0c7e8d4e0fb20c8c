//! Tests that compare the ring with a plain queue, and every interleaving of small cases under loom (`RUSTFLAGS="--cfg
//! loom"`).
use super::*;

#[cfg(loom)]
use loom::sync::atomic::AtomicU64;
#[cfg(not(loom))]
use std::sync::atomic::AtomicU64;

pub(crate) struct Mem<const N: usize>(Vec<AtomicU64>, AtomicU64);
impl<const N: usize> Mem<N> {
    pub(crate) fn new() -> Self {
        Mem((0..N * WORDS).map(|_| AtomicU64::new(0)).collect(), AtomicU64::new(0))
    }
}
impl<const N: usize> Words for Mem<N> {
    const LINES: usize = N;
    fn load(&self, line: usize, word: usize, order: Ordering) -> u64 {
        self.0[line * WORDS + word].load(order)
    }
    fn store(&self, line: usize, word: usize, value: u64, order: Ordering) {
        self.0[line * WORDS + word].store(value, order)
    }
    fn consumed(&self) -> u64 {
        self.1.load(Ordering::Acquire)
    }
    fn publish_consumed(&self, lines: u64) {
        self.1.store(lines, Ordering::Release)
    }
}

fn take<const N: usize>(r: &mut Reader, m: &Mem<N>) -> Option<(u64, Vec<u64>)> {
    let rec = r.peek(m)?;
    let n = (rec.header & 7) as usize;
    assert!(n <= rec.room());
    let words = (0..n).map(|i| rec.load(m, i)).collect();
    r.advance(n);
    Some((rec.header, words))
}

#[cfg(not(loom))]
mod plain {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        #[test]
        fn behaves_like_a_queue(steps in prop::collection::vec((any::<bool>(), 0usize..=7), 0..400)) {
            let m = Mem::<8>::new();
            let (mut w, mut r, mut q) = (Writer::default(), Reader::default(), VecDeque::new());
            let mut count = 0u64;
            for (write, n) in steps {
                if write {
                    let c = count;
                    if w.put(&m, c << 8 | n as u64, n, |i| c * 10 + i as u64).is_ok() {
                        q.push_back((c << 8 | n as u64, (0..n as u64).map(|i| c * 10 + i).collect::<Vec<_>>()));
                        count += 1;
                    } else {
                        prop_assert!(q.len() >= 4, "full with {} records", q.len());
                    }
                } else {
                    prop_assert_eq!(take(&mut r, &m), q.pop_front());
                }
            }
            while let Some(x) = q.pop_front() {
                prop_assert_eq!(take(&mut r, &m), Some(x));
            }
            prop_assert_eq!(take(&mut r, &m), None);
        }
    }

    #[test]
    fn an_impossible_count_of_the_reader_only_stops_the_writer() {
        let m = Mem::<4>::new();
        let mut w = Writer::default();
        for _ in 0..4 {
            w.put(&m, 7, 7, |_| 1).unwrap();
        }
        m.publish_consumed(u64::MAX);
        assert!(w.put(&m, 7, 7, |_| 1).is_err());
        m.publish_consumed(1);
        assert!(w.put(&m, 7, 7, |_| 1).is_ok());
    }
}

/// Runs every interleaving: records arrive whole and in order. They share lines, skip to the next line, wrap around and
/// fill the ring.
#[cfg(loom)]
fn model(sizes: &'static [usize]) {
    use loom::sync::Arc;
    let mut b = loom::model::Builder::new();
    b.preemption_bound = Some(3);
    b.check(move || {
        let m = Arc::new(Mem::<2>::new());
        let m2 = m.clone();
        let t = loom::thread::spawn(move || {
            let mut w = Writer::default();
            for (c, &n) in sizes.iter().enumerate() {
                while w.put(&*m2, (c as u64) << 8 | n as u64, n, |i| (c * 10 + i) as u64).is_err() {
                    loom::thread::yield_now();
                }
            }
        });
        let mut r = Reader::default();
        for (c, &n) in sizes.iter().enumerate() {
            let got = loop {
                if let Some(x) = take(&mut r, &*m) {
                    break x;
                }
                loom::thread::yield_now();
            };
            assert_eq!(got, ((c as u64) << 8 | n as u64, (0..n).map(|i| (c * 10 + i) as u64).collect()));
        }
        t.join().unwrap();
    });
}
#[cfg(loom)]
#[test]
fn loom_records_share_a_line() {
    model(&[1, 1, 1]);
}
#[cfg(loom)]
#[test]
fn loom_a_record_skips_to_the_next_line() {
    model(&[2, 5, 0]);
}
#[cfg(loom)]
#[test]
fn loom_the_ring_wraps_and_fills() {
    model(&[6, 6, 6, 1]);
}
