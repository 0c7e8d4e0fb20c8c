//! Messages that run handlers, between real endpoints over shared memory and over the network.
mod common;
use clump::driver::handlers::{Handlers, RecvStream};
use clump::driver::testing::cluster;
use clump::driver::{Buffer, Endpoint, Leaked, Mode, Select, Waiting};
use common::{Left, MIB, bytes, on, once, piece, run};
use std::cell::Cell;
use std::rc::Rc;

/// Makes rank 0 send a message in `pieces`, and rank 1 read it in `reads`.
fn exchange(endpoints: Vec<Endpoint>, pieces: &'static [usize], reads: &'static [usize]) {
    run(endpoints, move |handlers, rank| {
        let len: usize = pieces.iter().sum();
        if rank == 0 {
            let (mut stream, mut at) = (handlers.begin_message(1, len as u64, 3).unwrap(), 0);
            for n in pieces {
                let piece = stream.send_piece_blocking(piece(at, *n)).unwrap();
                assert_eq!(piece.to_vec(), bytes(at, *n), "the same bytes come back");
                at += n;
            }
            stream.end_message().unwrap();
            return;
        }
        let ended = on(&handlers, 3, move |mut stream| async move {
            assert_eq!((stream.source(), stream.size()), (0, len as u64));
            let mut at = 0;
            for n in reads {
                assert!(stream.read(*n).await.unwrap() == bytes(at, *n), "{n} bytes from {at} on");
                at += n;
            }
            assert_eq!(stream.unread(), 0);
        });
        ended.wait(&handlers, 1);
    });
}

#[test]
fn pieces_of_any_size_meet_reads_of_any_size() {
    let sizes: [(&[usize], &[usize]); 7] = [
        (&[8], &[8]),
        (&[], &[]),
        (&[1, 2, 3, 4], &[5, 5]),
        (&[MIB], &[MIB]),
        (&[65_536; 16], &[65_536; 16]),
        (&[24, MIB], &[24, 1000, MIB - 1000]),
        (&[100_000, 5, 100_000], &[1, 150_000, 50_004]),
    ];
    for (pieces, reads) in sizes {
        exchange(cluster(2).unwrap(), pieces, reads);
    }
}

#[test]
fn pieces_of_any_size_meet_reads_of_any_size_between_machines() {
    for (pieces, reads) in [(&[24, MIB][..], &[24, 1000, MIB - 1000][..]), (&[100; 50], &[250; 20]), (&[8], &[8])] {
        exchange(
            clump::driver::testing::machines(&[1, 1], Some(clump::driver::hosts::Cipher::AegisX2)).unwrap(),
            pieces,
            reads,
        );
    }
}

/// A handler that sends its message back in pieces of other lengths.
async fn echo(mut message: RecvStream) {
    let mut back = message.begin_message(message.source(), message.size(), 2).unwrap();
    while message.unread() > 0 {
        let n = message.unread().min(70_000) as usize;
        let piece = message.read_into(Buffer::new(n)).await.unwrap();
        back.send_piece(piece).await.unwrap();
    }
    back.end_message().unwrap();
}

#[test]
fn handlers_send_long_messages_to_each_other_and_many_interleave() {
    const EACH: usize = 10;
    run(cluster(4).unwrap(), |handlers, rank| {
        let asked = on(&handlers, 1, echo);
        let answered = on(&handlers, 2, |mut message| async move {
            let len = message.size() as usize;
            assert!(message.read(len).await.unwrap() == bytes(len, len));
        });
        // A send suspends only the handler that sends. Here a handler also sends all messages.
        handlers.register(0, move |message: RecvStream<_>| async move {
            let to = message.source();
            for i in 0..EACH {
                for to in (0..4).filter(|r| *r != to) {
                    let len = [10, 3000, 500_000][i % 3] + i;
                    message.send(to, 1, piece(len, len)).await.unwrap();
                }
            }
        });
        handlers.send(rank, 0, Buffer::new(0)).unwrap();
        answered.wait(&handlers, 3 * EACH);
        asked.wait(&handlers, 3 * EACH);
    });
}

#[test]
fn unread_bytes_are_dropped_and_the_sender_continues() {
    run(cluster(2).unwrap(), |handlers, rank| {
        let ended = on(&handlers, 0, |mut message| async move {
            match message.read(1).await.unwrap()[0] {
                0 => {}
                1 => panic!("it is meant to"),
                2 => drop(message.read(MIB).await.unwrap()),
                _ => {
                    // Read more bytes than the message has left.
                    let error = message.read(4 * MIB).await.unwrap_err();
                    assert!(
                        error.sentence().contains("2097151 are left; ask for no more than `unread()` says"),
                        "{error}"
                    );
                }
            }
        });
        if rank == 0 {
            for what in [0, 1, 2, 3] {
                let mut message = bytes(0, 2 * MIB);
                message[0] = what;
                handlers.send(1, 0, Buffer::copy_of(&message)).unwrap();
            }
            handlers.send(1, 9, Buffer::new(2 * MIB)).unwrap();
            handlers.send(1, 0, Buffer::copy_of(&[0])).unwrap();
            return;
        }
        let mut failures = Vec::new();
        while ended.len() < 4 {
            failures.extend(handlers.run_until(|| ended.len() == 4).err());
        }
        assert_eq!((handlers.failures(), failures.len()), (2, 2), "{failures:?}");
        assert!(
            failures[0].sentence().contains("handler 0 panicked") && failures[0].sentence().contains("it is meant to")
        );
        assert!(failures[1].sentence().contains("handler 9, which is not registered"), "{failures:?}");
        assert_eq!(handlers.running(), 0);
    });
}

#[test]
fn a_message_that_ends_early_fails_its_reader() {
    run(cluster(2).unwrap(), |handlers, rank| {
        if rank == 0 {
            let mut stream = handlers.begin_message(1, 1000, 0).unwrap();
            stream.send_piece_blocking(Buffer::new(600)).unwrap();
            let error = stream.send_piece_blocking(Buffer::new(600)).unwrap_err();
            assert!(error.sentence().contains("of which 600 are handed over"), "{error}");
            assert!(stream.end_message().unwrap_err().sentence().contains("ends after 600"));
            return;
        }
        let ended = on(&handlers, 0, |mut message| async move {
            message.read(500).await.unwrap();
            assert!(message.read(500).await.unwrap_err().sentence().contains("rank 0 has ended it after 600"));
        });
        ended.wait(&handlers, 1);
    });
}

#[test]
fn a_dropped_read_writes_nothing_and_the_message_continues_behind_it() {
    let machines = clump::driver::testing::machines(&[1, 1], None).unwrap();
    for endpoints in [cluster(2).unwrap(), machines] {
        run(endpoints, |handlers, rank| {
            if rank == 0 {
                let mut stream = handlers.begin_message(1, 3 * MIB as u64, 0).unwrap();
                for i in 0..3 {
                    stream.send_piece_blocking(piece(i * MIB, MIB)).unwrap();
                }
                stream.end_message().unwrap();
                return;
            }
            let ended = on(&handlers, 0, |mut message| async move {
                // The second piece cannot have arrived yet: the read waits, and is dropped.
                assert!(once(message.read_into(Buffer::new(MIB + 500_000))).await.is_none());
                let rest = message.read(2 * MIB - 500_000).await.unwrap();
                assert!(rest == bytes(MIB + 500_000, 2 * MIB - 500_000));
            });
            ended.wait(&handlers, 1);
        });
    }
}

#[test]
fn extract_reads_at_most_the_allowed_bytes() {
    let mut endpoints = cluster(2).unwrap();
    let (receiver, sender) = (Handlers::new(endpoints.pop().unwrap()), Handlers::new(endpoints.pop().unwrap()));
    let read = Left::default();
    let lens = read.clone();
    receiver.register(0, move |mut message| {
        let lens = lens.clone();
        async move {
            while message.unread() > 0 {
                let n = message.unread().min(100) as usize;
                lens.push(message.read(n).await.unwrap().len());
            }
        }
    });
    sender.send(1, 0, Buffer::new(250)).unwrap();
    sender.send(1, 0, Buffer::new(250)).unwrap();
    assert_eq!(receiver.extract(0).unwrap(), 0);
    assert_eq!(read.len(), 0);
    // The first read exceeds the limit, so that the next call may read that much less.
    assert_eq!((receiver.extract(50).unwrap(), receiver.extract(50).unwrap()), (100, 0));
    assert_eq!(receiver.extract(120).unwrap(), 150);
    assert_eq!(receiver.extract(u64::MAX).unwrap(), 250);
    assert_eq!(read.take(), [100, 100, 50, 100, 100, 50]);
    receiver.close().unwrap();
    sender.close().unwrap();
}

#[test]
fn tags_and_handlers_share_an_endpoint() {
    run(cluster(2).unwrap(), |handlers, rank| {
        const COUNT: usize = 500;
        let other = 1 - rank;
        let ended = on(&handlers, 0, |mut message| async move {
            let len = message.size() as usize;
            assert!(message.read(len).await.unwrap() == bytes(5, len));
        });
        for i in 0..COUNT {
            let tagged = Leaked::copy_of(&[i as u8; 100]);
            // SAFETY: every region outlives its use.
            let request =
                unsafe { handlers.with_endpoint(|e| e.send(other, 0, 1, tagged.region(), Mode::Standard)) }.unwrap();
            handlers.send(other, 0, piece(5, i % 64)).unwrap();
            // Without this call, neither rank would return credit to the other.
            handlers.extract(u64::MAX).unwrap();
            let into = Leaked::new(100);
            let select = Select { context: 0, source: Some(other), tag: Some(1) };
            // SAFETY: every region outlives its use.
            unsafe { handlers.with_endpoint(|e| e.recv_wait(select, into.region(), Waiting::NOTHING)) }.unwrap();
            assert_eq!(into.region().to_vec(), [i as u8; 100]);
            if let Some(request) = request {
                // SAFETY: every region outlives its use.
                unsafe { handlers.with_endpoint(|e| e.wait(request, Waiting::NOTHING)) }.unwrap();
            }
        }
        ended.wait(&handlers, COUNT);
    });
}

#[test]
fn misuse_is_reported() {
    let handlers = Handlers::new(cluster(1).unwrap().pop().unwrap());
    let error = handlers.send(1, 0, Buffer::new(1)).unwrap_err();
    assert!(error.sentence().contains("there is no rank 1"), "{error}");
    let inside = handlers.clone();
    let said = on(&handlers, 0, move |_| std::future::ready(inside.extract(1).unwrap_err()));
    handlers.send(0, 0, Buffer::new(1)).unwrap();
    said.wait(&handlers, 1);
    assert!(said.take()[0].sentence().contains("a handler asks for handlers to be run"));
    let stream = handlers.begin_message(0, 0, 0).unwrap();
    handlers.clone().close().unwrap();
    assert!(stream.end_message().unwrap_err().sentence().contains("has left the job"));
    assert!(handlers.extract(1).is_err());
}

#[test]
fn a_send_to_a_rank_that_has_left_fails() {
    run(cluster(2).unwrap(), |handlers, rank| {
        if rank == 0 {
            let error = handlers.send(1, 0, Buffer::new(MIB)).unwrap_err();
            assert!(error.sentence().contains("has died or left the job"), "{error}");
        }
    });
}

#[test]
fn ranks_that_send_at_the_same_time_and_wait_by_block_on_serve_each_other() {
    run(cluster(2).unwrap(), |handlers, rank| {
        let ended = on(&handlers, 0, |mut message| async move {
            let len = message.size() as usize;
            let got = message.read_into(Buffer::new(len)).await.unwrap();
            assert!(got.to_vec() == bytes(0, len));
        });
        let sent = handlers.block_on(async {
            let mut stream = handlers.begin_message(1 - rank, 16 * MIB as u64, 0).unwrap();
            // A dropped future's piece is still sent, and the next piece waits for it.
            let first = once(stream.send_piece(piece(0, MIB))).await;
            let second = stream.send_piece(piece(MIB, 15 * MIB)).await.unwrap();
            stream.end_message().unwrap();
            first.map_or(0, |b| b.unwrap().len()) + second.len()
        });
        assert!(sent.unwrap() >= 15 * MIB);
        ended.wait(&handlers, 1);
    });
}

/// Short, medium and long messages, of one piece and of several, reach the function whole and in order.
#[test]
fn functions_get_whole_messages() {
    run(cluster(2).unwrap(), |handlers, rank| {
        let sizes = [0, 1, 8, 64, 65, 1000, 7000, 200_000, MIB, 3];
        let (got, answered) = (Rc::new(Cell::new(0)), Rc::new(Cell::new(0)));
        let (count, answers) = (got.clone(), answered.clone());
        handlers.register_call(5, move |call| {
            assert_eq!((call.source(), call.handler()), (0, 5));
            assert!(call.bytes() == bytes(call.bytes().len(), call.bytes().len()), "{} bytes", call.bytes().len());
            count.set(count.get() + 1);
            call.send(call.source(), 6, call.bytes()).unwrap();
        });
        handlers.register_call(6, move |call| {
            assert!(call.bytes() == bytes(call.bytes().len(), call.bytes().len()));
            answers.set(answers.get() + 1);
        });
        if rank == 0 {
            for len in sizes {
                handlers.send_copy(1, 5, &bytes(len, len)).unwrap();
                let mut stream = handlers.begin_message(1, len as u64, 5).unwrap();
                for at in (0..len).step_by(len / 3 + 1) {
                    let n = (len / 3 + 1).min(len - at);
                    stream.send_piece_blocking(piece(len + at, n)).unwrap();
                }
                stream.end_message().unwrap();
            }
            handlers.run_until(|| answered.get() == 2 * sizes.len()).unwrap();
        } else {
            handlers.run_until(|| got.get() == 2 * sizes.len()).unwrap();
        }
        // If a message ends early, its function does not run. If a function panics, the program that runs handlers
        // gets an error.
        handlers.register_call(7, |_| panic!("too hot"));
        if rank == 0 {
            let mut stream = handlers.begin_message(1, 10_000, 5).unwrap();
            stream.send_piece_blocking(piece(0, 20)).unwrap();
            drop(stream);
            handlers.send_copy(1, 7, b"x").unwrap();
        } else {
            let error = handlers.run_until(|| false).unwrap_err().to_string();
            assert!(error.contains("handler 7 panicked") && error.contains("too hot"), "{error}");
            assert_eq!(got.get(), 2 * sizes.len());
        }
    });
}

/// The function sends more answers than the asking rank has given credit for: the answers wait as copies, and all
/// arrive once the asking rank runs handlers.
#[test]
fn a_function_answers_without_waiting() {
    run(cluster(2).unwrap(), |handlers, rank| {
        const MESSAGES: usize = 5000;
        let answered = Rc::new(Cell::new(0));
        let count = answered.clone();
        handlers.register_call(1, |call| call.send(call.source(), 2, &[call.bytes(); 4].concat()).unwrap());
        handlers.register_call(2, move |call| {
            assert_eq!(call.bytes().len(), 128);
            count.set(count.get() + 1);
        });
        if rank == 0 {
            for _ in 0..MESSAGES {
                handlers.send(1, 1, piece(0, 32)).unwrap();
            }
            handlers.run_until(|| answered.get() == MESSAGES).unwrap();
            handlers.send(1, 3, piece(0, 1)).unwrap();
        } else {
            on(&handlers, 3, async |_| ()).wait(&handlers, 1);
        }
    });
}
