//! Tests that frames arrive whole, and once and in order if the capabilities promise it: in bursts, from many senders,
//! and beside a misbehaving peer.
use super::cluster::{BodyOf, lent, lent_copy, pattern};
use super::{Cluster, Kind};
use crate::{Body, Capabilities, Frame, PREFIX, Rx};
use fastrand::Rng;
use std::collections::BTreeMap;

/// Checks that the arrived frames, of the frames 0..`sent` between two processes, keep the promises.
fn judge(arrived: &[u64], sent: u64, promised: Capabilities, who: &str) {
    let mut sorted = arrived.to_vec();
    sorted.sort_unstable();
    if promised.reliable {
        assert_eq!(sorted, (0..sent).collect::<Vec<_>>(), "{who}: reliable");
    } else {
        // The faults of this suite affect about a tenth of the frames.
        sorted.dedup();
        assert!(sorted.len() as u64 > sent / 2, "{who}: only {} of {sent} frames came", sorted.len());
    }
    assert!(sorted.last().is_none_or(|&last| last < sent), "{who}: what was never sent came");
    if promised.ordered {
        assert!(arrived.is_sorted(), "{who}: ordered, but {arrived:?}");
    }
}

/// Checks that frames arrive as they were sent: every process sends to every process, itself included, in random turns.
pub fn arrive_as_sent<K: Kind>(kind: impl Fn(u32) -> K) {
    const RANKS: u32 = 3;
    let mut c = Cluster::new(kind(RANKS), RANKS);
    let mut rng = Rng::with_seed(1);
    let mut sent = BTreeMap::<(u32, u32), u64>::new();
    let mut arrived = BTreeMap::<(u32, u32), Vec<u64>>::new();
    for _ in 0..6000 {
        let (a, b) = (rng.u32(..RANKS), rng.u32(..RANKS));
        let burst = rng.usize(1..20);
        if rng.u32(..4) == 0 {
            for said in c.poll(a, burst) {
                arrived.entry((said.from, a)).or_default().push(said.number);
            }
            continue;
        }
        let len = match rng.u32(..10) {
            0..5 => rng.usize(..64),
            5..9 => rng.usize(..2000),
            _ => rng.usize(..=c.capabilities().largest_frame),
        };
        let number = sent.entry((a, b)).or_default();
        *number += u64::from(c.send(a, b, *number, len).is_ok());
    }
    for rank in 0..RANKS {
        for said in c.drain(rank) {
            arrived.entry((said.from, rank)).or_default().push(said.number);
        }
    }
    for (&(from, to), &n) in &sent {
        assert!(n > 50, "{from} to {to}: no more than {n} frames were accepted");
        let arrived = arrived.remove(&(from, to)).unwrap_or_default();
        judge(&arrived, n, c.capabilities(), &format!("{from} to {to}"));
    }
    assert!(arrived.is_empty(), "frames from unknown senders: {arrived:?}");
}

/// Checks frames with every number of words and with lengths around all limits, and reads them in every possible way.
pub fn every_size<K: Kind>(kind: impl Fn(u32) -> K) {
    let mut c = Cluster::new(kind(2), 2);
    let largest = c.capabilities().largest_frame;
    let mut lens: Vec<usize> = (0..130).collect();
    for at in [256, 1024, 4096, 8192, 16384, largest] {
        lens.extend([at - 1, at, at + 1]);
    }
    lens.retain(|&len| len <= largest);
    for count in 0..=PREFIX {
        let words: Vec<u64> = (0..count as u64).map(|i| i + 0x0123_4567_89ab_cd00).collect();
        for &len in &lens {
            let data = pattern(len as u64, len);
            // If the kind may lose frames, the test sends until one frame arrives.
            let tries = if c.capabilities().reliable { 1 } else { 60 };
            let came = (0..tries).any(|_| comes_whole(&mut c, &words, &data));
            assert!(came, "{count} words, {len} bytes");
        }
    }
}

fn comes_whole<K: Kind>(c: &mut Cluster<K>, words: &[u64], data: &[u8]) -> bool {
    const HEAD: u64 = 0x00ab_cdef_0123_4567;
    let body = lent_copy(data);
    let mut looks = 0;
    while c.frame(0, 1, HEAD, words, body.region()).is_err() {
        c.kind.step();
        c.rx[1].poll(8, (&mut c.tx[1], |_: u32, _: u64, _: &BodyOf<'_, K>| ()));
        looks += 1;
        assert!(looks < 10_000, "no room for {} words and {} bytes", words.len(), data.len());
    }
    // The caller owns its memory again.
    body.region().write(&vec![0xee; data.len()]);
    let (intact, reliable) = (c.kind.intact(), c.capabilities().reliable);
    let mut whole = 0;
    for _ in 0..40 {
        c.kind.step();
        let take = |from: u32, head: u64, body: &BodyOf<'_, K>| {
            let good = (from, head) == (0, HEAD) && reads_as(body, words, data);
            assert!(good || !intact, "{} words, {} bytes", words.len(), data.len());
            whole += u32::from(good);
        };
        c.rx[1].poll(8, (&mut c.tx[1], take));
    }
    assert!(whole == 1 || !reliable, "{} words, {} bytes: {whole} came", words.len(), data.len());
    whole > 0
}

fn reads_as(body: &impl Body, words: &[u64], data: &[u8]) -> bool {
    let k = words.len();
    let read = match k {
        0 => body.words::<0>().map(Vec::from),
        1 => body.words::<1>().map(Vec::from),
        2 => body.words::<2>().map(Vec::from),
        3 => body.words::<3>().map(Vec::from),
        _ => body.words::<PREFIX>().map(Vec::from),
    };
    let part = lent(data.len() / 2);
    let start = data.len() / 3;
    let copy = body.to_frame(7);
    read.is_some_and(|read| read == words)
        && body.len(k) == data.len()
        && whole(body, k, data.len()) == data
        && body.copy_to(k, start, part.region()) == part.region().len()
        && part.region().to_vec() == data[start..start + data.len() / 2]
        && body.copy_to(k, data.len() + 1, part.region()) == 0
        && copy == Frame::new(7, words, lent_copy(data).region())
        && whole(&copy, k, data.len()) == data
}

/// Copies a body to a longer buffer, and checks that no byte beyond the body is written.
fn whole(body: &impl Body, k: usize, len: usize) -> Vec<u8> {
    let into = lent(len + 9);
    let n = body.copy_to(k, 0, into.region());
    into.region().slice(0, n).to_vec()
}

/// Checks that every sender's frames arrive at one receiver that has more senders than a word has bits.
pub fn many_to_one<K: Kind>(kind: impl Fn(u32) -> K) {
    const RANKS: u32 = 70;
    const EACH: u64 = 5;
    let mut c = Cluster::new(kind(RANKS), RANKS);
    let mut arrived = vec![Vec::new(); RANKS as usize];
    let keep = |arrived: &mut Vec<Vec<u64>>, said: Vec<super::cluster::Said>| {
        for s in said {
            arrived[s.from as usize].push(s.number);
        }
    };
    for number in 0..EACH {
        for from in 1..RANKS {
            let said = c.send_patiently(from, 0, number, (from as usize * 7) % 300);
            keep(&mut arrived, said);
        }
    }
    for _ in 0..40 * RANKS {
        let said = c.poll(0, 1);
        keep(&mut arrived, said);
    }
    let said = c.drain(0);
    keep(&mut arrived, said);
    let promised = c.capabilities();
    for (from, arrived) in arrived.iter().enumerate().skip(1) {
        if promised.reliable {
            judge(arrived, EACH, promised, &format!("{from} to 0"));
        } else {
            assert!(!arrived.is_empty(), "not one of {EACH} frames from {from} came");
        }
    }
}

/// Checks that a poll takes at most `burst` of the waiting frames from each sender, and returns how many it took.
pub fn bursts<K: Kind>(kind: impl Fn(u32) -> K) {
    let mut c = Cluster::new(kind(3), 3);
    let mut numbers = [0; 3];
    for burst in [1, 2, 7, 32] {
        for _ in 0..200 {
            for from in 1..3u32 {
                let number = &mut numbers[from as usize];
                *number += u64::from(c.send(from, 0, *number, 8).is_ok());
            }
        }
        for _ in 0..500 {
            let said = c.poll(0, burst);
            for from in 1..3 {
                let n = said.iter().filter(|s| s.from == from).count();
                assert!(n <= burst, "{n} frames from {from} in a burst of {burst}");
            }
        }
        assert_eq!(c.poll(0, burst), [], "500 polls in bursts of {burst} leave nothing");
    }
    assert!(numbers[1] > 16 && numbers[2] > 16, "{numbers:?}");
}

/// Checks that a peer that writes random values into the memory it shares with one process does not affect that
/// process's other peers.
pub fn spoiled<K: Kind>(kind: impl Fn(u32) -> K) {
    for seed in 0..12 {
        let mut c = Cluster::new(kind(4), 4);
        let promised = c.capabilities();
        let mut there = c.send_patiently(0, 1, 0, 100);
        let mut back = c.send_patiently(1, 0, 0, 100);
        // The misbehaving peer begins correctly, in both directions.
        while c.send(2, 1, 1000, 5000).is_err() {
            there.extend(c.poll(1, 8));
        }
        while c.send(1, 2, 1000, 500).is_err() {
            c.poll(2, 8);
        }
        for number in 1..60u64 {
            if number % 5 == 0 && !c.kind.spoil(2, 1, seed * 100 + number) {
                return;
            }
            let len = (number as usize * 211) % 6000;
            there.extend(poll_spoiled(&mut c, 1));
            while c.send(0, 1, number, len).is_err() {
                there.extend(poll_spoiled(&mut c, 1));
            }
            while c.send(1, 0, number, len).is_err() {
                back.extend(c.poll(0, 8));
            }
            // The call may return any result, but it must return.
            let _ = c.send(1, 2, number, len.min(1000));
        }
        for _ in 0..300 {
            there.extend(poll_spoiled(&mut c, 1));
            back.extend(c.poll(0, 8));
        }
        let from = |said: Vec<super::cluster::Said>, peer| {
            said.into_iter().filter(|s| s.from == peer).map(|s| s.number).collect::<Vec<_>>()
        };
        judge(&from(there, 0), 60, promised, "0 to 1, beside a bad peer");
        judge(&from(back, 1), 60, promised, "1 to 0, beside a bad peer");
    }
}

/// Polls like `Cluster::poll`, but accepts anything from the misbehaving peer.
fn poll_spoiled<K: Kind>(c: &mut Cluster<K>, rank: u32) -> Vec<super::cluster::Said> {
    c.kind.step();
    let mut said = Vec::new();
    let intact = c.kind.intact();
    let mut handed = 0;
    let take = |from: u32, head: u64, body: &BodyOf<'_, K>| {
        handed += 1;
        let number = super::cluster::right(head, body);
        assert!(from == 2 || number.is_some() || !intact, "a frame from {from} is not what was sent");
        // Reading all of it must be harmless, whatever it is.
        let _ = (body.words::<0>(), body.words::<1>(), body.words::<PREFIX>(), body.to_frame(head));
        let into = lent(100);
        for k in 0..=PREFIX {
            body.copy_to(k, k, into.region());
        }
        said.extend(number.map(|number| super::cluster::Said { from, number }));
    };
    let count = c.rx[rank as usize].poll(8, (&mut c.tx[rank as usize], take));
    assert_eq!(count, handed, "nonsense is nothing that arrived: who waits goes on to sleep");
    said
}
