//! Accumulating operations on data in equal blocks at a constant stride, as parts of arrays have it: one loop combines
//! all rows under a stripe.
use super::accumulate::Accumulation;
use super::failed;
use super::runs::data;
use super::target::Place;
use crate::error::Result;
use crate::objects::op::Op;
use crate::objects::win::Win;
use crate::objects::win::element::Change;
use crate::state::State;
use clump::driver::{Endpoint, PairedRows, Region};

impl State {
    /// Carries out an operation without a result whose data lies in equal rows, on the origin and in the target's
    /// mapped part. Returns `None`, having done nothing, if the general path must decide.
    pub(super) fn accumulate_rows(&mut self, a: &Accumulation, op: Op, place: Place) -> Option<Result> {
        if a.result.is_some() || op == Op::NoOp {
            return None;
        }
        let State { common, mpi } = self;
        let (win, (addr, count, datatype)) = (mpi.wins.get(a.win.0)?, a.origin);
        let (there, bytes) = mpi.types.strided_in(win.window.mapped(place.rank as usize), place.offset, a.target)?;
        let (here, as_many) = mpi.types.strided(addr, count, datatype)?;
        let element = mpi.types.element(a.target.1).ok()?;
        if bytes != as_many || data(element) != element.width() || mpi.types.element(datatype).ok()? != element {
            return None;
        }
        let rows = PairedRows::of(&there, &here, bytes, element.width())?;
        // With such a stride, some rows may be aligned and others not; the general path chooses a way for each row.
        if !rows.stride.is_multiple_of(element.width()) || !here.is_apart(&there) {
            return None;
        }
        let change = element.changed_by(op)?;
        Some(change_rows(win, common.endpoint(), place.rank, &change, (there.memory(), here.memory()), rows))
    }
}

/// Changes the rows of a mapped part, by processor instructions or under striped locks.
fn change_rows(
    win: &Win,
    endpoint: &mut Endpoint,
    target: u32,
    change: &Change,
    (there, operand): (Region, Region),
    rows: PairedRows,
) -> Result {
    let (rank, width) = (target as usize, change.element.width());
    let each_by_processor = || {
        (0..rows.count).for_each(|i| {
            let row = there.slice(i * rows.stride, rows.len);
            change.by_processor(row, operand.slice(i * rows.input_stride, rows.len), None);
        });
        true
    };
    // All rows are aligned as the first one is.
    if there.is_atomic(0, width) && win.window.atomically(rank, rows.len * rows.count / width, each_by_processor) {
        return Ok(());
    }
    let done = win.window.striped_runs(rank).combine_rows(endpoint, there, width, operand, rows, change.loops.rows);
    done.or_else(|e| failed(e, target))
}
