//! Compares the collective calls of ranks, from the records that each rank keeps in shared memory: to which call each
//! rank has come, and the first call on which ranks disagree.
use super::report::{call_name, communicator, numbers, with_int};
use clump_fabric::shm::CollectiveRecord;
use std::collections::{BTreeMap, BTreeSet};

/// The names of MPI's operations; that file depends on nothing else.
#[path = "../../../mpi/src/objects/op/names.rs"]
mod names;

fn describe(record: &CollectiveRecord) -> String {
    record.describe(&call_name(record.call), names::name(record.op))
}

/// Returns the collective calls of each communicator by their numbers, with the ranks that made them.
type Calls = BTreeMap<((u16, u16), u32), Vec<(usize, CollectiveRecord)>>;

/// Returns a sentence about the first collective call of a communicator on which ranks disagree; `None` if they agree
/// on all that is known. `ranks` are ranks with their records, which may be any values. `name` returns the name that a
/// rank knows for the communicator with a context, if the rank is on this host.
pub fn first_disagreement(
    ranks: &[(usize, Vec<CollectiveRecord>)],
    name: impl Fn(usize, u16) -> Option<String>,
) -> Option<String> {
    let mut calls = Calls::new();
    for (rank, records) in ranks {
        for record in records {
            let record = CollectiveRecord { call: with_int(record.call), ..*record };
            calls.entry((record.communicator, record.number)).or_default().push((*rank, record));
        }
    }
    calls.iter().find_map(|((on, number), made)| {
        // Choose the call that most ranks made; if several calls tie, the call of the lowest rank among them.
        let agreeing = |call: &CollectiveRecord| made.iter().filter(|(_, other)| call.agrees(other)).count();
        let (_, usual) = made.iter().rev().max_by_key(|(_, call)| agreeing(call))?;
        let others: Vec<_> = made.iter().filter(|(_, call)| !usual.agrees(call)).collect();
        let (_, unusual) = others.first()?;
        let like = |call: &CollectiveRecord| {
            let ranks = made.iter().filter(|(_, other)| call.agrees(other));
            numbers(&ranks.map(|(rank, _)| *rank).collect::<Vec<_>>())
        };
        Some(format!(
            "ranks disagree about collective {number} of {}: {} called {}, and {} called {}",
            communicator(on.0, made.iter().find_map(|(rank, _)| name(*rank, on.0)).as_deref()),
            like(usual),
            describe(usual),
            like(unusual),
            describe(unusual)
        ))
    })
}

/// Says to which collective call each rank has come, in a line for each communicator on which a rank has made its last
/// collective call. `ranks` and `name` are those of [`first_disagreement`].
pub fn positions(ranks: &[(usize, Vec<CollectiveRecord>)], name: impl Fn(usize, u16) -> Option<String>) -> Vec<String> {
    let on: BTreeSet<_> = ranks.iter().filter_map(|(_, records)| Some(records.last()?.communicator)).collect();
    let line = |on: &(u16, u16)| {
        let mut at: BTreeMap<u32, Vec<(usize, &CollectiveRecord)>> = BTreeMap::new();
        for (rank, records) in ranks {
            if let Some(last) = records.iter().rev().find(|record| record.communicator == *on) {
                at.entry(last.number).or_default().push((*rank, last));
            }
        }
        let come = |(number, made): (&u32, &Vec<(usize, &CollectiveRecord)>)| {
            let ranks: Vec<usize> = made.iter().map(|(rank, _)| *rank).collect();
            let calls: BTreeSet<String> = made.iter().map(|(_, record)| call_name(with_int(record.call))).collect();
            format!("{} at {number} ({})", numbers(&ranks), calls.into_iter().collect::<Vec<_>>().join(" or "))
        };
        let known = ranks.iter().find_map(|(rank, _)| name(*rank, on.0));
        let come: Vec<String> = at.iter().map(come).collect();
        format!("collectives of {}: {}", communicator(on.0, known.as_deref()), come.join(", "))
    };
    on.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::{first_disagreement as first_with, *};

    fn first_disagreement(ranks: &[(usize, Vec<CollectiveRecord>)]) -> Option<String> {
        first_with(ranks, |rank, context| (rank == 1 && context == 4).then(|| "rows".to_owned()))
    }

    fn call(number: u32, call: u16, root: i32, bytes: u64) -> CollectiveRecord {
        CollectiveRecord { communicator: (0, 7), number, call, op: 0, root, bytes }
    }

    #[test]
    fn the_first_call_on_which_ranks_disagree_is_named() {
        let usual = [call(0, 1, -1, 8), call(1, 2, 0, 8), call(2, 1, -1, 8)];
        let mut ranks: Vec<_> = (0..4).map(|rank| (rank, usual.to_vec())).collect();
        assert_eq!(first_disagreement(&ranks), None);
        ranks[3].1[1] = call(1, 2, 1, 8);
        ranks[3].1.truncate(2);
        let text = first_disagreement(&ranks).expect("a disagreement");
        assert!(text.starts_with("ranks disagree about collective 1 of MPI_COMM_WORLD: ranks 0-2 called "), "{text}");
        assert!(
            text.contains("(root 0, 8 bytes), and rank 3 called ") && text.ends_with("(root 1, 8 bytes)"),
            "{text}"
        );
    }

    #[test]
    fn the_last_call_of_each_rank_is_named_where_a_rank_has_called_last() {
        let old = CollectiveRecord { communicator: (2, 7), ..call(5, 1, -1, 8) };
        let rows = CollectiveRecord { communicator: (4, 7), ..call(0, 1, -1, 8) };
        let ranks = [
            (0, vec![old, call(7, 1, -1, 8), call(8, 1, -1, 8)]),
            (1, vec![call(8, 2, 0, 8)]),
            (2, vec![call(7, 1, -1, 8), rows]),
            (3, vec![]),
        ];
        let (first, second) = (call_name(1), call_name(2));
        assert_eq!(
            positions(&ranks, |rank, context| (rank == 1 && context == 4).then(|| "rows".to_owned())),
            [
                format!("collectives of MPI_COMM_WORLD: rank 2 at 7 ({first}), ranks 0-1 at 8 ({first} or {second})"),
                format!("collectives of communicator 2 \"rows\": rank 2 at 0 ({first})"),
            ]
        );
        assert!(positions(&[(0, vec![])], |_, _| None).is_empty());
    }

    #[test]
    fn a_communicator_has_the_name_that_one_of_its_ranks_knows() {
        let of = |rank, bytes| (rank, vec![CollectiveRecord { communicator: (4, 7), ..call(0, 1, -1, bytes) }]);
        let text = first_disagreement(&[of(0, 8), of(1, 16)]).expect("a disagreement");
        assert!(text.contains(" of communicator 2 \"rows\": "), "{text}");
        let text = first_disagreement(&[of(0, 8), of(2, 16)]).expect("a disagreement");
        assert!(text.contains(" of communicator 2: "), "{text}");
    }

    #[test]
    fn lengths_that_may_differ_and_other_communicators_do_not_count() {
        let any = |rank, bytes| (rank, vec![call(0, 1, -1, bytes)]);
        assert_eq!(first_disagreement(&[any(0, CollectiveRecord::ANY_BYTES), any(1, 8)]), None);
        let other = CollectiveRecord { communicator: (0, 8), ..call(0, 2, -1, 8) };
        assert_eq!(first_disagreement(&[any(0, 8), (1, vec![other])]), None);
        assert!(first_disagreement(&[any(0, 8), any(1, 16)]).is_some());
    }
}
