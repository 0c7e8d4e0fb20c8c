//! Groups (MPI 5.0, 7.3): ordered sets of processes, each known by its job-wide rank.
use crate::abi;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{In, Out};
use crate::ffi::gate;
use crate::state::State;
use std::sync::Arc;

/// The processes of a group or communicator, in rank order. Evenly spaced ones (all, every second, reversed…) take no
/// table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranks {
    len: u32,
    list: List,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum List {
    /// Job rank = first + step * rank.
    Even { first: i64, step: i64 },
    /// Job ranks in rank order; and (job rank, rank) in job-rank order.
    Table { jobs: Arc<[u32]>, index: Arc<[(u32, u32)]> },
}

impl Ranks {
    /// Job ranks 0 to `len` - 1.
    pub fn all(len: u32) -> Ranks {
        Ranks { len, list: List::Even { first: 0, step: 1 } }
    }

    /// These job ranks, in this order.
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

    /// Processes in it.
    pub fn len(&self) -> u32 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// True if ranks are job ranks.
    pub fn identity(&self) -> bool {
        self.list == List::Even { first: 0, step: 1 }
    }

    /// The job rank of `rank`, which must be below `len`.
    #[inline]
    pub fn job(&self, rank: u32) -> u32 {
        debug_assert!(rank < self.len);
        match &self.list {
            List::Even { first, step } => (first + step * i64::from(rank)) as u32,
            List::Table { jobs, .. } => jobs[rank as usize],
        }
    }

    /// The rank here of a job-wide rank.
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

    /// MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL.
    pub fn compare(&self, other: &Ranks) -> i32 {
        if self == other {
            abi::MPI_IDENT
        } else if self.len == other.len && self.iter().all(|job| other.rank_of(job).is_some()) {
            abi::MPI_SIMILAR
        } else {
            abi::MPI_UNEQUAL
        }
    }
}

impl State {
    /// The group behind a handle. Error: MPI_ERR_GROUP.
    pub fn group(&self, handle: abi::Group) -> Result<Arc<Ranks>> {
        if handle == abi::MPI_GROUP_EMPTY {
            return Ok(Arc::new(Ranks::of(&[])));
        }
        self.groups.get(handle.0).cloned().ok_or_else(|| {
            self.running().err().unwrap_or_else(|| match handle {
                abi::MPI_GROUP_NULL => error(abi::MPI_ERR_GROUP, "the group is MPI_GROUP_NULL"),
                h => error(abi::MPI_ERR_GROUP, format!("{:#x} is no group (freed already?)", h.0)),
            })
        })
    }

    /// A handle for a group.
    pub fn new_group(&mut self, ranks: Arc<Ranks>) -> abi::Group {
        if ranks.is_empty() { abi::MPI_GROUP_EMPTY } else { abi::Group(self.groups.insert(ranks)) }
    }

    pub(crate) fn my_job_rank(&self) -> u32 {
        self.open_endpoint().map_or(0, |e| e.rank())
    }
}

/// MPI_Group_size
pub fn size(_: Call, group: abi::Group, size: Out<i32>) -> Result {
    size.set(gate::enter().group(group)?.len() as i32);
    Ok(())
}

/// MPI_Group_rank
pub fn rank(_: Call, group: abi::Group, rank: Out<i32>) -> Result {
    let s = gate::enter();
    let mine = s.group(group)?.rank_of(s.my_job_rank());
    rank.set(mine.map_or(abi::MPI_UNDEFINED, |r| r as i32));
    Ok(())
}

/// MPI_Group_compare
pub fn compare(_: Call, a: abi::Group, b: abi::Group, result: Out<i32>) -> Result {
    let s = gate::enter();
    result.set(s.group(a)?.compare(&*s.group(b)?));
    Ok(())
}

/// MPI_Group_translate_ranks
pub fn translate(_: Call, a: abi::Group, n: i32, ranks: In<i32>, b: abi::Group, out: Out<i32>) -> Result {
    let s = gate::enter();
    let (a, b) = (s.group(a)?, s.group(b)?);
    for i in 0..count(n)? {
        out.set_at(
            i,
            match ranks.get(i) {
                abi::MPI_PROC_NULL => abi::MPI_PROC_NULL,
                r => b.rank_of(a.job(in_group(&a, r)?)).map_or(abi::MPI_UNDEFINED, |r| r as i32),
            },
        );
    }
    Ok(())
}

/// MPI_Group_free
pub fn free(_: Call, group: Out<abi::Group>) -> Result {
    let mut s = gate::enter();
    s.group(group.get())?;
    s.groups.remove(group.get().0);
    group.set(abi::MPI_GROUP_NULL);
    Ok(())
}

/// MPI_Group_union
pub fn union(_: Call, a: abi::Group, b: abi::Group, new: Out<abi::Group>) -> Result {
    combine(a, b, new, |a, b| a.iter().chain(b.iter().filter(|&j| a.rank_of(j).is_none())).collect())
}

/// MPI_Group_intersection
pub fn intersection(_: Call, a: abi::Group, b: abi::Group, new: Out<abi::Group>) -> Result {
    combine(a, b, new, |a, b| a.iter().filter(|&j| b.rank_of(j).is_some()).collect())
}

/// MPI_Group_difference
pub fn difference(_: Call, a: abi::Group, b: abi::Group, new: Out<abi::Group>) -> Result {
    combine(a, b, new, |a, b| a.iter().filter(|&j| b.rank_of(j).is_none()).collect())
}

fn combine(a: abi::Group, b: abi::Group, new: Out<abi::Group>, f: impl Fn(&Ranks, &Ranks) -> Vec<u32>) -> Result {
    let mut s = gate::enter();
    let jobs = f(&*s.group(a)?, &*s.group(b)?);
    new.set(s.new_group(Arc::new(Ranks::of(&jobs))));
    Ok(())
}

/// MPI_Group_incl
pub fn incl(_: Call, group: abi::Group, n: i32, ranks: In<i32>, new: Out<abi::Group>) -> Result {
    let list = ranks.to_vec(count(n)?);
    choose(group, &list, true, new)
}

/// MPI_Group_excl
pub fn excl(_: Call, group: abi::Group, n: i32, ranks: In<i32>, new: Out<abi::Group>) -> Result {
    let list = ranks.to_vec(count(n)?);
    choose(group, &list, false, new)
}

/// MPI_Group_range_incl
pub fn range_incl(_: Call, group: abi::Group, n: i32, ranges: Out<[i32; 3]>, new: Out<abi::Group>) -> Result {
    choose(group, &spread(n, ranges)?, true, new)
}

/// MPI_Group_range_excl
pub fn range_excl(_: Call, group: abi::Group, n: i32, ranges: Out<[i32; 3]>, new: Out<abi::Group>) -> Result {
    choose(group, &spread(n, ranges)?, false, new)
}

/// The ranks that triplets (first, last, stride) stand for.
fn spread(n: i32, ranges: Out<[i32; 3]>) -> Result<Vec<i32>> {
    let mut list = Vec::new();
    for i in 0..count(n)? {
        let [first, last, stride] = ranges.get_at(i).map(i64::from);
        if stride == 0 {
            return fail(abi::MPI_ERR_ARG, format!("range {i} has stride 0"));
        }
        let mut r = first;
        while if stride > 0 { r <= last } else { r >= last } {
            list.push(r as i32);
            r += stride;
        }
    }
    Ok(list)
}

fn choose(group: abi::Group, list: &[i32], keep: bool, new: Out<abi::Group>) -> Result {
    let mut s = gate::enter();
    let all = s.group(group)?;
    let mut chosen = vec![false; all.len() as usize];
    let mut jobs = Vec::with_capacity(list.len());
    for &r in list {
        let rank = in_group(&all, r)?;
        if std::mem::replace(&mut chosen[rank as usize], true) {
            return fail(abi::MPI_ERR_RANK, format!("rank {r} is listed twice"));
        }
        jobs.push(all.job(rank));
    }
    if !keep {
        jobs = (0..all.len()).filter(|&r| !chosen[r as usize]).map(|r| all.job(r)).collect();
    }
    new.set(s.new_group(Arc::new(Ranks::of(&jobs))));
    Ok(())
}

fn in_group(group: &Ranks, rank: i32) -> Result<u32> {
    match u32::try_from(rank) {
        Ok(r) if r < group.len() => Ok(r),
        _ => fail(abi::MPI_ERR_RANK, format!("rank {rank} is not in the group of {}", group.len())),
    }
}

fn count(n: i32) -> Result<usize> {
    usize::try_from(n).map_err(|_| error(abi::MPI_ERR_ARG, format!("the number of ranks is {n}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn even_groups_take_no_table_and_translate_both_ways() {
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
    fn comparing() {
        let g = Ranks::of(&[0, 1, 2]);
        assert_eq!(g.compare(&Ranks::all(3)), abi::MPI_IDENT);
        assert_eq!(g.compare(&Ranks::of(&[2, 1, 0])), abi::MPI_SIMILAR);
        assert_eq!(g.compare(&Ranks::of(&[1, 2, 3])), abi::MPI_UNEQUAL);
    }
}
