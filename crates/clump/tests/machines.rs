//! Tests of real endpoints of several machines, all in this process: shared memory within each machine, datagrams
//! over loopback between them.
use clump::driver::hosts::Cipher;
use clump::driver::testing::machines;
use clump::driver::{Endpoint, Leaked, Mode, Select, Waiting};
use std::thread;
use std::time::{Duration, Instant};

const SIZES: [usize; 14] =
    [0, 1, 8, 1400, 1500, 8192, 8500, 16384, 16385, 33_000, 70_000, 1 << 20, (1 << 20) + 7, (5 << 20) + 3];

fn from(source: u32, tag: i32) -> Select {
    Select { context: 0, source: Some(source), tag: Some(tag) }
}

fn pattern(len: usize, seed: usize) -> Vec<u8> {
    (0..len).map(|i| ((i.wrapping_mul(31) >> 3) ^ seed.wrapping_mul(17)) as u8).collect()
}

fn send(e: &mut Endpoint, to: u32, tag: i32, data: &[u8], mode: Mode) {
    let data = Leaked::copy_of(data);
    if let Some(request) = e.send(to, 0, tag, data.region(), mode) {
        e.wait(request, Waiting::NOTHING);
    }
}

fn recv(e: &mut Endpoint, select: Select, len: usize) -> Vec<u8> {
    let into = Leaked::new(len);
    let request = e.recv(select, into.region());
    assert_eq!(e.wait(request, Waiting::NOTHING).len as usize, len);
    into.region().to_vec()
}

/// Both ranks send at the same time, so that a message may arrive before or after its receive is posted. Long
/// messages are fetched over the socket that all other frames use.
#[test]
fn every_size_arrives_whole_by_every_cipher_and_unsealed() {
    for cipher in Cipher::ALL.into_iter().map(Some).chain([None]) {
        let threads: Vec<_> = machines(&[1, 1], cipher)
            .expect("sockets")
            .into_iter()
            .map(|mut e| {
                thread::spawn(move || {
                    let (me, peer) = (e.rank() as usize, 1 - e.rank());
                    for (tag, &len) in SIZES.iter().enumerate() {
                        for mode in [Mode::Standard, Mode::Synchronous] {
                            let data = Leaked::copy_of(&pattern(len, me));
                            let request = e.send(peer, 0, tag as i32, data.region(), mode);
                            let got = recv(&mut e, from(peer, tag as i32), len);
                            assert_eq!(got, pattern(len, 1 - me), "{len} bytes");
                            request.map(|r| e.wait(r, Waiting::NOTHING));
                        }
                    }
                    e.close().expect("an end");
                })
            })
            .collect();
        threads.into_iter().for_each(|t| t.join().expect("no panic"));
    }
}

/// A rank that gets a flood of messages from its own machine still receives from other machines: it takes message
/// after message, and never finds shared memory empty.
#[test]
fn a_flood_from_the_own_machine_does_not_starve_the_network() {
    let mut all = machines(&[2, 1], Some(Cipher::AegisX2)).expect("sockets");
    let [here, near, far] = &mut all[..] else { panic!("three endpoints") };
    send(far, 0, 5, b"from afar", Mode::Standard);
    for _ in 0..20 {
        send(near, 0, 1, b"flood", Mode::Standard);
    }
    let into = Leaked::new(5);
    for _ in 0..500 {
        send(near, 0, 1, b"flood", Mode::Standard);
        here.recv_wait(from(1, 1), into.region(), Waiting::NOTHING);
    }
    let rest = Leaked::new(9);
    let request = here.recv(from(2, 5), rest.region());
    assert!(here.test(request).is_some(), "it arrived during the flood");
    assert_eq!(rest.region().to_vec(), b"from afar");
    for _ in 0..20 {
        here.recv_wait(from(1, 1), into.region(), Waiting::NOTHING);
    }
}

/// The sender pushes everything; the receiver has a pushed buffer of 4 KiB and comes late. The network drops what does
/// not fit, and the sender repeats it after its time-out, in order.
#[test]
fn push_all_overruns_a_small_pushed_buffer_and_go_back_n_repairs_it() {
    let mut all = machines(&[1, 1], Some(Cipher::AegisX2)).expect("sockets");
    let mut early = all.pop().expect("two ranks");
    let mut late = all.pop().expect("two ranks");
    for e in [&mut early, &mut late] {
        assert!(e.tuned().set_go_back_n(4 << 10), "there is a network");
        e.tuned().set_far_push(u64::MAX, u64::MAX, u64::MAX);
    }
    let len = 48 << 10;
    let sender = thread::spawn(move || {
        for tag in 0..3 {
            send(&mut early, 0, tag, &pattern(len, tag as usize), Mode::Standard);
        }
        assert!(recv(&mut early, from(0, 9), 1) == [1], "all has arrived");
        let repeated = early.tuned().repeated().0;
        early.close().expect("an end");
        repeated
    });
    // A probe makes progress without a receive, so that the first message fills the pushed buffer.
    while late.tuned().repeated().1 == 0 {
        let _ = late.probe(from(1, 0));
    }
    for tag in 0..3 {
        assert_eq!(recv(&mut late, from(1, tag), len), pattern(len, tag as usize));
    }
    send(&mut late, 1, 9, &[1], Mode::Standard);
    late.close().expect("an end");
    assert!(sender.join().expect("no panic") > 0, "what was dropped was sent again");
}

/// A rank of another machine that is killed sends no farewell. Nothing watches the hosts here but the ranks.
#[test]
fn a_rank_that_gives_no_sign_of_life_is_lost_and_one_that_only_makes_progress_is_not() {
    let mut both = machines(&[1, 1], Some(Cipher::ALL[0])).expect("sockets");
    let (mut peer, mut own) = (both.pop().expect("two ranks"), both.pop().expect("two ranks"));
    own.watch_peers();
    let (says, hears) = std::sync::mpsc::channel();
    let other = thread::spawn(move || {
        // Computes for longer than the limit, while its helper thread would make progress.
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(5) {
            peer.progress();
            thread::sleep(Duration::from_millis(5));
        }
        send(&mut peer, 0, 1, b"alive", Mode::Standard);
        hears.recv().expect("the message has arrived");
        // Ends as a process does that is killed.
        std::mem::forget(peer);
    });
    let into = Leaked::new(5);
    let request = own.recv(from(1, 1), into.region());
    own.wait_unless_departed(request, Waiting::NOTHING).expect("the rank is alive");
    assert_eq!(into.region().to_vec(), b"alive");
    says.send(()).expect("the thread runs");
    other.join().expect("no panic");
    let start = Instant::now();
    let request = own.recv(from(1, 2), into.region());
    assert_eq!(own.wait_unless_departed(request, Waiting::NOTHING).err().map(|gone| gone.0), Some(1));
    let took = start.elapsed();
    assert!((Duration::from_millis(3600)..Duration::from_millis(4600)).contains(&took), "{took:?}");
    assert!(own.cancel(request));
    std::mem::forget(own);
}
