//! Tests of connections on one machine, with all endpoints in this process.
use super::*;
use crate::testing::cluster;
use clump_fabric::mem::Leaked;
use clump_fabric::shm::{NoteRing, RawNote};
use std::thread;
use std::time::{Duration, Instant};

const LONG: Option<Duration> = Some(Duration::from_secs(20));

/// Connects a sender, with the invitation passed as words as in a message.
fn connect(endpoint: &mut Endpoint, invitation: Invitation) -> Connection {
    let invitation = Invitation::from_words(invitation.to_words()).expect("an invitation");
    let connection = Connection::open(endpoint, &invitation).expect("a connection");
    assert!(connection.is_mapped(), "on one machine a deposit is a store");
    connection
}

#[test]
fn senders_that_share_a_queue_lose_no_notes_and_keep_their_order() {
    const EACH: u64 = 3000;
    const SLOTS: u64 = 8;
    let mut all = cluster(4).expect("a cluster");
    let senders = all.split_off(1);
    let mut me = all.pop().expect("four");
    let mut queue = NoteQueue::new(&me, 16).expect("a queue");
    let mut counts = NoteQueue::new(&me, 0).expect("a count");
    let invitations: Vec<_> = (1..4)
        .map(|rank| {
            let number = queue.offer(&mut me, rank, 64 * SLOTS, Telling::Note).expect("an offer");
            assert_eq!(number, rank - 1);
            let count = counts.offer(&mut me, rank, 8, Telling::Count).expect("an offer");
            // The receiver reports how many notes it has taken, so that the sender knows the free space.
            let back = counts.buffer(count).expect("open").invitation();
            (queue.buffer(number).expect("open").invitation(), back)
        })
        .collect();
    thread::scope(|scope| {
        for (mut endpoint, (invitation, counted)) in senders.into_iter().zip(invitations) {
            scope.spawn(move || {
                let to = connect(&mut endpoint, invitation);
                let counted = connect(&mut endpoint, counted);
                for i in 0..EACH {
                    let len = 8 + i % 57;
                    let bytes = Leaked::new(len as usize);
                    bytes.region().set(0, i);
                    bytes.region().set::<u8>(len as usize - 1, i as u8);
                    let place = 64 * (i % SLOTS);
                    loop {
                        match to.deposit(&mut endpoint, place, bytes.region()) {
                            Ok(deposit) => {
                                assert!(to.is_sent(&mut endpoint, deposit) && to.has_arrived(&mut endpoint));
                                break;
                            }
                            Err(e) => {
                                assert_eq!(e, DepositError::QueueFull(0));
                                thread::yield_now();
                            }
                        }
                    }
                    counted.store(0, Region::EMPTY).expect("counted");
                    // The sender manages the space: it has at most as many deposits in flight as it has slots.
                    if i % SLOTS == SLOTS - 1 {
                        let until = i + 1;
                        while counted_here(&endpoint) < until {
                            thread::yield_now();
                        }
                    }
                }
            });
        }
        let mut next = [0u64; 3];
        while next != [EACH; 3] {
            let note = queue.wait(&mut me, LONG).expect("a note");
            let expected = &mut next[note.connection as usize];
            let bytes = queue.to_vec(note);
            let len = 8 + *expected % 57;
            assert_eq!((note.len, note.offset), (len, 64 * (*expected % SLOTS)));
            assert_eq!(bytes[len as usize - 1], *expected as u8);
            *expected += 1;
            TAKEN[note.connection as usize].store(*expected, std::sync::atomic::Ordering::Release);
        }
        assert!(counts.wait_for_count(&mut me, 3 * EACH, LONG));
    });
    assert_eq!((queue.poll(), queue.dropped(), counts.counted()), (None, 0, 3 * EACH));
    queue.close_all(&mut me);
    counts.close_all(&mut me);
    assert_eq!(me.engine.on_windows(), 0);
}

/// Number of notes that the receiver has taken from each sender; a program would send this in a message.
static TAKEN: [std::sync::atomic::AtomicU64; 3] = [const { std::sync::atomic::AtomicU64::new(0) }; 3];

fn counted_here(endpoint: &Endpoint) -> u64 {
    TAKEN[endpoint.rank() as usize - 1].load(std::sync::atomic::Ordering::Acquire)
}

#[test]
fn deposits_outside_the_buffer_or_after_the_close_are_refused() {
    let mut all = cluster(2).expect("a cluster");
    let (mut sender, mut me) = (all.pop().expect("two"), all.pop().expect("two"));
    let mut queue = NoteQueue::new(&me, 4).expect("a queue");
    let number = queue.offer(&mut me, 1, 100, Telling::Note).expect("an offer");
    let invitation = queue.buffer(number).expect("open").invitation();
    let to = connect(&mut sender, invitation);
    let data = Leaked::copy_of(&[7; 200]);
    for (offset, len) in [(93, 8), (100, 1), (0, 101), (u64::MAX, 1), (u64::MAX - 3, 8), (1 << 63, 8)] {
        let deposit = to.deposit(&mut sender, offset, data.region().slice(0, len));
        assert_eq!(deposit, Err(DepositError::Outside(100)), "{len} bytes at {offset}");
    }
    assert!(queue.poll().is_none() && !queue.is_ready());
    to.store(92, data.region().slice(0, 8)).expect("inside");
    to.store(100, Region::EMPTY).expect("no bytes at the very end");
    assert!(queue.is_ready());
    let note = queue.poll().expect("a note");
    assert_eq!((note, queue.to_vec(note)), (Note { connection: number, offset: 92, len: 8 }, vec![7; 8]));
    assert_eq!(queue.poll(), Some(Note { connection: number, offset: 100, len: 0 }));
    let rest = queue.buffer(number).expect("open").to_vec();
    assert!(rest[..92].iter().all(|b| *b == 0));
    // The bytes do not need the queue: a deposit stores them even if the queue is full.
    (0..4).for_each(|_| to.store(0, data.region().slice(0, 1)).expect("room"));
    assert_eq!(to.store(1, data.region().slice(0, 1)), Err(DepositError::QueueFull(0)));
    assert_eq!(queue.buffer(number).expect("open").to_vec()[1], 0);
    queue.poll().expect("a note");
    to.store(1, data.region().slice(0, 1)).expect("room again");
    // Closing drops the pending notes, and refuses new deposits.
    assert!(queue.close(&mut me, number) && !queue.close(&mut me, number));
    assert_eq!((queue.poll(), queue.dropped()), (None, 4));
    assert_eq!(to.store(0, data.region().slice(0, 1)), Err(DepositError::Closed(0)));
    assert_eq!(queue.poll(), None);
}

/// The sender's library writes arbitrary values into the queue.
#[test]
fn forged_notes_are_counted_and_dropped() {
    let mut all = cluster(2).expect("a cluster");
    let (mut sender, mut me) = (all.pop().expect("two"), all.pop().expect("two"));
    let mut queue = NoteQueue::new(&me, 8).expect("a queue");
    let number = queue.offer(&mut me, 1, 100, Telling::Note).expect("an offer");
    let invitation = queue.buffer(number).expect("open").invitation();
    let memory =
        crate::lent::open_shared(invitation.queue, NoteRing::bytes(8).expect("allowed")).expect("the queue's memory");
    let ring = NoteRing::at(memory.region(), 8);
    let to = connect(&mut sender, invitation);
    let mut dropped = 0;
    for round in 0..1000 {
        let forged = [
            RawNote { connection: 1, offset: 0, len: 8 },
            RawNote { connection: 4_000_000 + round, offset: 0, len: 8 },
            RawNote { connection: number, offset: 93, len: 8 },
            RawNote { connection: number, offset: u64::MAX, len: 2 },
            RawNote { connection: number, offset: 1, len: u64::MAX },
        ];
        forged.iter().for_each(|note| ring.push(*note).expect("room"));
        dropped += forged.len() as u64;
        to.store(0, Region::EMPTY).expect("room");
        assert_eq!(queue.poll(), Some(Note { connection: number, offset: 0, len: 0 }));
        assert_eq!((queue.poll(), queue.dropped()), (None, dropped));
    }
}

/// A sender that writes invalid notes as fast as the receiver drops them does not block a poll of the queue: each
/// poll drops at most one lap of notes. In this test, notes for which there was no room stand for that sender.
#[test]
fn a_poll_ends_however_many_notes_are_dropped() {
    const LAP: u64 = 8;
    let mut arrivals = Arrivals::new(LAP).expect("a queue");
    let number = arrivals.open(1, 100, Telling::Note).expect("a connection");
    let told = arrivals.note_senders().clone();
    let nonsense = RawNote { connection: number + 1, offset: 0, len: 8 };
    (0..50 * LAP).for_each(|_| told.tell(Telling::Note, nonsense));
    told.tell(Telling::Note, RawNote { connection: number, offset: 3, len: 4 });
    let (mut looks, mut before) = (0, 0);
    let note = loop {
        let found = arrivals.poll(|_| false);
        looks += 1;
        assert!(arrivals.dropped() - before <= LAP + 1, "{} at once", arrivals.dropped() - before);
        before = arrivals.dropped();
        if let Some(note) = found {
            break note;
        }
        assert!(arrivals.is_ready(), "the note is lost");
    };
    assert_eq!((note, arrivals.dropped()), (Note { connection: number, offset: 3, len: 4 }, 50 * LAP));
    assert!(looks > 40);
    assert_eq!(arrivals.poll(|_| false), None);
}

#[test]
fn an_invitation_is_for_one_rank_and_is_checked() {
    let mut all = cluster(3).expect("a cluster");
    let buffer = ReceiveBuffer::offer(&mut all[0], 1, 8).expect("an offer");
    let invitation = buffer.invitation();
    assert!(Connection::open(&mut all[2], &invitation).is_err(), "another rank's");
    let words = invitation.to_words();
    assert_eq!(Invitation::from_words(words), Some(invitation));
    for (at, wrong) in [(0, 0), (2, u64::MAX), (5, 3 << 32), (5, 2 << 32), (12, 3), (12, u64::MAX)] {
        let mut words = words;
        words[at] = wrong;
        assert_eq!(Invitation::from_words(words), None, "word {at}");
    }
    // An invitation that describes the memory wrongly maps nothing, and its frames are refused for a wrong key.
    let forged = Invitation { key: 1, memory: MemoryName([u64::from(std::process::id()), 0, 0]), ..invitation };
    let to = Connection::open(&mut all[1], &forged).expect("by frames");
    assert!(!to.is_mapped());
    let data = Leaked::copy_of(&[1; 8]);
    let deposit = to.deposit(&mut all[1], 0, data.region()).expect("it is begun");
    to.forget(&mut all[1], deposit);
    while !to.has_arrived(&mut all[1]) {
        all.iter_mut().for_each(|endpoint| _ = endpoint.progress());
    }
    assert_eq!(to.outcome(&mut all[1]), Err(DepositError::Far(0, Refusal::WrongKey)));
    assert_eq!(buffer.to_vec(), [0; 8]);
    assert!(ReceiveBuffer::offer(&mut all[0], 3, 8).is_err() && NoteQueue::new(&all[0], 5).is_err());
    let mut count = NoteQueue::new(&all[0], 0).expect("a count");
    assert!(count.offer(&mut all[0], 1, 8, Telling::Note).is_err());
    assert!(count.poll().is_none() && !count.is_ready());
    buffer.close(&mut all[0]);
}

#[test]
fn a_deposit_wakes_a_sleeping_receiver_and_a_wait_without_senders_returns() {
    let mut all = cluster(2).expect("a cluster");
    let (mut sender, mut me) = (all.pop().expect("two"), all.pop().expect("two"));
    let mut queue = NoteQueue::new(&me, 4).expect("a queue");
    assert_eq!(queue.wait(&mut me, None), None, "no rank can send");
    let number = queue.offer(&mut me, 1, 100, Telling::Note).expect("an offer");
    let start = Instant::now();
    assert_eq!(queue.wait(&mut me, Some(Duration::from_millis(20))), None);
    assert!(start.elapsed() >= Duration::from_millis(20));
    let to = connect(&mut sender, queue.buffer(number).expect("open").invitation());
    thread::scope(|scope| {
        let start = Instant::now();
        scope.spawn(move || {
            thread::sleep(Duration::from_millis(100));
            to.store(4, Region::EMPTY).expect("room");
        });
        assert_eq!(queue.wait(&mut me, None).map(|note| note.offset), Some(4));
        // A sleep without a wake-up lasts half a second.
        assert!(
            start.elapsed() < Duration::from_millis(400),
            "the deposit did not wake the receiver: {:?}",
            start.elapsed()
        );
    });
}
