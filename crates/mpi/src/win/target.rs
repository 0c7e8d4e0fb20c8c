//! The target of an operation.
use super::Target;
use crate::abi;
use crate::error::{Error, Result, error, fail};
use crate::objects::win::Win;
use clump::driver::Region;

/// A place in a rank's part: the rank, and the offset in bytes (for a dynamic window, the address).
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub rank: u32,
    pub offset: i64,
}

impl Win {
    /// Tries the fast path: returns the `len` bytes at `disp` of the target's part if the part is mapped, an epoch is
    /// open, and the bytes lie inside the part. Clears `fenced`, so that the next flush executes a fence. Returns
    /// `None` if `len` is 0, because 0 bytes would also lie inside a part that is not mapped.
    #[inline(always)]
    pub(super) fn at_hand(&self, rank: i32, disp: i64, len: usize) -> Option<Region> {
        let target = self.targets.get(rank as u32 as usize)?;
        let offset = disp.checked_mul(target.unit)?;
        if !target.open || len == 0 {
            return None;
        }
        self.fenced.set(false);
        target.mapped.part(offset as u64 as usize, len)
    }

    /// Checks the target of an operation and returns its place, or `None` for MPI_PROC_NULL. Clears `fenced`, so that
    /// the next flush executes a fence. Returns MPI_ERR_RANK, MPI_ERR_RMA_SYNC, MPI_ERR_DISP or MPI_ERR_RMA_RANGE if
    /// the check fails.
    pub(super) fn place(&self, rank: i32, disp: i64) -> Result<Option<Place>> {
        let Some((rank, target)) = self.target(rank)? else { return Ok(None) };
        if !target.open {
            return Err(self.no_epoch(rank));
        }
        self.fenced.set(false);
        if self.is_dynamic() {
            return Ok(Some(Place { rank, offset: disp }));
        }
        if disp < 0 {
            return fail(abi::MPI_ERR_DISP, format!("the target displacement is {disp}; it must not be negative"));
        }
        match disp.checked_mul(target.unit) {
            Some(offset) => Ok(Some(Place { rank, offset })),
            None => fail(abi::MPI_ERR_RMA_RANGE, format!("{disp} times {} bytes overflows", target.unit)),
        }
    }

    /// Returns a rank and its part, or `None` for MPI_PROC_NULL. Returns MPI_ERR_RANK for an invalid rank.
    pub(super) fn target(&self, rank: i32) -> Result<Option<(u32, &Target)>> {
        if rank == abi::MPI_PROC_NULL {
            return Ok(None);
        }
        match u32::try_from(rank).ok().and_then(|r| Some((r, self.targets.get(r as usize)?))) {
            Some(found) => Ok(Some(found)),
            None => fail(
                abi::MPI_ERR_RANK,
                format!("the target rank is {rank}, but the window has ranks 0 to {}", self.len() - 1),
            ),
        }
    }

    #[cold]
    fn no_epoch(&self, rank: u32) -> Box<Error> {
        let what = match self.epochs.in_the_way() {
            Some(what) => format!("{what}, but not to rank {rank}"),
            None => format!(
                "no access epoch to rank {rank} is open: call MPI_Win_fence, MPI_Win_start, MPI_Win_lock or \
                 MPI_Win_lock_all first"
            ),
        };
        error(abi::MPI_ERR_RMA_SYNC, what)
    }
}
