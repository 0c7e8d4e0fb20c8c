//! One-sided operations on rows: blocks of equal length that lie equally far apart (see `windows.rs`).
use super::Common;
use super::windows::{BYTES, ELEMENT, Epoch, Member, SUM, SUMS, add, said};
use clump::driver::{PairedRows, Region};
use clump_core::Rows;
use clump_fabric::sim::{lent, lent_copy};
use std::ops::Range;

/// The most rows of an operation.
const MOST_ROWS: u64 = 40;

fn add_rows(operand: Region, there: Region, rows: PairedRows) {
    for row in 0..rows.count {
        add(operand.slice(row * rows.input_stride, rows.len), there.slice(row * rows.stride, rows.len));
    }
}

impl Common {
    /// Returns random rows of whole elements of `width` bytes that span at most `room` bytes, and their bytes in all.
    fn rows_in(&self, room: u64, width: u64) -> (Rows, u64) {
        let room = room / width;
        let row = 1 + self.below(room.min(40));
        let stride = row + self.below(40);
        let count = ((room - row) / stride + 1).min(MOST_ROWS);
        (Rows::new(row * width, stride * width).expect("short rows"), count * row * width)
    }
}

impl Member {
    /// Puts to rows in a range of a part, or gets them.
    pub(super) fn in_rows(
        &mut self,
        target: usize,
        range: Range<u64>,
        puts: bool,
        epoch: &mut Epoch,
    ) -> Result<(), String> {
        let (truth, place) = (self.truth.clone(), self.offset(target, BYTES + range.start));
        let (rows, len) = truth.common.rows_in(range.end - range.start, 1);
        let shape = (rows.row(), rows.stride() as i64);
        let all: Vec<_> = rows.each(0, len).collect();
        let Member { endpoint, window, .. } = self;
        if puts {
            let bytes = truth.piece(len);
            for (at, row) in rows.each(range.start, len) {
                let row = &bytes[row.start as usize..row.end as usize];
                truth.bytes[target].borrow_mut()[at as usize..][..row.len()].copy_from_slice(row);
            }
            let memory = lent_copy(&bytes);
            match window.put_rows(endpoint, target, place, shape, memory.region()) {
                Some(end) => said(end)?,
                None => all.into_iter().try_for_each(|(at, row)| {
                    let row = memory.region().slice(row.start as usize, (row.end - row.start) as usize);
                    said(window.put(endpoint, target, place + at, row, true))
                })?,
            }
            epoch.kept.push(memory);
            return Ok(());
        }
        let memory = lent(len as usize);
        let bytes = truth.bytes[target].borrow();
        let wanted = rows.each(range.start, len).flat_map(|(at, row)| {
            let len = (row.end - row.start) as usize;
            bytes[at as usize..][..len].iter().copied()
        });
        let wanted = wanted.collect();
        match window.get_rows(endpoint, target, place, shape, memory.region()) {
            Some(end) => said(end)?,
            None => all.into_iter().try_for_each(|(at, row)| {
                let row = memory.region().slice(row.start as usize, (row.end - row.start) as usize);
                said(window.get(endpoint, target, place + at, row, true))
            })?,
        }
        epoch.gets.push((memory, wanted));
        Ok(())
    }

    /// Adds the numbers from `added` on to rows of a part's sums.
    pub(super) fn add_to_rows(&mut self, target: usize, added: u64) -> Result<(), String> {
        let truth = self.truth.clone();
        let first = truth.common.below(SUMS);
        let (rows, len) = truth.common.rows_in((SUMS - first) * ELEMENT, ELEMENT);
        let operands: Vec<u64> = (added..).take((len / ELEMENT) as usize).collect();
        let operand = lent_copy(&operands.iter().flat_map(|operand| operand.to_ne_bytes()).collect::<Vec<_>>());
        let (operand, width) = (operand.region(), (ELEMENT as usize, SUM));
        let (place, shape) = (self.offset(target, first * ELEMENT), (rows.row(), rows.stride() as i64));
        let Member { endpoint, window, .. } = self;
        let mapped = window.mapped(target);
        if !mapped.is_empty() && mapped.is_atomic(0, width.0) {
            let there = mapped.from((first * ELEMENT) as usize);
            let by_processor = || {
                for (at, row) in rows.each(0, len) {
                    let operand = operand.slice(row.start as usize, (row.end - row.start) as usize);
                    there.slice(at as usize, operand.len()).combine_atomically(width.0, operand, None, add);
                }
                true
            };
            if !window.atomically(target, (len / ELEMENT) as usize, by_processor) {
                let row = rows.row() as usize;
                let (count, stride) = (len as usize / row, rows.stride() as usize);
                let paired = PairedRows { len: row, count, stride, input_stride: row };
                let mut runs = window.striped_runs(target);
                said(runs.combine_rows(endpoint, there, width.0, operand, paired, add_rows))?;
            }
        } else {
            match window.combine_rows(endpoint, target, place, shape, width, operand) {
                Some(end) => said(end)?,
                None => rows.each(0, len).try_for_each(|(at, row)| {
                    let operand = operand.slice(row.start as usize, (row.end - row.start) as usize);
                    said(window.combine(endpoint, target, place + at, width, (operand, None), add))
                })?,
            }
        }
        let mut sums = truth.sums[target].borrow_mut();
        for (at, row) in rows.each(first * ELEMENT, len) {
            let operands = &operands[(row.start / ELEMENT) as usize..(row.end / ELEMENT) as usize];
            sums[(at / ELEMENT) as usize..].iter_mut().zip(operands).for_each(|(sum, operand)| *sum += operand);
        }
        Ok(())
    }
}
