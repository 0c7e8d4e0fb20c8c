//! Tests of the stances, and a model of the helper thread, the program, its lock and one-shot arming, in every
//! interleaving.
#[cfg(not(loom))]
mod plain {
    use super::super::{ArmRequest, Stance};

    #[test]
    fn an_answered_request_is_made_again() {
        let ask = ArmRequest::new();
        let held = Stance::Ready.busy(1, &ask);
        assert_eq!(held, Stance::Holding { until: 1, asked: false });
        assert!(!held.acts(0, &ask) && held.acts(1, &ask) && !ask.is_open());
        let asked = held.busy(2, &ask);
        assert_eq!(asked, Stance::Holding { until: 2, asked: true });
        assert!(ask.is_open());
        // The program leaves its call and enters another one before the thread checks again.
        ask.answer();
        assert_eq!(asked.busy(3, &ask), Stance::Holding { until: 3, asked: true });
        assert!(ask.is_open());
        // This call lasts beyond the hold.
        let asking = asked.busy(4, &ask);
        assert_eq!(asking, Stance::Asking);
        assert!(!asking.acts(9, &ask));
        ask.answer();
        assert!(asking.acts(9, &ask));
        assert_eq!(asking.watching(&ask), Stance::Ready);
    }
}

#[cfg(loom)]
mod model {
    use super::super::{ArmRequest, Stance};
    use loom::sync::atomic::{AtomicBool, Ordering};
    use loom::sync::{Condvar, Mutex};
    // This storage is not loom's thread-local storage, which cannot be dropped once the model has found a deadlock.
    use std::sync::Arc;

    /// A planted fault, to show that the model finds it.
    #[derive(Clone, Copy, PartialEq)]
    enum Flaw {
        None,
        /// A request that was made once counts as pending for ever.
        NeverAgain,
        /// No thread checks the request after releasing the lock.
        NotBehind,
    }

    /// A socket, and an epoll instance that reports it once for each arming.
    #[derive(Default)]
    struct Net {
        datagrams: u32,
        armed: bool,
    }

    struct World {
        ask: ArmRequest,
        lock: AtomicBool,
        net: Mutex<Net>,
        event: Condvar,
    }

    impl World {
        fn arm(&self) {
            self.net.lock().unwrap().armed = true;
            self.event.notify_one();
        }
        fn arrive(&self) {
            self.net.lock().unwrap().datagrams += 1;
            self.event.notify_one();
        }
        /// Waits for the event if `long`, otherwise polls. Returns true, and uses up the arming, if the event occurred.
        fn sleep(&self, long: bool) -> bool {
            let mut net = self.net.lock().unwrap();
            loop {
                if net.armed && net.datagrams > 0 {
                    net.armed = false;
                    return true;
                }
                if !long {
                    return false;
                }
                net = self.event.wait(net).unwrap();
            }
        }
        fn try_lock(&self) -> bool {
            self.lock.compare_exchange(false, true, Ordering::Acquire, Ordering::Relaxed).is_ok()
        }
        fn leave(&self) {
            if self.ask.is_open() {
                self.ask.answer();
                self.arm();
            }
        }
        /// Models a call of the program, which takes the data that has arrived.
        fn call(&self, flaw: Flaw) {
            while !self.try_lock() {
                loom::thread::yield_now();
            }
            self.net.lock().unwrap().datagrams = 0;
            loop {
                self.leave();
                self.lock.store(false, Ordering::Release);
                if flaw == Flaw::NotBehind || !self.ask.is_open_behind() || !self.try_lock() {
                    return;
                }
            }
        }
        /// Models the helper thread, until it has taken the data that arrives after the program's last call.
        fn help(&self, flaw: Flaw, over: &AtomicBool) {
            let mut stance = Stance::Ready;
            // Two points in time: at time 0 the hold lasts, and events occur; at time 1 the hold ends, and time-outs
            // occur.
            loop {
                let long = !matches!(stance, Stance::Holding { .. });
                let now = u32::from(!self.sleep(long));
                if !stance.acts(now, &self.ask) {
                    continue;
                }
                if !self.try_lock() {
                    stance = match stance {
                        Stance::Holding { asked: true, .. } if flaw == Flaw::NeverAgain => Stance::Asking,
                        _ => stance.busy(1, &self.ask),
                    };
                    continue;
                }
                let came = std::mem::take(&mut self.net.lock().unwrap().datagrams);
                let last = over.load(Ordering::Relaxed);
                // As `ServedByThread::watch` does, with the lock held.
                self.arm();
                self.lock.store(false, Ordering::Release);
                if came > 0 && last {
                    return;
                }
                stance = stance.watching(&self.ask);
            }
        }
    }

    fn run(flaw: Flaw) {
        let mut b = loom::model::Builder::new();
        b.preemption_bound = Some(3);
        b.check(move || {
            let world = Arc::new(World {
                ask: ArmRequest::new(),
                lock: AtomicBool::new(false),
                net: Mutex::new(Net { datagrams: 1, armed: true }),
                event: Condvar::new(),
            });
            let over = Arc::new(AtomicBool::new(false));
            let (theirs, end) = (world.clone(), over.clone());
            let thread = loom::thread::spawn(move || theirs.help(flaw, &end));
            world.call(flaw);
            // The event is lost if the helper thread holds back at that time.
            world.arrive();
            world.call(flaw);
            // The program computes from now on.
            over.store(true, Ordering::Relaxed);
            world.arrive();
            // A thread that sleeps for ever is a deadlock, which the model reports.
            thread.join().unwrap();
        });
    }

    #[test]
    fn loom_the_helper_takes_what_arrives_while_the_program_computes() {
        run(Flaw::None);
    }

    #[test]
    #[should_panic(expected = "deadlock")]
    fn loom_finds_a_request_that_is_not_made_again() {
        run(Flaw::NeverAgain);
    }

    #[test]
    #[should_panic(expected = "deadlock")]
    fn loom_finds_a_request_missed_while_the_lock_is_released() {
        run(Flaw::NotBehind);
    }
}
