//! Tests of a process whose user has work under way, and of several threads.
use super::helper_guard::enter_to_help;
use super::{Common, Gate, Process, User, Work};
use clump::driver::testing::cluster;
use clump::driver::{Endpoint, Leaked, Mode, Outcome, Select, Waiting};
use clump_fabric::gate::testing::{Behind, Tested};
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::thread;

/// A user whose work ends after a number of steps.
#[derive(Default)]
struct Counter {
    list: Vec<Steps>,
    under_way: usize,
    ended: u32,
    slept: u32,
}

struct Steps(u32);

/// Work with this number throws in its step.
const THROWS: u32 = u32::MAX;

impl Work for Steps {
    fn step(&mut self, _: bool) {
        assert_ne!(self.0, THROWS);
        self.0 -= 1;
    }
    fn break_off(&mut self) {
        self.0 = 0;
    }
}

impl Counter {
    fn start(&mut self, steps: u32) {
        self.list.push(Steps(steps));
        self.under_way += 1;
    }
}

impl User for Counter {
    type Work = Steps;
    fn is_busy(&self) -> bool {
        self.under_way > 0
    }
    fn advance(&mut self, _: &mut Endpoint) -> bool {
        false
    }
    fn waiting(&self) -> usize {
        self.list.len()
    }
    fn take(&mut self) -> Option<Steps> {
        self.list.pop()
    }
    fn put_back(&mut self, work: Steps, endpoint: &mut Endpoint) -> bool {
        if work.0 > 0 {
            self.list.push(work);
            return false;
        }
        self.under_way -= 1;
        self.ended += 1;
        endpoint.stir();
        true
    }
    fn sleeps(&mut self) {
        self.slept += 1;
    }
}

/// What the process keeps behind its gate.
struct Shared {
    common: Common,
    user: Counter,
}

impl Shared {
    fn new(endpoint: Endpoint) -> Shared {
        let mut common = Common::new();
        common.endpoint = Some(endpoint);
        Shared { common, user: Counter::default() }
    }
}

/// Defines a process type with its own gate, because tests must not share a gate.
macro_rules! process {
    ($name:ident) => {
        process!($name, {});
    };
    ($name:ident, { $($tools:item)* }) => {
        struct $name(Option<Shared>);
        static GATE: Gate<Behind<$name>> = Gate::new(Behind($name(None)));
        impl Tested for $name {
            fn gate() -> &'static Gate<Behind<$name>> {
                &GATE
            }
        }
        impl Process for Behind<$name> {
            type User = Counter;
            fn common(&self) -> &Common {
                &self.0.0.as_ref().expect("begun").common
            }
            fn user(&self) -> &Self::User {
                &self.0.0.as_ref().expect("begun").user
            }
            fn split(&mut self) -> (&mut Common, &mut Self::User) {
                let shared = self.0.0.as_mut().expect("begun");
                (&mut shared.common, &mut shared.user)
            }
            $($tools)*
        }
        type Guard = super::Guard<Behind<$name>>;
    };
}

const ANY: Select = Select { context: 0, source: None, tag: None };

fn arrived(outcome: Outcome) -> (u32, i32, u64) {
    (outcome.source, outcome.tag, outcome.len)
}

#[test]
fn a_wait_also_moves_the_users_work() {
    process!(Waits);
    let mut ends = cluster(2).unwrap();
    let mut other = ends.pop().unwrap();
    let mut s = Guard::enter();
    s.0.0 = Some(Shared::new(ends.pop().unwrap()));
    assert!(s.is_alone() && !s.advance_others());
    s.split().1.start(3);
    s.split().1.start(1);
    assert!(!s.is_alone());
    assert!(s.advance(), "the shorter work has ended");
    assert_eq!(s.user().ended, 1);
    // A wait for a message moves the work, too.
    let data = Leaked::copy_of(&[7u8; 8]);
    assert!(other.send(0, 0, 5, data.region(), Mode::Standard).is_none());
    let into = Leaked::new(8);
    let outcome = s.receive(ANY, into.region(), Waiting::NOTHING);
    assert_eq!(arrived(outcome.expect("the sender is there")), (1, 5, 8));
    s.block(Waiting::NOTHING, |p| (p.user().ended == 2).then_some(()));
    assert!(s.is_alone());
    assert!(!s.advance_others_and_sleep() && s.user().slept == 0, "nothing is under way");
}

#[test]
fn work_whose_step_throws_has_ended() {
    process!(Thrown);
    let mut s = Guard::enter();
    s.0.0 = Some(Shared::new(cluster(1).unwrap().pop().unwrap()));
    s.split().1.start(THROWS);
    let thrown = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| s.advance()));
    assert!(thrown.is_err() && s.user().ended == 1 && s.is_alone());
}

#[test]
fn a_thread_that_waits_lets_others_in() {
    process!(Threads);
    let mut ends = cluster(2).unwrap();
    let mut other = ends.pop().unwrap();
    let mut s = Guard::enter();
    s.0.0 = Some(Shared::new(ends.pop().unwrap()));
    s.set_multiple(true);
    assert!(s.is_shared() && !s.is_alone());
    drop(s);
    let receive = |tag| {
        let into = Leaked::new(8);
        let select = Select { context: 0, source: Some(1), tag: Some(tag) };
        arrived(Guard::enter().receive(select, into.region(), Waiting::NOTHING).expect("the sender is there"))
    };
    thread::scope(|scope| {
        // The message that this thread waits for arrives last.
        let late = scope.spawn(|| receive(2));
        for _ in 0..100 {
            let data = Leaked::copy_of(&[1u8; 8]);
            assert!(other.send(0, 0, 1, data.region(), Mode::Standard).is_none());
            assert_eq!(receive(1), (1, 1, 8));
        }
        let data = Leaked::copy_of(&[2u8; 8]);
        assert!(other.send(0, 0, 2, data.region(), Mode::Standard).is_none());
        assert_eq!(late.join().unwrap(), (1, 2, 8));
    });
    let mut s = Guard::enter();
    s.set_multiple(false);
    drop(s);
    assert!(!Guard::enter().is_shared());
    assert!(enter_to_help::<Behind<Threads>>().is_none(), "helping is off");
}

#[test]
fn only_threads_of_the_program_call_the_functions_of_tools() {
    static TOLD: AtomicU32 = AtomicU32::new(0);
    process!(Heard, {
        fn collect_for_tools(&mut self, _: Option<Waiting>) -> bool {
            true
        }
        fn tell_tools() {
            TOLD.fetch_add(1, Relaxed);
        }
    });
    let mut s = Guard::enter();
    s.0.0 = Some(Shared::new(cluster(1).unwrap().pop().unwrap()));
    s.set_tools(true);
    s.set_helped(true);
    drop(s);
    assert_eq!(TOLD.load(Relaxed), 1);
    drop(enter_to_help::<Behind<Heard>>().expect("no thread is inside"));
    assert_eq!(TOLD.load(Relaxed), 1, "the helper thread leaves it to the program's thread");
    drop(Guard::enter());
    assert_eq!(TOLD.load(Relaxed), 2);
}

/// One thread waits asleep while another sends a message to a host that acknowledges nothing. The retransmission falls
/// due after some 20 ms; nothing else wakes the sleeping thread before half a second has passed.
#[test]
fn a_thread_that_sleeps_retransmits_what_another_thread_has_sent() {
    use std::time::{Duration, Instant};
    process!(Late);
    let late = || {
        let mut ends = clump::driver::testing::machines(&[1, 1], None).expect("sockets");
        let mut silent = ends.pop().expect("two");
        let mut s = Guard::enter();
        s.0.0 = Some(Shared::new(ends.pop().expect("two")));
        s.set_multiple(true);
        drop(s);
        let into = Leaked::new(8);
        let select = Select { context: 0, source: Some(1), tag: Some(3) };
        let sleeps = || Guard::enter().split().0.endpoint().sleeps();
        thread::scope(|scope| {
            let before = sleeps();
            let waits = scope.spawn(|| Guard::enter().receive(select, into.region(), Waiting::NOTHING).is_ok());
            while sleeps() == before {
                thread::yield_now();
            }
            let data = Leaked::copy_of(&[1u8; 8]);
            let begin = Instant::now();
            assert!(Guard::enter().split().0.endpoint().send(1, 0, 1, data.region(), Mode::Standard).is_none());
            while Guard::enter().split().0.endpoint().tuned().repeated().0 == 0 {
                thread::sleep(Duration::from_millis(1));
            }
            let took = begin.elapsed();
            assert!(silent.send(0, 0, 3, data.region(), Mode::Standard).is_none());
            while !waits.is_finished() {
                silent.progress();
            }
            assert!(waits.join().expect("no panic"));
            took
        })
    };
    // Another program may hold up this one once or twice.
    let took: Vec<Duration> = (0..3).map(|_| late()).take_while(|took| *took > Duration::from_millis(300)).collect();
    assert!(took.len() < 3, "the sleeping thread came late: {took:?}");
}
