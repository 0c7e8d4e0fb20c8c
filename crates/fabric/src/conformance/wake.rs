//! Tests of sleeping until a frame arrives or the bell rings.
use super::cluster::BodyOf;
use super::{Cluster, Kind};
use crate::mem::Region;
use crate::{Bell, Fabric, Rx, Tx};
use std::thread;
use std::time::{Duration, Instant};

/// The time after which the test fails, because no frame has ended the sleep.
const LONG: Duration = Duration::from_secs(20);

type BellOf<K> = <<<K as Kind>::Fabric as Fabric>::Rx as Rx>::Bell;

pub fn by_a_frame<K: Kind>(kind: impl Fn(u32) -> K) {
    let mut c = Cluster::new(kind(2), 2);
    let mut number = 0;
    for round in 0..50 {
        c.drain(1);
        // The last poll finds the frames that arrived before the sleep flag was raised.
        if round % 2 == 0 && c.capabilities().reliable {
            c.send_patiently(0, 1, number, 8);
            number += 1;
            let sleeper = c.rx[1].bell().sleeper();
            arrives_without_poll(&mut c);
            drop(sleeper);
            assert_eq!(c.drain(1).len(), 1);
        }
        // A frame that arrives after the flag was raised ends the sleep.
        let sleeper = c.rx[1].bell().sleeper();
        assert!(!c.ready(1), "nothing is there");
        while c.send(0, 1, number, 8).is_err() {}
        number += 1;
        let begin = Instant::now();
        BellOf::<K>::sleep(sleeper, Some(LONG));
        assert!(begin.elapsed() < LONG / 2, "the frame did not end the sleep");
        // A lost frame may have woken up the rank too.
        if c.capabilities().reliable {
            assert!(c.ready(1) && c.drain(1).len() == 1);
        }
    }
    // The bell wakes up a process without a frame (threads of one process wake each other). Ringing it while no thread
    // sleeps does not block.
    c.rx[1].bell().ring();
    let sleeper = c.rx[1].bell().sleeper();
    c.rx[1].bell().ring();
    let begin = Instant::now();
    BellOf::<K>::sleep(sleeper, Some(LONG));
    assert!(begin.elapsed() < LONG / 2);
}

fn arrives_without_poll<K: Kind>(c: &mut Cluster<K>) {
    let ready = (0..1000).any(|_| {
        c.kind.step();
        c.ready(1)
    });
    assert!(ready, "a frame is there, and the last look does not see it");
}

/// Checks that no wake-up is lost: two threads take turns, and sleep whenever there is nothing to receive.
pub fn threads<K: Kind>(kind: K)
where
    <K::Fabric as Fabric>::Tx: Send,
    <K::Fabric as Fabric>::Rx: Send,
{
    const TURNS: u64 = 3000;
    let c = Cluster::new(kind, 2);
    thread::scope(|scope| {
        for (rank, (mut tx, mut rx)) in (0..2u32).zip(c.tx.into_iter().zip(c.rx)) {
            scope.spawn(move || {
                let other = 1 - rank;
                for turn in 0..TURNS {
                    if turn % 2 == u64::from(rank) {
                        while tx.send(other, turn, &[], Region::EMPTY).is_err() {
                            tx.prepare(other, 0).unwrap();
                            thread::yield_now();
                        }
                        tx.flush();
                        continue;
                    }
                    let begin = Instant::now();
                    while rx.poll(1, (&mut tx, |_: u32, head: u64, _: &BodyOf<'_, K>| assert_eq!(head, turn))) == 0 {
                        let sleeper = rx.bell().sleeper();
                        if !rx.ready(&mut tx) {
                            BellOf::<K>::sleep(sleeper, Some(LONG));
                        }
                    }
                    assert!(begin.elapsed() < LONG, "turn {turn}: rank {rank} was not woken");
                }
            });
        }
    });
}
