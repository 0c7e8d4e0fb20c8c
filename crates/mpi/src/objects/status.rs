//! The outcome of an operation.
use crate::abi::{self, Status};
use crate::ffi::args::Out;
use clump::driver::Outcome;
use clump_coll::Ranks;
use std::sync::Arc;

/// The outcome of an operation, in MPI's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    pub source: i32,
    pub tag: i32,
    /// Number of bytes received.
    pub len: u64,
    pub cancelled: bool,
    /// MPI_SUCCESS or an error class.
    pub code: i32,
}

impl Finished {
    /// The outcome of a send, and of a null or inactive request: the empty status.
    pub const EMPTY: Finished = Finished {
        source: abi::MPI_ANY_SOURCE,
        tag: abi::MPI_ANY_TAG,
        len: 0,
        cancelled: false,
        code: abi::MPI_SUCCESS,
    };
    /// The outcome of a receive from MPI_PROC_NULL.
    pub const PROC_NULL: Finished = Finished { source: abi::MPI_PROC_NULL, ..Finished::EMPTY };

    /// Returns the outcome of a send.
    pub fn sent(outcome: Outcome) -> Finished {
        Finished { cancelled: outcome.cancelled, ..Finished::EMPTY }
    }

    /// Returns the outcome of an operation that cannot complete because its peer has left the job (class
    /// MPI_ERR_PROC_ABORTED) or has died, or the communicator is revoked.
    pub fn departed(class: i32, rank: i32, tag: i32) -> Finished {
        Finished { source: rank, tag, code: class, ..Finished::EMPTY }
    }

    /// Returns true for an outcome that [`Finished::departed`] has made.
    pub fn is_departed(&self) -> bool {
        use abi::*;
        matches!(self.code, MPI_ERR_PROC_ABORTED | MPI_ERR_PROC_FAILED | MPI_ERR_PROC_FAILED_PENDING | MPI_ERR_REVOKED)
    }

    /// Returns the outcome of a receive or probe. `ranks` maps job-wide ranks to the communicator's ranks; `None` if
    /// they are equal.
    #[inline(always)]
    pub fn received(outcome: Outcome, ranks: &Option<Arc<Ranks>>) -> Finished {
        if outcome.cancelled {
            return Finished { cancelled: true, ..Finished::EMPTY };
        }
        let source = match ranks {
            None => outcome.source as i32,
            Some(ranks) => ranks.rank_of(outcome.source).map_or(abi::MPI_UNDEFINED, |r| r as i32),
        };
        let code = if outcome.truncated.is_some() { abi::MPI_ERR_TRUNCATE } else { abi::MPI_SUCCESS };
        Finished { source, tag: outcome.tag, len: outcome.len, cancelled: false, code }
    }

    /// Sets all fields of a status except the error field. Only calls that return several statuses set the error field
    /// (MPI 5.0, 3.2.5). In the empty status, the error field is MPI_SUCCESS.
    #[inline(always)]
    pub fn store(&self, status: Out<Status>) {
        if !status.is_null() {
            let error = if self.source == abi::MPI_ANY_SOURCE { abi::MPI_SUCCESS } else { status.get().error };
            status.set(self.status(error));
        }
    }

    /// Sets all fields of a status, including the error field.
    pub fn store_with_error(&self, status: Out<Status>) {
        if !status.is_null() {
            status.set(self.status(self.code));
        }
    }

    #[inline(always)]
    pub fn status(&self, error: i32) -> Status {
        let internal = [self.len as i32, (self.len >> 32) as i32, i32::from(self.cancelled), 0, 0];
        Status { source: self.source, tag: self.tag, error, internal }
    }
}

impl Status {
    /// Returns the number of bytes received.
    pub fn len(&self) -> u64 {
        u64::from(self.internal[0] as u32) | u64::from(self.internal[1] as u32) << 32
    }
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    pub fn set_len(&mut self, len: u64) {
        self.internal[0] = len as i32;
        self.internal[1] = (len >> 32) as i32;
    }
    pub fn cancelled(&self) -> bool {
        self.internal[2] != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_64_bit() {
        let f = Finished { len: 3 << 32 | 0x8000_0001, cancelled: true, ..Finished::EMPTY };
        let mut s = f.status(7);
        assert_eq!((s.len(), s.cancelled(), s.error), (3 << 32 | 0x8000_0001, true, 7));
        s.set_len(u64::MAX >> 1);
        assert_eq!(s.len(), u64::MAX >> 1);
    }
}
