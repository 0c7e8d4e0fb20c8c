//! Chooses how elements of a part change: each by a processor instruction (`atomics`), or many under the lock that
//! guards their place (`control`).
use super::control::{IN_STRIPES, STRIPE, Stripe};
use super::{Window, WindowError, atomics};
use crate::driver::{Endpoint, Region};
use crate::endpoint::Local;

impl Window {
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
        let Some(control) = self.parts[target].control else {
            return Err(WindowError::Refused(self.parts[target].rank));
        };
        let mut at = 0;
        while at < len {
            let here = offset.wrapping_add(at as u64);
            // Include an element that reaches past the stripe: an element belongs to the stripe of its first byte.
            let left = (STRIPE - here % STRIPE) as usize;
            let n = left.next_multiple_of(width).min(len - at);
            let (lock, me, oversubscribed) = (control.stripe(here), self.me as u32, endpoint.is_oversubscribed());
            let stripe = Stripe::take(lock, me, oversubscribed, |member| self.is_dead(endpoint, member));
            let _held = stripe.map_err(|member| WindowError::HolderDied(self.parts[member].rank))?;
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
        let offset = (there.as_ptr() as u64).wrapping_sub(self.mapped(target).as_ptr() as u64);
        self.in_stripes(endpoint, target, (offset, operand.len(), width), |_, at, len| {
            let there = there.slice(at, len);
            if let Some(old) = old {
                old.slice(at, len).copy_from(there);
            }
            f(operand.slice(at, len), there);
            Ok(())
        })
    }
}
