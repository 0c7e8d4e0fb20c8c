//! Tests of windows whose endpoints are all in this process, over the memory that processes of one machine share.
use super::*;
use crate::testing::cluster;
use clump_fabric::mem::Leaked;

/// Returns endpoints with their windows. Member `i` contributes `offered(i)`.
fn windows(n: u32, bytes: &[u64], offered: impl Fn(usize) -> (PartMemory, Option<Region>)) -> Vec<(Endpoint, Window)> {
    let layout = WindowLayout::new(n as usize, bytes, false).expect("countable");
    let maker = crate::lent::create_shared(layout.total()).expect("memory");
    let members: Vec<_> = (0..n)
        .map(|rank| WindowMember {
            rank,
            near: Some(rank as usize),
            copied: true,
            offered: offered(rank as usize).0,
            key: 0,
        })
        .collect();
    let join = |(me, endpoint)| {
        let memory = crate::lent::open_shared(maker.name().expect("open"), layout.total()).expect("the same memory");
        let window = Window::new(&endpoint, WindowId(7), me, &members, Some((memory, layout.clone())), offered(me).1);
        (endpoint, window)
    };
    cluster(n).expect("a cluster").into_iter().enumerate().map(join).collect()
}

const SUM: (usize, Combine) = (8, Combine { operation: 1, element: 1 });

fn add(a: Region, b: Region) {
    b.combine::<u64>(a, |a, b| a + b);
}

fn pair(a: Region, b: Region) {
    b.combine::<u128>(a, |a, b| a + b);
}

/// Every member puts, gets and combines at every member, itself included.
fn exercise(mut all: Vec<(Endpoint, Window)>, base: impl Fn(usize) -> u64) {
    let n = all.len();
    for (me, (endpoint, window)) in all.iter_mut().enumerate() {
        for target in 0..n {
            let mine = Leaked::copy_of(&[me as u8 + 1; 8]);
            window.put(endpoint, target, base(target) + 8 * me as u64, mine.region(), true).expect("put");
            let one = Leaked::copy_of(&1u64.to_ne_bytes());
            let old = Leaked::new(8);
            for _ in 0..5 {
                let place = base(target) + 512;
                window.combine(endpoint, target, place, SUM, (one.region(), Some(old.region())), add).expect("sum");
            }
            assert_eq!(old.region().get::<u64>(0), 5 * me as u64 + 4);
            let wide = Leaked::copy_of(&[1; 16]);
            let what = (16, SUM.1);
            window.combine(endpoint, target, base(target) + 1024, what, (wide.region(), None), pair).expect("wide");
            let odd = (1, SUM.1);
            let across = Leaked::new(5000);
            window
                .combine(endpoint, target, base(target) + 2000, odd, (across.region(), None), |_, b| {
                    b.combine::<u8>(b, |_, b| b + 1);
                })
                .expect("several stripes");
        }
    }
    for (me, (endpoint, window)) in all.iter_mut().enumerate() {
        let got = Leaked::new(8000);
        let target = (me + 1) % n;
        window.get(endpoint, target, base(target), got.region(), true).expect("get");
        (0..n).for_each(|i| assert_eq!(got.region().get::<u8>(8 * i + 3), i as u8 + 1));
        assert_eq!(got.region().get::<u64>(64), 5 * n as u64);
        assert_eq!(got.region().get::<u8>(1024 + 15), n as u8);
        assert!((2000..7000).all(|i| got.region().get::<u8>(i) == n as u8));
        let (compare, new, old) = (Leaked::copy_of(&[n as u8; 2]), Leaked::copy_of(&[77; 2]), Leaked::new(2));
        let three = [compare.region(), new.region(), old.region()];
        window.compare_and_swap(endpoint, target, base(target) + 2002, SUM.1, three).expect("swap");
        assert_eq!(old.region().to_vec(), [n as u8; 2]);
        window.compare_and_swap(endpoint, target, base(target) + 2002, SUM.1, three).expect("no swap");
        assert_eq!(old.region().to_vec(), [77; 2]);
    }
}

#[test]
fn allocated_parts_are_loaded_and_stored() {
    let all = windows(3, &[8000; 3], |_| (PartMemory::Allocated { len: 8000 }, None));
    let (a, b) = (all[0].1.mapped(1), all[1].1.mapped(1));
    a.set::<u64>(999, 5);
    assert!(a.as_ptr() != b.as_ptr() && b.get::<u64>(999) == 5);
    exercise(all, |_| 0);
}

#[test]
fn memory_of_the_program_is_reached_by_its_address() {
    let memory: Vec<_> = (0..3).map(|_| Leaked::new(8000)).collect();
    let offered = |i: usize| {
        let r = memory[i].region();
        (PartMemory::Lent { address: r.as_ptr() as u64, len: 8000 }, Some(r))
    };
    exercise(windows(3, &[0; 3], offered), |_| 0);
}

#[test]
fn only_attached_memory_can_be_accessed() {
    let memory: Vec<_> = (0..2).map(|_| Leaked::new(8000)).collect();
    let mut all = windows(2, &[0; 2], |_| (PartMemory::Attached, None));
    let base = |i: usize| memory[i].region().as_ptr() as u64;
    let one = Leaked::new(1);
    let (endpoint, window) = &mut all[0];
    assert_eq!(window.put(endpoint, 1, base(1), one.region(), true), Err(WindowError::NotAttached));
    for (i, (endpoint, window)) in all.iter_mut().enumerate() {
        window.attach(endpoint, memory[i].region());
        assert!(window.has_attached(memory[i].region().slice(10, 1)) && !window.has_attached(one.region()));
    }
    let (endpoint, window) = &mut all[0];
    assert_eq!(window.get(endpoint, 1, base(1) + 8000, one.region(), true), Err(WindowError::NotAttached));
    exercise(all, base);
}

#[test]
fn operations_past_the_end_of_a_part_fail() {
    let mut all = windows(2, &[100, 0], |i| (PartMemory::Allocated { len: [100, 0][i] }, None));
    let (endpoint, window) = &mut all[1];
    let b = Leaked::new(8);
    assert_eq!(window.put(endpoint, 0, 93, b.region(), true), Err(WindowError::Outside(100)));
    assert_eq!(window.get(endpoint, 0, u64::MAX - 3, b.region(), true), Err(WindowError::Outside(100)));
    assert_eq!(window.combine(endpoint, 1, 0, SUM, (b.region(), None), add), Err(WindowError::Outside(0)));
    assert_eq!(window.put(endpoint, 1, 0, Region::EMPTY, true), Ok(()));
}

#[test]
fn an_exclusive_lock_excludes_all_other_members() {
    let mut all = windows(3, &[0; 3], |_| (PartMemory::Allocated { len: 0 }, None));
    let mut lock = |me: usize, wanted| {
        let (endpoint, window) = &mut all[me];
        window.try_lock(endpoint, 2, wanted).expect("near")
    };
    assert!(lock(0, LockKind::Shared) && lock(1, LockKind::Shared) && !lock(2, LockKind::Exclusive));
    let (endpoint, window) = &mut all[0];
    assert_eq!(window.dead_holder(endpoint, 2), None, "this process lives");
    window.unlock(endpoint, 2, LockKind::Shared).expect("near");
    let (endpoint, window) = &mut all[1];
    window.unlock(endpoint, 2, LockKind::Shared).expect("near");
    let (endpoint, window) = &mut all[2];
    assert!(window.try_lock(endpoint, 2, LockKind::Exclusive).expect("near"));
    let (endpoint, window) = &mut all[0];
    assert!(!window.try_lock(endpoint, 2, LockKind::Shared).expect("near"));
}

/// All members concurrently change one place: single elements by processor instructions, and many elements at a time,
/// which change in stripes from some point on.
#[test]
fn concurrent_single_and_bulk_changes_lose_no_change() {
    const TIMES: u64 = 300;
    const MANY: usize = 100;
    let all = windows(3, &[8000; 3], |_| (PartMemory::Allocated { len: 8000 }, None));
    let over = std::sync::Barrier::new(3);
    std::thread::scope(|scope| {
        for (me, (mut endpoint, window)) in all.into_iter().enumerate() {
            let over = &over;
            scope.spawn(move || {
                let ones = Leaked::new(8 * MANY);
                (0..MANY).for_each(|i| ones.region().set::<u64>(i, 1));
                for i in 0..TIMES {
                    // Two members always combine many elements, the third sometimes.
                    let many = me < 2 || i % 10 == 0;
                    let operand = if many { ones.region() } else { ones.region().slice(0, 8) };
                    window.combine(&mut endpoint, 0, 64, SUM, (operand, None), add).expect("a sum");
                    let added = window.atomically(0, 1, || {
                        window.mapped(0).atomic_add::<u64>(64, 1);
                        true
                    });
                    if !added {
                        let one = ones.region().slice(0, 8);
                        window.combine(&mut endpoint, 0, 64, SUM, (one, None), add).expect("a sum");
                    }
                }
                // The memory is needed until all members have checked it.
                over.wait();
                assert_eq!(window.mapped(0).get::<u64>(8), 6 * TIMES);
                assert_eq!(window.mapped(0).get::<u64>(8 + MANY - 1), 2 * TIMES + TIMES / 10);
                over.wait();
            });
        }
    });
}
