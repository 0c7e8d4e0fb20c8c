//! Which hosts know that a communicator is revoked, as the launcher of a job on several hosts hears.
use clump_fabric::local::Revoked;
use std::collections::{BTreeMap, BTreeSet};

/// The revoked communicators of a job. Each has the hosts whose agents have not confirmed that they know of it.
#[derive(Default)]
pub struct Revocations {
    /// The hosts whose agents have ended.
    ended: BTreeSet<usize>,
    silent: BTreeMap<Revoked, BTreeSet<usize>>,
}

impl Revocations {
    /// Adds a revocation, for a job on `hosts` hosts. Returns false if it is known.
    pub fn add(&mut self, name: Revoked, hosts: usize) -> bool {
        let known = self.silent.contains_key(&name);
        self.silent.entry(name).or_insert_with(|| (0..hosts).filter(|host| !self.ended.contains(host)).collect());
        !known
    }

    /// Takes a host's confirmation. Returns true if it was the last that was missing.
    pub fn confirm(&mut self, name: Revoked, host: usize) -> bool {
        self.silent.get_mut(&name).is_some_and(|silent| silent.remove(&host) && silent.is_empty())
    }

    /// Takes the end of a host's agent. Returns the revocations that now all other hosts know of.
    pub fn end(&mut self, host: usize) -> Vec<Revoked> {
        self.ended.insert(host);
        let ends = self.silent.iter_mut().filter_map(|(name, silent)| {
            let last = silent.remove(&host) && silent.is_empty();
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
