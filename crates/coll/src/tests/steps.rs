//! Tests that each algorithm takes as many steps as its plan says. (In every test the team's ledger checks that the
//! begun steps, and no other steps, are finished once. The tests of this file also compare the number with the plan.)
use super::plan::{self, Facts};
use super::*;

/// Runs a collective, and checks that its ledger has `steps` finished steps.
fn planned<R>(rank: &Rank, steps: usize, call: impl AsyncFnOnce(&Team<&Own>) -> R) -> R {
    let team = rank.team();
    let result = block(&team, call(&team));
    assert_eq!(team.ledger.finished(), steps, "rank {} of {}", rank.me, rank.n());
    result
}

/// Lengths in bytes around all thresholds of the plans that use a board.
const LENGTHS: [usize; 12] =
    [0, 1, 8, 1000, 4 << 10, 8 << 10, 12_000, 16 << 10, 40_000, 64 << 10, 100_000, (256 << 10) + 8];

#[test]
fn data_movements_take_the_planned_number_of_steps() {
    for n in 1..=9 {
        job(n, |rank| {
            let facts = |bytes: usize| rank.team().facts(bytes);
            planned(rank, plan::barrier(facts(0)).steps, async |team| barrier(team).await);
            for len in LENGTHS {
                let steps = plan::bcast(facts(len)).steps;
                let buffer = lent_buffer(len);
                planned(rank, steps, async |team| bcast(team, buffer.region(), n / 2).await);
            }
            for each in LENGTHS.into_iter().filter(|each| n * each <= 600_000) {
                let (mine, all) = (lent_buffer(each), lent_buffer(n * each));
                let blocks = RankBlocks::Even(all.region(), each);
                let steps = plan::allgather(facts(n * each), &blocks).steps;
                planned(rank, steps, async |team| allgather(team, mine.region(), &blocks).await);

                let sent = lent_buffer(n * each);
                let listed =
                    |all: &LentBuffer| RankBlocks::Listed((0..n).map(|i| all.region().slice(i * each, each)).collect());
                let (from, to) = (listed(&sent), listed(&all));
                planned(rank, plan::alltoall(facts(0), None).steps, async |team| alltoall(team, &from, &to).await);
                let steps = plan::alltoall(facts(n * n * each), Some(each)).steps;
                let sent = RankBlocks::Even(sent.region(), each);
                planned(rank, steps, async |team| alltoall(team, &sent, &blocks).await);

                let (root, equal) = (n / 2, each % 8 == 0);
                let at_root = if rank.me == root { blocks } else { RankBlocks::none() };
                let steps = plan::rooted(facts(n * each), equal, 1).steps;
                planned(rank, steps, async |team| gather(team, mine.region(), &at_root, root, equal).await);
                let steps = plan::rooted(facts(n * each), equal, scatter::lanes(n)).steps;
                planned(rank, steps, async |team| scatter(team, &at_root, mine.region(), root, equal).await);
            }
        });
    }
}

#[test]
fn reductions_take_the_planned_number_of_steps() {
    for n in 1..=9 {
        job(n, |rank| {
            let facts = |bytes: usize| rank.team().facts(bytes);
            for fold in folds() {
                for len in LENGTHS.into_iter().chain([600_000]).map(|len| len / 8 * 8) {
                    let (input, output) = (lent_copy(&data(1, rank.me, len)), lent_buffer(len));
                    let (from, to) = (input.region(), output.region());
                    let steps = plan::allreduce(facts(len), &fold).steps;
                    planned(rank, steps, async |team| allreduce(team, from, to, &fold).await);
                    let steps = plan::reduce(facts(len), &fold).steps;
                    planned(rank, steps, async |team| reduce(team, from, to, &fold, n / 2).await);
                    let steps = plan::scan(facts(len)).steps;
                    planned(rank, steps, async |team| scan(team, from, to, &fold).await);
                    planned(rank, steps, async |team| exscan(team, from, to, &fold).await);
                    let steps = plan::reduce_scatter(facts(len), &fold).steps;
                    let blocks = RankBlocks::cut(from, n, fold.stride());
                    let own = to.slice(0, blocks.get(rank.me).len());
                    planned(rank, steps, async |team| reduce_scatter(team, from, &blocks, own, &fold).await);
                }
            }
        });
    }
}

/// Checks that every plan that uses a board occurs in the tests above.
#[test]
fn the_tests_above_run_every_plan_that_uses_a_board() {
    let mut seen = BTreeSet::new();
    let mut note = |plan: String, steps: usize| {
        let name = plan.split(['(', ' ']).next().unwrap_or_default().to_owned();
        _ = steps > 0 && seen.insert(name);
    };
    macro_rules! note {
        ($of:literal, $plan:expr) => {{
            let plan = $plan;
            note(format!("{}:{:?}", $of, plan.algorithm), plan.steps);
        }};
    }
    let [sum, ..] = folds();
    for ranks in 1..=9 {
        for oversubscribed in [false, true] {
            for len in LENGTHS.into_iter().chain([600_000]) {
                let machines = plan::Machines::Alike;
                let facts = |bytes| Facts {
                    ranks,
                    bytes,
                    oversubscribed,
                    hosts_share_cores: false,
                    apart: false,
                    crowd: 0,
                    board: true,
                    broadcasts: 0,
                    machines,
                };
                note!("bcast", plan::bcast(facts(len)));
                note!("reduce", plan::reduce(facts(len), &sum));
                note!("allreduce", plan::allreduce(facts(len), &sum));
                note!("scan", plan::scan(facts(len)));
                note!("reduce_scatter", plan::reduce_scatter(facts(len), &sum));
                if ranks * len <= 600_000 {
                    let all = lent_buffer(ranks * len);
                    note!("allgather", plan::allgather(facts(ranks * len), &RankBlocks::Even(all.region(), len)));
                    note!("alltoall", plan::alltoall(facts(ranks * ranks * len), Some(len)));
                    note!("alltoall", plan::alltoall(facts(0), None));
                    note!("rooted", plan::rooted(facts(0), false, 1));
                    note!("rooted", plan::rooted(facts(ranks * len), true, scatter::lanes(ranks)));
                }
            }
        }
    }
    let all = "allgather:Board allgather:PostOrRead allgather:Read allreduce:FoldAll allreduce:FoldShares \
               allreduce:Halves allreduce:ReadShares alltoall:Board alltoall:Listed alltoall:PostOrRead alltoall:Read \
               bcast:Board bcast:Halves bcast:Read reduce:Board reduce:Halves reduce:ReadAtRoot reduce:ReadShares \
               reduce_scatter:Board reduce_scatter:Read rooted:Board rooted:Listed rooted:Memory scan:Board";
    assert_eq!(seen.into_iter().collect::<Vec<_>>(), all.split_whitespace().collect::<Vec<_>>());
}
