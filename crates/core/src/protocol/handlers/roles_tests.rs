//! Requests and replies, messages that are pushed in parts, and messages taken by sender.
use super::Reading;
use super::pair::{HANDLERS, bytes, new_pair};
use crate::limits::ENTRY_COST;
use crate::testing::{Job, PullAnswer};
use crate::wire::{Kind, MessageRole};

impl Job {
    /// Sends a message of that role from one side to the other, in one call. Returns true if the message has left.
    fn send(&mut self, from: usize, role: MessageRole, bytes: &[u8]) -> bool {
        self.worlds[from].call = bytes.to_vec();
        let (engine, world) = (&mut self.engines[from], &mut self.worlds[from]);
        let id = engine.handlers().call(world, 1 - from as u32, 7, role, bytes.len() as u64);
        let left = id.is_none_or(|id| engine.piece_has_left(id));
        if let Some(id) = id {
            engine.handlers().end(world, id);
        }
        left
    }
}

#[test]
fn replies_leave_while_requests_wait_for_credit() {
    let mut pair = new_pair(PullAnswer::No);
    for side in 0..2 {
        while pair.send(side, MessageRole::Request, &bytes(0, 100)) {}
    }
    pair.settle();
    // The handler of each request ends only after its reply has left.
    let mut requests = 0;
    while let Some(request) = pair.engines[1].handlers().next_stream() {
        assert_eq!(pair.engines[1].role(request.id), Some(MessageRole::Request));
        assert!(pair.send(1, MessageRole::Reply, &bytes(requests, 50)), "reply {requests}");
        requests += 1;
    }
    assert_eq!(requests as u64, HANDLERS / (100 + ENTRY_COST));
    pair.settle();
    let mut replies = 0;
    while let Some(begun) = pair.engines[0].handlers().next_stream() {
        replies += usize::from(pair.engines[0].role(begun.id) == Some(MessageRole::Reply));
    }
    assert_eq!(replies, requests);
}

#[test]
fn a_message_that_takes_all_credit_leaves_before_its_receiver_reads() {
    for pieces in [1, 2, 7] {
        // The receiver owes a little credit, too little to return it unasked.
        let mut pair = new_pair(PullAnswer::Done);
        pair.call(&bytes(0, 40));
        pair.settle();
        let short = pair.next();
        pair.finish(short);
        let len = (HANDLERS - ENTRY_COST) as usize;
        let id = pair.begin(len as u64);
        for piece in 0..pieces {
            let (at, end) = (len * piece / pieces, len * (piece + 1) / pieces);
            pair.piece(id, &bytes(at, end - at));
            pair.settle();
            assert!(pair.engines[0].piece_has_left(id), "piece {piece} of {pieces}");
        }
        pair.engines[0].handlers().end(&mut pair.worlds[0], id);
        pair.settle();
        let stream = pair.next();
        assert_eq!(pair.read(stream, len), Reading::Done);
        assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(0, len));
        pair.finish(stream);
        pair.end_messages();
    }
}

#[test]
fn what_credit_does_not_cover_is_pulled_after_the_answer() {
    for native in [PullAnswer::No, PullAnswer::Done] {
        let mut pair = new_pair(native);
        pair.call(&bytes(0, 200));
        let id = pair.call(&bytes(0, 1900)).expect("there is not the credit for all of it");
        assert!(!pair.engines[0].piece_has_left(id));
        pair.step(0);
        pair.step(0);
        assert!(pair.worlds[1].out.iter().any(|f| f.kind() == Kind::Credit), "the answer, though nothing is owed");
        pair.settle();
        let (first, second) = (pair.next(), pair.next());
        let reading = pair.read(second, 1900);
        assert_eq!(reading == Reading::Done, native == PullAnswer::Done);
        pair.settle();
        assert_eq!(pair.worlds[1].handlers.reads[&second], bytes(0, 1900));
        assert!(pair.engines[0].piece_has_left(id));
        pair.finish(first);
        pair.finish(second);
        pair.settle();
        pair.engines[0].handlers().end(&mut pair.worlds[0], id);
        pair.end_messages();
    }
}

#[test]
fn parts_wait_for_room_in_their_order() {
    let mut pair = new_pair(PullAnswer::No);
    let id = pair.begin(1900);
    pair.piece(id, &bytes(0, 100));
    pair.worlds[0].full = true;
    pair.piece(id, &bytes(100, 1000));
    assert!(!pair.engines[0].piece_has_left(id));
    pair.worlds[0].full = false;
    pair.settle();
    assert!(pair.engines[0].piece_has_left(id));
    pair.piece(id, &bytes(1100, 800));
    pair.settle();
    let stream = pair.next();
    assert_eq!(pair.read(stream, 1900), Reading::Done);
    assert_eq!(pair.worlds[1].handlers.reads[&stream], bytes(0, 1900));
    pair.finish(stream);
    pair.settle();
    pair.engines[0].handlers().end(&mut pair.worlds[0], id);
    pair.end_messages();
}

#[test]
fn a_sender_that_waits_for_credit_learns_that_the_handler_ended_or_died() {
    for dies in [false, true] {
        let mut pair = new_pair(PullAnswer::No);
        pair.call(&bytes(0, 200));
        let id = pair.call(&bytes(0, 1900)).expect("there is not the credit for all of it");
        if dies {
            pair.engines[0].lose(&mut pair.worlds[0], 1);
            assert!(pair.engines[0].is_lost(id));
        } else {
            while pair.step(0) {}
            let (first, second) = (pair.next(), pair.next());
            pair.finish(second);
            pair.finish(first);
            pair.settle();
        }
        assert!(pair.engines[0].piece_has_left(id));
        pair.engines[0].handlers().end(&mut pair.worlds[0], id);
        if !dies {
            pair.end_messages();
        }
    }
}

#[test]
fn a_reply_that_waits_gives_the_credit_of_its_entry_back_once() {
    for role in [MessageRole::Request, MessageRole::Reply] {
        let mut pair = new_pair(PullAnswer::No);
        let allowed = |pair: &Job| {
            let mut accounts = pair.engines[1].handler_accounts(role);
            accounts.next().map(|a| (a.allowance + a.owed, a.buffered))
        };
        assert!(pair.send(0, role, &bytes(0, 100)));
        pair.settle();
        let stream = pair.next();
        assert_eq!(allowed(&pair), Some((HANDLERS - 100 - ENTRY_COST, 100 + ENTRY_COST)));
        let entry = if role == MessageRole::Reply { 0 } else { ENTRY_COST };
        for _ in 0..2 {
            pair.engines[1].handlers().release_reply(&mut pair.worlds[1], stream);
            assert_eq!(allowed(&pair), Some((HANDLERS - 100 - entry, 100 + entry)));
        }
        pair.finish(stream);
        assert_eq!(allowed(&pair), Some((HANDLERS, 0)));
        pair.end_messages();
    }
}

#[test]
fn messages_are_taken_by_sender_or_in_their_order() {
    let mut pair = new_pair(PullAnswer::No);
    for i in 0..6 {
        pair.call(&bytes(i, 8));
        // Messages that this rank sends to itself arrive in between.
        pair.worlds[1].call = bytes(i, 9);
        pair.engines[1].handlers().call(&mut pair.worlds[1], 1, 7, MessageRole::Request, 9);
        while pair.step(0) {}
        assert!(pair.step(1), "a message to itself");
    }
    let engine = &mut pair.engines[1];
    assert_eq!(engine.handlers().next_stream().map(|b| b.from), Some(0));
    assert_eq!(engine.handlers().next_stream_from(1).map(|b| (b.from, b.size)), Some((1, 9)));
    let mut senders = engine.handlers().begun_senders();
    senders.sort_unstable();
    assert_eq!(senders, [0, 1]);
    let from: Vec<u32> = (0..5).filter_map(|_| engine.handlers().next_stream_from(0)).map(|b| b.from).collect();
    assert_eq!(from, [0; 5]);
    assert!(engine.handlers().next_stream_from(0).is_none() && engine.handlers().begun_senders() == [1]);
    let rest: Vec<u32> = std::iter::from_fn(|| engine.handlers().next_stream()).map(|b| b.from).collect();
    assert_eq!(rest, [1; 5]);
}
