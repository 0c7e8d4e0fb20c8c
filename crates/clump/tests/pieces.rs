//! Tests messages to handlers of which several pieces are handed over together: one copy gathers and scatters the
//! pieces, over every fabric.
mod common;
use clump::driver::handlers::{Handlers, RecvStream};
use clump::driver::testing::{cluster, cluster_over};
use clump::driver::{Buffer, Endpoint, Local};
use clump_fabric::wrap::{Event, Fault, Faults, Trace, What};
use common::{bytes, on, run};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

/// Returns buffers of these lengths, filled with the bytes of the message from `at` on.
fn filled(mut at: usize, lens: &[usize]) -> Vec<Buffer> {
    let fill = |n: &usize| {
        at += n;
        Buffer::copy_of(&bytes(at - n, *n))
    };
    lens.iter().map(fill).collect()
}

fn blank(lens: &[usize]) -> Vec<Buffer> {
    lens.iter().map(|n| Buffer::new(*n)).collect()
}

fn check(at: usize, buffers: &[Buffer], lens: &[usize]) {
    assert!(buffers.iter().map(|b| b.len()).eq(lens.iter().copied()), "the same buffers come back");
    let got: Vec<u8> = buffers.iter().flat_map(|b| b.to_vec()).collect();
    assert!(got == bytes(at, got.len()), "{} bytes from {at} on", got.len());
}

/// The calls by which a message is handed over or read: the lengths of the pieces of each call.
type Goes = Vec<Vec<usize>>;

fn sum(goes: &Goes) -> usize {
    goes.iter().flatten().sum()
}

fn send(handlers: &Handlers<impl Local + 'static>, goes: &Goes) {
    let (mut stream, mut at) = (handlers.begin_message(1, sum(goes) as u64, 3).unwrap(), 0);
    for lens in goes {
        let back = match lens[..] {
            [len] => vec![stream.send_piece_blocking(filled(at, &[len]).remove(0)).unwrap()],
            _ => stream.send_pieces_blocking(filled(at, lens)).unwrap(),
        };
        check(at, &back, lens);
        at += lens.iter().sum::<usize>();
    }
    stream.end_message().unwrap();
}

async fn read(mut message: RecvStream<impl Local + 'static>, goes: Goes) {
    let mut at = 0;
    for lens in &goes {
        let got = match lens[..] {
            [len] => vec![message.read_into(Buffer::new(len)).await.unwrap()],
            _ => message.read_pieces(blank(lens)).await.unwrap(),
        };
        check(at, &got, lens);
        at += lens.iter().sum::<usize>();
    }
    assert_eq!(message.unread(), 0);
}

/// Makes rank 0 send these messages, and rank 1 read them.
fn exchange<F: Local + 'static>(endpoints: Vec<Endpoint<F>>, messages: Vec<(Goes, Goes)>)
where
    Endpoint<F>: Send,
{
    run(endpoints, move |handlers, rank| {
        if rank == 0 {
            return messages.iter().for_each(|(goes, _)| send(&handlers, goes));
        }
        let (begun, all) = (Cell::new(0), messages.clone());
        let ended = on(&handlers, 3, move |message| read(message, all[begun.replace(begun.get() + 1)].1.clone()));
        ended.wait(&handlers, messages.len());
    });
}

/// Returns lengths that add up to `len`.
fn lens(rng: &mut fastrand::Rng, len: usize, pieces: usize) -> Vec<usize> {
    let mut cuts: Vec<usize> = (1..pieces).map(|_| rng.usize(0..=len)).collect();
    cuts.extend([0, len]);
    cuts.sort_unstable();
    cuts.windows(2).map(|w| w[1] - w[0]).collect()
}

/// Returns lengths that add up to `len`, divided into several calls.
fn goes(rng: &mut fastrand::Rng, len: usize) -> Goes {
    let many = rng.usize(1..4);
    lens(rng, len, many)
        .into_iter()
        .filter(|n| *n > 0)
        .map(|n| {
            let pieces = [1, 2, 16, 40][rng.usize(..4)];
            lens(rng, n, pieces)
        })
        .collect()
}

fn messages(seed: u64, count: usize, longest: u32) -> Vec<(Goes, Goes)> {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut message = || {
        let most = 1 << rng.u32(1..=longest);
        let len = rng.usize(1..most);
        (goes(&mut rng, len), goes(&mut rng, len))
    };
    (0..count).map(|_| message()).collect()
}

#[test]
fn pieces_are_gathered_and_scattered() {
    exchange(cluster(2).unwrap(), messages(1, 150, 21));
}

#[test]
fn pieces_are_gathered_and_scattered_between_machines() {
    exchange(
        clump::driver::testing::machines(&[1, 1], Some(clump::driver::hosts::Cipher::AesGcm)).unwrap(),
        messages(2, 60, 18),
    );
}

/// The fabric often reports "full", or refuses copies.
#[test]
fn pieces_are_gathered_and_scattered_despite_faults() {
    let none = Faults::default();
    let full = Faults { full: 300, longest_full: 30, delay: 100, longest_delay: 20, ..none };
    for faults in [full, Faults { full: 20, longest_full: 20, refuse: 300, ..none }] {
        let ends = cluster_over(2, |rank, shm| Ok(Fault::new(shm, 7 + u64::from(rank), faults)));
        exchange(ends.unwrap(), messages(3, 60, 19));
    }
}

/// If several threads call, long copies run in the background, and every poll continues them.
#[test]
fn pieces_are_gathered_and_scattered_in_the_background() {
    let mut ends = cluster(2).unwrap();
    ends.iter_mut().for_each(Endpoint::set_threaded);
    exchange(ends, messages(4, 60, 22));
}

/// A read is dropped while its copy runs in the background: its memory stays until the copy has ended, and the
/// message continues behind it. When a handler ends, its pending read is dropped too.
#[test]
fn a_read_dropped_during_a_background_copy_keeps_its_memory() {
    const LEN: usize = 4 << 20;
    let threads = cluster(2).unwrap().into_iter().map(|mut e| {
        thread::spawn(move || {
            let rank = e.rank();
            e.set_threaded();
            let handlers = Handlers::new(e);
            let ended = Rc::new(Cell::new(0));
            let end = ended.clone();
            handlers.register(3, move |mut message| {
                let end = end.clone();
                async move {
                    let lens = [1000, 1 << 20, 500_000];
                    let waits = {
                        let mut reading = Box::pin(message.read_pieces(blank(&lens)));
                        std::future::poll_fn(|cx| std::task::Poll::Ready(reading.as_mut().poll(cx).is_pending())).await
                    };
                    let at: usize = lens.iter().sum();
                    assert!(waits, "the copy runs in the background");
                    if end.get() == 0 {
                        let rest = LEN - at;
                        check(at, &[message.read_into(Buffer::new(rest)).await.unwrap()], &[rest]);
                    }
                    end.set(end.get() + 1);
                }
            });
            if rank == 1 {
                handlers.run_until(|| ended.get() == 2).unwrap();
            } else {
                for _ in 0..2 {
                    let goes = vec![vec![LEN / 4; 4]];
                    send(&handlers, &goes);
                }
            }
            handlers.close().unwrap();
        })
    });
    for t in threads.collect::<Vec<_>>() {
        t.join().unwrap();
    }
}

/// More pieces than one list can name, and more messages at the same time than there are lists.
#[test]
fn messages_arrive_when_no_list_is_free() {
    const MESSAGES: usize = 80;
    let threads = cluster(2).unwrap().into_iter().map(|e| {
        thread::spawn(move || {
            let rank = e.rank();
            let handlers = Handlers::new(e);
            let ended = Rc::new(Cell::new(0));
            let (end, lens) = (ended.clone(), [3000usize; 40]);
            handlers.register(3, move |mut message| {
                let end = end.clone();
                async move {
                    check(0, &message.read_pieces(blank(&[1000; 120])).await.unwrap(), &[1000; 120]);
                    end.set(end.get() + 1);
                }
            });
            if rank == 1 {
                handlers.run_until(|| ended.get() == MESSAGES).unwrap();
            } else {
                // Send all messages at the same time: each future waits for its own pieces.
                let mut waiting: Vec<_> = (0..MESSAGES)
                    .map(|_| {
                        let mut stream = handlers.begin_message(1, 120_000, 3).unwrap();
                        Box::pin(async move {
                            check(0, &stream.send_pieces(filled(0, &lens)).await.unwrap(), &lens);
                            stream.end_message().unwrap();
                        })
                    })
                    .collect();
                let all = std::future::poll_fn(|context| {
                    waiting.retain_mut(|one| one.as_mut().poll(context).is_pending());
                    if waiting.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
                });
                handlers.block_on(all).unwrap();
            }
            handlers.close().unwrap();
        })
    });
    for t in threads.collect::<Vec<_>>() {
        t.join().unwrap();
    }
}

/// Each pulled byte is copied once, straight from the sender's pieces to the receiver's, by the sender or the
/// receiver; and many pieces take no more frames than one.
#[test]
fn pulled_bytes_are_copied_once() {
    // Bytes copied by the receiver or the sender; bytes in bodies of frames; frames.
    let counts = Arc::new([const { AtomicU64::new(0) }; 3]);
    let refused = Arc::new(Mutex::new(false));
    let sink = {
        let (counts, refused) = (counts.clone(), refused.clone());
        move |e: &Event<'_>| {
            let add = |i: usize, n: u64| counts[i].fetch_add(n, Ordering::Relaxed);
            match e.what {
                What::Pulled(true) | What::Pushed(true) => {
                    add(0, e.len as u64);
                }
                What::Pulled(false) | What::Pushed(false) => *refused.lock().unwrap() = true,
                What::Sent => {
                    // Up to four words of a frame are not bytes of the message.
                    add(1, e.len.saturating_sub(32) as u64);
                    add(2, 1);
                }
                _ => {}
            }
        }
    };
    const MANY: u64 = 20;
    let count = |len: usize, sent: &[usize], got: &[usize]| -> [u64; 3] {
        counts.iter().for_each(|c| c.store(0, Ordering::Relaxed));
        let ends = cluster_over(2, |rank, shm| Ok(Trace::new(shm, rank, sink.clone()))).unwrap();
        let goes = |lens: &[usize]| vec![lens.to_vec()];
        assert_eq!((sent.iter().sum::<usize>(), got.iter().sum::<usize>()), (len, len));
        exchange(ends, vec![(goes(sent), goes(got)); MANY as usize]);
        std::array::from_fn(|i| counts[i].load(Ordering::Relaxed))
    };
    let mut rng = fastrand::Rng::with_seed(9);
    for len in [64 << 10, 1 << 20] {
        let one = count(len, &[len], &[len]);
        let (sent, got) = (lens(&mut rng, len, 16), lens(&mut rng, len, 16));
        let many = count(len, &sent, &got);
        if *refused.lock().unwrap() {
            println!("SKIPPED: this system forbids to read another process's memory");
            return;
        }
        for [copied, in_frames, frames] in [one, many] {
            assert!((MANY * (len as u64 - 16)..=MANY * len as u64).contains(&copied), "{copied} of {len} bytes copied");
            assert!(in_frames <= 16 * MANY, "{in_frames} bytes came in frames");
            // A message takes BEGIN and DONE, perhaps SHARE, and CREDIT now and then.
            assert!(frames <= 4 * MANY, "{frames} frames");
        }
    }
}
