//! The lock under many threads, and every interleaving of small cases under loom (`RUSTFLAGS="--cfg loom"`).
use super::*;

#[cfg(not(loom))]
mod plain {
    use super::*;
    use std::cell::UnsafeCell;
    use std::sync::Barrier;
    use std::thread;
    use std::time::{Duration, Instant};

    /// A number that only the lock guards.
    struct Guarded(BiasedLock, UnsafeCell<u64>);
    // SAFETY: only `add` accesses the cell, with the lock held.
    unsafe impl Sync for Guarded {}
    impl Guarded {
        fn new() -> Guarded {
            Guarded(BiasedLock::new(), UnsafeCell::new(0))
        }
        fn add(&self) -> LockHold {
            let held = self.0.lock();
            // SAFETY: the lock is held.
            unsafe { *self.1.get() += 1 };
            self.0.unlock(held);
            held
        }
        fn total(self) -> u64 {
            self.1.into_inner()
        }
    }

    fn crowd(biased: bool, threads: u64, each: u64) {
        let g = Guarded::new();
        let start = Barrier::new(threads as usize + 1);
        thread::scope(|s| {
            for _ in 0..threads {
                s.spawn(|| {
                    start.wait();
                    (0..each).for_each(|_| _ = g.add());
                });
            }
            if biased {
                g.0.bias();
            }
            g.add();
            start.wait();
            (0..each).for_each(|_| _ = g.add());
        });
        assert_eq!(g.total(), (threads + 1) * each + 1);
    }

    #[test]
    fn every_turn_of_every_thread_counts() {
        for threads in [1, 3, 8] {
            crowd(false, threads, 20_000);
            crowd(true, threads, 20_000);
        }
    }

    #[test]
    fn the_bias_lasts_until_another_thread_comes() {
        let g = Guarded::new();
        assert_eq!(g.add(), LockHold::Word);
        g.0.bias();
        let kind = g.add();
        assert_eq!(g.add(), kind);
        thread::scope(|s| assert_eq!(s.spawn(|| g.add()).join().unwrap(), LockHold::Word));
        assert_eq!(g.add(), LockHold::Word);
    }

    #[test]
    fn try_lock_never_waits_for_the_word() {
        let g = Guarded::new();
        let held = g.0.lock();
        assert_eq!(g.0.try_lock(), None);
        thread::scope(|s| {
            let waiter = s.spawn(|| g.add());
            while g.0.word.2.load(Ordering::Relaxed) == 0 {
                thread::yield_now();
            }
            g.0.unlock(held);
            waiter.join().unwrap();
        });
        let held = g.0.try_lock().expect("free again");
        g.0.unlock(held);
        // `try_lock` ends the bias as `lock` does.
        g.0.bias();
        thread::scope(|s| {
            s.spawn(|| g.0.unlock(g.0.try_lock().expect("free")));
        });
        assert_eq!(g.add(), LockHold::Word);
    }

    #[test]
    fn give_way_lets_another_thread_take_the_lock() {
        let g = Guarded::new();
        let held = g.0.lock();
        assert!(!g.0.is_wanted());
        thread::scope(|s| {
            let waiter = s.spawn(|| g.add());
            while !g.0.is_wanted() {
                thread::yield_now();
            }
            g.0.unlock(held);
            // The waiter may wait long for a processor, and each call gives way only for a moment.
            while g.0.is_wanted() {
                g.0.give_way();
            }
            assert_eq!(waiter.join().unwrap(), LockHold::Word);
        });
        g.0.give_way();
        assert_eq!(g.total(), 1);
    }

    #[test]
    fn a_long_hold_puts_waiters_to_sleep_and_wakes_them() {
        for biased in [false, true] {
            let g = Guarded::new();
            if biased {
                g.0.bias();
            }
            let held = g.0.lock();
            thread::scope(|s| {
                for _ in 0..4 {
                    s.spawn(|| g.add());
                }
                let start = Instant::now();
                while start.elapsed() < Duration::from_millis(60) {
                    thread::sleep(Duration::from_millis(10));
                }
                g.0.unlock(held);
            });
            assert_eq!(g.total(), 4);
        }
    }
}

/// Checks in every interleaving that no two threads are inside the lock together. If `biased`, the lock is biased to
/// the first thread.
#[cfg(loom)]
fn exclusion(biased: bool, turns: &'static [usize]) {
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    let mut b = loom::model::Builder::new();
    b.preemption_bound = Some(if turns.len() == 2 { 3 } else { 2 });
    b.check(move || {
        model::name(1);
        let shared = Arc::new((BiasedLock::new(), UnsafeCell::new(0)));
        if biased {
            shared.0.bias();
        }
        fn work(shared: &(BiasedLock, UnsafeCell<usize>), turns: usize) {
            for _ in 0..turns {
                let held = shared.0.lock();
                // SAFETY: the lock is held; loom checks it.
                shared.1.with_mut(|n| unsafe { *n += 1 });
                shared.0.unlock(held);
            }
        }
        let others: Vec<_> = (1..turns.len())
            .map(|t| {
                let shared = shared.clone();
                loom::thread::spawn(move || {
                    model::name(t + 1);
                    work(&shared, turns[t]);
                })
            })
            .collect();
        work(&shared, turns[0]);
        others.into_iter().for_each(|t| t.join().unwrap());
        let held = shared.0.lock();
        // SAFETY: the lock is held; loom checks it.
        shared.1.with(|n| assert_eq!(unsafe { *n }, turns.iter().sum::<usize>()));
        shared.0.unlock(held);
    });
}

#[cfg(loom)]
#[test]
fn loom_the_word_excludes() {
    exclusion(false, &[2, 2]);
}
#[cfg(loom)]
#[test]
fn loom_the_bias_is_revoked() {
    exclusion(true, &[3, 1]);
}
#[cfg(loom)]
#[test]
fn loom_two_threads_meet_the_biased_one() {
    exclusion(true, &[2, 1, 1]);
}

/// Checks exclusion for a second thread that takes its turn by `try_lock`.
#[cfg(loom)]
fn tries(biased: bool) {
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    let mut b = loom::model::Builder::new();
    b.preemption_bound = Some(3);
    b.check(move || {
        model::name(1);
        let shared = Arc::new((BiasedLock::new(), UnsafeCell::new(0)));
        if biased {
            shared.0.bias();
        }
        let other = shared.clone();
        let other = loom::thread::spawn(move || {
            model::name(2);
            let Some(held) = other.0.try_lock() else { return 0 };
            // SAFETY: the lock is held; loom checks it.
            other.1.with_mut(|n| unsafe { *n += 1 });
            other.0.unlock(held);
            1
        });
        for _ in 0..2 {
            let held = shared.0.lock();
            // SAFETY: the lock is held; loom checks it.
            shared.1.with_mut(|n| unsafe { *n += 1 });
            shared.0.unlock(held);
        }
        let tried = other.join().unwrap();
        // SAFETY: the other thread has ended.
        shared.1.with(|n| assert_eq!(unsafe { *n }, 2 + tried));
    });
}
#[cfg(loom)]
#[test]
fn loom_try_lock_excludes_too() {
    tries(false);
    tries(true);
}

/// A thread that gives way returns, whether the waiter has got the lock, sleeps, or has ended.
#[cfg(loom)]
#[test]
fn loom_giving_way_ends() {
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;
    let mut b = loom::model::Builder::new();
    b.preemption_bound = Some(2);
    b.check(move || {
        let shared = Arc::new((BiasedLock::new(), UnsafeCell::new(0)));
        let other = shared.clone();
        let turn = |shared: &(BiasedLock, UnsafeCell<i32>)| {
            let held = shared.0.lock();
            // SAFETY: the lock is held; loom checks it.
            shared.1.with_mut(|n| unsafe { *n += 1 });
            shared.0.unlock(held);
        };
        let other = loom::thread::spawn(move || {
            model::name(2);
            turn(&other);
        });
        model::name(1);
        turn(&shared);
        if shared.0.is_wanted() {
            shared.0.give_way();
        }
        turn(&shared);
        other.join().unwrap();
        assert!(!shared.0.is_wanted());
        // SAFETY: the other thread has ended.
        shared.1.with(|n| assert_eq!(unsafe { *n }, 3));
    });
}

/// Without its barrier the biased thread may overlap another thread. The model must find that.
#[cfg(loom)]
#[test]
#[should_panic]
fn loom_finds_a_missing_barrier() {
    model::FLAW.set(true);
    exclusion(true, &[1, 1]);
}
