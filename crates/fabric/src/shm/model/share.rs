//! Models in which two sides claim chunks of one pull, and of the next pull into the same memory.
use super::*;
use crate::local::SharedPull;
use crate::shm::share::Claims;
use loom::cell::UnsafeCell;

const CHUNKS: u64 = 2;

/// The descriptor, and the receiver's memory: how often each chunk was written since the pull was opened. loom reports
/// two accesses to a cell that nothing orders.
struct Pull<const HOW: u8> {
    line: [Weak<AtomicU64, HOW>; 8],
    into: Vec<UnsafeCell<u32>>,
}

impl<const HOW: u8> Pull<HOW> {
    fn claims(&self) -> Claims<'_, Weak<AtomicU64, HOW>> {
        Claims(&self.line)
    }
    fn copy(&self, chunk: u64) {
        // SAFETY: loom checks that no other thread accesses the cell.
        self.into[chunk as usize].with_mut(|n| unsafe { *n += 1 });
    }
    /// Models the receiver's program, which owns its memory again: checks the memory, and clears it for the next
    /// message.
    fn used(&self) {
        for cell in &self.into {
            // SAFETY: loom checks that no other thread accesses the cell.
            let times = cell.with_mut(|n| unsafe { std::mem::take(&mut *n) });
            assert_eq!(times, 1, "each chunk is copied once");
        }
    }
}

/// Runs a receiver that pulls `pulls` messages. The sender learns of each pull at any time, even before the pull opens
/// or after it ends. The sender may not copy the chunks of the pulls for which `refuse` returns true.
fn model<const HOW: u8>(pulls: u64, refuse: fn(u64) -> bool) {
    check(3, move || {
        let pull = Arc::new(Pull::<HOW> {
            line: std::array::from_fn(|_| Weak::<AtomicU64, HOW>::new(0)),
            into: (0..CHUNKS).map(|_| UnsafeCell::new(0)).collect(),
        });
        let theirs = pull.clone();
        let sender = loom::thread::spawn(move || {
            for ticket in 1..=pulls {
                let copy = |shared: &SharedPull, at, n| {
                    assert_eq!((shared.offset, shared.len, n), (ticket, CHUNKS * 64, 64), "of this pull");
                    let good = !refuse(ticket);
                    if good {
                        theirs.copy(at / 64);
                    }
                    good
                };
                while theirs.claims().help_once(ticket, copy) {}
            }
        });
        for ticket in 1..=pulls {
            let shared = SharedPull { address: 0, len: CHUNKS * 64, offset: ticket, chunk: 64 };
            assert_eq!(pull.claims().open(shared), Some(ticket));
            while let Some(i) = pull.claims().claim_front() {
                pull.copy(i);
            }
            while pull.claims().outstanding(CHUNKS) > 0 {
                loom::thread::yield_now();
            }
            if let Some(i) = pull.claims().refused() {
                assert!(refuse(ticket));
                pull.copy(i);
            }
            pull.used();
        }
        sender.join().unwrap();
    });
}

#[test]
fn loom_chunks_are_copied_once_and_before_the_pull_is_over() {
    model::<SOUND>(2, |_| false);
}
#[test]
fn loom_a_refused_chunk_is_left_to_the_receiver() {
    model::<SOUND>(1, |_| true);
}
#[test]
fn loom_a_refusal_ends_with_its_pull() {
    model::<SOUND>(2, |ticket| ticket == 1);
}
#[test]
#[should_panic(expected = "of this pull")]
fn loom_share_fails_where_loads_acquire_nothing() {
    model::<LOADS>(2, |_| false);
}
#[test]
#[should_panic(expected = "of this pull")]
fn loom_share_fails_where_stores_release_nothing() {
    model::<STORES>(2, |_| false);
}
#[test]
#[should_panic(expected = "Causality violation")]
fn loom_share_fails_where_exchanges_order_nothing() {
    model::<EXCHANGES>(2, |_| false);
}
#[test]
#[should_panic(expected = "Causality violation")]
fn loom_share_fails_where_claims_are_torn() {
    model::<TORN>(1, |_| false);
}
