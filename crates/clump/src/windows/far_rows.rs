//! Operations on rows of parts on other machines: equal blocks of bytes that lie equally far apart. A frame carries as
//! many rows as fit.
use super::far::FarPart;
use super::{Window, WindowError, WindowRoute};
use crate::endpoint::{Endpoint, Local};
use clump_core::{Combine, Rows, WindowPlace, planted};
use clump_fabric::mem::Region;

/// An operation on the rows that one frame carries.
type OnFrame<'a, F> = &'a mut dyn FnMut(&mut Endpoint<F>, WindowPlace, Region);

impl FarPart {
    /// Calls `f` for the rows of each frame, with the place of the first and the bytes of all. Returns an error, and
    /// calls `f` for none, if a row lies outside the part.
    fn each_frame<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        offset: u64,
        rows: Rows,
        packed: Region,
        f: OnFrame<F>,
    ) -> Result<(), WindowError> {
        let whole = self.place(offset, rows.span(packed.len() as u64) as usize)?;
        let row = rows.row() as usize;
        let most = endpoint.most_combined() / row * row;
        for at in (0..packed.len()).step_by(most) {
            let before = match planted("far_rows_as_one_block") {
                false => (at / row) as u64 * rows.stride(),
                true => at as u64,
            };
            let place = WindowPlace { offset: whole.offset + before, ..whole };
            f(endpoint, place, packed.slice(at, most.min(packed.len() - at)));
        }
        Ok(())
    }
}

impl Window {
    /// Returns the part and its rows of `len` bytes, `stride` bytes apart, if operations on them take fewer frames
    /// together than one by one.
    fn far_rows<F: Local>(
        &self,
        endpoint: &Endpoint<F>,
        target: usize,
        (len, stride): (u64, i64),
    ) -> Option<(FarPart, Rows)> {
        let WindowRoute::Far(far) = self.parts[target].way else { return None };
        // Between rows of memory that the rank attaches, there may be memory that it has not attached.
        far.len?;
        let rows = Rows::new(len, stride.try_into().ok()?)?;
        (2 * len <= endpoint.most_combined() as u64).then_some((far, rows))
    }

    /// Puts `packed` into rows of the target's part, of which the first begins at `offset`. The rows have `shape.0`
    /// bytes and lie `shape.1` bytes apart. `packed` must not change until the operation [settles](Self::settle).
    /// Returns `None`, having done nothing, if the rows must be put one by one.
    pub fn put_rows<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        target: usize,
        offset: u64,
        shape: (u64, i64),
        packed: Region,
    ) -> Option<Result<(), WindowError>> {
        let (far, rows) = self.far_rows(endpoint, target, shape)?;
        Some(far.each_frame(endpoint, offset, rows, packed, &mut |endpoint, place, piece| {
            let op = endpoint.far_windows().put_rows(place, rows, piece);
            endpoint.far_windows().detach(op);
        }))
    }

    /// Gets rows of the target's part into `packed`, which has them once the operation [settles](Self::settle).
    /// Otherwise like [`put_rows`](Self::put_rows).
    pub fn get_rows<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        target: usize,
        offset: u64,
        shape: (u64, i64),
        packed: Region,
    ) -> Option<Result<(), WindowError>> {
        let (far, rows) = self.far_rows(endpoint, target, shape)?;
        Some(far.each_frame(endpoint, offset, rows, packed, &mut |endpoint, place, piece| {
            let op = endpoint.far_windows().get_rows(place, rows, piece);
            endpoint.far_windows().detach(op);
        }))
    }

    /// Combines elements of `width` bytes with rows of the target's part. On return the operands are free. Otherwise
    /// like [`put_rows`](Self::put_rows).
    pub fn combine_rows<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        target: usize,
        offset: u64,
        shape: (u64, i64),
        (width, combine): (usize, Combine),
        operand: Region,
    ) -> Option<Result<(), WindowError>> {
        let (far, rows) = self.far_rows(endpoint, target, shape)?;
        let width = width as u64;
        if [offset, rows.row(), rows.stride()].iter().any(|n| !n.is_multiple_of(width)) {
            return None;
        }
        let mut ops = Vec::new();
        let sent = far.each_frame(endpoint, offset, rows, operand, &mut |endpoint, place, piece| {
            ops.push(endpoint.far_windows().combine_rows(place, rows, combine, piece));
        });
        if planted("far_rows_combined_unwaited") {
            ops.drain(..).for_each(|op| endpoint.far_windows().detach(op));
        }
        Some(ops.into_iter().fold(sent, |sent, op| sent.and(far.wait(endpoint, op))))
    }
}
