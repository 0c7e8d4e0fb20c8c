//! MPI_Rput, MPI_Rget, MPI_Raccumulate and MPI_Rget_accumulate (MPI 5.0, 12.3.5), which return a request.
use super::accumulate::Accumulation;
use super::put::{Transfer, get_otherwise, put_otherwise};
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Addr, Out};
use crate::ffi::gate::{self, Guard};
use crate::objects::request::SENT;

/// Enters the state. Returns MPI_ERR_RMA_SYNC unless a passive target epoch is open, which these calls need.
fn enter(rank: i32, win: abi::Win) -> Result<Guard> {
    let s = gate::enter();
    let w = s.win(win)?;
    if rank != abi::MPI_PROC_NULL && !w.epochs.is_passive() {
        return fail(
            abi::MPI_ERR_RMA_SYNC,
            "operations with requests are for epochs that MPI_Win_lock or MPI_Win_lock_all began",
        );
    }
    Ok(s)
}

/// MPI_Rput
#[allow(clippy::too_many_arguments)]
pub fn rput(
    _: Call,
    origin: Addr,
    count: i64,
    datatype: abi::Datatype,
    rank: i32,
    disp: i64,
    target_count: i64,
    target_type: abi::Datatype,
    win: abi::Win,
    request: Out<abi::Request>,
) -> Result {
    let (origin, target) = ((origin, count, datatype), (target_count, target_type));
    put_otherwise(&mut *enter(rank, win)?, Transfer { origin, rank, disp, target, win, requested: true })?;
    request.set(SENT);
    Ok(())
}

/// MPI_Rget
#[allow(clippy::too_many_arguments)]
pub fn rget(
    _: Call,
    origin: Addr,
    count: i64,
    datatype: abi::Datatype,
    rank: i32,
    disp: i64,
    target_count: i64,
    target_type: abi::Datatype,
    win: abi::Win,
    request: Out<abi::Request>,
) -> Result {
    let (origin, target) = ((origin, count, datatype), (target_count, target_type));
    get_otherwise(&mut *enter(rank, win)?, Transfer { origin, rank, disp, target, win, requested: true })?;
    request.set(SENT);
    Ok(())
}

/// MPI_Raccumulate
#[allow(clippy::too_many_arguments)]
pub fn raccumulate(
    _: Call,
    origin: Addr,
    count: i64,
    datatype: abi::Datatype,
    rank: i32,
    disp: i64,
    target_count: i64,
    target_type: abi::Datatype,
    op: abi::Op,
    win: abi::Win,
    request: Out<abi::Request>,
) -> Result {
    let (origin, target) = ((origin, count, datatype), (target_count, target_type));
    enter(rank, win)?.accumulate(Accumulation { origin, result: None, rank, disp, target, op, win })?;
    request.set(SENT);
    Ok(())
}

/// MPI_Rget_accumulate
#[allow(clippy::too_many_arguments)]
pub fn rget_accumulate(
    _: Call,
    origin: Addr,
    count: i64,
    datatype: abi::Datatype,
    result: Addr,
    result_count: i64,
    result_type: abi::Datatype,
    rank: i32,
    disp: i64,
    target_count: i64,
    target_type: abi::Datatype,
    op: abi::Op,
    win: abi::Win,
    request: Out<abi::Request>,
) -> Result {
    let (origin, target) = ((origin, count, datatype), (target_count, target_type));
    let result = Some((result, result_count, result_type));
    enter(rank, win)?.accumulate(Accumulation { origin, result, rank, disp, target, op, win })?;
    request.set(SENT);
    Ok(())
}
