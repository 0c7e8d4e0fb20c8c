//! MPI_Put and MPI_Get (MPI 5.0, 12.3.1 and 12.3.2).
use super::failed;
use super::target::Place;
use super::types::{Items, as_many};
use crate::abi;
use crate::datatype::direct;
use crate::error::{Call, Result};
use crate::ffi::args::Addr;
use crate::ffi::gate;
use crate::state::State;
use clump::driver::Region;
use clump::driver::windows::WindowError;

/// The arguments of a put or get.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transfer {
    pub origin: (Addr, i64, abi::Datatype),
    pub rank: i32,
    pub disp: i64,
    pub target: (i64, abi::Datatype),
    pub win: abi::Win,
    /// True if the call returns a request. The request is already complete when the call returns.
    pub requested: bool,
}

/// Returns the destination and source of the commonest transfer, which is contiguous on the origin and in the target's
/// mapped part. Returns `None` for any other transfer.
#[inline(always)]
fn both(s: &State, t: Transfer) -> Option<(Region, Region)> {
    let (addr, count, datatype) = t.origin;
    let here = direct(addr, count, datatype)?;
    if t.target != (count, datatype) {
        return None;
    }
    let there = s.mpi.wins.get(t.win.0)?.at_hand(t.rank, t.disp, here.len())?;
    Some((here, there))
}

/// Copies `from` to `to`. A short copy is one load and one store, without a function call, so no reader sees a torn
/// number.
#[inline(always)]
fn copy(to: Region, from: Region) {
    match from.len() {
        8 => to.set::<u64>(0, from.get(0)),
        4 => to.set::<u32>(0, from.get(0)),
        _ => _ = to.copy_from(from),
    }
}

/// MPI_Put
#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub fn put(
    _: Call,
    origin: Addr,
    count: i64,
    datatype: abi::Datatype,
    rank: i32,
    disp: i64,
    target_count: i64,
    target_type: abi::Datatype,
    win: abi::Win,
) -> Result {
    let (origin, target) = ((origin, count, datatype), (target_count, target_type));
    let t = Transfer { origin, rank, disp, target, win, requested: false };
    let mut s = gate::enter();
    match both(&s, t) {
        Some((here, there)) => {
            copy(there, here);
            Ok(())
        }
        None => put_otherwise(&mut s, t),
    }
}

/// MPI_Get
#[allow(clippy::too_many_arguments)]
#[inline(always)]
pub fn get(
    _: Call,
    origin: Addr,
    count: i64,
    datatype: abi::Datatype,
    rank: i32,
    disp: i64,
    target_count: i64,
    target_type: abi::Datatype,
    win: abi::Win,
) -> Result {
    let (origin, target) = ((origin, count, datatype), (target_count, target_type));
    let t = Transfer { origin, rank, disp, target, win, requested: false };
    let mut s = gate::enter();
    match both(&s, t) {
        Some((here, there)) => {
            copy(here, there);
            Ok(())
        }
        None => get_otherwise(&mut s, t),
    }
}

/// Puts data on the general path.
#[inline(never)]
pub(super) fn put_otherwise(s: &mut State, t: Transfer) -> Result {
    let (addr, count, datatype) = t.origin;
    let Some(place) = s.win(t.win)?.place(t.rank, t.disp)? else { return Ok(()) };
    let message = s.types.outgoing(addr, count, datatype)?;
    let items = s.types.items(t.target.0, t.target.1)?;
    as_many(message.region.len() as u64, items.bytes)?;
    let lasting = message.is_direct() && !t.requested;
    let (win, endpoint) = s.win_endpoint(t.win)?;
    if let Some(span) = span(win.window.mapped(place.rank as usize), place, &items)? {
        items.ty.unpack(items.count, span, message.region);
        return Ok(());
    }
    each(&items, place, |offset, at, len| {
        win.window.put(endpoint, place.rank as usize, offset, message.region.slice(at, len), lasting)
    })
}

/// Gets data on the general path.
#[inline(never)]
pub(super) fn get_otherwise(s: &mut State, t: Transfer) -> Result {
    let (addr, count, datatype) = t.origin;
    let Some(place) = s.win(t.win)?.place(t.rank, t.disp)? else { return Ok(()) };
    let message = s.types.incoming(addr, count, datatype)?;
    let items = s.types.items(t.target.0, t.target.1)?;
    as_many(message.region.len() as u64, items.bytes)?;
    let lasting = message.is_direct() && !t.requested;
    let (win, endpoint) = s.win_endpoint(t.win)?;
    match span(win.window.mapped(place.rank as usize), place, &items)? {
        Some(span) => items.ty.pack(items.count, span, message.region),
        None => each(&items, place, |offset, at, len| {
            win.window.get(endpoint, place.rank as usize, offset, message.region.slice(at, len), lasting)
        })?,
    }
    message.deliver(message.region.len() as u64);
    Ok(())
}

/// Returns the memory from the first to the last byte of the data, or `None` if the part is not mapped. Returns
/// MPI_ERR_RMA_RANGE if the data lies outside the part.
pub(super) fn span(mapped: Region, place: Place, items: &Items) -> Result<Option<Region>> {
    if mapped.is_empty() || items.count == 0 {
        return Ok(None);
    }
    let (start, len) = items.span();
    let at = place.offset.checked_add(start).and_then(|at| usize::try_from(at).ok());
    match at.and_then(|at| mapped.part(at, len as usize)) {
        Some(span) => Ok(Some(span)),
        None => failed(WindowError::Outside(mapped.len() as u64), place.rank),
    }
}

/// The outcome of the transfer of one block.
type Done = std::result::Result<(), WindowError>;

/// Calls `f(offset in the part, offset in the packed data, length)` for each block of data.
fn each(items: &Items, place: Place, mut f: impl FnMut(u64, usize, usize) -> Done) -> Result {
    let mut at = 0;
    for (offset, len) in items.blocks() {
        let offset = place.offset.wrapping_add(offset) as u64;
        if let Err(e) = f(offset, at, len as usize) {
            return failed(e, place.rank);
        }
        at += len as usize;
    }
    Ok(())
}
