//! Tests of windows between machines that are all in this process: shared memory within each machine, datagrams
//! over loopback between them.
use super::*;
use crate::testing::machines;
use clump_fabric::mem::Leaked;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::thread;

const SIZE: usize = 3 << 20;
const SUM: Combine = Combine { operation: 1, element: 8 };
const PAIR: Combine = Combine { operation: 1, element: 16 };

fn add(operand: Region, there: Region) {
    there.combine::<u64>(operand, |a, b| a.wrapping_add(b));
}

fn add_wide(operand: Region, there: Region) {
    there.combine::<u128>(operand, |a, b| a.wrapping_add(b));
}

fn meaning(code: Combine) -> Option<ElementChange> {
    match code {
        SUM => Some((8, add)),
        PAIR => Some((16, add_wide)),
        _ => None,
    }
}

/// How a window gets its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flavour {
    Allocated,
    Lent,
    Attached,
}

/// A member, on its own thread.
struct Member {
    endpoint: Endpoint,
    window: Window,
    /// The member's own memory, if the window did not allocate it.
    memory: Arc<Leaked>,
    base: u64,
}

/// Creates the members of a window on machines of that many ranks each.
fn members(ranks: &[u32], flavour: Flavour) -> Vec<Member> {
    let n = ranks.iter().sum::<u32>() as usize;
    let own: Vec<_> = (0..n).map(|_| Arc::new(Leaked::new(SIZE))).collect();
    let offered = |rank: usize| {
        let (address, len) = (own[rank].region().as_ptr() as u64, SIZE as u64);
        match flavour {
            Flavour::Allocated => PartMemory::Allocated { len },
            Flavour::Lent => PartMemory::Lent { address, len },
            Flavour::Attached => PartMemory::Attached,
        }
    };
    let mut all = machines(ranks, Some(crate::hosts::Cipher::AesGcm)).expect("sockets").into_iter();
    let (mut made, mut first) = (Vec::new(), 0);
    for &here in ranks {
        let allocated = if flavour == Flavour::Allocated { SIZE as u64 } else { 0 };
        let layout = WindowLayout::new(n, &vec![allocated; here as usize], false).expect("countable");
        let maker = crate::lent::create_shared(layout.total()).expect("memory");
        for (me, mine) in own.iter().enumerate().skip(first).take(here as usize) {
            let mut endpoint = all.next().expect("an endpoint for each rank");
            let memory =
                crate::lent::open_shared(maker.name().expect("open"), layout.total()).expect("the same memory");
            let near = |rank: usize| (first..first + here as usize).position(|r| r == rank);
            let parts: Vec<_> = (0..n)
                .map(|r| WindowMember {
                    rank: r as Rank,
                    near: near(r),
                    offered: offered(r),
                    key: 100 + r as u64,
                    copied: true,
                })
                .collect();
            let lent = (flavour == Flavour::Lent).then(|| mine.region());
            let mut window = Window::new(&endpoint, WindowId(5), me, &parts, Some((memory, layout.clone())), lent);
            window.offer(&mut endpoint, meaning);
            if flavour == Flavour::Attached {
                window.attach(&mut endpoint, mine.region());
            }
            made.push(Member { endpoint, window, memory: mine.clone(), base: 0 });
        }
        first += here as usize;
    }
    if flavour == Flavour::Attached {
        made.iter_mut().for_each(|m| m.base = m.memory.region().as_ptr() as u64);
    }
    made
}

impl Member {
    fn own(&self) -> Region {
        let me = self.window.me;
        let mapped = self.window.mapped(me);
        if mapped.is_empty() { self.memory.region() } else { mapped }
    }

    fn flush(&mut self, target: usize) -> Result<(), WindowError> {
        while self.window.is_pending(&mut self.endpoint, target) {
            self.endpoint.progress();
        }
        self.window.outcome(&mut self.endpoint, target)
    }

    fn lock(&mut self, target: usize, wanted: LockKind) {
        while !self.window.try_lock(&mut self.endpoint, target, wanted).expect("a lock") {
            self.endpoint.progress();
        }
    }
}

/// Makes progress until `over` is true.
fn serve(mut member: Member, over: &AtomicBool) -> Member {
    while !over.load(Ordering::Acquire) {
        member.endpoint.progress();
    }
    member
}

fn pattern(len: usize) -> Vec<u8> {
    (0..len).map(|i| (i.wrapping_mul(31) >> 3) as u8).collect()
}

#[test]
fn puts_and_gets_of_all_lengths_have_arrived_when_they_are_complete() {
    for flavour in [Flavour::Allocated, Flavour::Lent, Flavour::Attached] {
        let mut all = members(&[1, 1], flavour);
        let (mut origin, target) = (all.pop().expect("two"), all.pop().expect("two"));
        let (there, base, over) = (target.own(), target.base, Arc::new(AtomicBool::new(false)));
        let server = thread::spawn({
            let over = over.clone();
            move || serve(target, &over)
        });
        for len in [1, 8, 1400, 8063, 8064, 8065, 70_000, 2 << 20] {
            let data = Leaked::copy_of(&pattern(len));
            for lasting in [true, false] {
                there.slice(64, len).copy_from(Leaked::new(len).region());
                origin.window.put(&mut origin.endpoint, 0, base + 64, data.region(), lasting).expect("a put");
                assert_eq!(origin.flush(0), Ok(()));
                assert!(there.slice(64, len).to_vec() == pattern(len), "{len} bytes are not there: {flavour:?}");
                let got = Leaked::new(len);
                origin.window.get(&mut origin.endpoint, 0, base + 64, got.region(), lasting).expect("a get");
                assert_eq!(origin.flush(0), Ok(()));
                assert!(got.region().to_vec() == pattern(len), "{len} bytes are other ones: {flavour:?}");
            }
        }
        // Operands longer than a frame: the operation is divided at element boundaries.
        let ones = Leaked::new(32_000);
        (0..4000).for_each(|i| ones.region().set::<u64>(i, 1));
        there.slice(0, 32_000).copy_from(Leaked::new(32_000).region());
        for (width, how, f) in [(8, SUM, add as fn(Region, Region)), (16, PAIR, add_wide)] {
            let both = (ones.region(), None);
            origin.window.combine(&mut origin.endpoint, 0, base, (width, how), both, f).expect("sums");
        }
        let old = Leaked::new(32_000);
        let both = (ones.region(), Some(old.region()));
        origin.window.combine(&mut origin.endpoint, 0, base, (8, SUM), both, add).expect("sums");
        assert_eq!(origin.flush(0), Ok(()));
        (0..4000).for_each(|i| assert_eq!((old.region().get::<u64>(i), there.get::<u64>(i)), (2, 3)));
        let [compare, new] = [3u64, 77].map(|n| Leaked::copy_of(&n.to_ne_bytes()));
        let three = [compare.region(), new.region(), old.region()];
        for wanted in [3, 77] {
            origin.window.compare_and_swap(&mut origin.endpoint, 0, base + 8, SUM, three).expect("a swap");
            assert_eq!((old.region().get::<u64>(0), there.get::<u64>(1)), (wanted, 77));
        }
        over.store(true, Ordering::Release);
        let target = server.join().expect("no panic");
        let closing = thread::spawn(move || target.endpoint.close().expect("an end"));
        origin.endpoint.close().expect("an end");
        closing.join().expect("no panic");
    }
}

#[test]
fn invalid_operations_fail_and_change_no_bytes() {
    let mut all = members(&[1, 1], Flavour::Attached);
    let (mut origin, target) = (all.pop().expect("two"), all.pop().expect("two"));
    let (there, base, over) = (target.own(), target.base, Arc::new(AtomicBool::new(false)));
    let server = thread::spawn({
        let over = over.clone();
        move || serve(target, &over)
    });
    let data = Leaked::copy_of(&[7; 100_000]);
    for (offset, len) in [(base - 1, 8), (base + SIZE as u64 - 7, 8), (base + SIZE as u64 - 1, 20_000), (0, 1)] {
        let data = data.region().slice(0, len);
        origin.window.put(&mut origin.endpoint, 0, offset, data, true).expect("it is begun");
        assert_eq!(origin.flush(0), Err(WindowError::NotAttached));
        let got = origin.window.get(&mut origin.endpoint, 0, offset, data, false);
        assert_eq!(got, Err(WindowError::NotAttached));
        assert_eq!(origin.flush(0), Ok(()), "it has been told");
    }
    let unknown = (8, Combine { operation: 9, element: 9 });
    let both = (data.region().slice(0, 8), None);
    origin.window.combine(&mut origin.endpoint, 0, base, unknown, both, add).expect("it is begun");
    assert_eq!(origin.flush(0), Err(WindowError::Far(0, Refusal::NoOperation)));
    assert!(there.to_vec().iter().all(|b| *b == 0));
    // The target detaches its memory and withdraws the window while a put to each is under way.
    over.store(true, Ordering::Release);
    let mut target = server.join().expect("no panic");
    for step in 0..2 {
        origin.window.put(&mut origin.endpoint, 0, base, data.region(), true).expect("it is begun");
        // The put's head has arrived, and the requests for the rest have left.
        while target.endpoint.engine.on_windows() == 0 {
            target.endpoint.progress();
        }
        match step {
            0 => assert!(target.window.detach(&mut target.endpoint, base)),
            _ => target.window.withdraw(&mut target.endpoint),
        }
        let before = there.to_vec();
        while origin.window.is_pending(&mut origin.endpoint, 0) {
            origin.endpoint.progress();
            target.endpoint.progress();
        }
        let why = origin.window.outcome(&mut origin.endpoint, 0);
        assert_eq!(why, Err(WindowError::Far(0, Refusal::Withdrawn)));
        assert!(there.to_vec() == before, "bytes arrived after the memory was detached");
        target.window.attach(&mut target.endpoint, there);
    }
    origin.window.put(&mut origin.endpoint, 0, base, data.region().slice(0, 8), true).expect("it is begun");
    while origin.window.is_pending(&mut origin.endpoint, 0) {
        origin.endpoint.progress();
        target.endpoint.progress();
    }
    let why = origin.window.outcome(&mut origin.endpoint, 0);
    assert_eq!(why, Err(WindowError::Far(0, Refusal::NoWindow)));
}

#[test]
fn operations_on_a_rank_that_leaves_end() {
    let mut all = members(&[1, 1], Flavour::Allocated);
    let (mut origin, mut target) = (all.pop().expect("two"), all.pop().expect("two"));
    let data = Leaked::new(1 << 20);
    origin.window.put(&mut origin.endpoint, 0, 0, data.region().slice(0, 8), true).expect("it is begun");
    while origin.window.is_pending(&mut origin.endpoint, 0) {
        origin.endpoint.progress();
        target.endpoint.progress();
    }
    let over = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            target.endpoint.close().expect("an end");
            over.store(true, Ordering::Release);
        });
        // The origin answers the requests of the last frames.
        while !over.load(Ordering::Acquire) {
            origin.endpoint.progress();
        }
    });
    for len in [8, 1 << 20] {
        origin.window.put(&mut origin.endpoint, 0, 0, data.region().slice(0, len), true).expect("it is begun");
    }
    assert_eq!(origin.flush(0), Err(WindowError::Far(0, Refusal::Lost)));
    let got = origin.window.get(&mut origin.endpoint, 0, 0, data.region().slice(0, 8), false);
    assert_eq!(got, Err(WindowError::Far(0, Refusal::Lost)));
    assert_eq!(origin.endpoint.engine.on_windows(), 0);
    origin.endpoint.close().expect("an end");
}

/// Two ranks on the part's machine and a rank on another machine add to a number that only the lock guards.
#[test]
fn members_on_all_machines_share_one_lock() {
    const TIMES: u64 = 100;
    let all = members(&[2, 1], Flavour::Allocated);
    let over = Arc::new(AtomicU32::new(0));
    let threads: Vec<_> = all
        .into_iter()
        .map(|mut m| {
            let over = over.clone();
            thread::spawn(move || {
                let number = Leaked::new(8);
                for i in 0..TIMES {
                    m.lock(0, LockKind::Exclusive);
                    m.window.get(&mut m.endpoint, 0, 0, number.region(), false).expect("a get");
                    number.region().set(0, number.region().get::<u64>(0) + 1);
                    m.window.put(&mut m.endpoint, 0, 0, number.region(), false).expect("a put");
                    m.flush(0).expect("applied");
                    m.window.unlock(&mut m.endpoint, 0, LockKind::Exclusive).expect("unlocked");
                    if i % 10 == 0 {
                        m.lock(0, LockKind::Shared);
                        m.window.unlock(&mut m.endpoint, 0, LockKind::Shared).expect("unlocked");
                    }
                }
                over.fetch_add(1, Ordering::AcqRel);
                while over.load(Ordering::Acquire) < 3 {
                    m.endpoint.progress();
                }
                // The unlock request of the last member may not have arrived yet.
                m.lock(0, LockKind::Exclusive);
                m.window.get(&mut m.endpoint, 0, 0, number.region(), false).expect("a get");
                assert_eq!(number.region().get::<u64>(0), 3 * TIMES);
                m.window.unlock(&mut m.endpoint, 0, LockKind::Exclusive).expect("unlocked");
                over.fetch_add(1, Ordering::AcqRel);
                while over.load(Ordering::Acquire) < 6 {
                    m.endpoint.progress();
                }
                m.endpoint.close().expect("an end");
            })
        })
        .collect();
    threads.into_iter().for_each(|t| t.join().expect("no panic"));
}
