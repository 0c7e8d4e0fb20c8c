//! Leaves joint jobs of which no communicator is left.
use crate::objects::dynamic::store::Dynamic;
use crate::state::{Mpi, State};

impl State {
    /// Returns the lowest number of the joint job that a number belongs to; `None` for a rank of this job.
    pub(crate) fn joint_of(&self, number: u32) -> Option<u32> {
        self.dynamic.joints.iter().find(|joint| joint.has(number)).map(|joint| joint.first)
    }

    /// Returns true if no communicator of the joint job whose numbers begin with `first` is left.
    pub(crate) fn joint_is_unused(&self, first: u32) -> bool {
        let mut all = self.comms.iter().map(|(_, c)| c).chain(self.freed.iter());
        !all.any(|c| !c.local.is_empty() && self.joint_of(c.local.job(0)) == Some(first))
    }

    /// Leaves the joint jobs of which no communicator is left, as far as nothing with their processes is under way.
    pub(crate) fn leave_joints(&mut self) {
        if self.dynamic.joints.is_empty() {
            // Launchers end a moment after their joint job: without this they would stay as zombies.
            self.dynamic.guardians.retain_mut(|guardian| !guardian.is_over());
            return;
        }
        let State { common, mpi } = self;
        let Mpi { comms, freed, dynamic, .. } = mpi;
        let endpoint = common.endpoint();
        let Dynamic { joints, guardians, .. } = dynamic;
        joints.retain(|joint| {
            let mut all = comms.iter().map(|(_, c)| c).chain(freed.iter());
            let used = joint.is_new || all.any(|c| !c.local.is_empty() && joint.has(c.local.job(0)));
            let stays = used || !endpoint.joints().leave(joint.first);
            if !stays {
                let started = guardians.iter_mut().filter(|g| g.joint == Some(joint.first));
                started.for_each(|guardian| guardian.let_go());
            }
            stays
        });
        guardians.retain_mut(|guardian| !guardian.is_over());
    }

    /// Ends what this process keeps of other jobs, as the last step before it leaves its own job.
    pub(crate) fn end_dynamic(&mut self) {
        let dynamic = &mut self.dynamic;
        dynamic.guardians.drain(..).for_each(|mut guardian| guardian.let_go());
        dynamic.published.drain(..).for_each(|published| published.withdraw());
        dynamic.ports.clear();
        dynamic.joints.clear();
    }
}
