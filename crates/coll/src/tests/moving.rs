//! Tests of the collectives that move data, and of the barrier.
use super::*;

#[test]
fn no_rank_leaves_a_barrier_before_all_have_entered() {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    for n in RANKS {
        let entered = [const { AtomicUsize::new(0) }; 2];
        job(n, |rank| {
            for round in 1..=20 {
                entered[rank.oversubscribed as usize].fetch_add(1, SeqCst);
                let team = rank.team();
                block(&team, barrier(&team));
                assert!(entered[rank.oversubscribed as usize].load(SeqCst) >= round * n);
                let team = rank.team();
                block(&team, barrier(&team));
            }
        });
    }
}

/// In changing combinations, some ranks finish the round while they look, and other ranks wait for the rest.
#[test]
fn no_rank_ends_a_short_barrier_before_all_have_entered() {
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
    for n in [2, 3, 5] {
        let entered = AtomicUsize::new(0);
        on(n, false, Some(0), |_| 0, false, &|rank: &Rank| {
            for round in 1..=200 {
                entered.fetch_add(1, SeqCst);
                let mut begun = rank.on_fast_path(barrier::begin_short).expect("there is room");
                let met = (0..(rank.me + round) % 3 * 50)
                    .any(|_| rank.on_fast_path(|at| barrier::end_short(at, &mut begun)) == Ok(true));
                let team = rank.team();
                assert!(met || block(&team, begun.rest(&team, barrier::end_short)));
                assert!(entered.load(SeqCst) >= round * n);
            }
        });
    }
}

#[test]
fn a_post_with_data_in_a_barrier_is_reported() {
    on(2, false, Some(0), |_| 0, false, &|rank: &Rank| {
        let team = rank.team();
        if rank.me == 0 {
            let (step, bytes) = (team.begin(1), lent_buffer(8));
            block(&team, team.post(step, bytes.region()));
            return team.finish(step);
        }
        let begun = rank.on_fast_path(barrier::begin_short).expect("there is room");
        assert!(!block(&team, begun.rest(&team, barrier::end_short)));
    });
}

#[test]
fn bcast_reaches_all() {
    for n in RANKS {
        job(n, |rank| {
            for (seed, len) in [0, 1, 8, 5000, 100_000, 600_001].into_iter().enumerate() {
                for root in roots(n) {
                    let b = lent_buffer(len);
                    if rank.me == root {
                        b.region().write(&data(seed as u64, root, len));
                    }
                    let short = rank.in_short_round(
                        |at| bcast::is_short(at, b.region()),
                        |at| bcast::begin_short(at, b.region(), root),
                        |at, round| bcast::end_short(at, round, b.region(), root),
                    );
                    if !short {
                        let team = rank.team();
                        block(&team, bcast(&team, b.region(), root));
                        assert!(!team.truncated());
                    }
                    same(rank, "bcast", b.region(), &data(seed as u64, root, len));
                }
            }
        });
    }
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
                        let mine = lent_copy(&data(5, rank.me, each));
                        let all = lent_buffer(if at_root { n * each } else { 0 });
                        let mut blocks =
                            if at_root { RankBlocks::Even(all.region(), each) } else { RankBlocks::none() };
                        let mut part = mine.region();
                        if at_root && in_place {
                            part = blocks.get(root);
                            part.write(&data(5, root, each));
                        }
                        if !rank.at_once(|at| gather::at_once(at, part, root, true)) {
                            let team = rank.team();
                            block(&team, gather(&team, part, &blocks, root, true));
                        }
                        same(rank, "gather", all.region(), if at_root { &want } else { &[] });

                        let back = lent_buffer(each);
                        let mut part = back.region();
                        if at_root && in_place {
                            part = blocks.get(root);
                        } else if !at_root {
                            blocks = RankBlocks::none();
                        }
                        if !rank.at_once(|at| scatter::at_once(at, &blocks, part, root, true)) {
                            let team = rank.team();
                            block(&team, scatter(&team, &blocks, part, root, true));
                        }
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
            for unit in [1usize, 100, 6000, 20_000] {
                let (lens, room) = uneven(n, unit);
                let want = lent_buffer(room);
                let places = blocks_in(want.region(), &lens);
                for (r, &len) in lens.iter().enumerate() {
                    places.get(r).write(&data(9, r, len));
                }
                let mine = lent_copy(&data(9, rank.me, lens[rank.me]));
                for root in roots(n) {
                    let all = lent_buffer(if rank.me == root { room } else { 0 });
                    let blocks = if rank.me == root { blocks_in(all.region(), &lens) } else { RankBlocks::none() };
                    if !rank.at_once(|at| gather::at_once(at, mine.region(), root, false)) {
                        let team = rank.team();
                        block(&team, gather(&team, mine.region(), &blocks, root, false));
                    }
                    if rank.me == root {
                        same(rank, "gatherv", all.region(), &want.region().to_vec());
                    }
                    let back = lent_buffer(lens[rank.me]);
                    if !rank.at_once(|at| scatter::at_once(at, &blocks, back.region(), root, false)) {
                        let team = rank.team();
                        block(&team, scatter(&team, &blocks, back.region(), root, false));
                    }
                    same(rank, "scatterv", back.region(), &mine.region().to_vec());
                }
                let all = lent_buffer(room);
                let team = rank.team();
                block(&team, allgather(&team, mine.region(), &blocks_in(all.region(), &lens)));
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
                    let (mine, all) = (lent_copy(&data(2, rank.me, each)), lent_buffer(n * each));
                    let blocks = RankBlocks::Even(all.region(), each);
                    let part = if in_place { blocks.get(rank.me) } else { mine.region() };
                    part.write(&data(2, rank.me, each));
                    let team = rank.team();
                    block(&team, allgather(&team, part, &blocks));
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
                let (from, to) = (lent_copy(&sent), lent_buffer(n * each));
                let team = rank.team();
                block(
                    &team,
                    alltoall(&team, &RankBlocks::Even(from.region(), each), &RankBlocks::Even(to.region(), each)),
                );
                same(rank, "alltoall", to.region(), &want);
            }
            for unit in [1usize, 5000, 20_000] {
                let len = |from: usize, to: usize| (from * 3 + to * 5) % 4 * unit;
                let out: Vec<usize> = (0..n).map(|to| len(rank.me, to)).collect();
                let back: Vec<usize> = (0..n).map(|from| len(from, rank.me)).collect();
                let room = (n + 1) * (4 * unit + 16);
                let (from, to, want) = (lent_buffer(room), lent_buffer(room), lent_buffer(room));
                let (sends, receives) = (blocks_in(from.region(), &out), blocks_in(to.region(), &back));
                for peer in 0..n {
                    sends.get(peer).write(&piece(rank.me, peer, out[peer]));
                    blocks_in(want.region(), &back).get(peer).write(&piece(peer, rank.me, back[peer]));
                }
                let team = rank.team();
                block(&team, alltoall(&team, &sends, &receives));
                same(rank, "alltoallv", to.region(), &want.region().to_vec());
            }
        });
    }
}

#[test]
fn a_message_that_is_too_long_is_reported_and_no_rank_hangs() {
    job(4, |rank| {
        let b = lent_buffer(if rank.me == 2 { 4 } else { 8 });
        let team = rank.team();
        block(&team, bcast::linear(&team, b.region(), 0));
        assert_eq!(team.truncated(), rank.me == 2);
    });
}

#[test]
fn the_receiver_reports_a_block_that_is_too_long_and_no_rank_hangs() {
    for each in [8, 40_000] {
        job(4, |rank| {
            let (from, to) = (lent_buffer(4 * each), lent_buffer(4 * each));
            let lens = |short: bool| [each, each, if short { each / 2 } else { each }, each];
            let sends = blocks_of(from.region(), &[each; 4]);
            // Rank 1's receive buffer holds half of rank 2's block.
            let receives = blocks_of(to.region(), &lens(rank.me == 1));
            let team = rank.team();
            block(&team, alltoall(&team, &sends, &receives));
            assert_eq!(team.truncated(), rank.me == 1);
            let team = rank.team();
            let all = if rank.me == 0 { blocks_of(to.region(), &lens(true)) } else { RankBlocks::none() };
            block(&team, gather(&team, from.region().slice(0, each), &all, 0, false));
            assert_eq!(team.truncated(), rank.me == 0);
            let team = rank.team();
            let all = if rank.me == 0 { sends } else { RankBlocks::none() };
            block(&team, scatter(&team, &all, to.region().slice(0, lens(true)[rank.me]), 0, false));
            assert_eq!(team.truncated(), rank.me == 2);
        });
    }
}
