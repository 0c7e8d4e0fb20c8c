//! Process sets (MPI 5.0, 11.3.2): named sets of processes from which a session's groups are made. They never change.
use crate::abi;
use crate::error::{Result, error};
use clump_coll::Ranks;

/// All processes of the job.
const WORLD: &str = "mpi://WORLD";
/// The calling process.
const SELF: &str = "mpi://SELF";

/// The names of all process sets, in the order in which MPI_Session_get_nth_pset numbers them.
pub(super) const NAMES: [&str; 2] = [WORLD, SELF];

/// Returns the processes of a set, or `None` if there is no such set. `rank` and `size` are the calling process's rank
/// in the job and the job's size.
pub(super) fn members(name: &[u8], rank: u32, size: u32) -> Option<Ranks> {
    match NAMES.iter().find(|known| known.as_bytes().eq_ignore_ascii_case(name)) {
        Some(&WORLD) => Some(Ranks::all(size)),
        Some(_) => Some(Ranks::of(&[rank])),
        None => None,
    }
}

/// Returns the name of set number `n`, or MPI_ERR_ARG.
pub(super) fn nth(n: i32) -> Result<&'static str> {
    usize::try_from(n).ok().and_then(|n| NAMES.get(n).copied()).ok_or_else(|| {
        error(abi::MPI_ERR_ARG, format!("there is no process set number {n}; there are {}", NAMES.len()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_have_their_members_and_other_names_have_none() {
        assert_eq!(members(b"mpi://WORLD", 2, 5), Some(Ranks::all(5)));
        assert_eq!(members(b"MPI://self", 2, 5), Some(Ranks::of(&[2])));
        assert_eq!(members(b"mpi://", 2, 5), None);
        assert_eq!((nth(1).ok(), nth(2).is_err(), nth(-1).is_err()), (Some(SELF), true, true));
    }
}
