//! Tests of the collectives that combine data.
use super::*;

#[test]
fn reduce_and_allreduce() {
    for n in RANKS {
        job(n, |rank| {
            for fold in folds() {
                for len in [0usize, 8, 8 * 37, 8 * 1000, 8 * 5003] {
                    let want = folded(&fold, 7, 0..n, len);
                    let mine = data(7, rank.me, len);
                    for in_place in [false, true] {
                        let (input, output) = (lent_copy(&mine), lent_buffer(len));
                        let from = if in_place { &output } else { &input };
                        from.region().write(&mine);
                        let short = rank.in_short_round(
                            |at| allreduce::is_short(at, from.region(), &fold),
                            |at| allreduce::begin_short(at, from.region()),
                            |at, round| allreduce::end_short(at, round, from.region(), output.region(), &fold),
                        );
                        if !short {
                            let team = rank.team();
                            block(&team, allreduce(&team, from.region(), output.region(), &fold));
                        }
                        same(rank, "allreduce", output.region(), &want);
                        same(rank, "allreduce's input", input.region(), &mine);
                        for root in roots(n) {
                            output.region().write(&mine);
                            let out = if rank.me == root { output.region() } else { Region::EMPTY };
                            let from = if in_place && rank.me == root { &output } else { &input };
                            let short = rank.in_short_round(
                                |at| reduce::is_short(at, from.region(), &fold),
                                |at| reduce::begin_short(at, from.region(), root),
                                |at, round| reduce::end_short(at, round, (from.region(), out), &fold, root),
                            );
                            if !short {
                                let team = rank.team();
                                block(&team, reduce(&team, from.region(), out, &fold, root));
                            }
                            same(rank, "reduce", out, if rank.me == root { &want } else { &[] });
                            same(rank, "reduce's input", input.region(), &mine);
                        }
                    }
                }
            }
        });
    }
}

/// Ranks on hosts of their own combine by halves if their number is a power of two, and otherwise in shares.
#[test]
fn long_reductions_between_hosts() {
    for n in [2, 3, 4, 6, 8] {
        let body = |rank: &Rank| {
            for fold in folds() {
                for len in [8 * 4096, 8 * 7001] {
                    let mine = data(9, rank.me, len);
                    let want = folded(&fold, 9, 0..n, len);
                    for in_place in [false, true] {
                        let (input, output) = (lent_copy(&mine), lent_copy(&mine));
                        let from = if in_place { &output } else { &input };
                        let team = rank.team().with_apart(true);
                        let plan = plan::allreduce(team.facts(len), &fold);
                        let halves = plan.algorithm == plan::AllreduceWay::RecursiveHalving;
                        assert_eq!(halves, n.is_power_of_two(), "{:?}", plan.algorithm);
                        block(&team, allreduce(&team, from.region(), output.region(), &fold));
                        same(rank, "allreduce", output.region(), &want);
                        same(rank, "allreduce's input", input.region(), &mine);
                    }
                }
            }
        };
        on(n, true, None, |rank| rank as u32, false, &body);
    }
    // The machines' leaders do so, too.
    let body = |rank: &Rank| {
        let fold = sum();
        let output = lent_copy(&data(9, rank.me, 8 * 7000));
        let team = rank.team();
        block(&team, allreduce(&team, output.region(), output.region(), &fold));
        same(rank, "allreduce", output.region(), &folded(&fold, 9, 0..8, 8 * 7000));
    };
    on(8, true, Some(0), |rank| rank as u32 / 2, false, &body);
}

/// Blocks of different lengths, some of them empty, are combined by halves between hosts if the operation commutes.
#[test]
fn reduce_scatters_between_hosts() {
    for n in [2, 4, 5, 8] {
        let body = |rank: &Rank| {
            for fold in folds() {
                let (lens, _) = uneven(n, 8 * 900);
                let total: usize = lens.iter().sum();
                let input = lent_copy(&data(11, rank.me, total));
                let blocks = blocks_of(input.region(), &lens);
                let output = lent_buffer(lens[rank.me]);
                let team = rank.team().with_apart(true);
                let plan = plan::reduce_scatter(team.facts(total), &fold);
                let halves = plan.algorithm == plan::ReduceScatterWay::RecursiveHalving;
                let star = plan.algorithm == plan::ReduceScatterWay::Star;
                assert_eq!(halves, !star && n.is_power_of_two() && fold.commutative(), "{:?}", plan.algorithm);
                block(&team, reduce_scatter(&team, input.region(), &blocks, output.region(), &fold));
                let start: usize = lens[..rank.me].iter().sum();
                let want = folded(&fold, 11, 0..n, total);
                same(rank, "reduce_scatter", output.region(), &want[start..start + lens[rank.me]]);
                same(rank, "reduce_scatter's input", input.region(), &data(11, rank.me, total));
            }
        };
        on(n, true, None, |rank| rank as u32, false, &body);
    }
}

#[test]
fn scan_and_exscan() {
    for n in RANKS {
        job(n, |rank| {
            for fold in folds() {
                for len in [0usize, 8, 8 * 100, 8 * 9001] {
                    let mine = data(3, rank.me, len);
                    let upto = folded(&fold, 3, 0..rank.me + 1, len);
                    let before = if rank.me == 0 { mine.clone() } else { folded(&fold, 3, 0..rank.me, len) };
                    for in_place in [false, true] {
                        let (input, output) = (lent_copy(&mine), lent_buffer(len));
                        let from = if in_place { &output } else { &input };
                        from.region().write(&mine);
                        let team = rank.team();
                        block(&team, scan(&team, from.region(), output.region(), &fold));
                        same(rank, "scan", output.region(), &upto);
                        output.region().write(&mine);
                        let team = rank.team();
                        block(&team, exscan(&team, from.region(), output.region(), &fold));
                        same(rank, "exscan", output.region(), &before);
                    }
                }
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
                    let input = lent_copy(&data(11, rank.me, total));
                    let blocks = blocks_of(input.region(), &lens);
                    let output = lent_buffer(lens[rank.me]);
                    let team = rank.team();
                    block(&team, reduce_scatter(&team, input.region(), &blocks, output.region(), &fold));
                    let start: usize = lens[..rank.me].iter().sum();
                    let want = folded(&fold, 11, 0..n, total);
                    same(rank, "reduce_scatter", output.region(), &want[start..start + lens[rank.me]]);
                }
                let input = lent_copy(&data(12, rank.me, n * 64));
                let output = lent_buffer(64);
                let team = rank.team();
                let (from, into) = (input.region(), output.region());
                block(&team, reduce_scatter(&team, from, &RankBlocks::Even(from, 64), into, &fold));
                let want = folded(&fold, 12, 0..n, n * 64);
                same(rank, "reduce_scatter_block", output.region(), &want[rank.me * 64..][..64]);
            }
        });
    }
}

/// Starts several calls on one communicator and completes them in another order.
#[test]
fn calls_in_flight_at_once_do_not_mix() {
    job(5, |rank| {
        let fold = affine();
        let inputs: Vec<LentBuffer> = (0..4).map(|i| lent_copy(&data(i, rank.me, 800))).collect();
        let outputs: Vec<LentBuffer> = (0..4).map(|_| lent_buffer(800)).collect();
        let teams: Vec<_> = (0..4).map(|_| rank.team()).collect();
        let mut calls: Vec<_> =
            (0..4).map(|i| Box::pin(allreduce(&teams[i], inputs[i].region(), outputs[i].region(), &fold))).collect();
        // All ranks begin the calls in the same order, as MPI calls do: a call polls its schedule once before
        // it returns.
        let mut done = [false; 4];
        let mut cx = std::task::Context::from_waker(std::task::Waker::noop());
        for (call, done) in calls.iter_mut().zip(&mut done) {
            *done = call.as_mut().poll(&mut cx).is_ready();
        }
        let mut calls: Vec<_> = calls.into_iter().zip(done).filter(|(_, done)| !done).map(|(call, _)| call).collect();
        if rank.me % 2 == 1 {
            calls.reverse();
        }
        block(&rank.team(), async {
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
        for (i, output) in outputs.iter().enumerate() {
            same(rank, "concurrent allreduce", output.region(), &folded(&fold, i as u64, 0..5, 800));
        }
    });
}

/// bfloat16 has no odd numbers from 256 to 512: a sum of 256 and ones that is rounded after each addition stays 256.
#[test]
fn sums_of_short_numbers_on_a_board_are_rounded_once() {
    use clump::driver::{Bfloat16, ShortFloat};
    for n in [3, 4, 5, 8] {
        for oversubscribed in [false, true] {
            on(n, oversubscribed, Some(0), |_| 0, false, &|rank: &Rank| {
                let sum = Fold::joint(1, 2, |into, operands| into.combine_short::<Bfloat16>(operands, |a, b| a + b));
                let number = |value: f32| Bfloat16::narrow(value).to_le_bytes();
                let all = |value: f32, len: usize| number(value).repeat(len / 2);
                let (mine, total) = (if rank.me == 1 { 256.0 } else { 1.0 }, 255.0 + n as f32);
                for len in [2, 600, 20_000, 70_000, 1 << 20] {
                    let want = all(total, len);
                    let (input, output) = (lent_copy(&all(mine, len)), lent_buffer(len));
                    let team = rank.team();
                    block(&team, allreduce(&team, input.region(), output.region(), &sum));
                    same(rank, "allreduce", output.region(), &want);
                    let team = rank.team();
                    block(&team, reduce(&team, input.region(), output.region(), &sum, 0));
                    if rank.me == 0 {
                        same(rank, "reduce", output.region(), &want);
                    }
                    let team = rank.team();
                    block(&team, allreduce(&team, input.region(), input.region(), &sum));
                    same(rank, "allreduce in place", input.region(), &want);
                    let (input, output) = (lent_copy(&all(mine, n * len)), lent_buffer(len));
                    let blocks = RankBlocks::Even(input.region(), len);
                    let team = rank.team();
                    block(&team, reduce_scatter(&team, input.region(), &blocks, output.region(), &sum));
                    same(rank, "reduce_scatter", output.region(), &want);
                }
            });
        }
    }
}
