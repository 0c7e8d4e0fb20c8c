//! Groups (MPI 5.0, 7.3): ordered sets of processes, each known by its job-wide rank.

use crate::abi;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::{In, Out};
use crate::ffi::gate;
use crate::objects::group::HeldGroup;
use crate::state::State;
use clump_coll::Ranks;
use std::sync::Arc;

impl State {
    /// Returns the group behind a handle, or MPI_ERR_GROUP.
    pub fn group(&self, handle: abi::Group) -> Result<Arc<Ranks>> {
        if handle == abi::MPI_GROUP_EMPTY {
            return Ok(Arc::new(Ranks::of(&[])));
        }
        self.groups.get(handle.0).map(|group| group.ranks.clone()).ok_or_else(|| {
            self.running().err().unwrap_or_else(|| match handle {
                abi::MPI_GROUP_NULL => error(abi::MPI_ERR_GROUP, "the group is MPI_GROUP_NULL"),
                h => error(abi::MPI_ERR_GROUP, format!("{:#x} is no group (freed already?)", h.0)),
            })
        })
    }

    /// Adds a group that comes from `session` (MPI_SESSION_NULL: from the world model), and returns its handle.
    pub fn new_group(&mut self, ranks: Arc<Ranks>, session: abi::Session) -> abi::Group {
        if ranks.is_empty() {
            abi::MPI_GROUP_EMPTY
        } else {
            abi::Group(self.groups.insert(HeldGroup { ranks, session }))
        }
    }

    /// Returns the session from which a group comes, or MPI_SESSION_NULL.
    pub fn session_of_group(&self, handle: abi::Group) -> abi::Session {
        self.groups.get(handle.0).map_or(abi::MPI_SESSION_NULL, |group| group.session)
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
    result.set(comparison(&*s.group(a)?, &*s.group(b)?));
    Ok(())
}

/// Compares two groups and returns MPI_IDENT, MPI_SIMILAR or MPI_UNEQUAL.
pub fn comparison(a: &Ranks, b: &Ranks) -> i32 {
    match a == b {
        true => abi::MPI_IDENT,
        false if a.has_same_members(b) => abi::MPI_SIMILAR,
        false => abi::MPI_UNEQUAL,
    }
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
    // All groups of one call come from one session (MPI 5.0, 11.3.1), or are empty.
    let session = if a == abi::MPI_GROUP_EMPTY { s.session_of_group(b) } else { s.session_of_group(a) };
    new.set(s.new_group(Arc::new(Ranks::of(&jobs)), session));
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
    let list = spread(n, ranges, gate::enter().group(group)?.len())?;
    choose(group, &list, true, new)
}

/// MPI_Group_range_excl
pub fn range_excl(_: Call, group: abi::Group, n: i32, ranges: Out<[i32; 3]>, new: Out<abi::Group>) -> Result {
    let list = spread(n, ranges, gate::enter().group(group)?.len())?;
    choose(group, &list, false, new)
}

/// Returns the ranks that the triplets (first, last, stride) describe. Fails at the first triplet that describes a rank
/// outside of a group of `size`, before it lists that triplet's ranks.
fn spread(n: i32, ranges: Out<[i32; 3]>, size: u32) -> Result<Vec<i32>> {
    let mut list = Vec::new();
    for i in 0..count(n)? {
        let [first, last, stride] = ranges.get_at(i).map(i64::from);
        if stride == 0 {
            return fail(abi::MPI_ERR_ARG, format!("range {i} has stride 0"));
        }
        let steps = (last - first) / stride;
        if (last - first).signum() * stride.signum() >= 0 {
            for end in [first, first + steps * stride] {
                if !(0..i64::from(size)).contains(&end) {
                    return fail(abi::MPI_ERR_RANK, format!("rank {end} of range {i} is not in the group of {size}"));
                }
            }
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
    let session = s.session_of_group(group);
    new.set(s.new_group(Arc::new(Ranks::of(&jobs)), session));
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
