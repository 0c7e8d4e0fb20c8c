//! Finds the ranks that keep others waiting, by the calls in which those wait.
use super::ranks::{SeenRank, State};
use crate::run::report;
use clump_fabric::shm::{CollectiveRecord, Waiting};
use std::collections::{BTreeMap, BTreeSet};

/// The ranks that others wait for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blame {
    /// Ranks that do not wait themselves, each with the ranks that wait for it, directly or by way of others. Most
    /// waited for first.
    pub waited_for: Vec<(usize, Vec<usize>)>,
    /// Ranks that wait for each other, so that none of them can go on.
    pub circle: Vec<usize>,
}

/// Finds out who is waited for.
pub fn find(ranks: &[SeenRank]) -> Blame {
    let edges: BTreeMap<usize, Vec<usize>> =
        ranks.iter().filter(|r| r.state == State::Waits).map(|r| (r.number, waits_for(r, ranks))).collect();
    let mut waited_for: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut circle = Vec::new();
    for &waiter in edges.keys() {
        let reached = reach(waiter, &edges);
        let ends: Vec<usize> = reached.iter().copied().filter(|rank| !edges.contains_key(rank)).collect();
        if ends.is_empty() && reached.contains(&waiter) {
            circle.push(waiter);
        }
        for end in ends {
            waited_for.entry(end).or_default().push(waiter);
        }
    }
    let mut waited_for: Vec<_> = waited_for.into_iter().collect();
    waited_for.sort_by_key(|(rank, waiters)| (std::cmp::Reverse(waiters.len()), *rank));
    Blame { waited_for, circle }
}

/// Returns all ranks that are reached from `from` along the edges, `from` only if a way leads back to it.
fn reach(from: usize, edges: &BTreeMap<usize, Vec<usize>>) -> BTreeSet<usize> {
    let mut reached = BTreeSet::new();
    let mut next = vec![from];
    while let Some(rank) = next.pop() {
        for &to in edges.get(&rank).into_iter().flatten() {
            if reached.insert(to) {
                next.push(to);
            }
        }
    }
    reached
}

/// Returns the ranks for which a waiting rank waits, as far as the rank's words tell.
fn waits_for(rank: &SeenRank, all: &[SeenRank]) -> Vec<usize> {
    let Some(waiting) = rank.waiting else { return Vec::new() };
    let peer = usize::try_from(waiting.peer).ok().filter(|peer| *peer != rank.number);
    match late_members(rank, &waiting, all) {
        // Inside a collective, a member may wait for one that is not late itself; only one of another host may be.
        Some(late) if late.is_empty() => {
            peer.filter(|peer| all.iter().all(|other| other.number != *peer)).into_iter().collect()
        }
        Some(late) => late,
        None => peer.into_iter().collect(),
    }
}

/// Returns the ranks of this host that have not come yet to the collective call in which a rank waits; `None` if the
/// rank waits in no collective call.
fn late_members(rank: &SeenRank, waiting: &Waiting, all: &[SeenRank]) -> Option<Vec<usize>> {
    let is_this =
        |call: &&CollectiveRecord| call.call == waiting.call && call.communicator.0 / 2 == waiting.context / 2;
    let call = rank.collectives.last().filter(is_this)?;
    let is_behind = |other: &&SeenRank| {
        let theirs = other.collectives.iter().filter(|one| one.communicator == call.communicator);
        match theirs.map(|one| one.number).max() {
            Some(number) => number < call.number,
            // All ranks are members of MPI_COMM_WORLD; of other communicators a rank without a call may be none.
            None => call.communicator.0 / 2 == 0,
        }
    };
    let others = all.iter().filter(|other| other.number != rank.number);
    Some(others.filter(is_behind).map(|other| other.number).collect())
}

/// Says in a line who is waited for.
pub fn describe(blame: &Blame, ranks: &[SeenRank]) -> String {
    let waiting: Vec<usize> = ranks.iter().filter(|r| r.state == State::Waits).map(|r| r.number).collect();
    if let Some((rank, waiters)) = blame.waited_for.first() {
        let doing = match ranks.iter().find(|seen| seen.number == *rank) {
            Some(seen) => seen.doing.as_str(),
            None => "it is on another host",
        };
        let verb = if waiters.len() == 1 { "waits" } else { "wait" };
        let others = match blame.waited_for.len() {
            1 => String::new(),
            _ => format!(
                "; also waited for: {}",
                report::numbers(&sorted(blame.waited_for[1..].iter().map(|(rank, _)| *rank)))
            ),
        };
        return format!(
            "rank {rank} keeps others waiting ({} {verb} for it): {doing}{others}",
            report::numbers(waiters)
        );
    }
    if !blame.circle.is_empty() {
        return format!("{} wait for each other: none of them can go on", report::numbers(&blame.circle));
    }
    match waiting.len() {
        0 => "no rank waits".into(),
        _ => format!("{} wait, for no rank that this command can tell", report::numbers(&waiting)),
    }
}

fn sorted(ranks: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut ranks: Vec<usize> = ranks.collect();
    ranks.sort_unstable();
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::account::RankAccount;

    /// A rank that waits for a peer (-2: in a collective), or runs, and the numbers of its calls on MPI_COMM_WORLD.
    fn rank(number: usize, peer: Option<i32>, calls: &[u32]) -> SeenRank {
        let record = |&number: &u32| CollectiveRecord {
            communicator: (1, 7),
            number,
            call: 5,
            op: 0,
            root: CollectiveRecord::NO_ROOT,
            bytes: 8,
        };
        SeenRank {
            number,
            pid: Some(1),
            state: if peer.is_some() { State::Waits } else { State::Runs },
            doing: "computes".into(),
            waiting: peer.map(|peer| Waiting { call: 5, peer, tag: 0, context: 1 }),
            communicator: None,
            cpu: None,
            since: None,
            account: RankAccount::default(),
            collectives: calls.iter().map(record).collect(),
        }
    }

    #[test]
    fn the_rank_that_does_not_wait_is_named_at_the_end_of_a_chain() {
        let ranks = [rank(0, Some(1), &[]), rank(1, Some(2), &[]), rank(2, None, &[]), rank(3, Some(0), &[])];
        let blame = find(&ranks);
        assert_eq!(blame, Blame { waited_for: vec![(2, vec![0, 1, 3])], circle: Vec::new() });
        assert_eq!(describe(&blame, &ranks), "rank 2 keeps others waiting (ranks 0-1, 3 wait for it): computes");
    }

    #[test]
    fn members_that_have_not_come_to_a_collective_are_waited_for() {
        let ranks = [rank(0, Some(-2), &[3, 4]), rank(1, None, &[3]), rank(2, Some(-2), &[4]), rank(3, None, &[4])];
        assert_eq!(find(&ranks).waited_for, [(1, vec![0, 2])], "rank 3 has come");
        // Inside the barrier, ranks 0 and 1 wait for each other's messages.
        let ranks = [rank(0, Some(1), &[4]), rank(1, Some(0), &[4]), rank(2, None, &[3])];
        assert_eq!(find(&ranks), Blame { waited_for: vec![(2, vec![0, 1])], circle: Vec::new() });
        // All of this host's ranks have come: those of other hosts may be late.
        let ranks = [rank(0, Some(1), &[4]), rank(1, Some(0), &[4])];
        assert_eq!(find(&ranks), Blame::default());
        let ranks = [rank(0, Some(1), &[4]), rank(1, Some(2), &[4])];
        assert_eq!(find(&ranks).waited_for, [(2, vec![1])]);
        // The first call of all: the late rank has no record.
        let ranks = [rank(0, Some(-2), &[0]), rank(1, None, &[])];
        assert_eq!(find(&ranks).waited_for, [(1, vec![0])]);
    }

    #[test]
    fn ranks_in_a_circle_are_named() {
        let ranks = [rank(0, Some(1), &[]), rank(1, Some(0), &[]), rank(2, Some(1), &[]), rank(3, None, &[])];
        let blame = find(&ranks);
        assert_eq!((blame.circle.as_slice(), blame.waited_for.len()), (&[0, 1][..], 0));
        assert!(describe(&blame, &ranks).starts_with("ranks 0-1 wait for each other"));
        let any = [rank(0, Some(-1), &[]), rank(1, None, &[])];
        assert!(describe(&find(&any), &any).starts_with("rank 0 wait"));
        assert_eq!(describe(&Blame::default(), &any[1..]), "no rank waits");
    }
}
