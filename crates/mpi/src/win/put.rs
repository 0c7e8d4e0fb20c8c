//! MPI_Put and MPI_Get (MPI 5.0, 12.3.1 and 12.3.2).
use super::failed;
use super::target::Place;
use crate::abi;
use crate::error::{Call, Result};
use crate::ffi::args::Addr;
use crate::ffi::gate;
use crate::objects::datatype::direct;
use crate::objects::win::Win;
use crate::objects::win::types::{BlockRow, Items, as_many};
use crate::state::State;
use clump::driver::windows::{Window, WindowError};
use clump::driver::{CallKind, Endpoint, Region, Strided};

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
            s.endpoint().count_call(CallKind::OneSided, here.len() as u64);
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
            s.endpoint().count_call(CallKind::OneSided, here.len() as u64);
            Ok(())
        }
        None => get_otherwise(&mut s, t),
    }
}

const PUT: Transfers = Transfers { block: Window::put, row: Window::put_rows };
const GET: Transfers = Transfers { block: Window::get, row: Window::get_rows };

/// Puts data on the general path.
#[inline(never)]
pub(super) fn put_otherwise(s: &mut State, t: Transfer) -> Result {
    put_uncounted(s, t)?;
    s.count_one_sided(t.rank, t.target)
}

fn put_uncounted(s: &mut State, t: Transfer) -> Result {
    let (addr, count, datatype) = t.origin;
    let Some(place) = s.win(t.win)?.place(t.rank, t.disp)? else { return Ok(()) };
    if let Some((here, there, bytes)) = strided(s, t, place) {
        there.copy_from(0, &here, 0, bytes);
        return Ok(());
    }
    let origin = s.types.in_place(addr, count, datatype)?;
    let items = s.types.items(t.target.0, t.target.1)?;
    as_many(origin.data_len() as u64, items.bytes)?;
    let (win, endpoint) = s.win_endpoint(t.win)?;
    if let Some(span) = span(win.window.mapped(place.rank as usize), place, &items)? {
        match origin.scattered() {
            Some(from) => from.copy_to(&items.ty.scattered(items.count, span)),
            None => items.ty.unpack(items.count, span, origin.region),
        }
        return Ok(());
    }
    let message = if origin.is_direct() { origin } else { origin.copied() };
    let lasting = message.is_direct() && !t.requested;
    each(win, endpoint, (&items, place), message.region, lasting, PUT)
}

/// Gets data on the general path.
#[inline(never)]
pub(super) fn get_otherwise(s: &mut State, t: Transfer) -> Result {
    get_uncounted(s, t)?;
    s.count_one_sided(t.rank, t.target)
}

impl State {
    /// Counts a one-sided call that has moved or changed this much of the part of `rank`, unless that is MPI_PROC_NULL.
    pub(super) fn count_one_sided(&mut self, rank: i32, (count, datatype): (i64, abi::Datatype)) -> Result {
        if rank != abi::MPI_PROC_NULL {
            let bytes = self.types.info(datatype)?.size * count as u64;
            self.endpoint().count_call(CallKind::OneSided, bytes);
        }
        Ok(())
    }
}

fn get_uncounted(s: &mut State, t: Transfer) -> Result {
    let (addr, count, datatype) = t.origin;
    let Some(place) = s.win(t.win)?.place(t.rank, t.disp)? else { return Ok(()) };
    if let Some((here, there, bytes)) = strided(s, t, place) {
        here.copy_from(0, &there, 0, bytes);
        return Ok(());
    }
    let origin = s.types.in_place(addr, count, datatype)?;
    let items = s.types.items(t.target.0, t.target.1)?;
    as_many(origin.data_len() as u64, items.bytes)?;
    if let Some(span) = span(s.win(t.win)?.window.mapped(place.rank as usize), place, &items)? {
        match origin.scattered() {
            Some(to) => items.ty.scattered(items.count, span).copy_to(to),
            None => items.ty.pack(items.count, span, origin.region),
        }
        return Ok(());
    }
    let message = if origin.is_direct() { origin } else { s.types.incoming(addr, count, datatype)? };
    let lasting = message.is_direct() && !t.requested;
    let (win, endpoint) = s.win_endpoint(t.win)?;
    each(win, endpoint, (&items, place), message.region, lasting, GET)?;
    message.deliver(message.region.len() as u64);
    Ok(())
}

/// Returns both sides of a transfer whose data lies in equal blocks at a constant stride, on the origin and in the
/// target's mapped part, and the number of bytes: one pass copies them. Returns `None` if the general path must decide.
fn strided(s: &State, t: Transfer, place: Place) -> Option<(Strided, Strided, u64)> {
    let (addr, count, datatype) = t.origin;
    let mapped = s.mpi.wins.get(t.win.0)?.window.mapped(place.rank as usize);
    let (there, bytes) = s.types.strided_in(mapped, place.offset, t.target)?;
    let (here, as_many) = s.types.strided(addr, count, datatype)?;
    (bytes == as_many && here.is_apart(&there)).then_some((here, there, bytes))
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

/// A transfer of one block: [`Window::put`] or [`Window::get`].
type BlockTransfer = fn(&Window, &mut Endpoint, usize, u64, Region, bool) -> Done;
/// A transfer of a row of blocks: [`Window::put_rows`] or [`Window::get_rows`].
type RowTransfer = fn(&Window, &mut Endpoint, usize, u64, (u64, i64), Region) -> Option<Done>;

/// The two transfers of a call.
struct Transfers {
    block: BlockTransfer,
    row: RowTransfer,
}

/// Transfers each block of data of a part that this process does not map. Unless the transfer is `lasting`, `packed` is
/// the caller's again when this returns. Several blocks travel together, and the call waits for all of them once.
fn each(
    win: &Win,
    endpoint: &mut Endpoint,
    (items, place): (&Items, Place),
    packed: Region,
    lasting: bool,
    transfers: Transfers,
) -> Result {
    let (rows, target, window) = (items.rows(), place.rank as usize, &win.window);
    let together = rows.len() > 1 || rows.iter().any(|row| row.count > 1);
    let (mut at, mut done) = (0, Ok(()));
    let offset_of = |offset: i64| place.offset.wrapping_add(offset) as u64;
    for BlockRow { offset, len, stride, count } in rows {
        let row = packed.slice(at, (len * count) as usize);
        at += row.len();
        let as_row = (count > 1).then_some(transfers.row);
        let whole = as_row.and_then(|f| f(window, endpoint, target, offset_of(offset), (len, stride), row));
        done = whole.unwrap_or_else(|| {
            (0..count).try_for_each(|i| {
                let (offset, block) = (offset + i as i64 * stride, row.slice((i * len) as usize, len as usize));
                (transfers.block)(window, endpoint, target, offset_of(offset), block, lasting || together)
            })
        });
        if done.is_err() {
            break;
        }
    }
    if together && !lasting {
        done = done.and(window.settle(endpoint, target));
    }
    done.or_else(|e| failed(e, place.rank))
}
