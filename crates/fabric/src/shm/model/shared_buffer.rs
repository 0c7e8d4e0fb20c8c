//! A model of the buffer that several processes share: a producer and a consumer that comes while entries are produced.
use super::*;
use crate::shm::shared_buffer::{ask, has_passed, leave, let_in, next};
use loom::cell::UnsafeCell;

const SLOTS: usize = 2;

struct Buffer<const HOW: u8> {
    produced: Weak<AtomicU64, HOW>,
    cursor: Weak<AtomicU64, HOW>,
    /// loom reports two accesses to a slot that nothing orders.
    slots: [UnsafeCell<u64>; SLOTS],
}

/// Produces `entries` entries as far as there is room, while a consumer comes, reads up to `wanted` entries, and
/// leaves.
fn model<const HOW: u8>(entries: u64, wanted: u64) {
    check(3, move || {
        let buffer = Arc::new(Buffer::<HOW> {
            produced: Weak::<AtomicU64, HOW>::new(0),
            cursor: Weak::<AtomicU64, HOW>::new(0),
            slots: std::array::from_fn(|_| UnsafeCell::new(u64::MAX)),
        });
        let home = buffer.clone();
        let producer = loom::thread::spawn(move || {
            let mut produced = 0;
            for _ in 0..entries {
                if !has_passed(&home.cursor, produced, SLOTS as u64) {
                    loom::thread::yield_now();
                    continue;
                }
                let_in(&home.cursor, produced);
                // SAFETY: loom checks that no other thread accesses the slot.
                home.slots[produced as usize % SLOTS].with_mut(|slot| unsafe { *slot = produced });
                produced += 1;
                home.produced.store(produced, Ordering::Release);
            }
        });
        if ask(&buffer.cursor) {
            let mut last = None;
            for _ in 0..wanted {
                let Some(number) = next(&buffer.cursor, &buffer.produced) else {
                    loom::thread::yield_now();
                    continue;
                };
                // SAFETY: loom checks that no other thread writes to the slot.
                let found = buffer.slots[number as usize % SLOTS].with(|slot| unsafe { *slot });
                assert_eq!(found, number, "the entry that the cursor names");
                assert!(last.is_none_or(|last| number == last + 1), "in order, none left out");
                last = Some(number);
                buffer.cursor.fetch_add(1, Ordering::Release);
            }
            leave(&buffer.cursor);
        }
        producer.join().unwrap();
        let end = buffer.cursor.load(Ordering::Relaxed);
        assert_eq!(end, 0, "the consumer has left");
    });
}

#[test]
fn loom_an_entry_is_overwritten_only_after_its_consumers_have_passed_it() {
    model::<SOUND>(4, 3);
}
#[test]
fn loom_a_consumer_may_withdraw_before_it_is_let_in() {
    model::<SOUND>(2, 0);
}
#[test]
#[should_panic(expected = "Causality violation")]
fn loom_a_shared_buffer_fails_where_loads_acquire_nothing() {
    model::<LOADS>(4, 3);
}
#[test]
#[should_panic(expected = "Causality violation")]
fn loom_a_shared_buffer_fails_where_stores_release_nothing() {
    model::<STORES>(4, 3);
}
#[test]
#[should_panic(expected = "the consumer has left")]
fn loom_a_shared_buffer_fails_where_exchanges_are_torn() {
    model::<TORN>(2, 0);
}
