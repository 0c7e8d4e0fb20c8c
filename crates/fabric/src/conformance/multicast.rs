//! Multicast frames reach the members of their group and no other process; each member may lose its own copy.
use super::cluster::{BodyOf, head, lent_copy, pattern, right};
use super::{Cluster, Kind};
use crate::mem::Region;
use crate::{Body, Fabric, Receiver, Rx, Tx};
use std::collections::BTreeMap;

type TxOf<K> = <<K as Kind>::Fabric as Fabric>::Tx;
type RxOf<K> = <<K as Kind>::Fabric as Fabric>::Rx;

/// The numbers of the frames that arrived, by sender and group. A number stands once for each arrival.
type FramesReceived = BTreeMap<(u32, u16), Vec<u64>>;

struct Taker<'a, K: Kind> {
    tx: &'a mut TxOf<K>,
    came: &'a mut FramesReceived,
    handed: usize,
    intact: bool,
}

impl<K: Kind> Receiver<RxOf<K>> for Taker<'_, K> {
    fn tx(&mut self) -> &mut TxOf<K> {
        self.tx
    }

    fn frame(&mut self, from: u32, _: u64, _: &BodyOf<'_, K>) {
        panic!("a frame from {from}, who sent to groups alone");
    }

    fn multicast(&mut self, from: u32, group: u16, its_head: u64, body: &BodyOf<'_, K>) {
        self.handed += 1;
        let number = right(its_head, body);
        assert!(number.is_some() || !self.intact, "what came from {from} to group {group} is not what was sent");
        assert!(number.is_none() || body.to_frame(its_head).head == its_head);
        self.came.entry((from, group)).or_default().extend(number);
    }
}

fn take<K: Kind>(c: &mut Cluster<K>, rank: u32, came: &mut FramesReceived) {
    c.kind.step();
    let intact = c.kind.intact();
    let mut taker = Taker::<K> { tx: &mut c.tx[rank as usize], came, handed: 0, intact };
    let rx = &mut c.rx[rank as usize];
    let count = rx.poll(32, &mut taker);
    assert_eq!(count, taker.handed, "a poll says how many frames it has handed over");
}

fn send<K: Kind>(c: &mut Cluster<K>, from: u32, group: u16, number: u64, len: usize) -> bool {
    let body = lent_copy(&pattern(number, len));
    let tx = &mut c.tx[from as usize];
    let sent = tx.multicast(group, head(number), &[number, len as u64], body.region()).is_ok();
    // The caller owns its memory again.
    body.region().write(&vec![0xee; len]);
    tx.flush();
    sent
}

/// Joins the group. Returns false if the kind, or this machine, has no multicast. Then the test checks that joining is
/// refused and that multicast frames reach no process.
fn joined<K: Kind>(c: &mut Cluster<K>, rank: u32, group: u16) -> bool {
    if c.capabilities().multicast > 0 {
        match c.tx[rank as usize].join(group) {
            Ok(()) => return true,
            Err(e) => eprintln!("this machine has no multicast: {e}"),
        }
    }
    let tx = &mut c.tx[rank as usize];
    assert!(tx.join(group).is_err());
    assert_eq!(tx.capabilities(0).multicast, 0, "a refusal is known from then on");
    assert!(tx.multicast(group, head(1), &[1], Region::EMPTY).is_ok());
    tx.leave(group);
    false
}

pub fn reaches_members<K: Kind>(kind: impl Fn(u32) -> K) {
    let mut c = Cluster::new(kind(4), 4);
    let most = c.capabilities().multicast;
    // Group 5 is all but the last rank; group 6 is ranks 1 and 3; group 7 has no members.
    for (rank, group) in [(0, 5), (1, 5), (2, 5), (1, 6), (3, 6), (1, 6)] {
        if !joined(&mut c, rank, group) {
            return;
        }
    }
    let mut came: Vec<FramesReceived> = (0..4).map(|_| FramesReceived::new()).collect();
    let mut sent = FramesReceived::new();
    for number in 0..300u64 {
        let len = [0, 1, 7, 100, most - 16, most / 2][number as usize % 6];
        for (from, group) in [(0, 5), (1, 6), (2, 5), (3, 6), (0, 7), (3, 5), (2, 6)] {
            if send(&mut c, from, group, number, len) {
                sent.entry((from, group)).or_default().push(number);
            }
        }
        // This frame is too long by one byte, so it reaches no process.
        send(&mut c, 0, 5, 10_000, most - 15);
        for _ in 0..4 {
            for rank in 0..4 {
                take(&mut c, rank, &mut came[rank as usize]);
            }
        }
    }
    c.tx[1].leave(6);
    for rank in 0..4 {
        for _ in 0..300 {
            take(&mut c, rank, &mut came[rank as usize]);
        }
    }
    let expected: [&[(u32, u16)]; 4] = [&[(2, 5)], &[(0, 5), (2, 5), (3, 6)], &[(0, 5)], &[(1, 6)]];
    for (rank, from) in expected.iter().enumerate() {
        let who: Vec<_> = came[rank].keys().copied().collect();
        assert_eq!(who, *from, "rank {rank}");
        for key in *from {
            let mut numbers = came[rank][key].clone();
            assert!(numbers.iter().all(|n| sent[key].contains(n)), "what was never sent came");
            numbers.sort_unstable();
            numbers.dedup();
            assert!(numbers.len() > sent[key].len() / 2, "{} of {} came", numbers.len(), sent[key].len());
        }
    }
    // A rank that has left a group receives no more frames of that group, but all other frames.
    let before = came[1][&(3, 6)].len();
    for number in 500..560 {
        while !send(&mut c, 3, 6, number, 8) {}
        while !send(&mut c, 0, 5, number, 8) {}
        for _ in 0..4 {
            take(&mut c, 1, &mut came[1]);
        }
    }
    for _ in 0..100 {
        take(&mut c, 1, &mut came[1]);
    }
    assert_eq!(came[1][&(3, 6)].len(), before, "a group that was left");
    assert!(came[1][&(0, 5)].iter().filter(|n| **n >= 500).count() > 30, "a group that was not left");
}

/// Checks that members lose multicast frames independently of each other.
pub fn by_itself<K: Kind>(kind: impl Fn(u32) -> K) {
    let mut c = Cluster::new(kind(3), 3);
    for rank in 0..3 {
        if !joined(&mut c, rank, 1) {
            return;
        }
    }
    let mut came = [FramesReceived::new(), FramesReceived::new()];
    for number in 0..2000 {
        while !send(&mut c, 0, 1, number, 8) {}
        for _ in 0..4 {
            take(&mut c, 1, &mut came[0]);
            take(&mut c, 2, &mut came[1]);
        }
    }
    for _ in 0..300 {
        take(&mut c, 1, &mut came[0]);
        take(&mut c, 2, &mut came[1]);
    }
    let [one, two] = came.map(|mut came| came.remove(&(0, 1)).unwrap_or_default());
    let only = |a: &[u64], b: &[u64]| a.iter().filter(|n| !b.contains(n)).count();
    let (lost, apart) = (2000 - only(&(0..2000).collect::<Vec<_>>(), &one), only(&one, &two) + only(&two, &one));
    assert!(lost > 1000, "{lost} of 2000 came");
    if lost < 1990 {
        assert!(apart > 20, "only {apart} frames reached one and not the other");
    }
}
