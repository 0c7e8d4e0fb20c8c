//! Streams between two engines.
use super::pair::{HANDLERS, bytes, new_pair};
use super::{BrokenOff, Reading, Woken};
use crate::limits::ENTRY_COST;
use crate::protocol::Destination;
use crate::testing::{Job, PullAnswer, TestFrame};
use crate::wire::{Begin, Head, Kind, MessageRole, More, PieceTaken, Pull};

/// Sends a message in `pieces`, reads it in `reads`, and checks every byte.
fn exchange(native: PullAnswer, pieces: &[usize], reads: &[usize]) {
    let mut pair = new_pair(native);
    let len: usize = pieces.iter().sum();
    let id = pair.begin(len as u64);
    let (mut pieces, mut sent) = (pieces.iter(), 0);
    let (mut reads, mut at, mut stream, mut reading) = (reads.iter(), 0, None, 0);
    for _ in 0..1000 {
        if pair.engines[0].piece_has_left(id)
            && let Some(&n) = pieces.next()
        {
            pair.piece(id, &bytes(sent, n));
            sent += n;
        }
        pair.settle();
        stream = stream.or_else(|| pair.engines[1].handlers().next_stream().map(|b| b.id));
        let Some(stream) = stream else { continue };
        if reading > 0 && !pair.engines[1].is_reading(stream) {
            assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(at, reading), "{at}");
            at += reading;
            reading = 0;
        }
        if reading == 0 {
            let Some(&n) = reads.next() else { break };
            reading = n;
            assert_ne!(pair.read(stream, n), Reading::Short);
        }
    }
    assert_eq!((sent, at), (len, len), "all is sent and read");
    pair.finish(stream.expect("it came"));
    pair.settle();
    assert!(pair.engines[0].piece_has_left(id));
    pair.engines[0].handlers().end(&mut pair.worlds[0], id);
    pair.end_messages();
}

#[test]
fn pieces_of_any_size_meet_reads_of_any_size() {
    for native in [PullAnswer::No, PullAnswer::Done, PullAnswer::Later] {
        exchange(native, &[2000], &[2000]);
        exchange(native, &[2000], &[1, 15, 16, 900, 1068]);
        exchange(native, &[1, 2, 3, 994, 1000], &[2000]);
        exchange(native, &[700, 300, 1000], &[300, 300, 100, 800, 500]);
        exchange(native, &[10; 100], &[25; 40]);
        exchange(native, &[900, 10, 20, 900, 30, 140], &[40, 1000, 960]);
    }
}

#[test]
fn a_short_message_is_one_call_and_order_is_kept() {
    let mut pair = new_pair(PullAnswer::No);
    assert_eq!((pair.call(&bytes(0, 64)), pair.call(&[])), (None, None));
    let long = pair.call(&bytes(0, 2000)).expect("it is pulled");
    assert_eq!(pair.call(&bytes(9, 9)), None);
    pair.settle();
    for len in [64, 0, 2000, 9] {
        let b = pair.engines[1].handlers().next_stream().expect("four messages");
        assert_eq!((b.from, b.handler, b.size), (0, 7, len));
        let read = pair.read(b.id, len as usize);
        assert_eq!(read == Reading::Done, len != 2000);
        pair.settle();
        if len != 0 {
            assert_eq!(pair.worlds[1].handlers.reads[&b.id], bytes(if len == 9 { 9 } else { 0 }, len as usize));
        }
        assert_eq!(pair.read(b.id, 1), Reading::Short);
        pair.finish(b.id);
    }
    pair.settle();
    assert!(pair.engines[0].handlers().take_woken().contains(&Woken::Send(long)));
    pair.engines[0].handlers().end(&mut pair.worlds[0], long);
    pair.end_messages();
}

#[test]
fn a_handler_need_not_read() {
    for (native, read) in [
        (PullAnswer::No, 0),
        (PullAnswer::Done, 0),
        (PullAnswer::No, 900),
        (PullAnswer::Done, 900),
        (PullAnswer::No, 5),
    ] {
        let mut pair = new_pair(native);
        let (id, short) = (pair.begin(2000), pair.call(&bytes(0, 100)));
        assert_eq!(short, None);
        pair.piece(id, &bytes(0, 1000));
        pair.settle();
        let (first, second) = (pair.next(), pair.next());
        pair.finish(first);
        if read > 0 {
            pair.read(second, read);
            pair.settle();
            assert_eq!(pair.worlds[1].handlers.reads[&second], bytes(0, read));
        }
        pair.finish(second);
        pair.settle();
        assert!(pair.engines[0].piece_has_left(id), "no handler wants it");
        // The receiver drops later pieces at once.
        pair.piece(id, &bytes(1000, 1000));
        assert!(pair.engines[0].piece_has_left(id));
        pair.engines[0].handlers().end(&mut pair.worlds[0], id);
        pair.end_messages();
    }
}

#[test]
fn a_dropped_read_lands_nowhere_and_the_stream_goes_on_behind_it() {
    for native in [PullAnswer::No, PullAnswer::Later] {
        let mut pair = new_pair(native);
        let id = pair.begin(2000);
        pair.piece(id, &bytes(0, 1000));
        pair.settle();
        let stream = pair.next();
        assert_eq!(pair.read(stream, 1100), Reading::Later);
        // The sender answers before the read is dropped.
        pair.step(1);
        pair.engines[1].handlers().drop_read(&mut pair.worlds[1], stream);
        assert_eq!(pair.engines[1].is_landing(stream), native == PullAnswer::Later);
        if native == PullAnswer::No {
            pair.worlds[1].handlers.reads.remove(&stream);
        }
        pair.settle();
        assert!(!pair.engines[1].is_landing(stream) && pair.engines[0].piece_has_left(id), "it was passed over");
        pair.piece(id, &bytes(1000, 1000));
        pair.settle();
        assert_eq!(pair.read(stream, 900), Reading::Later);
        pair.settle();
        assert!(!pair.engines[1].is_reading(stream));
        assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(1100, 900));
        pair.finish(stream);
        pair.settle();
        pair.engines[0].handlers().end(&mut pair.worlds[0], id);
        pair.end_messages();
    }
}

#[test]
fn a_handler_may_end_while_bytes_are_under_way() {
    for native in [PullAnswer::No, PullAnswer::Later] {
        let mut pair = new_pair(native);
        let id = pair.call(&bytes(0, 2000)).expect("it is pulled");
        pair.settle();
        let stream = pair.next();
        assert_eq!(pair.read(stream, 1000), Reading::Later);
        pair.finish(stream);
        assert_eq!(pair.engines[1].is_landing(stream), native == PullAnswer::Later);
        if native == PullAnswer::No {
            pair.worlds[1].handlers.reads.remove(&stream);
        }
        pair.settle();
        assert!(pair.engines[0].piece_has_left(id));
        pair.engines[0].handlers().end(&mut pair.worlds[0], id);
        pair.end_messages();
    }
}

#[test]
fn without_credit_messages_wait_and_follow_in_order() {
    let mut pair = new_pair(PullAnswer::No);
    let sends: Vec<_> = (0..100).map(|i| pair.call(&bytes(i, 100))).collect();
    let left = (HANDLERS / (100 + ENTRY_COST)) as usize;
    assert!(sends[..left].iter().all(Option::is_none) && sends[left..].iter().all(Option::is_some));
    // Messages with tags have an account of their own.
    assert!(pair.engines[0].tags().send_at_once(1, 0, 0, 8, crate::Mode::Standard).is_some());
    for i in 0..100 {
        pair.settle();
        let id = pair.next();
        assert_eq!(pair.read(id, 100), Reading::Done);
        assert_eq!(pair.worlds[1].handlers.reads[&id], bytes(i, 100));
        pair.finish(id);
    }
    pair.settle();
    for id in sends.into_iter().flatten() {
        assert!(pair.engines[0].piece_has_left(id));
        pair.engines[0].handlers().end(&mut pair.worlds[0], id);
    }
    pair.end_messages();
}

#[test]
fn a_full_fabric_is_tried_again() {
    let mut pair = new_pair(PullAnswer::No);
    pair.worlds[0].full = true;
    let (a, b) = (pair.call(&bytes(0, 10)).expect("it waits"), pair.begin(500));
    pair.piece(b, &bytes(0, 10));
    assert!(pair.engines[0].wants_flush() && !pair.engines[0].piece_has_left(a));
    pair.worlds[0].full = false;
    pair.settle();
    assert!(pair.engines[0].piece_has_left(a) && pair.engines[0].piece_has_left(b));
    // The sender repeats a piece, and the bytes that the receiver asked for.
    pair.worlds[0].full = true;
    pair.piece(b, &bytes(10, 490));
    let (first, second) = (pair.next(), pair.next());
    assert_eq!(pair.read(first, 10), Reading::Done);
    assert_eq!(pair.read(second, 500), Reading::Later);
    pair.worlds[1].full = true;
    pair.worlds[0].full = false;
    pair.settle();
    pair.worlds[1].full = false;
    pair.settle();
    assert_eq!(pair.worlds[1].handlers.reads[&second], bytes(0, 500));
    pair.finish(first);
    pair.finish(second);
    pair.settle();
    for id in [a, b] {
        pair.engines[0].handlers().end(&mut pair.worlds[0], id);
    }
    pair.end_messages();
}

#[test]
fn a_message_that_ends_early_says_so() {
    for read in [600, 400] {
        let mut pair = new_pair(PullAnswer::No);
        let id = pair.begin(2000);
        pair.piece(id, &bytes(0, 500));
        pair.settle();
        let stream = pair.next();
        assert_eq!(pair.read(stream, read), Reading::Later);
        pair.settle();
        if read == 400 {
            assert_eq!(pair.read(stream, 1600), Reading::Later);
            pair.settle();
        }
        assert!(pair.engines[0].piece_has_left(id) && pair.engines[1].is_reading(stream));
        pair.engines[0].handlers().end(&mut pair.worlds[0], id);
        pair.settle();
        assert!(!pair.engines[1].is_reading(stream) && pair.engines[1].read_failed(stream));
        assert!(pair.engines[1].handlers().take_woken().contains(&Woken::Stream(stream)));
        assert_eq!((pair.engines[1].unread(stream), pair.read(stream, 1)), (0, Reading::Short));
        pair.finish(stream);
        pair.end_messages();
    }
    // If no frame of a message has left, the receiver learns nothing of it.
    let mut pair = new_pair(PullAnswer::No);
    let id = pair.begin(2000);
    pair.engines[0].handlers().end(&mut pair.worlds[0], id);
    pair.end_messages();
}

#[test]
fn no_message_waits_for_a_dead_rank() {
    // Three cases: an answer is in flight, a copy out of the dead rank's memory is under way, or the fabric to the dead
    // rank is full.
    for (native, full) in [(PullAnswer::No, false), (PullAnswer::Later, false), (PullAnswer::No, true)] {
        let mut pair = new_pair(native);
        let (a, b) = (pair.begin(2000), pair.begin(2000));
        pair.piece(a, &bytes(0, 500));
        pair.piece(b, &bytes(0, 500));
        pair.settle();
        let (first, second) = (pair.next(), pair.next());
        pair.worlds[1].full = full;
        assert_eq!(pair.read(first, 600), Reading::Later);
        assert_eq!(pair.engines[1].handler_peers().collect::<Vec<_>>(), [0, 0]);
        pair.engines[1].lose(&mut pair.worlds[1], 0);
        assert!(pair.engines[1].handlers().take_woken().contains(&Woken::Stream(first)));
        assert!(pair.engines[1].read_failed(first) && pair.engines[1].unread(second) == 16);
        assert_eq!(pair.engines[1].broken_off(first), Some(BrokenOff { at: 16, lost: true }));
        assert_eq!(pair.engines[1].is_landing(first), native == PullAnswer::Later);
        assert_eq!(pair.read(second, 16), Reading::Done);
        assert_eq!(pair.read(second, 1), Reading::Short);
        pair.engines[0].lose(&mut pair.worlds[0], 1);
        assert!(pair.engines[0].piece_has_left(a) && pair.engines[0].piece_has_left(b));
        for id in [a, b] {
            assert!(pair.engines[0].is_lost(id));
            pair.engines[0].handlers().end(&mut pair.worlds[0], id);
        }
        pair.finish(first);
        pair.finish(second);
        pair.worlds[1].promised.clear();
        pair.engines[1].pulled(&mut pair.worlds[1], Destination::Stream(first), false);
        pair.worlds[1].full = false;
        for side in 0..2 {
            let engine = &pair.engines[side];
            assert_eq!((engine.handling(), engine.unsent()), Default::default(), "{side}");
            assert_eq!(engine.handler_peers().count(), 0);
        }
    }
}

#[test]
fn malformed_frames_are_counted_and_change_nothing() {
    let mut pair = new_pair(PullAnswer::No);
    let id = pair.begin(2000);
    pair.piece(id, &bytes(0, 1000));
    let begin = pair.worlds[0].out[0].clone();
    pair.settle();
    let stream = pair.next();
    let count = |pair: &Job, side: usize| pair.engines[side].counters().malformed;
    let send = |pair: &mut Job, to: usize, head: u64, words: &[u64]| {
        let before = count(pair, to);
        pair.worlds[1 - to].out.push_front(TestFrame {
            to: Some(to as u32),
            head,
            words: words.to_vec(),
            body: Vec::new(),
        });
        pair.step(1 - to);
        assert_eq!(count(pair, to), before + 1, "{head:x} {words:x?}");
    };
    // Malformed frames to the receiver: a repeated head, a piece too early, a hole, a piece past the end, an end too
    // early.
    send(&mut pair, 1, begin.head, &begin.words);
    for (start, ready) in [(1000, 2000), (900, 1100), (1100, 1200), (1000, 2001), (1000, 1000), (0, 0)] {
        let more = More { role: MessageRole::Request, send: id, start, ready, address: 0 };
        send(&mut pair, 1, more.head(), &more.words());
    }
    let begin = Begin { handler: 7, role: MessageRole::Request, asks: false, send: id, len: 10, ready: 11, address: 0 };
    send(&mut pair, 1, begin.head(), &begin.words());
    // Malformed requests to the sender: for bytes that are not handed over, or not in the current piece.
    let arrival = crate::ids::from_wire(1);
    for (offset, len) in [(0, 1001), (1000, 1), (u64::MAX - 5, 5), (10, 0)] {
        let pull = Pull { send: id, arrival, offset, len, piece: 0, last: false };
        send(&mut pair, 0, pull.head(), &pull.words());
    }
    for upto in [0, 1001, u64::MAX] {
        let taken = PieceTaken { send: id, upto };
        send(&mut pair, 0, taken.head(), &taken.words());
    }
    // The malformed frames have changed nothing.
    assert_eq!(pair.read(stream, 1000), Reading::Later);
    pair.settle();
    assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(0, 1000));
    let taken = PieceTaken { send: id, upto: 1000 };
    send(&mut pair, 0, taken.head(), &taken.words());
    pair.piece(id, &bytes(1000, 1000));
    let more = pair.worlds[0].out.iter().find(|f| f.kind() == Kind::More).expect("it left").clone();
    pair.settle();
    send(&mut pair, 1, more.head, &more.words);
    // The first piece's bytes are not in the current piece any more.
    let pull = Pull { send: id, arrival, offset: 999, len: 2, piece: 0, last: false };
    send(&mut pair, 0, pull.head(), &pull.words());
    pair.read(stream, 1000);
    pair.settle();
    assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(1000, 1000));
    // This frame exceeds the credit.
    let flood = TestFrame {
        to: Some(1),
        head: Head { kind: Kind::Call, context: 0, tag: 7 }.emit(),
        words: vec![],
        body: vec![0; 3000],
    };
    let before = count(&pair, 1);
    pair.worlds[0].out.push_back(flood);
    pair.settle();
    assert_eq!(count(&pair, 1), before + 1);
}
