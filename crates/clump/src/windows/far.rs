//! Operations on parts on other machines, by frames (`core/protocol/windows`). The rank that owns a part takes its
//! lock for this member.
use super::{LockKind, WindowError, WindowId};
use crate::endpoint::{Endpoint, FarOp, Local};
use crate::lent;
use crate::waiting::Patience;
use clump_core::{Combine, How, Rank, Refusal, WindowPlace, planted};
use clump_fabric::clock::Clock;
use clump_fabric::mem::Region;
use clump_fabric::shm::Waiting;
use std::cell::Cell;

/// Polls that find nothing before this rank checks whether the part's rank still runs. The check costs a system
/// call or two.
const LOOKS_FOR_LIFE: u32 = 256;
/// The pause in nanoseconds after a first failed try for a lock; each further pause is twice as long, up to
/// [`LONGEST_PAUSE`]. A round trip takes some tens of microseconds, and each try costs the part's machine some of that
/// time: shorter pauses burden that machine, longer ones delay this rank.
const FIRST_PAUSE: u64 = 30_000;
/// The longest pause in nanoseconds between two tries for a lock. A longer pause delays this rank.
const LONGEST_PAUSE: u64 = 1_000_000;

/// One rank's part of a window.
#[derive(Clone, Copy)]
pub(super) struct FarPart {
    pub to: Rank,
    /// The window's number; `control` is the number of its control block.
    pub id: WindowId,
    pub control: WindowId,
    /// The key with which the part's rank has offered the window and its control block.
    pub key: u64,
    /// The part's bytes; `None` if the rank attaches memory itself.
    pub len: Option<u64>,
}

/// The state of waits for all far parts of a window, beside the endpoint's own state.
#[derive(Default)]
pub(super) struct FarState {
    looks: Cell<u32>,
    /// When the awaited lock is requested again, by the endpoint's clock, and how long the previous pause was.
    next_try: Cell<Option<(u64, u64)>>,
    /// The dead member that holds the lock that was requested last. Untrusted.
    pub(super) dead_holder: Cell<Option<u64>>,
}

/// The operation that takes a control block's lock. Its operand is the member that takes the lock. It answers
/// [`LOCK_TAKEN`], or another value if the lock was not free.
pub(super) const TAKE: u16 = 1;
/// The operation that releases a control block's lock. Its operand is the member that releases the lock.
pub(super) const GIVE_BACK: u16 = 2;
/// The exclusive kind of lock, encoded as the type of the elements.
pub(super) const EXCLUSIVE: u16 = 0;
/// The shared kind of lock, encoded as the type of the elements.
pub(super) const SHARED: u16 = 1;
/// The answer to [`TAKE`] if the member got the lock.
pub(super) const LOCK_TAKEN: u64 = 0;
/// The answer to [`TAKE`] if a dead member holds the lock, plus that member.
pub(super) const LOCK_OF_DEAD: u64 = 2;

fn on_lock(operation: u16, wanted: LockKind) -> Combine {
    Combine { operation, element: if wanted == LockKind::Shared { SHARED } else { EXCLUSIVE } }
}

impl FarPart {
    pub fn place(&self, offset: u64, len: usize) -> Result<WindowPlace, WindowError> {
        match self.len {
            Some(all) if offset > all || len as u64 > all - offset => Err(WindowError::Outside(all)),
            _ => Ok(WindowPlace { to: self.to, window: self.id, key: self.key, offset }),
        }
    }

    /// Waits until an operation has ended, unless it is `lasting`: then the pending count includes it. Only a lasting
    /// operation's memory stays valid after the call.
    fn settle<F: Local>(&self, endpoint: &mut Endpoint<F>, op: FarOp, lasting: bool) -> Result<(), WindowError> {
        if !lasting {
            return self.wait(endpoint, op);
        }
        endpoint.far_windows().detach(op);
        Ok(())
    }

    /// Puts `from` at `offset`. With `lasting`, `from` must not change until nothing is pending; otherwise its
    /// memory is free on return.
    pub fn put<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        offset: u64,
        from: Region,
        lasting: bool,
    ) -> Result<(), WindowError> {
        let op = endpoint.far_windows().put(self.place(offset, from.len())?, from);
        self.settle(endpoint, op, lasting)
    }

    /// Gets bytes at `offset`. With `lasting`, `into` has the bytes only once nothing is pending; otherwise it has
    /// them on return.
    pub fn get<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        offset: u64,
        into: Region,
        lasting: bool,
    ) -> Result<(), WindowError> {
        let op = endpoint.far_windows().get(self.place(offset, into.len())?, into);
        self.settle(endpoint, op, lasting)
    }

    /// Combines elements of `width` bytes, as many at a time as fit in a frame. On return the operands are free,
    /// and `old` has the previous elements.
    pub fn combine<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        offset: u64,
        (width, combine): (usize, Combine),
        operand: Region,
        old: Option<Region>,
    ) -> Result<(), WindowError> {
        // Check the whole range first: an error between two frames would leave operands in use.
        self.place(offset, operand.len())?;
        let how = How { combine, swap: false, replied: old.is_some() };
        let most = (endpoint.most_combined() / width).max(1) * width;
        let mut ops = Vec::new();
        for at in (0..operand.len()).step_by(most) {
            let len = most.min(operand.len() - at);
            let passed = if planted("later_frames_combine_at_start") { 0 } else { at as u64 };
            let place = self.place(offset.wrapping_add(passed), len)?;
            ops.push(endpoint.far_windows().combine(
                place,
                how,
                operand.slice(at, len),
                old.map(|old| old.slice(at, len)),
            ));
        }
        let mut end = Ok(());
        for op in ops {
            end = end.and(self.wait(endpoint, op));
        }
        end
    }

    pub fn compare_and_swap<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        offset: u64,
        combine: Combine,
        [compare, new, old]: [Region; 3],
    ) -> Result<(), WindowError> {
        let both = lent::zeroed(compare.len() + new.len());
        both.region().copy_from(compare);
        both.region().from(compare.len()).copy_from(new);
        let how = How { combine, swap: true, replied: true };
        let op = endpoint.far_windows().combine(self.place(offset, new.len())?, how, both.region(), Some(old));
        self.wait(endpoint, op)
    }

    /// Returns true while some operation has not been applied at the part's rank.
    pub fn is_pending<F: Local>(&self, endpoint: &mut Endpoint<F>, state: &FarState) -> bool {
        if planted("far_part_never_pending") || !endpoint.far_windows().is_pending(self.to, self.id) {
            return false;
        }
        self.look_for_life(endpoint, state);
        endpoint.far_windows().is_pending(self.to, self.id)
    }

    /// Returns true while operations use memory of this rank.
    pub fn is_leaving<F: Local>(&self, endpoint: &mut Endpoint<F>, state: &FarState) -> bool {
        if !endpoint.far_windows().uses_memory(self.to, self.id) {
            return false;
        }
        self.look_for_life(endpoint, state);
        endpoint.far_windows().uses_memory(self.to, self.id)
    }

    /// Checks now and then whether the part's rank runs, and ends all operations on its windows if it does not.
    fn look_for_life<F: Local>(&self, endpoint: &mut Endpoint<F>, state: &FarState) {
        state.looks.set(state.looks.get().wrapping_add(1));
        if state.looks.get().is_multiple_of(LOOKS_FOR_LIFE) {
            endpoint.lose_if_gone(self.to);
        }
    }

    /// Blocks until nothing is pending.
    pub fn wait_for_all<F: Local>(&self, endpoint: &mut Endpoint<F>, state: &FarState) {
        self.wait_while(endpoint, |endpoint| self.is_pending(endpoint, state));
    }

    /// Blocks until no operation uses memory of this rank. Returns an error if one was refused.
    pub fn settle_all<F: Local>(&self, endpoint: &mut Endpoint<F>, state: &FarState) -> Result<(), WindowError> {
        self.wait_while(endpoint, |endpoint| self.is_leaving(endpoint, state));
        self.outcome(endpoint)
    }

    fn wait_while<F: Local>(&self, endpoint: &mut Endpoint<F>, mut goes_on: impl FnMut(&mut Endpoint<F>) -> bool) {
        let mut patience = Patience::default();
        while goes_on(endpoint) {
            if endpoint.progress() {
                patience.moved();
            } else {
                endpoint.pause(&mut patience, Waiting::NOTHING).rest();
            }
        }
        endpoint.stop_waiting(&patience);
    }

    /// Returns an error if an operation was refused since the previous call.
    pub fn outcome<F: Local>(&self, endpoint: &mut Endpoint<F>) -> Result<(), WindowError> {
        endpoint.far_windows().refusal(self.to, self.id).map_or(Ok(()), |refusal| Err(self.refused(refusal)))
    }

    fn refused(&self, refusal: Refusal) -> WindowError {
        match refusal {
            Refusal::Outside if self.len.is_none() => WindowError::NotAttached,
            refusal => WindowError::Far(self.to, refusal),
        }
    }

    /// Blocks until an operation has ended.
    pub fn wait<F: Local>(&self, endpoint: &mut Endpoint<F>, op: FarOp) -> Result<(), WindowError> {
        let (mut patience, mut looks) = (Patience::default(), 0u32);
        let end = loop {
            if let Some(end) = endpoint.far_windows().done(op) {
                break end;
            }
            if endpoint.progress() {
                patience.moved();
                continue;
            }
            looks += 1;
            if looks.is_multiple_of(LOOKS_FOR_LIFE) {
                endpoint.lose_if_gone(self.to);
            }
            endpoint.pause(&mut patience, Waiting::NOTHING).rest();
        };
        endpoint.stop_waiting(&patience);
        end.map_err(|refusal| {
            // The error is returned here: the next flush must not report it again.
            endpoint.far_windows().refusal(self.to, self.id);
            self.refused(refusal)
        })
    }

    /// Performs one operation on the lock of the part's rank.
    fn lock<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        me: u32,
        combine: Combine,
        old: Option<Region>,
    ) -> Result<(), WindowError> {
        let member = lent::zeroed(8);
        member.region().set(0, u64::from(me));
        let place = WindowPlace { to: self.to, window: self.control, key: self.key, offset: 0 };
        let how = How { combine, swap: false, replied: old.is_some() };
        let op = endpoint.far_windows().combine(place, how, member.region(), old);
        self.wait(endpoint, op)
    }

    /// Requests the lock of the part's rank, unless the previous request is too recent. Returns true if this member
    /// got it.
    pub fn try_lock<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        state: &FarState,
        me: u32,
        wanted: LockKind,
    ) -> Result<bool, WindowError> {
        if state.next_try.get().is_some_and(|(then, _)| endpoint.clock().now() < then) {
            return Ok(false);
        }
        let answer = lent::zeroed(8);
        self.lock(endpoint, me, on_lock(TAKE, wanted), Some(answer.region()))?;
        if answer.region().get::<u64>(0) == LOCK_TAKEN {
            state.next_try.set(None);
            return Ok(true);
        }
        state.dead_holder.set(answer.region().get::<u64>(0).checked_sub(LOCK_OF_DEAD));
        let pause = state.next_try.get().map_or(FIRST_PAUSE, |(_, pause)| (2 * pause).min(LONGEST_PAUSE));
        state.next_try.set(Some((endpoint.clock().now() + pause, pause)));
        Ok(false)
    }

    /// Releases the lock of the part's rank, without waiting for the release.
    pub fn unlock<F: Local>(&self, endpoint: &mut Endpoint<F>, me: u32, wanted: LockKind) -> Result<(), WindowError> {
        self.lock(endpoint, me, on_lock(GIVE_BACK, wanted), None)
    }
}
