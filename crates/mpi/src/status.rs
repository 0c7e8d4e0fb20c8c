//! Statuses (MPI 5.0, 3.2.5): what a finished operation says.
use crate::abi::{self, Status};
use crate::error::{Call, Result, error};
use crate::ffi::args::{In, IntOut, Out};
use crate::ffi::gate;
use crate::group::Ranks;
use clump::Outcome;
use std::sync::Arc;

/// What came of an operation, in MPI's terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finished {
    pub source: i32,
    pub tag: i32,
    /// Bytes received.
    pub len: u64,
    pub cancelled: bool,
    /// MPI_SUCCESS or an error class.
    pub code: i32,
}

impl Finished {
    /// The empty status: of sends, null and inactive requests.
    pub const EMPTY: Finished = Finished {
        source: abi::MPI_ANY_SOURCE,
        tag: abi::MPI_ANY_TAG,
        len: 0,
        cancelled: false,
        code: abi::MPI_SUCCESS,
    };
    /// Of a receive from MPI_PROC_NULL.
    pub const PROC_NULL: Finished = Finished { source: abi::MPI_PROC_NULL, ..Finished::EMPTY };

    /// Of a send.
    pub fn sent(outcome: Outcome) -> Finished {
        Finished { cancelled: outcome.cancelled, ..Finished::EMPTY }
    }

    /// Of an operation that cannot complete, since the rank at its other side has left the job.
    pub fn departed(rank: i32, tag: i32) -> Finished {
        Finished { source: rank, tag, code: abi::MPI_ERR_PROC_ABORTED, ..Finished::EMPTY }
    }

    /// Of a receive or probe; `ranks` turns job ranks into the communicator's, `None` where they are the same.
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

    /// Sets a status, except for its error field (MPI 5.0, 3.2.5: only calls that return several statuses set that one,
    /// and the empty status says MPI_SUCCESS).
    #[inline(always)]
    pub fn store(&self, status: Out<Status>) {
        if !status.is_null() {
            let error = if self.source == abi::MPI_ANY_SOURCE { abi::MPI_SUCCESS } else { status.get().error };
            status.set(self.status(error));
        }
    }

    /// The same with the error field.
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
    /// Bytes received.
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

fn change(status: Out<Status>, f: impl FnOnce(&mut Status)) -> Result {
    let mut value = status.get();
    f(&mut value);
    status.set(value);
    Ok(())
}

/// MPI_Test_cancelled
pub fn test_cancelled(_: Call, status: In<Status>, flag: Out<i32>) -> Result {
    flag.set(status.get(0).cancelled().into());
    Ok(())
}

/// MPI_Status_set_cancelled
pub fn set_cancelled(_: Call, status: Out<Status>, flag: i32) -> Result {
    change(status, |s| s.internal[2] = i32::from(flag != 0))
}

/// MPI_Status_get_source
pub fn get_source(_: Call, status: In<Status>, source: Out<i32>) -> Result {
    source.set(status.get(0).source);
    Ok(())
}
/// MPI_Status_get_tag
pub fn get_tag(_: Call, status: In<Status>, tag: Out<i32>) -> Result {
    tag.set(status.get(0).tag);
    Ok(())
}
/// MPI_Status_get_error
pub fn get_error(_: Call, status: In<Status>, error: Out<i32>) -> Result {
    error.set(status.get(0).error);
    Ok(())
}
/// MPI_Status_set_source
pub fn set_source(_: Call, status: Out<Status>, source: i32) -> Result {
    change(status, |s| s.source = source)
}
/// MPI_Status_set_tag
pub fn set_tag(_: Call, status: Out<Status>, tag: i32) -> Result {
    change(status, |s| s.tag = tag)
}
/// MPI_Status_set_error
pub fn set_error(_: Call, status: Out<Status>, error: i32) -> Result {
    change(status, |s| s.error = error)
}

/// MPI_Status_set_elements: so many basic elements of this type were received.
pub fn set_elements(_: Call, status: Out<Status>, datatype: abi::Datatype, count: i64) -> Result {
    let t = gate::enter().datatype(datatype)?;
    let count = u64::try_from(count)
        .map_err(|_| error(abi::MPI_ERR_COUNT, format!("the count is {count}; it must not be negative")))?;
    change(status, |s| s.set_len(t.signature.bytes_of_elements(count)))
}

/// MPI_Get_count: whole items received, or MPI_UNDEFINED.
pub fn get_count(_: Call, status: In<Status>, datatype: abi::Datatype, count: IntOut) -> Result {
    let (len, size) = (status.get(0).len(), gate::enter().type_info(datatype)?.size);
    count.set(match size {
        0 if len == 0 => 0,
        0 => i64::from(abi::MPI_UNDEFINED),
        _ if len % size == 0 => (len / size) as i64,
        _ => i64::from(abi::MPI_UNDEFINED),
    });
    Ok(())
}

/// MPI_Get_elements: basic elements received, or MPI_UNDEFINED.
pub fn get_elements(_: Call, status: In<Status>, datatype: abi::Datatype, count: IntOut) -> Result {
    let (len, t) = (status.get(0).len(), gate::enter().datatype(datatype)?);
    count.set(t.signature.elements_of_bytes(len).map_or(i64::from(abi::MPI_UNDEFINED), |n| n as i64));
    Ok(())
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
