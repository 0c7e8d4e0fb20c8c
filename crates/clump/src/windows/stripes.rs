//! Chooses how elements of a part change: each by a processor instruction (`atomics`), or many under the lock that
//! guards their place (`control`).
use super::control::{IN_STRIPES, STRIPE, Stripe};
use super::{Window, WindowError, atomics};
use crate::endpoint::{Endpoint, Local};
use clump_core::planted;
use clump_fabric::mem::{PairedRows, Region};

/// The stripe that one operation holds while it changes runs of elements: at most one at a time. Runs that follow each
/// other in one piece of the part share it. The value releases the stripe when it is dropped.
pub struct StripedRuns<'a> {
    window: &'a Window,
    target: usize,
    /// The number of the piece, and its stripe.
    held: Option<(u64, Stripe)>,
}

impl StripedRuns<'_> {
    /// Combines `there`, a run of the target's mapped part, like [`Window::combine`].
    #[inline(always)]
    pub fn combine<F: Local>(
        &mut self,
        endpoint: &mut Endpoint<F>,
        there: Region,
        width: usize,
        (operand, old): (Region, Option<Region>),
        f: impl Fn(Region, Region),
    ) -> Result<(), WindowError> {
        let offset = (there.as_ptr() as u64).wrapping_sub(self.window.mapped(self.target).as_ptr() as u64);
        let mut at = 0;
        while at < there.len() {
            let n = piece(offset + at as u64, width, there.len() - at);
            self.hold(endpoint, offset + at as u64)?;
            let there = there.slice(at, n);
            if let Some(old) = old {
                old.slice(at, n).copy_from(there);
            }
            f(operand.slice(at, n), there);
            at += n;
        }
        Ok(())
    }

    /// Combines the rows of `there`, which begins with the first of them and lies in the target's mapped part, with
    /// those of `operand`. `f` combines as many rows as it gets, and may be called several times.
    #[inline(always)]
    pub fn combine_rows<F: Local>(
        &mut self,
        endpoint: &mut Endpoint<F>,
        there: Region,
        width: usize,
        operand: Region,
        rows: PairedRows,
        f: impl Fn(Region, Region, PairedRows),
    ) -> Result<(), WindowError> {
        let start = (there.as_ptr() as u64).wrapping_sub(self.window.mapped(self.target).as_ptr() as u64);
        let mut done = 0;
        while done < rows.count {
            let (at, input_at) = (done * rows.stride, done * rows.input_stride);
            let offset = start + at as u64;
            let guarded = (STRIPE - offset % STRIPE) as usize;
            if guarded < rows.len {
                // The row reaches into another piece.
                let (there, operand) = (there.slice(at, rows.len), operand.slice(input_at, rows.len));
                let one = |operand: Region, there: Region| f(operand, there, PairedRows::one(there.len()));
                self.combine(endpoint, there, width, (operand, None), one)?;
                done += 1;
                continue;
            }
            self.hold(endpoint, offset)?;
            let more = (guarded - rows.len).checked_div(rows.stride).unwrap_or(0);
            let count = (more + 1).min(rows.count - done);
            let input_at = if planted("striped_rows_read_from_the_first") { 0 } else { input_at };
            f(operand.from(input_at), there.from(at), PairedRows { count, ..rows });
            done += count;
        }
        Ok(())
    }

    /// Takes the stripe of the piece at `offset`, unless this operation holds it.
    #[inline(always)]
    fn hold<F: Local>(&mut self, endpoint: &Endpoint<F>, offset: u64) -> Result<(), WindowError> {
        let number = offset / STRIPE;
        if self.held.as_ref().is_some_and(|(held, _)| *held == number) {
            return Ok(());
        }
        // Two operations that held one stripe and waited for another would wait for each other.
        self.held = None;
        self.held = Some((number, self.window.take_stripe(endpoint, self.target, offset)?));
        Ok(())
    }
}

/// Returns how many of the `left` bytes at `offset` belong to the stripe of the first. An element belongs to the stripe
/// of its first byte, so the last element may reach past the piece that the stripe guards.
#[inline(always)]
fn piece(offset: u64, width: usize, left: usize) -> usize {
    let guarded = (STRIPE - offset % STRIPE) as usize;
    // Most runs end within the piece, and need no division.
    if left <= guarded { left } else { guarded.next_multiple_of(width).min(left) }
}

impl Window {
    /// Begins an operation that changes runs of the target's mapped part in stripes. Call it after
    /// [`Window::atomically`] has returned false.
    #[inline(always)]
    pub fn striped_runs(&self, target: usize) -> StripedRuns<'_> {
        StripedRuns { window: self, target, held: None }
    }

    /// Takes the stripe that guards the element at `offset` of the target's part.
    #[inline(always)]
    fn take_stripe<F: Local>(&self, endpoint: &Endpoint<F>, target: usize, offset: u64) -> Result<Stripe, WindowError> {
        let Some(control) = self.parts[target].control else {
            return Err(WindowError::Refused(self.parts[target].rank));
        };
        let (lock, me, oversubscribed) = (control.stripe(offset), self.me as u32, endpoint.is_oversubscribed());
        let stripe = Stripe::take(lock, me, oversubscribed, |member| self.is_dead(endpoint, member));
        stripe.map_err(|member| WindowError::HolderDied(self.parts[member].rank))
    }

    /// Calls `f` and returns its result if processor instructions may change `elements` elements of the target's
    /// part, which must be mapped. Returns false if these elements must change in stripes.
    #[inline(always)]
    pub fn atomically(&self, target: usize, elements: usize, f: impl FnOnce() -> bool) -> bool {
        let (Some(own), Some(part)) = (&self.parts[self.me].control, &self.parts[target].control) else { return false };
        if elements >= atomics::MANY && self.turns(target) {
            return false;
        }
        if !atomics::begin(own, part) {
            self.turn(target);
            return false;
        }
        let done = f();
        atomics::end(own);
        done
    }

    /// Counts an operation on many elements. Returns true if the operation must happen in stripes.
    #[inline(always)]
    fn turns(&self, target: usize) -> bool {
        let before = self.long.get();
        self.long.set((before + 1).min(atomics::OFTEN));
        before >= atomics::OFTEN && self.turn(target)
    }

    /// Turns the target's part to stripes. Returns true if all members change its elements in stripes from now on.
    #[inline(always)]
    fn turn(&self, target: usize) -> bool {
        self.parts[target].control.is_some_and(|part| part.mode() == IN_STRIPES) || self.turn_now(target)
    }

    #[cold]
    fn turn_now(&self, target: usize) -> bool {
        let controls = self.parts.iter().enumerate().filter_map(|(member, p)| Some((member, p.control?)));
        let dead = |member: usize| self.peers.has_died(self.parts[member].rank);
        self.parts[target].control.is_some_and(|part| atomics::turn(&part, controls, dead))
    }

    /// Divides the bytes into pieces of whole elements, each in one stripe, and calls `f(endpoint, at, len)` for each
    /// piece while holding its stripe.
    #[inline(always)]
    pub(super) fn in_stripes<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        target: usize,
        (offset, len, width): (u64, usize, usize),
        mut f: impl FnMut(&mut Endpoint<F>, usize, usize) -> Result<(), WindowError>,
    ) -> Result<(), WindowError> {
        let mut at = 0;
        while at < len {
            let here = offset.wrapping_add(at as u64);
            let n = piece(here, width, len - at);
            let _held = self.take_stripe(endpoint, target, here)?;
            f(endpoint, at, n)?;
            at += n;
        }
        Ok(())
    }

    /// Combines `there`, a piece of the target's mapped part, in stripes, like [`Window::combine`]. Call it after
    /// [`Window::atomically`] has returned false.
    #[inline(always)]
    pub fn combine_in_stripes<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        target: usize,
        there: Region,
        width: usize,
        (operand, old): (Region, Option<Region>),
        f: impl Fn(Region, Region),
    ) -> Result<(), WindowError> {
        self.striped_runs(target).combine(endpoint, there, width, (operand, old), f)
    }
}
