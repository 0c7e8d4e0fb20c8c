//! Gates under many threads, and every interleaving of the door's changes under loom (`RUSTFLAGS="--cfg loom"`).
#[cfg(not(loom))]
mod plain {
    use super::super::{Exit, Gate, Guard, Guarded, LockHold};
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
    use std::thread;

    /// Declares a type with its own gate, which each test needs.
    macro_rules! guarded {
        ($name:ident) => {
            struct $name(u64);
            static GATE: Gate<$name> = Gate::new($name(0));
            // SAFETY: the gate is a static, and the tests follow the rules. (Where a test breaks a rule on purpose, the
            // check panics first.)
            unsafe impl Guarded for $name {
                fn gate() -> &'static Gate<$name> {
                    &GATE
                }
            }
        };
    }

    #[test]
    fn threads_take_turns_once_there_is_a_lock() {
        guarded!(Count);
        for bias in [false, true] {
            let mut g = Guard::<Count>::enter();
            assert_eq!(g.held(), None);
            g.lock_from_now_on(bias);
            assert!(g.held().is_some());
            g.0 = 0;
            drop(g);
            thread::scope(|s| {
                for _ in 0..3 {
                    s.spawn(|| (0..5_000).for_each(|_| Guard::<Count>::enter().0 += 1));
                }
                (0..5_000).for_each(|_| Guard::<Count>::enter().0 += 1);
            });
            let mut g = Guard::<Count>::enter();
            assert_eq!((g.0, g.held()), (20_000, Some(LockHold::Word)));
            g.unlock_from_now_on();
        }
        assert_eq!(Guard::<Count>::enter().held(), None);
    }

    #[test]
    fn try_enter_succeeds_only_with_a_free_lock() {
        guarded!(Tried);
        assert!(Guard::<Tried>::try_enter().is_none(), "there is no lock");
        let mut g = Guard::<Tried>::enter();
        assert!(Guard::<Tried>::try_enter().is_none());
        g.lock_from_now_on(false);
        assert!(Guard::<Tried>::try_enter().is_none(), "somebody is inside");
        g.outside(|| Guard::<Tried>::try_enter().expect("no thread is inside").0 += 1);
        assert_eq!(g.0, 1);
        g.unlock_from_now_on();
        drop(g);
        assert!(Guard::<Tried>::try_enter().is_none());
    }

    #[test]
    fn a_lock_switched_off_and_on_again_under_one_guard_stays_on() {
        guarded!(Again);
        let mut g = Guard::<Again>::enter();
        g.lock_from_now_on(false);
        drop(g);
        let mut g = Guard::<Again>::enter();
        g.unlock_from_now_on();
        g.lock_from_now_on(false);
        drop(g);
        let mut g = Guard::<Again>::try_enter().expect("the lock is on and free");
        g.0 = 1;
        drop(g);
        assert_eq!(Guard::<Again>::enter().held(), Some(LockHold::Word));
    }

    #[test]
    fn exit_functions_run_only_if_there_is_a_lock() {
        guarded!(Left);
        static AFTER: AtomicU32 = AtomicU32::new(0);
        struct Counts;
        impl Exit<Left> for Counts {
            fn before(value: &mut Left) -> bool {
                value.0 += 1;
                value.0.is_multiple_of(2)
            }
            fn after() {
                AFTER.fetch_add(1, Relaxed);
                drop(Guard::<Left>::try_enter().expect("the lock is free by now"));
            }
        }
        drop(Guard::<Left, Counts>::enter());
        Guard::<Left, Counts>::enter().lock_from_now_on(false);
        assert_eq!(AFTER.load(Relaxed), 0);
        drop(Guard::<Left, Counts>::enter());
        assert_eq!((Guard::<Left>::enter().0, AFTER.load(Relaxed)), (2, 1));
    }

    #[test]
    fn outside_lets_others_enter_and_returns_after_a_panic() {
        guarded!(Shared);
        let mut g = Guard::<Shared>::enter();
        g.outside(|| Guard::<Shared>::enter().0 += 1);
        g.lock_from_now_on(true);
        g.outside(|| thread::scope(|s| s.spawn(|| Guard::<Shared>::enter().0 += 1).join().expect("no panic")));
        let panicked = catch_unwind(AssertUnwindSafe(|| g.outside(|| panic!("as a callback may"))));
        assert!(panicked.is_err());
        assert!(g.held().is_some());
        assert!(Guard::<Shared>::try_enter().is_none(), "it is inside again");
        assert_eq!(g.0, 2);
    }

    #[test]
    fn give_way_lets_a_waiting_thread_enter() {
        guarded!(Wanted);
        let mut g = Guard::<Wanted>::enter();
        g.lock_from_now_on(false);
        thread::scope(|s| {
            s.spawn(|| Guard::<Wanted>::enter().0 = 7);
            while !g.is_wanted() {
                thread::yield_now();
            }
            while g.is_wanted() {
                g.give_way();
            }
            assert_eq!(g.0, 7);
        });
    }

    #[test]
    #[cfg(debug_assertions)]
    fn entering_twice_panics() {
        guarded!(Twice);
        let mut first = Guard::<Twice>::enter();
        first.0 = 1;
        let second = catch_unwind(|| drop(Guard::<Twice>::enter()));
        let why = second.expect_err("noticed");
        assert!(why.downcast_ref::<&str>().is_some_and(|why| why.contains("by one thread twice")));
        assert_eq!(first.0, 1);
    }
}

#[cfg(loom)]
mod model {
    use super::super::door::Door;
    use crate::lock::model::name;
    use loom::cell::UnsafeCell;
    use loom::sync::Arc;

    fn turn(shared: &(Door, UnsafeCell<u32>)) {
        // SAFETY: the thread inside is alone; loom checks it.
        shared.1.with_mut(|n| unsafe { *n += 1 });
    }

    /// A helper thread enters at any time, while the program switches the lock on, works with it, switches it off, and
    /// works without it. The two threads are never inside together: loom checks the cell, and debug builds check the
    /// door.
    #[test]
    fn loom_a_lock_is_switched_on_and_off_beside_a_helper_thread() {
        let mut b = loom::model::Builder::new();
        b.preemption_bound = Some(3);
        b.check(|| {
            let shared = Arc::new((Door::new(), UnsafeCell::new(0)));
            let other = shared.clone();
            name(1);
            let helper = loom::thread::spawn(move || {
                name(2);
                let mut turns = 0;
                for _ in 0..2 {
                    if let Some(held) = other.0.try_enter() {
                        turn(&other);
                        other.0.leave(Some(held));
                        turns += 1;
                    }
                }
                turns
            });
            assert_eq!(shared.0.enter(), None);
            turn(&shared);
            let held = Some(shared.0.lock_from_now_on(false));
            turn(&shared);
            shared.0.leave(held);
            let held = shared.0.enter();
            assert!(held.is_some());
            turn(&shared);
            shared.0.unlock_from_now_on();
            shared.0.leave(held);
            assert_eq!(shared.0.enter(), None);
            turn(&shared);
            shared.0.leave(None);
            let helped = helper.join().unwrap();
            // SAFETY: the other thread has ended.
            shared.1.with(|n| assert_eq!(unsafe { *n }, 4 + helped));
        });
    }
}
