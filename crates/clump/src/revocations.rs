//! What the launcher keeps of revoked communicators: who has confirmed that it knows of each. In a job on several hosts
//! the agents of the hosts confirm, in a joint job its ranks.
use clump_fabric::local::Revoked;
use std::collections::{BTreeMap, BTreeSet};

/// The revoked communicators of a job. Each has the numbers of the hosts, or of the ranks, that have not confirmed that
/// they know of it.
#[derive(Default)]
pub struct Revocations {
    /// The hosts whose agents have ended; the ranks that have left or died.
    ended: BTreeSet<usize>,
    silent: BTreeMap<Revoked, BTreeSet<usize>>,
}

impl Revocations {
    /// Returns all revocations.
    pub fn all(&self) -> impl Iterator<Item = Revoked> {
        self.silent.keys().copied()
    }

    /// Adds a revocation, of which `count` hosts or ranks are to know. Returns false if it is known.
    pub fn add(&mut self, name: Revoked, count: usize) -> bool {
        let known = self.silent.contains_key(&name);
        self.silent.entry(name).or_insert_with(|| (0..count).filter(|one| !self.ended.contains(one)).collect());
        !known
    }

    /// Takes a confirmation. Returns true if it was the last that was missing.
    pub fn confirm(&mut self, name: Revoked, from: usize) -> bool {
        self.silent.get_mut(&name).is_some_and(|silent| silent.remove(&from) && silent.is_empty())
    }

    /// Takes the end of a host's agent, or of a rank. Returns the revocations that now all others know of.
    pub fn end(&mut self, one: usize) -> Vec<Revoked> {
        self.ended.insert(one);
        let ends = self.silent.iter_mut().filter_map(|(name, silent)| {
            let last = silent.remove(&one) && silent.is_empty();
            last.then_some(*name)
        });
        ends.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Revoked = Revoked { pair: 3, first: 0, time: 9 };
    const B: Revoked = Revoked { pair: 4, first: 0, time: 9 };

    #[test]
    fn a_revocation_is_known_once_all_hosts_that_have_not_ended_have_confirmed_it() {
        let mut all = Revocations::default();
        assert!(all.add(A, 3) && !all.add(A, 3));
        assert!(!all.confirm(A, 1) && !all.confirm(A, 1) && !all.confirm(B, 0));
        assert_eq!(all.end(2), []);
        assert!(all.add(B, 3) && all.confirm(A, 0) && !all.confirm(A, 0));
        assert!(!all.confirm(B, 0));
        assert_eq!((all.end(1), all.end(1)), (vec![B], vec![]));
        assert!(!all.add(A, 3), "it stays known");
    }
}
