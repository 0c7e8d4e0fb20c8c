//! The processes of a group, each known by its job-wide rank.
use std::sync::Arc;

/// The processes of a group or communicator, in rank order. Groups with evenly spaced job ranks (all, every second,
/// reversed…) need no table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranks {
    len: u32,
    list: List,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum List {
    /// Evenly spaced job ranks: rank r has job rank `first + step * r`.
    Even { first: i64, step: i64 },
    /// Arbitrary job ranks: `jobs` in rank order, and `index` with pairs (job rank, rank) in job-rank order.
    Table { jobs: Arc<[u32]>, index: Arc<[(u32, u32)]> },
}

impl Ranks {
    /// Returns the processes with job ranks 0 to `len` - 1.
    pub fn all(len: u32) -> Ranks {
        Ranks { len, list: List::Even { first: 0, step: 1 } }
    }

    /// Returns the processes with these job ranks, in this order.
    pub fn of(jobs: &[u32]) -> Ranks {
        let at = |i: usize| jobs.get(i).map_or(0, |&j| i64::from(j));
        let (first, step) = (at(0), if jobs.len() < 2 { 1 } else { at(1) - at(0) });
        let len = jobs.len() as u32;
        if step != 0 && (0..jobs.len()).all(|i| at(i) == first + step * i as i64) {
            return Ranks { len, list: List::Even { first, step } };
        }
        let mut index: Vec<_> = jobs.iter().enumerate().map(|(rank, &job)| (job, rank as u32)).collect();
        index.sort_unstable();
        Ranks { len, list: List::Table { jobs: jobs.into(), index: index.into() } }
    }

    /// Returns the number of processes.
    pub fn len(&self) -> u32 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns true if every rank equals its job rank.
    pub fn identity(&self) -> bool {
        self.list == List::Even { first: 0, step: 1 }
    }

    /// Returns the job rank of `rank`, which must be below `len`.
    #[inline]
    pub fn job(&self, rank: u32) -> u32 {
        debug_assert!(rank < self.len);
        match &self.list {
            List::Even { first, step } => (first + step * i64::from(rank)) as u32,
            List::Table { jobs, .. } => jobs[rank as usize],
        }
    }

    /// Returns the rank of the process with a job-wide rank, or `None` if the process is not a member.
    #[inline]
    pub fn rank_of(&self, job: u32) -> Option<u32> {
        match &self.list {
            List::Even { first, step } => {
                let distance = i64::from(job) - first;
                let rank = distance / step;
                (distance % step == 0 && (0..i64::from(self.len)).contains(&rank)).then_some(rank as u32)
            }
            List::Table { index, .. } => {
                let i = index.binary_search_by_key(&job, |&(job, _)| job).ok()?;
                Some(index[i].1)
            }
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len).map(|r| self.job(r))
    }

    /// Returns true if both groups have the same processes, in any order.
    pub fn has_same_members(&self, other: &Ranks) -> bool {
        self.len == other.len && self.iter().all(|job| other.rank_of(job).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evenly_spaced_groups_need_no_table_and_translate_both_ways() {
        for jobs in [vec![], vec![5], vec![0, 1, 2], vec![1, 3, 5, 7], vec![6, 4, 2], vec![2, 0, 1], vec![4, 4 + 9, 1]]
        {
            let g = Ranks::of(&jobs);
            assert_eq!(g.iter().collect::<Vec<_>>(), jobs);
            for job in 0..16 {
                assert_eq!(g.rank_of(job), jobs.iter().position(|&j| j == job).map(|r| r as u32), "{jobs:?} {job}");
            }
        }
        assert!(matches!(Ranks::of(&[6, 4, 2]).list, List::Even { .. }));
        assert!(Ranks::of(&[0, 1, 2]).identity());
    }

    #[test]
    fn groups_with_the_same_members_may_order_them_differently() {
        let g = Ranks::of(&[0, 1, 2]);
        assert!(g == Ranks::all(3) && g.has_same_members(&Ranks::of(&[2, 1, 0])));
        assert!(g != Ranks::of(&[2, 1, 0]) && !g.has_same_members(&Ranks::of(&[1, 2, 3])));
    }
}
