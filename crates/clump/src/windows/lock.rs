//! The lock of each part. The origin takes the lock itself if the part's control block is on its machine; otherwise
//! the part's rank takes the lock for the origin.
use super::{LockKind, Window, WindowError, WindowRoute};
use crate::endpoint::{Endpoint, Local};
use clump_core::Rank;

impl Window {
    /// Tries to take the lock of the target's part (MPI 5.0, 12.5.3). Returns `Ok(false)` if the lock is not free:
    /// try again, and check now and then whether a [dead member](Window::dead_holder) holds it.
    #[inline(always)]
    pub fn try_lock<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        target: usize,
        wanted: LockKind,
    ) -> Result<bool, WindowError> {
        let me = self.me as u32;
        match (&self.parts[target].control, self.parts[target].way) {
            (Some(control), _) => Ok(control.take_lock(me, wanted)),
            (None, WindowRoute::Far(far)) => far.try_lock(endpoint, &self.far, me, wanted),
            (None, _) => Err(WindowError::Refused(self.parts[target].rank)),
        }
    }

    /// Records that this member waits for the lock of the target's part, or no longer waits. On release, the holder
    /// wakes waiting members. Returns false if the part is on another machine, which wakes no member.
    pub fn set_waiting(&self, target: usize, on: bool) -> bool {
        match self.parts[target].control {
            Some(control) => {
                control.set_waiting(self.me as u32, on);
                true
            }
            None => false,
        }
    }

    /// Releases the lock, and wakes the members that wait for it.
    #[inline(always)]
    pub fn unlock<F: Local>(
        &self,
        endpoint: &mut Endpoint<F>,
        target: usize,
        wanted: LockKind,
    ) -> Result<(), WindowError> {
        let me = self.me as u32;
        match (&self.parts[target].control, self.parts[target].way) {
            (Some(control), _) => {
                control.give_lock_back(me, wanted);
                if control.is_waited_for() {
                    control.waiting(self.parts.len()).for_each(|member| endpoint.ring(self.parts[member].rank));
                }
                Ok(())
            }
            (None, WindowRoute::Far(far)) => far.unlock(endpoint, me, wanted),
            (None, _) => Err(WindowError::Refused(self.parts[target].rank)),
        }
    }

    /// Returns the rank that holds the lock of the target's part and has died. Reads files: do not call it in every
    /// poll.
    pub fn dead_holder<F: Local>(&self, endpoint: &Endpoint<F>, target: usize) -> Option<Rank> {
        let Some(control) = self.parts[target].control else {
            let member = usize::try_from(self.far.dead_holder.get()?).ok()?;
            return self.parts.get(member).map(|part| part.rank);
        };
        let dead = |member: usize| self.is_dead(endpoint, member).then(|| self.parts[member].rank);
        control.holders(self.parts.len()).find_map(dead)
    }
}
