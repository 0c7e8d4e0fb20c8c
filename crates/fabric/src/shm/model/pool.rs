//! A model of a slot: it is filled, named in a record of the real ring, copied out, returned and filled again.
use super::*;
use crate::ring::tests::Mem;
use crate::ring::{Reader, Writer};
use crate::shm::pool::{Turn, give_back};
use loom::cell::UnsafeCell;

const SLOTS: usize = 2;

struct Slots<const HOW: u8> {
    ring: Mem<2>,
    states: [Weak<AtomicU32, HOW>; SLOTS],
    /// The slots' memory. loom reports two accesses to a cell that nothing orders.
    bodies: [UnsafeCell<usize>; SLOTS],
}

fn model<const HOW: u8>(bodies: usize) {
    check(3, move || {
        let slots = Arc::new(Slots::<HOW> {
            ring: Mem::new(),
            states: std::array::from_fn(|_| Weak::<AtomicU32, HOW>::new(0)),
            bodies: std::array::from_fn(|_| UnsafeCell::new(0)),
        });
        let mine = slots.clone();
        let owner = loom::thread::spawn(move || {
            let (mut turn, mut writer) = (Turn::<SLOTS>::default(), Writer::default());
            for body in 1..=bodies {
                loop {
                    if let Some(slot) = turn.free(|i| &mine.states[i]) {
                        // SAFETY: loom checks that no other thread accesses the cell.
                        mine.bodies[slot].with_mut(|b| unsafe { *b = body });
                        turn.take(slot, &mine.states[slot]);
                        if writer.put(&mine.ring, 0, 4, |_| slot as u64).is_ok() {
                            break;
                        }
                        turn.untake(slot, &mine.states[slot]);
                    }
                    loom::thread::yield_now();
                }
            }
        });
        let mut reader = Reader::default();
        for body in 1..=bodies {
            let record = loop {
                if let Some(record) = reader.peek(&slots.ring) {
                    break record;
                }
                loom::thread::yield_now();
            };
            let slot = record.load(&slots.ring, 0) as usize;
            // SAFETY: loom checks that no other thread writes to the cell.
            let found = slots.bodies[slot].with(|b| unsafe { *b });
            assert_eq!(found, body, "what was sent, in order");
            reader.advance(4);
            give_back(&slots.states[slot]);
        }
        owner.join().unwrap();
    });
}

#[test]
fn loom_a_slot_is_refilled_only_after_it_was_read() {
    model::<SOUND>(3);
}
#[test]
#[should_panic(expected = "Causality violation")]
fn loom_pool_fails_where_loads_acquire_nothing() {
    model::<LOADS>(3);
}
#[test]
#[should_panic(expected = "Causality violation")]
fn loom_pool_fails_where_stores_release_nothing() {
    model::<STORES>(3);
}
