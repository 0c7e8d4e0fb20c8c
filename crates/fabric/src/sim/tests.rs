//! Tests that the network has the faults that it is given, and repeats them for an equal seed.
use super::{Faults, Network};
use crate::mem::{Leaked, Region};
use crate::{Body, Fabric, Rx, Tx};

/// Returns the frames that arrive at rank 1, of 1,000 numbered frames from rank 0.
fn arrivals(seed: u64, faults: Faults) -> Vec<u64> {
    let network = Network::new(seed, 2, faults);
    let ((mut tx, _), (mut own, mut rx)) = (network.place(0).split(), network.place(1).split());
    let seven = Leaked::copy_of(&[7]);
    let mut next = 0;
    let mut got = Vec::new();
    while next < 1000 || network.under_way() > 0 {
        network.tick();
        if next < 1000 && tx.send(1, next, &[next], seven.region()).is_ok() {
            next += 1;
        }
        while !network.pauses(1)
            && 1 == rx.poll(
                1,
                (&mut own, |from: u32, head: u64, taken: &super::Taken| {
                    assert_eq!(from, 0);
                    assert_eq!(taken.frame.words(), Some([head]));
                    assert_eq!(taken.frame.body(1).to_vec(), [7]);
                    got.push(head);
                }),
            )
        {}
    }
    got
}

fn rough() -> Faults {
    Faults { delay: 30, full: 300, pause: 20, longest_pause: 100, ..Faults::none(8) }
}

#[test]
fn frames_arrive_once_and_in_order_by_default() {
    for seed in 0..20 {
        assert_eq!(arrivals(seed, rough()), (0..1000).collect::<Vec<_>>(), "seed {seed}");
    }
}

#[test]
fn equal_seeds_give_equal_arrivals() {
    let faults = Faults { loss: 100, reorder: 100, duplicate: 100, ..rough() };
    assert_eq!(arrivals(5, faults), arrivals(5, faults));
    assert_ne!(arrivals(5, faults), arrivals(6, faults));
}

#[test]
fn loss_duplicates_and_reordering_occur_as_often_as_requested() {
    let plain = Faults::none(8);
    let lost = 1000 - arrivals(1, Faults { loss: 100, ..plain }).len();
    assert!((50..150).contains(&lost), "{lost} of 1000 lost");
    let twice = arrivals(1, Faults { duplicate: 100, ..plain });
    assert!((1050..1150).contains(&twice.len()), "{}", twice.len());
    let slow = Faults { reorder: 100, delay: 30, ..plain };
    let mixed = arrivals(1, slow);
    assert!(!mixed.is_sorted(), "nothing was reordered");
    assert_eq!(mixed.len(), 1000);
}

#[test]
fn a_full_channel_refuses_frames() {
    let network = Network::new(1, 2, Faults::none(3));
    let ((mut tx, _), (mut own, mut rx)) = (network.place(0).split(), network.place(1).split());
    let sent = (0..10).take_while(|&n| tx.send(1, n, &[], Region::EMPTY).is_ok()).count();
    assert_eq!(sent, 3);
    let mut first = None;
    rx.poll(1, (&mut own, |from: u32, head: u64, _: &super::Taken| first = Some((from, head))));
    assert_eq!(first, Some((0, 0)));
    assert!(tx.send(1, 9, &[], Region::EMPTY).is_ok());
}
