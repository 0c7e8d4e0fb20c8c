//! Two engines, one of which offers a window: arrival, refusal, and the end of every operation.
use super::super::How;
use super::pair::{CREDIT, KEY, SIZE, WINDOW, at, new_pair};
use crate::ids::{OperationId, WindowId};
use crate::protocol::{Mode, WindowPlace};
use crate::testing::{Job, PullAnswer, SUM};
use crate::wire::{Combine, Kind, Refusal};

/// Returns how a world answers pulls: later, or not at all.
fn pulls(later: bool) -> PullAnswer {
    if later { PullAnswer::Later } else { PullAnswer::No }
}

const ADD: How = How { combine: SUM, swap: false, replied: false };
const FETCH_AND_ADD: How = How { replied: true, ..ADD };
const SWAP: How = How { swap: true, ..FETCH_AND_ADD };

fn bytes(n: usize) -> Vec<u8> {
    (0..n).map(|i| (i % 251) as u8 + 1).collect()
}

/// Returns the result of an operation and its bytes, and forgets the operation; `None` while it is under way.
fn end(pair: &mut Job, id: OperationId) -> Option<(Result<(), Refusal>, Vec<u8>)> {
    let end = pair.engines[0].windows().operation_end(id)?;
    pair.engines[0].windows().detach_operation(id);
    Some((end, pair.worlds[0].windows.operations.remove(&id).unwrap()))
}

#[test]
fn deposits_of_all_lengths_arrive_and_complete_means_arrived() {
    for later in [false, true] {
        for len in [1, 8, 383, 384, 385, 1000, 3000, SIZE] {
            let mut pair = new_pair();
            pair.worlds[1].pulls = pulls(later);
            let data = bytes(len);
            let send = pair.put(at(0), &data);
            while pair.pending() > 0 {
                // The test takes one step at a time: no operation may be over before its bytes are in place.
                let arrived = pair.window()[..len] == data[..];
                let step = pair.step(0) || pair.step(1) || pair.pull(1) || {
                    let (engine, world) = (&mut pair.engines[1], &mut pair.worlds[1]);
                    engine.wants_flush() && engine.flush(world)
                };
                assert!(step, "{len} bytes never arrive");
                assert!(pair.pending() > 0 || arrived, "{len} bytes are over before they are there");
            }
            assert_eq!(pair.window()[..len], data[..]);
            assert!(pair.window()[len..].iter().all(|b| *b == 0));
            if let Some(send) = send {
                pair.settle();
                assert!(pair.engines[0].windows().has_left(send));
                pair.engines[0].forget_send(send);
            }
            pair.end_operations();
        }
    }
}

#[test]
fn gets_of_all_lengths_bring_what_is_there() {
    for later in [false, true] {
        for len in [0, 1, 384, 385, 1000, SIZE as u64 - 8] {
            let mut pair = new_pair();
            pair.worlds[0].pulls = pulls(later);
            let data = bytes(SIZE);
            pair.worlds[1].windows.offered.insert(WINDOW, data.clone());
            let id = pair.get(at(8), len);
            assert_eq!(pair.pending(), 1);
            pair.settle();
            assert_eq!(end(&mut pair, id), Some((Ok(()), data[8..8 + len as usize].to_vec())));
            pair.end_operations();
        }
    }
}

#[test]
fn one_count_answers_operations_that_arrive_together() {
    let mut pair = new_pair();
    for i in 0..3 {
        assert!(pair.put(at(8 * i), &bytes(8)).is_none());
    }
    for _ in 0..3 {
        pair.step(0);
    }
    assert!(pair.worlds[1].out.is_empty());
    pair.engines[1].flush(&mut pair.worlds[1]);
    let kinds: Vec<Kind> = pair.worlds[1].out.iter().map(|f| f.kind()).collect();
    assert_eq!(kinds, [Kind::Applied]);
    pair.end_operations();
}

#[test]
fn combines_apply_once_in_order_and_return_old_values() {
    let mut pair = new_pair();
    let word = |n: u64| n.to_le_bytes();
    pair.combine(at(16), ADD, &word(5));
    let old = pair.combine(at(16), FETCH_AND_ADD, &word(7)).unwrap();
    let swapped = pair.combine(at(16), SWAP, &[word(12), word(99)].concat()).unwrap();
    let not_swapped = pair.combine(at(16), SWAP, &[word(12), word(1)].concat()).unwrap();
    pair.settle();
    assert_eq!(end(&mut pair, old), Some((Ok(()), word(5).to_vec())));
    assert_eq!(end(&mut pair, swapped), Some((Ok(()), word(12).to_vec())));
    assert_eq!(end(&mut pair, not_swapped), Some((Ok(()), word(99).to_vec())));
    assert_eq!(pair.window()[16..24], word(99));
    pair.end_operations();
}

#[test]
fn old_values_wait_for_room_and_hold_their_credit() {
    let mut pair = new_pair();
    pair.worlds[1].full = true;
    let word = |n: u64| n.to_le_bytes();
    let ids: Vec<_> = (0..60).map(|_| pair.combine(at(0), FETCH_AND_ADD, &word(1)).unwrap()).collect();
    pair.settle();
    // Credit bounds how many operations the target has applied so far.
    let under_way = CREDIT / (8 + 128);
    assert_eq!(u64::from_le_bytes(pair.window()[..8].try_into().unwrap()), under_way);
    pair.worlds[1].full = false;
    pair.settle();
    for (n, id) in ids.into_iter().enumerate() {
        assert_eq!(end(&mut pair, id), Some((Ok(()), word(n as u64).to_vec())));
    }
    pair.end_operations();
}

#[test]
fn an_operation_may_have_left_before_its_caller_hears_of_its_send() {
    let mut pair = new_pair();
    let word = |n: u64| n.to_le_bytes();
    pair.worlds[0].full_once = true;
    let old = pair.combine(at(0), FETCH_AND_ADD, &word(3)).unwrap();
    pair.worlds[0].full_once = true;
    let put = pair.put(at(8), &word(4)).expect("it had to be kept");
    assert!(pair.engines[0].windows().has_left(put));
    pair.engines[0].detach_send(put);
    pair.settle();
    assert_eq!(end(&mut pair, old), Some((Ok(()), word(0).to_vec())));
    assert_eq!(pair.window()[..16], [word(3), word(4)].concat());
    pair.end_operations();
}

#[test]
fn wrong_operations_are_refused_and_change_nothing() {
    let size = SIZE as u64;
    let wrong = [
        (WindowPlace { window: WindowId(6), ..at(0) }, Refusal::NoWindow),
        (WindowPlace { key: KEY + 1, ..at(0) }, Refusal::WrongKey),
        (at(size - 7), Refusal::Outside),
        (at(size), Refusal::Outside),
        (at(u64::MAX), Refusal::Outside),
        (at(u64::MAX - 7), Refusal::Outside),
    ];
    for (place, refusal) in wrong {
        let mut pair = new_pair();
        pair.put(place, &bytes(8));
        let get = pair.get(place, 8);
        let add = pair.combine(place, FETCH_AND_ADD, &[1; 8]).unwrap();
        pair.settle();
        assert_eq!(end(&mut pair, get), Some((Err(refusal), vec![0; 8])));
        assert_eq!(end(&mut pair, add), Some((Err(refusal), vec![0; 8])));
        assert_eq!(pair.engines[0].windows().take_refusal(1, place.window), Some(refusal));
        assert_eq!(pair.engines[0].windows().take_refusal(1, place.window), None);
        // Longer operations are refused as well: the caller's memory comes back, and no bytes are pulled.
        let send = pair.put(place, &bytes(1000)).unwrap();
        let get = pair.get(place, 1000);
        pair.settle();
        assert!(pair.engines[0].windows().has_left(send));
        pair.engines[0].forget_send(send);
        assert_eq!(end(&mut pair, get), Some((Err(refusal), vec![0; 1000])));
        assert_eq!(pair.engines[0].windows().take_refusal(1, place.window), Some(refusal));
        assert!(pair.window().iter().all(|b| *b == 0), "{place:?}");
        pair.end_operations();
    }
    let mut pair = new_pair();
    let how = How { combine: Combine { operation: 9, element: 9 }, ..FETCH_AND_ADD };
    let id = pair.combine(at(0), how, &[1; 8]).unwrap();
    pair.settle();
    assert_eq!(end(&mut pair, id), Some((Err(Refusal::NoOperation), vec![0; 8])));
    assert_eq!(pair.engines[0].windows().take_refusal(1, WINDOW), Some(Refusal::NoOperation));
    pair.end_operations();
}

#[test]
fn a_window_has_the_parts_that_are_attached() {
    let mut pair = new_pair();
    pair.engines[1].windows().withdraw(&mut pair.worlds[1], WINDOW);
    pair.engines[1].windows().offer(WINDOW, KEY);
    pair.engines[1].windows().attach(WINDOW, 100, 50);
    pair.engines[1].windows().attach(WINDOW, 150, 50);
    for (offset, len, good) in [(100, 50, true), (99, 2, false), (149, 2, false), (150, 50, true), (199, 2, false)] {
        pair.put(at(offset), &bytes(len));
        pair.settle();
        assert_eq!(pair.engines[0].windows().take_refusal(1, WINDOW).is_none(), good, "{len} bytes at {offset}");
    }
    pair.engines[1].windows().detach(&mut pair.worlds[1], WINDOW, 100);
    pair.put(at(100), &bytes(1));
    pair.settle();
    assert_eq!(pair.engines[0].windows().take_refusal(1, WINDOW), Some(Refusal::Outside));
    pair.end_operations();
}

#[test]
fn an_operation_may_span_parts_that_continue_each_other() {
    let mut pair = new_pair();
    pair.engines[1].windows().withdraw(&mut pair.worlds[1], WINDOW);
    pair.engines[1].windows().offer(WINDOW, KEY);
    for (offset, len) in [(100, 50), (150, 50), (200, 10), (210, 800)] {
        pair.engines[1].windows().attach(WINDOW, offset, len);
    }
    pair.engines[1].windows().join(WINDOW, 150);
    pair.engines[1].windows().join(WINDOW, 200);
    pair.engines[1].windows().join(WINDOW, 210);
    let reaches = |pair: &mut Job, offset, len| {
        let send = pair.put(at(offset), &bytes(len));
        pair.settle();
        if let Some(send) = send {
            pair.engines[0].forget_send(send);
        }
        let put = pair.engines[0].windows().take_refusal(1, WINDOW);
        let id = pair.get(at(offset), len as u64);
        pair.settle();
        let (got, _) = end(pair, id).expect("it is over");
        pair.engines[0].windows().take_refusal(1, WINDOW);
        assert_eq!(put.is_none(), got.is_ok());
        got.is_ok()
    };
    for (offset, len) in [(100, 910), (149, 2), (150, 60), (120, 81), (100, 50)] {
        assert!(reaches(&mut pair, offset, len), "{len} bytes at {offset}");
    }
    for (offset, len) in [(99, 2), (100, 911), (149, 862)] {
        assert!(!reaches(&mut pair, offset, len), "{len} bytes at {offset}");
    }
    // A part is detached, and other memory is attached in its place. The new part does not continue the preceding part.
    pair.engines[1].windows().detach(&mut pair.worlds[1], WINDOW, 150);
    pair.engines[1].windows().attach(WINDOW, 150, 50);
    assert!(!reaches(&mut pair, 149, 2) && !reaches(&mut pair, 199, 2) && reaches(&mut pair, 209, 2));
    pair.end_operations();
}

#[test]
fn the_target_is_told_only_of_complete_deposits() {
    for later in [false, true] {
        let mut pair = new_pair();
        pair.worlds[1].pulls = pulls(later);
        for (offset, len) in [(0, 0), (8, 8), (16, 384), (100, 385), (0, SIZE)] {
            let send = pair.put(at(offset), &bytes(len));
            pair.settle();
            assert_eq!(pair.worlds[1].windows.told.pop(), Some((WINDOW, offset, len as u64)), "{len} bytes");
            assert!(pair.worlds[1].windows.told.is_empty(), "once each");
            send.into_iter().for_each(|send| pair.engines[0].forget_send(send));
        }
        for (place, len) in [(at(SIZE as u64 - 1), 2), (WindowPlace { key: KEY + 1, ..at(0) }, 1000)] {
            let send = pair.put(place, &bytes(len));
            pair.settle();
            send.into_iter().for_each(|send| pair.engines[0].forget_send(send));
        }
        // The head has arrived; then the window is withdrawn.
        let send = pair.put(at(0), &bytes(2000)).unwrap();
        pair.step(0);
        pair.engines[1].windows().withdraw(&mut pair.worlds[1], WINDOW);
        pair.settle();
        pair.engines[0].forget_send(send);
        assert!(pair.worlds[1].windows.told.is_empty());
        assert!(pair.engines[0].windows().take_refusal(1, WINDOW).is_some());
        pair.end_operations();
    }
}

#[test]
fn a_window_offered_to_one_rank_refuses_others() {
    for (rank, wanted) in [(0, None), (1, Some(Refusal::WrongKey))] {
        let mut pair = new_pair();
        pair.engines[1].windows().withdraw(&mut pair.worlds[1], WINDOW);
        pair.engines[1].windows().offer_to(WINDOW, KEY, rank);
        pair.engines[1].windows().attach(WINDOW, 0, SIZE as u64);
        pair.put(at(0), &bytes(8));
        let get = pair.get(at(0), 8);
        pair.settle();
        assert_eq!(end(&mut pair, get).map(|(end, _)| end.err()), Some(wanted));
        assert_eq!(pair.engines[0].windows().take_refusal(1, WINDOW), wanted);
        assert_eq!(pair.window()[0] == 0, wanted.is_some());
        pair.end_operations();
    }
}

#[test]
fn nothing_lands_in_a_window_that_was_withdrawn() {
    for later in [false, true] {
        let mut pair = new_pair();
        (pair.worlds[0].pulls, pair.worlds[1].pulls) = (pulls(later), pulls(later));
        let data = bytes(SIZE);
        pair.worlds[1].windows.offered.insert(WINDOW, data.clone());
        let send = pair.put(at(0), &[9; 2000]).unwrap();
        let get = pair.get(at(2000), 2000);
        // The heads have arrived, and requests for the rest may have left.
        pair.step(0);
        pair.step(0);
        pair.engines[1].windows().withdraw(&mut pair.worlds[1], WINDOW);
        let before = pair.worlds[1].windows.offered.remove(&WINDOW).unwrap();
        pair.settle();
        assert_eq!(before[2000..], data[2000..]);
        assert_eq!(pair.engines[0].windows().take_refusal(1, WINDOW), Some(Refusal::Withdrawn));
        // Bytes pulled out of the window come from a copy.
        assert_eq!(end(&mut pair, get), Some((Ok(()), data[2000..4000].to_vec())));
        assert!(pair.engines[0].windows().has_left(send));
        pair.engines[0].forget_send(send);
        pair.end_operations();
    }
}

#[test]
fn a_put_in_parts_waits_for_no_answer_and_lands_wholly_or_not_at_all() {
    let len = 1000;
    let mut pair = new_pair();
    // The fabric has room for the first part only: the other parts leave later.
    pair.worlds[0].full_after = Some(1);
    let send = pair.put(at(8), &bytes(len)).expect("more than a frame");
    assert!(!pair.engines[0].windows().has_left(send) && pair.worlds[0].out.len() == 1);
    // The target applies the first part, but reports the operation only after the last part.
    pair.step(0);
    assert!(!pair.engines[1].wants_flush() && pair.worlds[1].windows.told.is_empty());
    // The target may report the first part sooner, with another report. That does not end the operation.
    let p = pair.engines[1].transfers.known(0).expect("they have met");
    pair.engines[1].transfers.look_after(p);
    pair.engines[1].flush(&mut pair.worlds[1]);
    while pair.step(1) {}
    assert_eq!(pair.pending(), 1);
    pair.worlds[0].full_after = None;
    pair.engines[0].flush(&mut pair.worlds[0]);
    assert!(pair.engines[0].windows().has_left(send), "nothing has come back for it");
    pair.engines[0].forget_send(send);
    let kinds: Vec<Kind> = pair.worlds[0].out.iter().map(|f| f.kind()).collect();
    assert_eq!(kinds, [Kind::DepositPart; 2]);
    pair.settle();
    assert_eq!(pair.window()[8..8 + len], bytes(len));
    assert_eq!(pair.worlds[1].windows.told, [(WINDOW, 8, len as u64)]);
    pair.end_operations();
    // The first parts would fit, but the last part does not, or begins beyond the largest offset.
    for offset in [SIZE as u64 - 900, u64::MAX - 900, u64::MAX - 500] {
        let mut pair = new_pair();
        let send = pair.put(at(offset), &bytes(len)).expect("more than a frame");
        pair.settle();
        pair.engines[0].forget_send(send);
        assert_eq!(pair.engines[0].windows().take_refusal(1, WINDOW), Some(Refusal::Outside));
        assert!(pair.window().iter().all(|b| *b == 0) && pair.worlds[1].windows.told.is_empty());
        pair.end_operations();
    }
    // Without credit for all parts, only the head leaves, and the target asks for the other bytes.
    let mut pair = new_pair();
    (0..3).for_each(|_| assert!(pair.put(at(0), &bytes(384)).is_none()));
    let send = pair.put(at(8), &bytes(len)).expect("more than a frame");
    assert_eq!(pair.worlds[0].out.back().map(|f| f.kind()), Some(Kind::DepositHead));
    pair.settle();
    pair.engines[0].forget_send(send);
    assert_eq!(pair.window()[8..8 + len], bytes(len));
    pair.end_operations();
}

#[test]
fn blank_ledgers_are_removed() {
    let mut pair = new_pair();
    let ledgers = |pair: &mut Job| {
        let p = pair.engines[0].transfers.known(1).expect("they have met");
        pair.engines[0].owners.windows.link(p).ledgers.len()
    };
    // Windows come and go, as dropped connections do. One window stays, with a refusal to report.
    pair.put(WindowPlace { key: KEY + 1, ..at(0) }, &bytes(8));
    for n in 100..1100 {
        pair.engines[1].windows().offer(WindowId(n), KEY);
        pair.engines[1].windows().attach(WindowId(n), 0, 8);
        pair.worlds[1].windows.offered.insert(WindowId(n), vec![0; 8]);
        pair.put(WindowPlace { window: WindowId(n), ..at(0) }, &bytes(8));
        pair.settle();
        pair.engines[1].windows().withdraw(&mut pair.worlds[1], WindowId(n));
        assert_eq!(pair.engines[0].windows().pending(1, WindowId(n)), 0);
    }
    assert!(ledgers(&mut pair) <= 16, "{} are left", ledgers(&mut pair));
    assert_eq!(pair.engines[0].windows().take_refusal(1, WINDOW), Some(Refusal::WrongKey));
    // A hundred ledgers with unfinished operations are all kept.
    (0..100).for_each(|n| _ = pair.put(WindowPlace { window: WindowId(n), ..at(0) }, &[]));
    assert!(ledgers(&mut pair) >= 100 && (0..100).all(|n| pair.engines[0].windows().pending(1, WindowId(n)) == 1));
    pair.put(at(0), &bytes(8));
    // For a dead rank, only the refusals are left to report.
    pair.settle();
    (0..100).for_each(|n| _ = pair.engines[0].windows().take_refusal(1, WindowId(n)));
    pair.put(at(0), &bytes(8));
    pair.engines[0].lose(&mut pair.worlds[0], 1);
    assert_eq!(ledgers(&mut pair), 1);
    assert_eq!(pair.engines[0].windows().take_refusal(1, WINDOW), Some(Refusal::Lost));
}

#[test]
fn every_operation_ends_when_the_target_dies() {
    for steps in 0..6 {
        let mut pair = new_pair();
        pair.worlds[0].pulls = pulls(steps % 2 == 0);
        let sends: Vec<_> = (0..3).filter_map(|_| pair.put(at(0), &bytes(1000))).collect();
        let gets = [pair.get(at(0), 8), pair.get(at(0), 2000)];
        let old = pair.combine(at(0), FETCH_AND_ADD, &[0; 8]).unwrap();
        for _ in 0..steps {
            pair.step(0);
            pair.step(1);
        }
        pair.engines[0].lose(&mut pair.worlds[0], 1);
        assert_eq!(pair.pending(), 0);
        for id in gets.into_iter().chain([old]) {
            let (end, _) = end(&mut pair, id).expect("every operation ends");
            assert!(end == Ok(()) || end == Err(Refusal::Lost));
        }
        for send in sends {
            assert!(pair.engines[0].windows().has_left(send));
            pair.engines[0].forget_send(send);
        }
        assert_eq!(pair.engines[0].windows().take_refusal(1, WINDOW), Some(Refusal::Lost));
        assert_eq!((pair.engines[0].on_windows(), pair.engines[0].unsent()), (0, 0));
        assert!(pair.worlds[0].sends.is_empty() && pair.worlds[0].promised.is_empty());
    }
}

#[test]
fn the_target_forgets_what_an_origin_that_dies_had_under_way() {
    let mut pair = new_pair();
    let put = pair.put(at(0), &bytes(1000));
    pair.get(at(0), 2000);
    for _ in 0..2 {
        pair.step(0);
    }
    assert!(put.is_some() && pair.engines[1].on_windows() > 0);
    pair.engines[1].lose(&mut pair.worlds[1], 0);
    assert_eq!(pair.engines[1].on_windows(), 0);
    assert!(pair.worlds[1].lent_parts() == 0 && pair.worlds[1].windows.deposits.is_empty());
    // The window is unchanged, and serves other ranks.
    assert_eq!(pair.engines[1].leftovers().sends, 0);
}

#[test]
fn an_origin_that_never_pulls_has_no_more_under_way_than_its_credit() {
    let mut pair = new_pair();
    let ids: Vec<_> = (0..100).map(|_| pair.get(at(0), 2000)).collect();
    // The test steps only the target: heads of answers leave, and the origin pulls nothing.
    while pair.step(0) {}
    assert_eq!(pair.worlds[1].lent_parts() as u64, CREDIT / 128);
    pair.settle();
    for id in ids {
        assert_eq!(end(&mut pair, id).unwrap().0, Ok(()));
    }
    pair.end_operations();
}

/// The bytes of a get leave in the middle of another call, and the answer to the next get takes the slot of the first
/// answer's send. The first get's credit comes back nevertheless.
#[test]
fn a_get_gives_its_credit_back_when_the_next_one_has_taken_its_place() {
    let mut pair = new_pair();
    pair.get(at(0), 600);
    assert!(pair.step(0) && pair.step(1));
    pair.worlds[1].full = true;
    assert!(pair.step(0), "the rest is asked for, and finds no room");
    pair.worlds[1].full = false;
    pair.worlds[1].call = bytes(100_000);
    let message = pair.engines[1].tags().send(&mut pair.worlds[1], 0, 0, 0, 100_000, Mode::Standard);
    assert!(message.is_some() && pair.worlds[1].lent_parts() == 0, "its bytes leave behind a message");
    pair.get(at(0), 600);
    assert!(pair.step(0));
    let a = pair.engines[1].window_accounts().next().expect("the origin");
    assert_eq!(a.allowance + a.owed + a.buffered, CREDIT);
}
