//! Tests of pushed pieces, between two engines.
use super::Reading;
use super::pair::{HANDLERS, bytes, new_pair};
use crate::limits::ENTRY_COST;
use crate::testing::{Job, PullAnswer, TestFrame};
use crate::wire::{Kind, MessageRole, More};

/// Short pieces leave with the MORE frame that announces them, and the sender waits for no answer.
#[test]
fn many_short_pieces_need_no_answer() {
    let mut pair = new_pair(PullAnswer::No);
    let id = pair.begin(2000);
    for i in 0..20 {
        assert!(pair.engines[0].piece_has_left(id), "piece {i}");
        pair.piece(id, &bytes(50 * i, 50));
        pair.step(0);
    }
    assert!(pair.worlds[1].out.is_empty(), "nothing is said to them");
    let stream = pair.next();
    let kept = pair.engines[1].handler_accounts(MessageRole::Request).map(|a| a.buffered).sum::<u64>();
    assert_eq!(kept, 1000 + ENTRY_COST, "each byte is charged once");
    assert_eq!(pair.read(stream, 330), Reading::Done);
    assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(0, 330));
    // A read longer than the kept bytes gets the next pieces straight into its memory; the excess is kept.
    assert_eq!(pair.read(stream, 710), Reading::Later);
    for i in 20..22 {
        pair.piece(id, &bytes(50 * i, 50));
        pair.step(0);
    }
    assert!(!pair.engines[1].is_reading(stream));
    assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(330, 710));
    assert_eq!(pair.worlds[1].handlers.unread[&stream], bytes(1040, 60));
    for i in 22..40 {
        pair.settle();
        pair.piece(id, &bytes(50 * i, 50));
    }
    pair.settle();
    assert_eq!(pair.read(stream, 960), Reading::Done);
    assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(1040, 960));
    pair.finish(stream);
    assert!(pair.engines[0].piece_has_left(id), "the last one, too");
    pair.settle();
    pair.engines[0].handlers().end(&mut pair.worlds[0], id);
    pair.end_messages();
}

/// Without credit, or behind a message that waits for credit, a piece is offered, and the receiver pulls it.
#[test]
fn pieces_are_pushed_as_far_as_credit_goes() {
    let mut pair = new_pair(PullAnswer::No);
    let id = pair.begin(10_000);
    let mut pushed = 0;
    while pair.engines[0].piece_has_left(id) {
        pair.piece(id, &bytes(200 * pushed, 200));
        pushed += 1;
        pair.step(0);
    }
    assert_eq!(pushed as u64, (HANDLERS - ENTRY_COST) / 200 + 1);
    let stream = pair.next();
    assert_eq!(pair.read(stream, 200 * pushed), Reading::Later);
    pair.settle();
    assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(0, 200 * pushed));
    assert!(pair.engines[0].piece_has_left(id));
    // The sender has credit again, but too little for the message that comes first.
    let credit = pair.engines[0].handler_accounts(MessageRole::Request).map(|a| a.credit).sum::<u64>();
    let held: Vec<_> = (0..=credit / (200 + ENTRY_COST)).filter_map(|_| pair.call(&bytes(0, 200))).collect();
    assert_eq!(held.len(), 1);
    pair.piece(id, &bytes(0, 1));
    assert!(!pair.engines[0].piece_has_left(id), "it is offered");
    pair.settle();
    // No handler wants this message, so the receiver finishes it unread.
    pair.finish(stream);
    while let Some(begun) = pair.engines[1].handlers().next_stream() {
        pair.finish(begun.id);
        pair.settle();
    }
    for id in held.into_iter().chain([id]) {
        assert!(pair.engines[0].piece_has_left(id));
        pair.engines[0].handlers().end(&mut pair.worlds[0], id);
    }
    pair.end_messages();
}

#[test]
fn a_pushed_piece_waits_only_for_room() {
    // The fabric is full, so the protocol holds the piece until there is room.
    let mut pair = new_pair(PullAnswer::No);
    let id = pair.begin(300);
    pair.piece(id, &bytes(0, 100));
    pair.worlds[0].full = true;
    pair.piece(id, &bytes(100, 100));
    assert!(!pair.engines[0].piece_has_left(id) && pair.engines[0].wants_flush());
    pair.worlds[0].full = false;
    pair.settle();
    assert!(pair.engines[0].piece_has_left(id));
    let stream = pair.next();
    assert_eq!(pair.read(stream, 200), Reading::Done);
    assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(0, 200));
    // The piece waits for room while its receiver ends the message.
    pair.worlds[0].full = true;
    pair.piece(id, &bytes(200, 100));
    pair.finish(stream);
    while pair.step(1) {}
    assert!(!pair.engines[0].piece_has_left(id), "its frame is still to leave");
    pair.worlds[0].full = false;
    pair.settle();
    assert!(pair.engines[0].piece_has_left(id));
    pair.engines[0].handlers().end(&mut pair.worlds[0], id);
    pair.end_messages();
    // The piece waits for room while its receiver dies.
    let mut pair = new_pair(PullAnswer::No);
    let id = pair.begin(300);
    pair.piece(id, &bytes(0, 100));
    pair.worlds[0].full = true;
    pair.piece(id, &bytes(100, 100));
    pair.engines[0].lose(&mut pair.worlds[0], 1);
    assert!(pair.engines[0].piece_has_left(id) && pair.engines[0].is_lost(id));
    pair.worlds[0].full = false;
    pair.engines[0].flush(&mut pair.worlds[0]);
    assert!(pair.worlds[0].out.iter().all(|f| f.kind() != Kind::More), "nothing is sent from memory that is gone");
}

#[test]
fn a_pushed_piece_behind_a_dropped_read_begins_where_that_ended() {
    let mut pair = new_pair(PullAnswer::No);
    let id = pair.begin(400);
    pair.piece(id, &bytes(0, 100));
    pair.settle();
    let stream = pair.next();
    assert_eq!(pair.read(stream, 150), Reading::Later);
    pair.engines[1].handlers().drop_read(&mut pair.worlds[1], stream);
    pair.piece(id, &bytes(100, 100));
    pair.settle();
    assert_eq!(pair.read(stream, 50), Reading::Done);
    assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(150, 50));
    // The next read may already wait when the piece arrives.
    assert_eq!(pair.read(stream, 50), Reading::Later);
    pair.engines[1].handlers().drop_read(&mut pair.worlds[1], stream);
    assert_eq!(pair.read(stream, 50), Reading::Later);
    pair.piece(id, &bytes(200, 200));
    pair.settle();
    assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(250, 50));
    assert_eq!(pair.read(stream, 100), Reading::Done);
    pair.finish(stream);
    pair.settle();
    pair.engines[0].handlers().end(&mut pair.worlds[0], id);
    pair.end_messages();
}

#[test]
fn malformed_frames_with_a_body_are_counted_and_change_nothing() {
    let mut pair = new_pair(PullAnswer::No);
    let id = pair.begin(1000);
    pair.piece(id, &bytes(0, 100));
    pair.settle();
    let (stream, begun) =
        (pair.next(), pair.engines[1].handler_accounts(MessageRole::Request).next().map(|a| a.buffered));
    // Each malformed MORE in turn: a piece too early, a hole, a piece past the end, a part of a piece, more than the
    // piece, an end with bytes.
    for (start, ready, body) in
        [(99, 150, 51), (101, 150, 49), (100, 1001, 901), (100, 150, 49), (100, 150, 51), (100, 100, 1)]
    {
        let more = More { role: MessageRole::Request, send: id, start, ready, address: 0 };
        let frame = TestFrame { to: Some(1), head: more.head(), words: more.words().to_vec(), body: vec![0; body] };
        let before = pair.engines[1].counters().malformed;
        pair.worlds[0].out.push_back(frame);
        pair.step(0);
        assert_eq!(pair.engines[1].counters().malformed, before + 1, "{more:?} with {body} bytes");
    }
    // This piece exceeds the credit.
    let more = More { role: MessageRole::Request, send: id, start: 100, ready: 1000, address: 0 };
    let credit = pair.engines[1].handler_accounts(MessageRole::Request).map(|a| a.allowance).sum::<u64>();
    let calls: Vec<_> = (0..(credit - 800) / (200 + ENTRY_COST)).map(|_| pair.call(&bytes(0, 200))).collect();
    pair.settle();
    let before = pair.engines[1].counters().malformed;
    let frame = TestFrame { to: Some(1), head: more.head(), words: more.words().to_vec(), body: vec![0; 900] };
    pair.worlds[0].out.push_back(frame);
    pair.step(0);
    let allowed = pair.engines[1].handler_accounts(MessageRole::Request).map(|a| a.allowance).sum::<u64>();
    assert!(allowed < 900 && calls.iter().all(Option::is_none));
    assert_eq!(pair.engines[1].counters().malformed, before + 1);
    // The malformed frames have changed nothing.
    assert!(pair.engines[1].handler_accounts(MessageRole::Request).next().map(|a| a.buffered) > begun);
    assert_eq!(pair.read(stream, 150), Reading::Later);
    pair.piece(id, &bytes(100, 50));
    pair.settle();
    assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(0, 150));
    let kinds = |pair: &Job| pair.worlds[1].out.iter().filter(|f| f.kind() == Kind::Taken).count();
    assert_eq!(kinds(&pair), 0, "a pushed piece is not acknowledged");
}
