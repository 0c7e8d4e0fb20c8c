//! The lock of each part: taken by the origin itself where the part's control block is near, else by the part's rank
//! for it.
use super::{LockKind, Way, Window, WindowError};
use crate::endpoint::Local;
use crate::{Endpoint, Rank};
use clump_fabric::shm::Holder;

impl Window {
    /// Takes the lock of the target's part (MPI 5.0, 12.5.3), if it can be had now. `Ok(false)`: try again, and ask now
    /// and then whether [`Window::dead_holder`] has it.
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
            (None, Way::Far(far)) => far.try_lock(endpoint, &self.far, me, wanted),
            (None, _) => Err(WindowError::Refused(self.parts[target].rank)),
        }
    }

    /// This member waits for the lock of the target's part from now on, or no longer: who gives it back wakes it.
    /// False: nobody does, since the part is on another machine.
    pub fn set_waiting(&self, target: usize, on: bool) -> bool {
        match self.parts[target].control {
            Some(control) => {
                control.set_waiting(self.me as u32, on);
                true
            }
            None => false,
        }
    }

    /// Gives the lock back, and wakes those who wait for it.
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
            (None, Way::Far(far)) => far.unlock(endpoint, me, wanted),
            (None, _) => Err(WindowError::Refused(self.parts[target].rank)),
        }
    }

    /// A rank that has died with the lock of the target's part in its hands. Reads files: not for every look.
    pub fn dead_holder<F: Local>(&self, endpoint: &Endpoint<F>, target: usize) -> Option<Rank> {
        let control = self.parts[target].control?;
        let dead = |member: usize| self.is_dead(endpoint, member).then(|| self.parts[member].rank);
        match control.lock().holder()? {
            Holder::Rank(member) => dead(member as usize),
            Holder::Sharers(_) => control.sharers(self.parts.len()).find_map(dead),
        }
    }
}
