//! Tests of connections between machines, all of them in this process.
use super::*;
use crate::testing::machines;
use clump_fabric::mem::Leaked;
use std::thread;
use std::time::Duration;

const LONG: Option<Duration> = Some(Duration::from_secs(20));
const SIZE: u64 = 300_000;

fn endpoints(ranks: &[u32]) -> Vec<Endpoint> {
    machines(ranks, Some(crate::hosts::Cipher::AesGcm)).expect("sockets")
}

fn pattern(len: usize, start: usize) -> Vec<u8> {
    (0..len).map(|i| (start + i.wrapping_mul(31) / 7) as u8).collect()
}

fn close_both(a: Endpoint, b: Endpoint) {
    let closing = thread::spawn(move || a.close().expect("an end"));
    b.close().expect("an end");
    closing.join().expect("no panic");
}

/// A rank on the receiver's machine and a rank on another machine send into one queue.
#[test]
fn near_and_far_senders_share_a_queue() {
    const EACH: usize = 200;
    let mut all = endpoints(&[2, 1]).into_iter();
    let mut me = all.next().expect("three");
    let mut queue = NoteQueue::new(&me, 8).expect("a queue");
    let mut threads = Vec::new();
    let over = std::sync::Arc::new(std::sync::Barrier::new(3));
    for mut endpoint in all {
        let rank = endpoint.rank();
        let number = queue.offer(&mut me, rank, SIZE, Telling::Note).expect("an offer");
        let invitation = queue.buffer(number).expect("open").invitation();
        let over = over.clone();
        threads.push(thread::spawn(move || {
            let to = Connection::open(&mut endpoint, &invitation).expect("a connection");
            assert_eq!(to.is_mapped(), rank == 1);
            for i in 0..EACH {
                // Each deposit has a place of its own.
                let data = Leaked::copy_of(&pattern(i % 1400, i));
                let place = 1400 * i as u64;
                while let Err(e) = to.deposit_and_wait(&mut endpoint, place, data.region()) {
                    assert_eq!((e, rank), (DepositError::QueueFull(0), 1), "by frames the queue is never full");
                }
            }
            over.wait();
            endpoint.close().expect("an end");
        }));
    }
    let mut next = [0; 2];
    while next != [EACH; 2] {
        let note = queue.wait(&mut me, LONG).expect("a note");
        let i = next[note.connection as usize];
        assert_eq!((note.offset, note.len), (1400 * i as u64, i as u64 % 1400));
        assert!(queue.to_vec(note) == pattern(i % 1400, i), "the bytes of deposit {i} are not there");
        next[note.connection as usize] += 1;
    }
    assert_eq!((queue.poll(), queue.dropped()), (None, 0));
    over.wait();
    queue.close_all(&mut me);
    me.close().expect("an end");
    threads.into_iter().for_each(|t| t.join().expect("no panic"));
}

#[test]
fn long_deposits_are_noted_once_complete_and_a_full_queue_loses_no_notes() {
    let mut all = endpoints(&[1, 1]).into_iter();
    let (mut me, mut sender) = (all.next().expect("two"), all.next().expect("two"));
    let mut queue = NoteQueue::new(&me, 4).expect("a queue");
    let noted = queue.offer(&mut me, 1, SIZE, Telling::Note).expect("an offer");
    let counted = queue.offer(&mut me, 1, 8, Telling::Count).expect("an offer");
    let open = |sender: &mut Endpoint, number| {
        Connection::open(sender, &queue.buffer(number).expect("open").invitation()).expect("a connection")
    };
    let (to, count) = (open(&mut sender, noted), open(&mut sender, counted));
    let data = Leaked::copy_of(&pattern(SIZE as usize, 1));
    let long = to.deposit(&mut sender, 0, data.region()).expect("it is begun");
    while queue.poll().is_none() {
        sender.progress();
        me.progress();
    }
    assert!(queue.buffer(noted).expect("open").to_vec() == pattern(SIZE as usize, 1));
    while !to.is_sent(&mut sender, long) {
        sender.progress();
        me.progress();
    }
    for i in 0..100 {
        let deposit = to.deposit(&mut sender, i, data.region().slice(0, 8)).expect("it is begun");
        to.forget(&mut sender, deposit);
        let deposit = count.deposit(&mut sender, 0, Region::EMPTY).expect("it is begun");
        count.forget(&mut sender, deposit);
        sender.progress();
    }
    while !(to.has_arrived(&mut sender) && count.has_arrived(&mut sender)) {
        sender.progress();
        me.progress();
    }
    assert_eq!((to.outcome(&mut sender), queue.counted()), (Ok(()), 100));
    for i in 0..100 {
        assert_eq!(queue.poll(), Some(Note { connection: noted, offset: i, len: 8 }));
    }
    assert_eq!((queue.poll(), queue.dropped()), (None, 0));
    queue.close_all(&mut me);
    close_both(me, sender);
}

/// The sender's library sends arbitrary frames: no byte is placed, and no note arrives.
#[test]
fn invalid_deposits_place_no_bytes_and_leave_no_notes() {
    let mut all = endpoints(&[1, 1, 1]);
    let mut queue = NoteQueue::new(&all[0], 8).expect("a queue");
    let number = queue.offer(&mut all[0], 1, 100, Telling::Note).expect("an offer");
    let invitation = queue.buffer(number).expect("open").invitation();
    let data = Leaked::copy_of(&[9; 20_000]);
    let place = |offset| WindowPlace { to: 0, window: invitation.window, key: invitation.key, offset };
    let put = |all: &mut [Endpoint], from: usize, place: WindowPlace, len: usize| {
        let op = all[from].far_windows().put(place, data.region().slice(0, len));
        all[from].far_windows().detach(op);
        while all[from].far_windows().is_pending(0, place.window) {
            all.iter_mut().for_each(|endpoint| _ = endpoint.progress());
        }
        all[from].far_windows().refusal(0, place.window)
    };
    for round in 0..50 {
        for (offset, len) in [(93, 8), (100, 1), (u64::MAX, 8), (u64::MAX - 7, 8), (0, 101), (99, 20_000)] {
            assert_eq!(put(&mut all, 1, place(offset), len), Some(Refusal::Outside), "{len} bytes at {offset}");
        }
        let wrong_key = WindowPlace { key: invitation.key ^ 1 << (round % 64), ..place(0) };
        assert_eq!(put(&mut all, 1, wrong_key, 8), Some(Refusal::WrongKey));
        assert_eq!(put(&mut all, 2, place(0), 8), Some(Refusal::WrongKey), "another rank that knows the key");
        let unknown = WindowPlace { window: WindowId(invitation.window.0 + 1 + round), ..place(0) };
        assert_eq!(put(&mut all, 1, unknown, 8), Some(Refusal::NoWindow));
    }
    assert_eq!(queue.poll(), None);
    assert!(queue.buffer(number).expect("open").to_vec().iter().all(|b| *b == 0));
    assert_eq!(put(&mut all, 1, place(92), 8), None);
    assert_eq!(queue.poll(), Some(Note { connection: number, offset: 92, len: 8 }));
    // The receiver closes a connection while a long deposit is under way.
    let long = queue.offer(&mut all[0], 1, SIZE, Telling::Note).expect("an offer");
    let to = Connection::open(&mut all[1], &queue.buffer(long).expect("open").invitation()).expect("a connection");
    let more = Leaked::copy_of(&[9; 100_000]);
    let deposit = to.deposit(&mut all[1], 0, more.region()).expect("it is begun");
    to.forget(&mut all[1], deposit);
    while all[0].engine.on_windows() == 0 {
        all[0].progress();
    }
    assert!(queue.close(&mut all[0], long) && queue.close(&mut all[0], number));
    while !to.has_arrived(&mut all[1]) {
        all.iter_mut().for_each(|endpoint| _ = endpoint.progress());
    }
    assert_eq!(to.outcome(&mut all[1]), Err(DepositError::Closed(0)));
    assert_eq!(put(&mut all, 1, place(92), 8), Some(Refusal::NoWindow));
    assert_eq!(queue.poll(), None);
}
