//! Tests of receive buffers in the program's memory, with all endpoints in this process.
use super::*;
use crate::testing::machines;
use clump_fabric::mem::Leaked;
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

const LONG: Option<Duration> = Some(Duration::from_secs(20));
const SLOT: u64 = 5000;

fn endpoints(ranks: &[u32]) -> Vec<Endpoint> {
    machines(ranks, Some(crate::hosts::Cipher::AesGcm)).expect("sockets")
}

/// A rank on the receiver's machine, a rank on another machine and the receiver itself place bytes in one vector of
/// the program, each in a part that begins at an arbitrary address.
#[test]
fn near_far_and_own_deposits_land_in_the_programs_memory() {
    const EACH: usize = 100;
    let mut all = endpoints(&[2, 1]).into_iter();
    let mut me = all.next().expect("three");
    let mut queue = NoteQueue::new(&me, 8).expect("a queue");
    let (part, over) = (SLOT as usize * EACH, Arc::new(Barrier::new(3)));
    let memory = Leaked::new(3 * part + 13);
    let mut invitations: Vec<_> = (0..3)
        .map(|rank| {
            let place = memory.region().slice(7 + rank * part, part);
            let number = queue.offer_room(&mut me, rank as u32, Room::Lent(place), Telling::Note).expect("an offer");
            let buffer = queue.buffer(number).expect("open");
            assert_eq!(buffer.as_ptr(), place.as_ptr());
            let invitation = Invitation::from_words(buffer.invitation().to_words()).expect("an invitation");
            assert_eq!(invitation, buffer.invitation());
            invitation
        })
        .collect();
    let data =
        |rank: u32, i: usize| Leaked::copy_of(&vec![(i * 3 + rank as usize + 1) as u8; (i * 53) % SLOT as usize]);
    let threads: Vec<_> = all
        .map(|mut endpoint| {
            let (rank, invitation, over) = (endpoint.rank(), invitations.remove(1), over.clone());
            thread::spawn(move || {
                let to = Connection::open(&mut endpoint, &invitation).expect("a connection");
                assert!(!to.is_mapped());
                for i in 0..EACH {
                    let bytes = data(rank, i);
                    while let Err(e) = to.deposit_and_wait(&mut endpoint, SLOT * i as u64, bytes.region()) {
                        assert_eq!((e, rank), (DepositError::QueueFull(0), 1), "by frames the queue is never full");
                        thread::yield_now();
                    }
                    assert!(to.has_arrived(&mut endpoint));
                }
                over.wait();
                endpoint.close().expect("an end");
            })
        })
        .collect();
    let own = Connection::open(&mut me, &invitations[0]).expect("a connection");
    let (mut next, mut sent) = ([0; 3], 0);
    while next != [EACH; 3] {
        if sent < EACH {
            own.deposit_and_wait(&mut me, SLOT * sent as u64, data(0, sent).region()).expect("by frames");
            sent += 1;
        }
        let note = queue.wait(&mut me, LONG).expect("a note");
        let (rank, i) = (note.connection, next[note.connection as usize]);
        let wanted = data(rank, i).region().to_vec();
        assert_eq!((note.offset, note.len), (SLOT * i as u64, wanted.len() as u64), "deposit {i} of rank {rank}");
        assert!(queue.to_vec(note) == wanted, "the bytes of deposit {i} of rank {rank} are not there");
        next[rank as usize] += 1;
    }
    over.wait();
    queue.close_all(&mut me);
    me.close().expect("an end");
    threads.into_iter().for_each(|t| t.join().expect("no panic"));
    let around = memory.region();
    assert!(around.slice(0, 7).to_vec() == [0; 7] && around.slice(3 * part + 7, 6).to_vec() == [0; 6]);
}

/// Bytes around the buffer stay unchanged, and so do the buffer's own bytes once it is closed.
#[test]
fn no_byte_is_placed_outside_the_buffer_or_after_its_close() {
    let mut all = endpoints(&[2]).into_iter();
    let (mut me, mut sender) = (all.next().expect("two"), all.next().expect("two"));
    let memory = Leaked::new(300);
    let buffer = ReceiveBuffer::offer_room(&mut me, 1, Room::Lent(memory.region().slice(100, 100))).expect("an offer");
    let to = Connection::open(&mut sender, &buffer.invitation()).expect("a connection");
    let data = Leaked::copy_of(&[7; 200]);
    for (offset, len) in [(93, 8), (100, 1), (0, 101), (u64::MAX, 1), (u64::MAX - 3, 8), (1 << 63, 8)] {
        let deposit = to.deposit(&mut sender, offset, data.region().slice(0, len));
        assert_eq!(deposit, Err(DepositError::Outside(100)), "{len} bytes at {offset}");
    }
    assert!(memory.region().to_vec() == [0; 300]);
    to.deposit_and_wait(&mut sender, 0, data.region().slice(0, 100)).expect("inside");
    to.deposit_and_wait(&mut sender, 100, Region::EMPTY).expect("no bytes at the very end");
    let all = memory.region().to_vec();
    assert!(all[..100] == [0; 100] && all[100..200] == [7; 100] && all[200..] == [0; 100]);
    buffer.close(&mut me);
    memory.region().write(&[0; 300]);
    let refused = to.deposit_and_wait(&mut sender, 0, data.region().slice(0, 8));
    assert_eq!(refused, Err(DepositError::Closed(0)));
    assert!(memory.region().to_vec() == [0; 300]);
    assert!(to.close(&mut sender));
    // An impossible address, as in a damaged message.
    let buffer = ReceiveBuffer::offer_room(&mut me, 1, Room::Lent(memory.region())).expect("an offer");
    let mut words = buffer.invitation().to_words();
    words[13] = u64::MAX - 4;
    assert_eq!(Invitation::from_words(words), None);
    words[13] = 4096;
    let to = Connection::open(&mut sender, &Invitation::from_words(words).expect("words")).expect("a connection");
    assert_eq!(to.deposit_and_wait(&mut sender, 0, data.region()), Err(DepositError::NotWritten(0)));
    buffer.close(&mut me);
}
