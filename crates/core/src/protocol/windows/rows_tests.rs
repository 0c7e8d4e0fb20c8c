//! Two engines, one of which offers a window: operations on rows.
use super::pair::{CREDIT, KEY, SIZE, WINDOW, at, new_pair};
use crate::ids::OperationId;
use crate::protocol::WindowPlace;
use crate::testing::{Job, SUM};
use crate::wire::{Combine, Refusal, Rows};

fn rows(len: u64, stride: u64) -> Rows {
    Rows::new(len, stride).expect("rows")
}

fn bytes(n: usize) -> Vec<u8> {
    (0..n).map(|i| (i % 251) as u8 + 1).collect()
}

/// Returns a window's bytes after a put of `data` into rows.
fn spread(before: &[u8], offset: u64, rows: Rows, data: &[u8]) -> Vec<u8> {
    let mut after = before.to_vec();
    for (at, body) in rows.each(offset, data.len() as u64) {
        after[at as usize..][..rows.row() as usize].copy_from_slice(&data[body.start as usize..body.end as usize]);
    }
    after
}

impl Job {
    fn put_rows(&mut self, place: WindowPlace, rows: Rows, data: &[u8]) {
        self.worlds[0].call = data.to_vec();
        let send = self.engines[0].windows().put_rows(&mut self.worlds[0], place, rows, data.len() as u64);
        send.into_iter().for_each(|send| self.engines[0].detach_send(send));
    }

    fn combine_rows(&mut self, place: WindowPlace, rows: Rows, combine: Combine, data: &[u8]) {
        self.worlds[0].call = data.to_vec();
        let len = data.len() as u64;
        let send = self.engines[0].windows().combine_rows(&mut self.worlds[0], place, rows, combine, len);
        send.into_iter().for_each(|send| self.engines[0].detach_send(send));
    }

    fn get_rows(&mut self, place: WindowPlace, rows: Rows, count: u16) -> OperationId {
        let id = self.engines[0].windows().get_rows(&mut self.worlds[0], place, rows, count);
        let len = usize::from(count) * rows.row() as usize;
        self.worlds[0].windows.operations.insert(id, vec![0; len]);
        id
    }

    fn end_of(&mut self, id: OperationId) -> (Result<(), Refusal>, Vec<u8>) {
        let end = self.engines[0].windows().operation_end(id).expect("it is over");
        self.engines[0].windows().detach_operation(id);
        (end, self.worlds[0].windows.operations.remove(&id).expect("its memory"))
    }
}

#[test]
fn rows_are_put_to_their_places_and_got_from_there() {
    for (len, stride, count) in [(1, 1, 384), (8, 24, 48), (96, 1000, 4), (384, 400, 1)] {
        let (mut pair, data, rows) = (new_pair(), bytes(len * count), rows(len as u64, stride));
        pair.put_rows(at(16), rows, &data);
        let id = pair.get_rows(at(16), rows, count as u16);
        pair.settle();
        assert_eq!(pair.window(), spread(&[0; SIZE], 16, rows, &data));
        assert_eq!(pair.end_of(id), (Ok(()), data));
        pair.end_operations();
    }
}

/// More rows than there is credit for wait, and arrive in their order.
#[test]
fn rows_beyond_the_credit_follow_in_order() {
    let (mut pair, rows) = (new_pair(), rows(8, 16));
    let mut want = vec![0; SIZE];
    for i in 0..3 * CREDIT / 300 {
        let data = vec![i as u8 + 1; 300 / 8 * 8];
        pair.put_rows(at(8 * i), rows, &data);
        want = spread(&want, 8 * i, rows, &data);
    }
    pair.settle();
    assert_eq!(pair.window(), want);
    pair.end_operations();
}

#[test]
fn rows_are_combined_and_gaps_stay() {
    let (mut pair, rows) = (new_pair(), rows(8, 32));
    let words = |n: u64| (0..10).flat_map(|i| (n * i).to_le_bytes()).collect::<Vec<u8>>();
    pair.combine_rows(at(8), rows, SUM, &words(5));
    pair.combine_rows(at(8), rows, SUM, &words(7));
    pair.settle();
    assert_eq!(pair.window(), spread(&[0; SIZE], 8, rows, &words(12)));
    pair.combine_rows(at(8), rows, Combine { operation: 99, element: 1 }, &words(1));
    pair.settle();
    assert_eq!(pair.engines[0].windows().take_refusal(1, WINDOW), Some(Refusal::NoOperation));
    assert_eq!(pair.window(), spread(&[0; SIZE], 8, rows, &words(12)));
    pair.end_operations();
}

#[test]
fn rows_that_end_outside_are_refused_whole() {
    let (mut pair, rows) = (new_pair(), rows(8, 1000));
    let (last, beyond) = (SIZE as u64 - 3008, SIZE as u64 - 3007);
    let wrong_key = WindowPlace { key: KEY + 1, ..at(0) };
    for (place, refusal) in [(at(beyond), Refusal::Outside), (wrong_key, Refusal::WrongKey)] {
        pair.put_rows(place, rows, &bytes(32));
        pair.settle();
        assert_eq!(pair.engines[0].windows().take_refusal(1, WINDOW), Some(refusal));
        pair.combine_rows(place, rows, SUM, &bytes(32));
        let id = pair.get_rows(place, rows, 4);
        pair.settle();
        assert_eq!(pair.engines[0].windows().take_refusal(1, WINDOW), Some(refusal));
        assert_eq!(pair.end_of(id), (Err(refusal), vec![0; 32]));
        assert!(pair.window().iter().all(|byte| *byte == 0));
    }
    pair.put_rows(at(last), rows, &bytes(32));
    pair.settle();
    assert_eq!(pair.window(), spread(&[0; SIZE], last, rows, &bytes(32)));
    pair.end_operations();
}
