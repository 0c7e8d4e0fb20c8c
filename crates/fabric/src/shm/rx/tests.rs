//! Tests of frames between two endpoints in one process. The memory and the code are those that two processes use.
use super::*;
use crate::mem::Leaked;
use crate::shm::SLOT;
use proptest::prelude::*;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;

/// Returns the sending side of rank 0, and both sides of rank 1.
fn pair() -> (Tx, Tx, Rx) {
    let s = Arc::new(Segment::create(2).unwrap());
    let mut tx = Tx::new(&s, 0);
    tx.open(1).unwrap();
    tx.open_pool().unwrap();
    (tx, Tx::new(&s, 1), Rx::new(&s, 1))
}

fn pattern(len: usize, seed: usize) -> Vec<u8> {
    (0..len).map(|i| (i * 7 + seed * 13 + 1) as u8).collect()
}

#[test]
fn every_length_arrives_whole_and_in_order() {
    let (mut tx, mut own, mut rx) = pair();
    let mut lens: Vec<usize> = (0..130).collect();
    lens.extend([BYTES_MAX - 1, BYTES_MAX, BYTES_MAX + 1, SLOT - 1, SLOT]);
    for prefix in 0..=PREFIX {
        let words: Vec<u64> = (0..prefix as u64).map(|i| i + 100).collect();
        for &len in &lens {
            let data = pattern(len, prefix);
            tx.send(1, 5, &words, Leaked::copy_of(&data).region()).unwrap();
            let mut seen = 0;
            rx.poll(
                8,
                each(&mut own, |from, head, body| {
                    seen += 1;
                    assert_eq!((from, head), (0, 5));
                    let k = prefix;
                    assert_eq!(body.len(k), len);
                    match k {
                        1 => assert_eq!(body.words::<1>(), Some([100])),
                        4 => assert_eq!(body.words::<4>(), Some([100, 101, 102, 103])),
                        _ => {}
                    }
                    let to = Leaked::new(len);
                    assert_eq!(body.copy_to(k, 0, to.region()), len);
                    assert_eq!(to.region().to_vec(), data, "prefix {prefix} len {len}");
                    let part = Leaked::new(len / 2);
                    body.copy_to(k, len / 3, part.region());
                    assert_eq!(part.region().to_vec(), data[len / 3..len / 3 + len / 2]);
                }),
            );
            assert_eq!(seen, 1);
        }
    }
}

proptest! {
    /// Bodies in lines, in the byte area and in slots, with a reader that is ahead or behind by turns.
    #[test]
    fn bodies_of_any_lengths_arrive_in_order(
        slots in any::<bool>(),
        turns in prop::collection::vec((prop_oneof![0..700_usize, 700..SLOT], 0..4_usize), 1..200),
    ) {
        let s = Arc::new(Segment::create(2).unwrap());
        let (mut tx, mut own, mut rx) = (Tx::new(&s, 0), Tx::new(&s, 1), Rx::new(&s, 1));
        tx.open(1).unwrap();
        if slots {
            tx.open_pool().unwrap();
        }
        let mut sent = VecDeque::new();
        for (i, &(len, polls)) in turns.iter().enumerate() {
            let body = pattern(len, i);
            if tx.send(1, i as u64, &[], Leaked::copy_of(&body).region()).is_ok() {
                sent.push_back((i as u64, body));
            }
            for _ in 0..polls {
                rx.poll(1, each(&mut own, |_, head, body| {
                    let to = Leaked::new(body.len(0));
                    body.copy_to(0, 0, to.region());
                    assert_eq!(sent.pop_front(), Some((head, to.region().to_vec())));
                }));
            }
        }
        assert_eq!(rx.malformed, 0);
    }
}

#[test]
fn slots_that_a_dead_receiver_holds_come_back() {
    let s = Arc::new(Segment::create(3).unwrap());
    let mut tx = Tx::new(&s, 0);
    tx.open(1).unwrap();
    tx.open(2).unwrap();
    tx.open_pool().unwrap();
    let (mut own, mut rx) = (Tx::new(&s, 2), Rx::new(&s, 2));
    let body = Leaked::copy_of(&pattern(BYTES_MAX + 1, 3));
    let mut filled = 0;
    while tx.send(1, 5, &[], body.region()).is_ok() {
        filled += 1;
        assert!(filled < 1000, "rank 1 takes nothing");
    }
    assert!(filled > 0 && tx.send(2, 5, &[], body.region()).is_err(), "the slots serve all receivers");
    tx.lose(1);
    for _ in 0..3 {
        tx.send(1, 5, &[], body.region()).expect("it is dropped");
    }
    for _ in 0..3 * filled {
        tx.send(2, 5, &[], body.region()).expect("a slot");
        let mut seen = 0;
        rx.poll(8, each(&mut own, |_, _, body| seen += body.len(0)));
        assert_eq!(seen, BYTES_MAX + 1);
    }
}

#[test]
fn take_if_takes_only_the_wanted_frame_of_one_sender() {
    let (mut tx, mut own, mut rx) = pair();
    assert_eq!(rx.take_if(0, 1, Leaked::new(8).region(), |_, _| true), None, "no rank has sent");
    assert!(!rx.ready());
    // Several laps of the ring and of the byte area, and every slot more than once.
    for round in 0..40 {
        for len in [0, 1, 8, 56, 57, 64, 1000, BYTES_MAX, BYTES_MAX + 1, SLOT] {
            let data = pattern(len, round);
            tx.send(1, 7, &[], Leaked::copy_of(&data).region()).unwrap();
            let to = Leaked::new(len);
            assert_eq!(rx.take_if(1, 1, to.region(), |_, _| true), None, "from another");
            assert_eq!(rx.take_if(0, 1, to.region(), |head, n| (head, n) != (7, len)), None, "not wanted");
            assert!(rx.ready(), "what is not wanted stays");
            assert_eq!(rx.take_if(0, 1, to.region(), |head, n| (head, n) == (7, len)), Some((7, len)));
            assert_eq!(to.region().to_vec(), data, "round {round} len {len}");
            assert_eq!(rx.take_if(0, 3, to.region(), |_, _| true), None, "taken once");
        }
        // `take_if` cannot take a frame with words.
        tx.send(1, 7, &[1], Leaked::new(100).region()).unwrap();
        assert_eq!(rx.take_if(0, 1, Leaked::new(100).region(), |_, _| true), None);
        assert_eq!(rx.poll(1, each(&mut own, |_, _, body| assert_eq!(body.words::<1>(), Some([1])))), 1);
    }
}

#[test]
fn a_full_ring_refuses_frames_until_the_receiver_takes_some() {
    for len in [8, 40, 1000, BYTES_MAX, SLOT] {
        let (mut tx, mut own, mut rx) = pair();
        let b = Leaked::new(len);
        let mut n = 0;
        for round in 0..3 {
            while tx.send(1, round, &[], b.region()).is_ok() {
                n += 1;
                assert!(n < 10_000);
            }
            while rx.poll(
                4,
                each(&mut own, |_, h, _| {
                    assert_eq!(h, round);
                    n -= 1;
                }),
            ) > 0
            {}
            assert_eq!(n, 0);
        }
    }
}

#[test]
fn an_invalid_record_is_dropped_and_counted() {
    let (mut tx, mut own, mut rx) = pair();
    tx.send(1, 1, &[], Region::EMPTY).unwrap();
    assert_eq!(rx.poll(8, each(&mut own, |_, _, _| ())), 1);
    // A record that claims a body elsewhere of impossible length, as a misbehaving sender would write it.
    let s = rx.segment.clone();
    let ring = RingMemory::new(&s, 0, 1);
    use crate::ring::Words;
    ring.store(0, 2, 1 << 63, Ordering::Relaxed);
    ring.store(0, 1, 1 << 63 | ELSEWHERE << HEAD_BITS, Ordering::Release);
    ring.store(0, 2, 0x7f << 56 | 1 << 39, Ordering::Release);
    let mut handed = 0;
    rx.poll(8, each(&mut own, |_, _, _| handed += 1));
    assert_eq!((handed, rx.malformed), (0, 1));
}
