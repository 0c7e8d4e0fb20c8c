//! Tests of the plans for given facts.
use super::*;
use crate::Fold;
use crate::RankBlocks;
use crate::memory::lent_buffer;
use clump::driver::Region;
use std::sync::Arc;

fn at(ranks: usize, bytes: usize, oversubscribed: bool) -> Facts {
    Facts {
        ranks,
        bytes,
        oversubscribed,
        hosts_share_cores: false,
        apart: false,
        board: false,
        broadcasts: 0,
        machines: Machines::Alike,
        crowd: 0,
    }
}

fn on_board(ranks: usize, bytes: usize, oversubscribed: bool) -> Facts {
    Facts { board: true, ..at(ranks, bytes, oversubscribed) }
}

fn sum() -> Fold {
    Fold::predefined(1, 8, |input, inout| inout.combine::<u64>(input, u64::wrapping_add))
}

/// Returns an operation that does not commute, on elements of `stride` bytes.
fn ordered(stride: usize) -> Fold {
    Fold::user(stride, false, Arc::new(|_: Region, _: Region| ()))
}

/// Returns blocks of equal length for each rank.
fn even(each: usize) -> RankBlocks {
    RankBlocks::Even(Region::EMPTY, each)
}

fn allgather_of(facts: Facts) -> CollectivePlan<AllgatherWay> {
    allgather(facts, &even(facts.bytes / facts.ranks))
}

fn alltoall_of(facts: Facts) -> CollectivePlan<AlltoallWay> {
    alltoall(facts, Some(facts.bytes / (facts.ranks * facts.ranks)))
}

#[test]
fn ranks_with_large_blocks_choose_between_data_and_address() {
    use crate::plan::{AllgatherWay as G, AlltoallWay as A};
    let buffer = lent_buffer(4 * (256 << 10));
    let gathers = |each: usize, oversubscribed| {
        allgather(on_board(4, 4 * each, oversubscribed), &RankBlocks::Even(buffer.region(), each)).algorithm
    };
    assert!(matches!(gathers(16 << 10, true), G::Board(_)));
    assert_eq!([32 << 10, 256 << 10].map(|each| gathers(each, true)), [G::PostOrRead, G::Read]);
    assert!(matches!(gathers(8 << 10, false), G::Board(_)));
    assert_eq!(gathers(16 << 10, false), G::Read);
    let exchanges = |n: usize, each: usize| alltoall_of(on_board(n, n * n * each, n > 2)).algorithm;
    assert!(matches!(exchanges(4, 4 << 10), A::Board(_)));
    assert_eq!([8 << 10, 16 << 10].map(|each| exchanges(4, each)), [A::PostOrRead, A::Read]);
    assert!(matches!(exchanges(16, 2 << 10), A::Board(_)));
    assert_eq!(exchanges(16, 4 << 10), A::PostOrRead);
    assert!(matches!(exchanges(2, 4 << 10), A::Board(_)));
    assert_eq!(exchanges(2, 8 << 10), A::PostOrRead);
}

#[test]
fn a_board_too_small_for_the_ranks_or_for_an_element_is_not_used() {
    assert_eq!(barrier(on_board(64, 0, true)).steps, 1);
    assert_eq!(barrier(on_board(65, 0, true)), CollectivePlan { algorithm: BarrierWay::Tree, steps: 0 });
    let long = ordered(clump::driver::POST + 8);
    let facts = on_board(8, clump::driver::POST + 8, true);
    assert_eq!([reduce(facts, &long).steps, allreduce(facts, &long).steps], [0, 0]);
    let fits = ordered(clump::driver::POST);
    let facts = on_board(8, clump::driver::POST, true);
    assert_eq!([reduce(facts, &fits).steps, allreduce(facts, &fits).steps], [1, 2]);
}

#[test]
fn plans_of_the_v_forms_do_not_depend_on_lengths() {
    for ranks in [2, 16] {
        for oversubscribed in [false, true] {
            let facts = [0, 8, 1 << 20].map(|bytes| on_board(ranks, bytes, oversubscribed));
            assert_eq!(
                facts.map(|f| rooted(f, false, 1)),
                [CollectivePlan { algorithm: RootedWay::Listed, steps: 2 }; 3]
            );
            assert_eq!(
                facts.map(|f| alltoall(f, None)),
                [CollectivePlan { algorithm: AlltoallWay::Listed, steps: 2 }; 3]
            );
            let facts = [0, 8, 1 << 20].map(|bytes| at(ranks, bytes, oversubscribed));
            assert_eq!(
                facts.map(|f| rooted(f, false, 1)),
                [CollectivePlan { algorithm: RootedWay::Linear, steps: 0 }; 3]
            );
            assert_eq!(
                facts.map(|f| alltoall(f, None)),
                [CollectivePlan { algorithm: AlltoallWay::Direct, steps: 0 }; 3]
            );
        }
    }
}

#[test]
fn a_broadcast_to_many_machines_uses_the_multicast_group() {
    let facts = |broadcasts, bytes| Facts { broadcasts, ..at(16, bytes, false) };
    let scope = |broadcasts, bytes| scope_of_bcast(facts(broadcasts, bytes));
    assert_eq!((scope(3, 8), scope(0, 8)), (BcastScope::Alike, BcastScope::Alike));
    assert_eq!([8, 64 << 10, 1 << 20].map(|bytes| scope(4, bytes)), [BcastScope::Group; 3]);
    assert_eq!(scope(4, 0), BcastScope::Alike);
    // Where multicast does not pay, a broadcast has the plan that it would have without a multicast group.
    let alike = [(3, 8), (3, (64 << 10) + 1), (3, 1 << 20)]
        .map(|(broadcasts, bytes)| bcast(facts(broadcasts, bytes)).algorithm);
    assert_eq!(alike, [BcastWay::Binomial, BcastWay::Binomial, BcastWay::ScatterAllgather]);
    // From a certain length on, non-blocking broadcasts use the group wherever blocking broadcasts use it.
    let others = [4 << 10, 16 << 10, 64 << 10, 1 << 20].map(nonblocking_machines);
    assert_eq!(others, [None, Some(8), Some(8), Some(8)]);
}

#[test]
fn machines_act_together_unless_that_reorders_operands() {
    let on = |machines| Facts { machines, ..at(8, 64, true) };
    for machines in [Machines::InOrder, Machines::Mixed] {
        assert_eq!(scope_of_barrier(on(machines)), Scope::Hierarchical);
        assert_eq!(scope_of_bcast(on(machines)), BcastScope::Hierarchical);
        let short = RankBlocks::Even(Region::EMPTY, PACKED);
        assert_eq!(scope_of_allgather(on(machines), &short), AllgatherScope::Hierarchical);
        let packs = Facts { crowd: 2, ..on(machines) };
        assert_eq!(scope_of_allgather(packs, &short), AllgatherScope::Packed);
        let long = RankBlocks::Even(Region::EMPTY, PACKED + 1);
        assert_eq!(scope_of_allgather(packs, &long), AllgatherScope::Hierarchical);
        assert_eq!(alltoall(packs, Some(PACKED)).algorithm, AlltoallWay::Packed);
        assert_ne!(alltoall(packs, Some(PACKED + 1)).algorithm, AlltoallWay::Packed);
        assert_eq!(scope_of_reduction(on(machines), &sum()), Scope::Hierarchical);
        let nothing = Facts { bytes: 0, ..on(machines) };
        assert_eq!(scope_of_bcast(nothing), BcastScope::Alike);
        assert_eq!(scope_of_allgather(nothing, &short), AllgatherScope::Alike);
        assert_eq!(scope_of_reduction(nothing, &sum()), Scope::Alike);
    }
    assert_eq!(scope_of_reduction(on(Machines::InOrder), &ordered(8)), Scope::Hierarchical);
    assert_eq!(scope_of_reduction(on(Machines::Mixed), &ordered(8)), Scope::Alike);
    assert_eq!(reduce(on(Machines::Mixed), &ordered(8)).algorithm, ReduceWay::Linear);
    assert_eq!(allreduce(on(Machines::Mixed), &ordered(8)).algorithm, AllreduceWay::Star);
}

#[test]
fn two_ranks_never_use_a_star() {
    for oversubscribed in [false, true] {
        assert_eq!(barrier(at(2, 0, oversubscribed)).algorithm, BarrierWay::Dissemination);
        assert_eq!(allreduce(at(2, 8, oversubscribed), &sum()).algorithm, AllreduceWay::RecursiveDoubling);
        assert_eq!(bcast(at(2, 8, oversubscribed)).algorithm, BcastWay::Linear);
        assert_eq!(allgather_of(at(2, 8, oversubscribed)).algorithm, AllgatherWay::Direct);
        assert_eq!(alltoall_of(at(2, 8, oversubscribed)).algorithm, AlltoallWay::Direct);
    }
}

#[test]
fn hosts_that_share_cores_use_the_multicast_group_from_more_machines_on() {
    let by_group = |broadcasts, bytes, hosts_share_cores| {
        scope_of_bcast(Facts { broadcasts, hosts_share_cores, ..at(broadcasts, bytes, true) }) == BcastScope::Group
    };
    for bytes in [256, 4 << 10, 63 << 10] {
        assert!(by_group(4, bytes, false) && !by_group(4, bytes, true), "{bytes} bytes");
        assert!(by_group(16, bytes, true), "{bytes} bytes");
    }
    assert_eq!([256, 1 << 10, 64 << 10].map(|b| by_group(8, b, true)), [false, true, true]);
    assert!(by_group(4, 64 << 10, true) && !by_group(3, 1 << 20, true));
}

#[test]
fn a_long_broadcast_by_messages_between_hosts_leaves_the_root_once() {
    let of = |ranks, bytes, apart| bcast(Facts { apart, ..at(ranks, bytes, true) }).algorithm;
    assert_eq!([4, 8, 64].map(|ranks| of(ranks, 4 << 20, true)), [BcastWay::ScatterAllgather; 3]);
    assert_eq!((of(4, 256 << 10, true), of(3, 4 << 20, true)), (BcastWay::Linear, BcastWay::Linear));
    assert_eq!(of(4, 4 << 20, false), BcastWay::Linear);
}

#[test]
fn ranks_on_hosts_of_their_own_combine_long_operands_in_rounds() {
    let apart = |ranks, bytes, oversubscribed| Facts { apart: true, ..at(ranks, bytes, oversubscribed) };
    for oversubscribed in [false, true] {
        for ranks in [2, 4, 8, 64] {
            let of = |bytes| allreduce(apart(ranks, bytes, oversubscribed), &sum()).algorithm;
            assert_eq!([32 << 10, 64 << 10, 16 << 20].map(of), [AllreduceWay::RecursiveHalving; 3], "{ranks} ranks");
        }
        let odd = apart(6, 64 << 10, oversubscribed);
        assert_eq!(allreduce(odd, &sum()).algorithm, AllreduceWay::ReduceScatterAllgather);
        let of = |bytes| reduce(apart(8, bytes, oversubscribed), &sum()).algorithm;
        let [tree, shares] = [ReduceWay::Binomial, ReduceWay::ReduceScatterGather];
        assert_eq!([32 << 10, 256 << 10, 512 << 10].map(of), [tree, tree, shares]);
        let scattered = |bytes, fold: &Fold| reduce_scatter(apart(8, bytes, oversubscribed), fold).algorithm;
        let [halves, direct] = [ReduceScatterWay::RecursiveHalving, ReduceScatterWay::Direct];
        assert_eq!([32 << 10, 256 << 10, 512 << 10].map(|bytes| scattered(bytes, &sum())), [halves, halves, direct]);
        assert_eq!(scattered(32 << 10, &ordered(8)), direct);
    }
    // Where ranks outnumber cores, rank 0 combines short operands.
    assert_eq!(allreduce(apart(8, 16 << 10, true), &sum()).algorithm, AllreduceWay::Star);
    assert_eq!(reduce(apart(8, 16 << 10, true), &sum()).algorithm, ReduceWay::Linear);
}

#[test]
fn short_data_of_oversubscribed_ranks_uses_a_star() {
    for ranks in [4, 8, 16, 64] {
        let facts = at(ranks, ranks * 8, true);
        assert_eq!(barrier(facts).algorithm, BarrierWay::Star);
        assert_eq!(allreduce(facts, &sum()).algorithm, AllreduceWay::Star);
        assert_eq!(reduce(facts, &sum()).algorithm, ReduceWay::Linear);
        assert_eq!(bcast(facts).algorithm, BcastWay::Linear);
        assert_eq!(rooted(facts, true, 1).algorithm, RootedWay::Linear);
        assert_eq!(allgather_of(facts).algorithm, AllgatherWay::Star);
        assert_eq!(scan(facts).algorithm, ScanWay::Star);
        assert_eq!(reduce_scatter(facts, &sum()).algorithm, ReduceScatterWay::Star);
    }
    assert_eq!(barrier(at(65, 0, true)).algorithm, BarrierWay::Tree);
    assert_eq!(allreduce(at(65, 8, true), &sum()).algorithm, AllreduceWay::Tree);
    assert_eq!(reduce(at(65, 8, true), &sum()).algorithm, ReduceWay::Binomial);
    assert_eq!(barrier(at(65, 0, false)).algorithm, BarrierWay::Dissemination);
    assert_eq!(alltoall_of(at(16, 16 * 16 * 8, true)).algorithm, AlltoallWay::Star);
}

#[test]
fn a_few_ranks_that_share_cores_let_rank_0_combine_more() {
    let all = |n| allreduce(at(n, 64 << 10, true), &sum()).algorithm;
    assert_eq!([4, 5, 6].map(all), [AllreduceWay::Star, AllreduceWay::Star, AllreduceWay::ReduceScatterAllgather]);
    let one = |n| reduce(at(n, 64 << 10, true), &sum()).algorithm;
    assert_eq!([5, 6].map(one), [ReduceWay::Linear, ReduceWay::ReduceScatterGather]);
    assert_eq!(allreduce(at(4, 64 << 10, false), &sum()).algorithm, AllreduceWay::ReduceScatterAllgather);
    assert_eq!(allreduce(at(3, 65 << 10, true), &sum()).algorithm, AllreduceWay::ReduceScatterAllgather);
}

#[test]
fn short_data_with_a_core_for_each_rank_uses_logarithmic_algorithms() {
    let facts = at(32, 32 * 8, false);
    assert_eq!(barrier(facts).algorithm, BarrierWay::Dissemination);
    assert_eq!(allreduce(facts, &sum()).algorithm, AllreduceWay::RecursiveDoubling);
    assert_eq!(reduce(facts, &sum()).algorithm, ReduceWay::Binomial);
    assert_eq!(bcast(facts).algorithm, BcastWay::Binomial);
    assert_eq!(rooted(facts, true, 1).algorithm, RootedWay::Binomial);
    assert_eq!(allgather_of(facts).algorithm, AllgatherWay::Bruck);
    let listed = RankBlocks::Listed(vec![Region::EMPTY; 32].into());
    assert_eq!(allgather(facts, &listed).algorithm, AllgatherWay::Ring);
    assert_eq!(alltoall_of(at(32, 32 * 32 * 8, false)).algorithm, AlltoallWay::Bruck);
    assert_eq!(scan(facts).algorithm, ScanWay::RecursiveDoubling);
}

#[test]
fn ranks_share_the_work_of_large_data() {
    for oversubscribed in [false, true] {
        let facts = at(8, 4 << 20, oversubscribed);
        assert_eq!(allreduce(facts, &sum()).algorithm, AllreduceWay::ReduceScatterAllgather);
        assert_eq!(reduce(facts, &sum()).algorithm, ReduceWay::ReduceScatterGather);
        assert_eq!(reduce_scatter(facts, &sum()).algorithm, ReduceScatterWay::Direct);
        assert_eq!(rooted(facts, true, 1).algorithm, RootedWay::Linear);
        assert_eq!(alltoall_of(facts).algorithm, AlltoallWay::Direct);
    }
    assert_eq!(bcast(at(8, 4 << 20, false)).algorithm, BcastWay::ScatterAllgather);
    assert_eq!(allgather_of(at(8, 4 << 20, false)).algorithm, AllgatherWay::Ring);
    assert_eq!(allgather_of(at(8, 4 << 20, true)).algorithm, AllgatherWay::Direct);
    let apart = |ranks, bytes| allgather_of(Facts { apart: true, ..at(ranks, bytes, true) }).algorithm;
    assert_eq!([apart(8, 4 << 20), apart(4, 128 << 10)], [AllgatherWay::Ring; 2]);
    assert_eq!(
        [8 << 10, 9 << 10, 64 << 10].map(|b| apart(4, b)),
        [AllgatherWay::Star, AllgatherWay::Bruck, AllgatherWay::Bruck]
    );
    assert_eq!(apart(3, 4 << 20), AllgatherWay::Direct);
}

#[test]
fn short_blocks_of_a_machine_travel_in_bundles() {
    let on = |ranks: usize, crowd: usize, each: usize, oversubscribed| Facts {
        machines: Machines::InOrder,
        crowd,
        ..at(ranks, ranks * each, oversubscribed)
    };
    let scope = |crowd, each, equal| scope_of_rooted(on(8, crowd, each, true), equal);
    assert_eq!(scope(2, 24, true), RootedScope::Bundled(BUNDLED));
    assert_eq!(scope(2, BUNDLED, true), RootedScope::Bundled(BUNDLED));
    // Equal long blocks travel by themselves. In the v forms only the root knows the lengths.
    assert_eq!([scope(2, BUNDLED + 1, true), scope(2, 0, true)], [RootedScope::Alike; 2]);
    assert_eq!([0, 1 << 20].map(|each| scope(2, each, false)), [RootedScope::Bundled(BUNDLED); 2]);
    assert_eq!(scope(0, 24, true), RootedScope::Alike);
    // The bundle of a crowded machine must fit in a post.
    let RootedScope::Bundled(longest) = scope(8, 24, true) else { panic!("no bundle") };
    assert!(8 * (longest + 8) <= clump::driver::POST && longest > 7 << 10);
    assert_eq!(scope(512, 24, true), RootedScope::Alike);
    // On many machines with a core for each rank a tree of all ranks is faster.
    let many = |oversubscribed| scope_of_rooted(on(32, 2, 8, oversubscribed), true);
    assert_eq!((many(false), many(true)), (RootedScope::Alike, RootedScope::Bundled(BUNDLED)));
}

#[test]
fn scans_and_short_reduce_scatters_combine_on_each_machine_first() {
    let on = |machines, bytes| Facts { machines, crowd: 2, ..at(8, bytes, true) };
    let scan = |machines, bytes| scope_of_scan(on(machines, bytes));
    assert_eq!(
        (scan(Machines::InOrder, 8), scan(Machines::InOrder, 32 << 10)),
        (Scope::Hierarchical, Scope::Hierarchical)
    );
    assert_eq!((scan(Machines::InOrder, (32 << 10) + 8), scan(Machines::InOrder, 0)), (Scope::Alike, Scope::Alike));
    assert_eq!((scan(Machines::Mixed, 8), scope_of_scan(at(8, 8, true))), (Scope::Alike, Scope::Alike));
    use ReduceScatterScope::{Alike, Bundled, Sliced};
    let sums = |machines, bytes, fold: &Fold, even| scope_of_reduce_scatter(on(machines, bytes), fold, || even);
    assert_eq!(sums(Machines::Mixed, 64, &sum(), false), Bundled(BUNDLED));
    assert_eq!(sums(Machines::Mixed, 64, &ordered(8), true), Alike);
    assert_eq!(sums(Machines::InOrder, 64, &ordered(8), true), Bundled(BUNDLED));
    assert_eq!([true, false].map(|even| sums(Machines::InOrder, 64 << 10, &sum(), even)), [Sliced, Alike]);
    assert_eq!([Machines::InOrder, Machines::Alike].map(|m| sums(m, 0, &sum(), true)), [Alike; 2]);
}
