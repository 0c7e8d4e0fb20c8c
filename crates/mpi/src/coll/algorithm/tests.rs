//! Every collective, with real messages between threads, against a serial reference: both orders of operation, all
//! algorithms (by size, number of ranks, crowded or not), all roots, in place and not.
use super::*;
use crate::group::Ranks;
use crate::op::{Fold, Kind, Op};
use clump::{Buffer, Endpoint, Region};
use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};

/// A rank's endpoint, as its thread sees it.
struct Own(Mutex<Endpoint>);
impl Gate for &Own {
    fn enter<R>(&self, step: impl FnOnce(&mut Endpoint) -> R) -> R {
        step(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// One rank of a test job.
struct Rank {
    own: Own,
    me: usize,
    members: Arc<Ranks>,
    calls: Cell<i32>,
    crowded: bool,
}

impl Rank {
    /// A port for the next collective call.
    fn port(&self) -> Port<&Own> {
        self.calls.set(self.calls.get() + 1);
        Port::new(&self.own, self.members.clone(), self.me, 1, self.calls.get(), 0, self.crowded)
    }
    fn n(&self) -> usize {
        self.members.len() as usize
    }
}

/// Runs `body` on `n` ranks, crowded and not.
fn job(n: usize, body: impl Fn(&Rank) + Sync) {
    for crowded in [false, true] {
        let members = Arc::new(Ranks::all(n as u32));
        std::thread::scope(|scope| {
            for (me, endpoint) in clump::testing::cluster(n as u32).unwrap().into_iter().enumerate() {
                let (members, body) = (members.clone(), &body);
                scope.spawn(move || {
                    let own = Own(Mutex::new(endpoint));
                    let rank = Rank { own, me, members, calls: Cell::new(0), crowded };
                    body(&rank);
                    let port = rank.port();
                    block(&port, barrier(&port));
                    rank.own.0.into_inner().unwrap().close().unwrap();
                });
            }
        });
    }
}

const RANKS: [usize; 8] = [1, 2, 3, 4, 5, 8, 16, 17];

/// What rank `r` contributes in test `seed`: bytes without pattern.
fn data(seed: u64, r: usize, len: usize) -> Vec<u8> {
    let mut x = seed ^ (r as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (0..len)
        .map(|_| {
            x = x.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (x >> 33) as u8
        })
        .collect()
}

/// Composition of affine maps modulo 2^32, which is associative and does not commute: (a, b) op (c, d) = (ac, ad + b).
fn affine() -> Fold {
    Fold::user(
        8,
        false,
        Arc::new(|input: Region, inout: Region| {
            inout.combine::<[u32; 2]>(input, |[a, b], [c, d]| [a.wrapping_mul(c), a.wrapping_mul(d).wrapping_add(b)])
        }),
    )
}

fn folds() -> [Fold; 3] {
    [Fold::predefined(Op::Sum, Kind::U64).unwrap(), Fold::predefined(Op::Max, Kind::I32).unwrap(), affine()]
}

/// The inputs of `ranks` in order, folded one after the other.
fn folded(fold: &Fold, seed: u64, ranks: std::ops::Range<usize>, len: usize) -> Vec<u8> {
    let result = Buffer::copy_of(&data(seed, ranks.start, len));
    for r in ranks.skip(1) {
        let next = Buffer::copy_of(&data(seed, r, len));
        fold.apply(result.region(), next.region());
        result.region().copy_from(next.region());
    }
    result.region().to_vec()
}

#[track_caller]
fn same(rank: &Rank, what: &str, got: Region, want: &[u8]) {
    if got.to_vec() != want {
        let at = got.to_vec().iter().zip(want).position(|(a, b)| a != b);
        panic!("{what}, rank {} of {}: differs at {at:?} of {}", rank.me, rank.n(), want.len());
    }
}

/// Roots worth trying.
fn roots(n: usize) -> impl Iterator<Item = usize> {
    (0..n).filter(move |&r| r < 3 || r == n - 1)
}

#[test]
fn barrier_keeps_all_in() {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    for n in RANKS {
        let entered = [const { AtomicUsize::new(0) }; 2];
        job(n, |rank| {
            for round in 1..=20 {
                entered[rank.crowded as usize].fetch_add(1, SeqCst);
                let port = rank.port();
                block(&port, barrier(&port));
                assert!(entered[rank.crowded as usize].load(SeqCst) >= round * n);
                let port = rank.port();
                block(&port, barrier(&port));
            }
        });
    }
}

#[test]
fn bcast_reaches_all() {
    for n in RANKS {
        job(n, |rank| {
            for (seed, len) in [0, 1, 8, 5000, 100_000, 600_001].into_iter().enumerate() {
                for root in roots(n) {
                    let b = Buffer::new(len);
                    if rank.me == root {
                        b.region().write(&data(seed as u64, root, len));
                    }
                    let port = rank.port();
                    block(&port, bcast(&port, b.region(), root));
                    same(rank, "bcast", b.region(), &data(seed as u64, root, len));
                    assert!(!port.truncated());
                }
            }
        });
    }
}

#[test]
fn reduce_and_allreduce() {
    for n in RANKS {
        job(n, |rank| {
            for fold in folds() {
                for len in [0usize, 8, 8 * 37, 8 * 1000, 8 * 5003] {
                    let want = folded(&fold, 7, 0..n, len);
                    let mine = data(7, rank.me, len);
                    for in_place in [false, true] {
                        let (input, output) = (Buffer::copy_of(&mine), Buffer::new(len));
                        let from = if in_place { &output } else { &input };
                        from.region().write(&mine);
                        let port = rank.port();
                        block(&port, allreduce(&port, from.region(), output.region(), &fold));
                        same(rank, "allreduce", output.region(), &want);
                        same(rank, "allreduce's input", input.region(), &mine);
                        for root in roots(n) {
                            output.region().write(&mine);
                            let out = if rank.me == root { output.region() } else { Region::EMPTY };
                            let from = if in_place && rank.me == root { &output } else { &input };
                            let port = rank.port();
                            block(&port, reduce(&port, from.region(), out, &fold, root));
                            same(rank, "reduce", out, if rank.me == root { &want } else { &[] });
                            same(rank, "reduce's input", input.region(), &mine);
                        }
                    }
                }
            }
        });
    }
}

#[test]
fn scan_and_exscan() {
    for n in RANKS {
        job(n, |rank| {
            for fold in folds() {
                for len in [0usize, 8, 8 * 100, 8 * 9001] {
                    for in_place in [false, true] {
                        let mine = data(3, rank.me, len);
                        let (input, output) = (Buffer::copy_of(&mine), Buffer::new(len));
                        let from = if in_place { &output } else { &input };
                        from.region().write(&mine);
                        let port = rank.port();
                        block(&port, scan(&port, from.region(), output.region(), &fold));
                        same(rank, "scan", output.region(), &folded(&fold, 3, 0..rank.me + 1, len));
                        output.region().write(&mine);
                        let port = rank.port();
                        block(&port, exscan(&port, from.region(), output.region(), &fold));
                        let want = if rank.me == 0 { mine } else { folded(&fold, 3, 0..rank.me, len) };
                        same(rank, "exscan", output.region(), &want);
                    }
                }
            }
        });
    }
}

/// Lengths for ranks, some of them zero, and blocks of them in one memory with gaps between.
fn uneven(n: usize, unit: usize) -> (Vec<usize>, usize) {
    let lens: Vec<usize> = (0..n).map(|i| (i * 7 + 3) % 5 * unit).collect();
    let room = lens.iter().map(|l| l + 16).sum();
    (lens, room)
}
fn blocks_in(memory: Region, lens: &[usize]) -> Blocks {
    let mut at = 0;
    let place = |&len: &usize| {
        at += len + 16;
        memory.slice(at - len - 8, len)
    };
    Blocks::Listed(lens.iter().map(place).collect())
}

#[test]
fn gather_and_scatter() {
    for n in RANKS {
        job(n, |rank| {
            for each in [0usize, 1, 24, 3000, 70_000] {
                let want: Vec<u8> = (0..n).flat_map(|r| data(5, r, each)).collect();
                for root in roots(n) {
                    for in_place in [false, true] {
                        let at_root = rank.me == root;
                        let mine = Buffer::copy_of(&data(5, rank.me, each));
                        let all = Buffer::new(if at_root { n * each } else { 0 });
                        let mut blocks = if at_root { Blocks::Even(all.region(), each) } else { Blocks::none() };
                        let mut part = mine.region();
                        if at_root && in_place {
                            part = blocks.get(root);
                            part.write(&data(5, root, each));
                        }
                        let port = rank.port();
                        block(&port, gather(&port, part, &blocks, root));
                        same(rank, "gather", all.region(), if at_root { &want } else { &[] });

                        let back = Buffer::new(each);
                        let mut part = back.region();
                        if at_root && in_place {
                            part = blocks.get(root);
                        } else if !at_root {
                            blocks = Blocks::none();
                        }
                        let port = rank.port();
                        block(&port, scatter(&port, &blocks, part, root));
                        same(rank, "scatter", part, &data(5, rank.me, each));
                    }
                }
            }
        });
    }
}

#[test]
fn gatherv_scatterv_and_allgatherv() {
    for n in RANKS {
        job(n, |rank| {
            for unit in [1usize, 100, 20_000] {
                let (lens, room) = uneven(n, unit);
                let want = Buffer::new(room);
                let places = blocks_in(want.region(), &lens);
                for r in 0..n {
                    places.get(r).write(&data(9, r, lens[r]));
                }
                let mine = Buffer::copy_of(&data(9, rank.me, lens[rank.me]));
                for root in roots(n) {
                    let all = Buffer::new(if rank.me == root { room } else { 0 });
                    let blocks = if rank.me == root { blocks_in(all.region(), &lens) } else { Blocks::none() };
                    let port = rank.port();
                    block(&port, gatherv(&port, mine.region(), &blocks, root));
                    if rank.me == root {
                        same(rank, "gatherv", all.region(), &want.region().to_vec());
                    }
                    let back = Buffer::new(lens[rank.me]);
                    let port = rank.port();
                    block(&port, scatterv(&port, &blocks, back.region(), root));
                    same(rank, "scatterv", back.region(), &mine.region().to_vec());
                }
                let all = Buffer::new(room);
                let port = rank.port();
                block(&port, allgather(&port, mine.region(), &blocks_in(all.region(), &lens)));
                same(rank, "allgatherv", all.region(), &want.region().to_vec());
            }
        });
    }
}

#[test]
fn allgather_in_place_and_not() {
    for n in RANKS {
        job(n, |rank| {
            for each in [0usize, 1, 40, 900, 50_000] {
                let want: Vec<u8> = (0..n).flat_map(|r| data(2, r, each)).collect();
                for in_place in [false, true] {
                    let (mine, all) = (Buffer::copy_of(&data(2, rank.me, each)), Buffer::new(n * each));
                    let blocks = Blocks::Even(all.region(), each);
                    let part = if in_place { blocks.get(rank.me) } else { mine.region() };
                    part.write(&data(2, rank.me, each));
                    let port = rank.port();
                    block(&port, allgather(&port, part, &blocks));
                    same(rank, "allgather", all.region(), &want);
                }
            }
        });
    }
}

#[test]
fn alltoall_and_alltoallv() {
    for n in RANKS {
        job(n, |rank| {
            let piece = |from: usize, to: usize, len: usize| data(to as u64, from, len);
            for each in [0usize, 1, 8, 300, 20_000] {
                let sent: Vec<u8> = (0..n).flat_map(|to| piece(rank.me, to, each)).collect();
                let want: Vec<u8> = (0..n).flat_map(|from| piece(from, rank.me, each)).collect();
                let (from, to) = (Buffer::copy_of(&sent), Buffer::new(n * each));
                let port = rank.port();
                block(&port, alltoall(&port, from.region(), to.region(), each));
                same(rank, "alltoall", to.region(), &want);
            }
            for unit in [1usize, 5000] {
                let len = |from: usize, to: usize| (from * 3 + to * 5) % 4 * unit;
                let out: Vec<usize> = (0..n).map(|to| len(rank.me, to)).collect();
                let back: Vec<usize> = (0..n).map(|from| len(from, rank.me)).collect();
                let room = (n + 1) * (4 * unit + 16);
                let (from, to, want) = (Buffer::new(room), Buffer::new(room), Buffer::new(room));
                let (sends, receives) = (blocks_in(from.region(), &out), blocks_in(to.region(), &back));
                for peer in 0..n {
                    sends.get(peer).write(&piece(rank.me, peer, out[peer]));
                    blocks_in(want.region(), &back).get(peer).write(&piece(peer, rank.me, back[peer]));
                }
                let port = rank.port();
                block(&port, alltoallv(&port, &sends, &receives));
                same(rank, "alltoallv", to.region(), &want.region().to_vec());
            }
        });
    }
}

#[test]
fn reduce_scatter_even_and_uneven() {
    for n in RANKS {
        job(n, |rank| {
            for fold in folds() {
                for unit in [8usize, 8 * 700] {
                    let (lens, _) = uneven(n, unit);
                    let total: usize = lens.iter().sum();
                    let input = Buffer::copy_of(&data(11, rank.me, total));
                    let mut at = 0;
                    let place = |&len: &usize| {
                        at += len;
                        input.region().slice(at - len, len)
                    };
                    let blocks = Blocks::Listed(lens.iter().map(place).collect());
                    let output = Buffer::new(lens[rank.me]);
                    let port = rank.port();
                    block(&port, reduce_scatter(&port, &blocks, output.region(), &fold));
                    let start: usize = lens[..rank.me].iter().sum();
                    let want = folded(&fold, 11, 0..n, total);
                    same(rank, "reduce_scatter", output.region(), &want[start..start + lens[rank.me]]);
                }
                let input = Buffer::copy_of(&data(12, rank.me, n * 64));
                let output = Buffer::new(64);
                let port = rank.port();
                block(&port, reduce_scatter(&port, &Blocks::Even(input.region(), 64), output.region(), &fold));
                let want = folded(&fold, 12, 0..n, n * 64);
                same(rank, "reduce_scatter_block", output.region(), &want[rank.me * 64..][..64]);
            }
        });
    }
}

#[test]
fn a_message_too_long_is_reported_and_nothing_hangs() {
    job(4, |rank| {
        let b = Buffer::new(if rank.me == 2 { 4 } else { 8 });
        let port = rank.port();
        block(&port, bcast::flat(&port, b.region(), 0));
        assert_eq!(port.truncated(), rank.me == 2);
    });
}

/// Several calls under way at once on one communicator, finished in another order.
#[test]
fn calls_do_not_mix() {
    job(5, |rank| {
        let fold = affine();
        let inputs: Vec<Buffer> = (0..4).map(|i| Buffer::copy_of(&data(i, rank.me, 800))).collect();
        let outputs: Vec<Buffer> = (0..4).map(|_| Buffer::new(800)).collect();
        let ports: Vec<_> = (0..4).map(|_| rank.port()).collect();
        let mut calls: Vec<_> =
            (0..4).map(|i| Box::pin(allreduce(&ports[i], inputs[i].region(), outputs[i].region(), &fold))).collect();
        if rank.me % 2 == 1 {
            calls.reverse();
        }
        block(&rank.port(), async {
            let mut left: Vec<_> = calls.into_iter().map(Some).collect();
            std::future::poll_fn(|cx| {
                for slot in &mut left {
                    if slot.as_mut().is_some_and(|call| call.as_mut().poll(cx).is_ready()) {
                        *slot = None;
                    }
                }
                if left.iter().all(Option::is_none) { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
            })
            .await;
        });
        for i in 0..4 {
            same(rank, "concurrent allreduce", outputs[i].region(), &folded(&fold, i as u64, 0..5, 800));
        }
    });
}
