//! Models in which ranks take a lock, alone or shared, and access the value that the lock guards.
use super::*;
use crate::shm::rank_lock::{LockKind, give_back, release, take};
use loom::cell::UnsafeCell;

/// Runs two threads that take the lock in the `wanted` ways, and access the value that the lock guards.
fn guarded<const HOW: u8>(wanted: [LockKind; 2]) {
    check(3, move || {
        let shared = Arc::new((Weak::<AtomicU64, HOW>::new(0), UnsafeCell::new(0u32)));
        let run = move |shared: &(Weak<AtomicU64, HOW>, UnsafeCell<u32>), me: u32| {
            let (word, value) = shared;
            if take(word, me, wanted[me as usize]).is_err() {
                return;
            }
            match wanted[me as usize] {
                // SAFETY: loom checks that no other thread accesses the cell.
                LockKind::Exclusive => value.with_mut(|v| unsafe { *v += 1 }),
                // SAFETY: loom checks that no other thread writes to the cell.
                LockKind::Shared => value.with(|v| _ = unsafe { *v }),
            }
            match (me, wanted[me as usize]) {
                (0, LockKind::Exclusive) => release(word),
                (_, wanted) => give_back(word, me, wanted),
            }
        };
        let other = shared.clone();
        let thread = loom::thread::spawn(move || run(&other, 1));
        run(&shared, 0);
        thread.join().unwrap();
        assert!(shared.0.load(Ordering::Relaxed) == 0, "all is given back");
    });
}

#[test]
fn loom_a_rank_lock_excludes_other_ranks() {
    guarded::<SOUND>([LockKind::Exclusive; 2]);
    guarded::<SOUND>([LockKind::Exclusive, LockKind::Shared]);
    guarded::<SOUND>([LockKind::Shared; 2]);
}
#[test]
#[should_panic]
fn loom_a_lock_fails_where_exchanges_order_nothing() {
    guarded::<EXCHANGES>([LockKind::Exclusive; 2]);
}
#[test]
#[should_panic(expected = "all is given back")]
fn loom_a_lock_fails_where_exchanges_are_torn() {
    guarded::<TORN>([LockKind::Shared; 2]);
}
