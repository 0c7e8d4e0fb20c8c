//! What this process keeps of other jobs: joint jobs, open ports, the jobs that it has started, published names.
use super::guardian::Guardian;
use crate::abi;
use clump::driver::ProcessName;
use clump::driver::ports::{PortListener, PublishedName};
use clump_coll::Ranks;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// The state of MPI's chapter 11.
pub struct Dynamic {
    pub joints: Vec<JointTable>,
    /// The ports that the program has opened, by their text.
    pub ports: Vec<(String, PortListener)>,
    /// The intercommunicator with the processes that have started this one, or MPI_COMM_NULL.
    pub parent: abi::Comm,
    /// The launchers of the jobs that this process has started, with the lowest number of their joint job.
    pub guardians: Vec<Guardian>,
    /// The names that this process has published and not withdrawn.
    pub published: Vec<PublishedName>,
}

/// The processes of a joint job.
#[derive(Debug)]
pub struct JointTable {
    /// The number of the joint job's rank 0.
    pub first: u32,
    /// True until its first communicator is made.
    pub is_new: bool,
    names: Vec<ProcessName>,
    /// The number by which groups know each process.
    known_as: Vec<u32>,
}

impl JointTable {
    pub fn new(first: u32, names: Vec<ProcessName>) -> JointTable {
        JointTable { first, is_new: true, names, known_as: Vec::new() }
    }

    fn rank_of(&self, number: u32) -> Option<usize> {
        number.checked_sub(self.first).map(|rank| rank as usize).filter(|&rank| rank < self.names.len())
    }

    /// Returns true if the number belongs to this joint job.
    pub fn has(&self, number: u32) -> bool {
        self.rank_of(number).is_some()
    }
}

impl Dynamic {
    pub const fn new() -> Dynamic {
        Dynamic {
            joints: Vec::new(),
            ports: Vec::new(),
            parent: abi::MPI_COMM_NULL,
            guardians: Vec::new(),
            published: Vec::new(),
        }
    }

    /// Returns a number that tells the job of a communicator's members from all other jobs and joint jobs: `number` is
    /// one of the members, `own` the name of this process's own job.
    pub fn job_of(&self, number: u32, own: u64) -> u64 {
        let Some(joint) = self.joints.iter().find(|joint| joint.has(number)) else { return own };
        let mut hasher = DefaultHasher::new();
        (joint.first, &joint.names).hash(&mut hasher);
        hasher.finish()
    }

    /// Lets this process leave the joint job as soon as no communicator of it is left.
    pub fn is_made(&mut self, first: u32) {
        self.joints.iter_mut().filter(|joint| joint.first == first).for_each(|joint| joint.is_new = false);
    }

    /// Adds a joint job. `own` is the name of this process's own job.
    pub fn add_joint(&mut self, mut table: JointTable, own: u64) {
        let known = |number: u32, name: ProcessName| {
            let same = |joint: &JointTable| Some(joint.known_as[joint.names.iter().position(|n| *n == name)?]);
            match name.job == own {
                true => name.rank,
                false => self.joints.iter().find_map(same).unwrap_or(number),
            }
        };
        table.known_as = table.names.iter().zip(table.first..).map(|(name, number)| known(number, *name)).collect();
        self.joints.push(table);
    }

    /// Returns the number by which groups know the process that a communicator knows by `number`. A process has one
    /// number for groups, and one for the communicators of each joint job.
    fn known_as(&self, number: u32) -> u32 {
        self.joints.iter().find_map(|joint| Some(joint.known_as[joint.rank_of(number)?])).unwrap_or(number)
    }

    /// Returns a communicator's processes as groups know them.
    pub fn as_group(&self, members: &Arc<Ranks>) -> Arc<Ranks> {
        if self.joints.is_empty() {
            return members.clone();
        }
        let known: Vec<u32> = members.iter().map(|number| self.known_as(number)).collect();
        Arc::new(Ranks::of(&known))
    }

    /// Returns a group's processes by the numbers by which a communicator or window with these `members` knows them.
    /// A process that is no member keeps its number.
    pub fn within(&self, group: &Arc<Ranks>, members: &Ranks) -> Arc<Ranks> {
        if self.joints.is_empty() {
            return group.clone();
        }
        let of = |known: u32| members.iter().find(|&number| self.known_as(number) == known).unwrap_or(known);
        Arc::new(Ranks::of(&group.iter().map(of).collect::<Vec<u32>>()))
    }

    /// Returns a group's processes by the numbers of the joint job that has them all; `None` if there is none. A group
    /// of this process's own job stays as it is.
    pub fn within_one_job(&self, group: &Arc<Ranks>, ranks: u32) -> Option<Arc<Ranks>> {
        if group.iter().all(|number| number < ranks) {
            return Some(group.clone());
        }
        self.joints.iter().find_map(|joint| {
            let place = |known: u32| joint.known_as.iter().position(|k| *k == known);
            let numbers: Option<Vec<u32>> = group.iter().map(|k| Some(joint.first + place(k)? as u32)).collect();
            numbers.map(|numbers| Arc::new(Ranks::of(&numbers)))
        })
    }
}

impl Default for Dynamic {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_process_has_one_number_in_groups_whatever_its_communicators_call_it() {
        let name = |job, rank| ProcessName { job, rank };
        let mut dynamic = Dynamic::new();
        // This job has two ranks; a job of two has connected to it, and then a third to both.
        dynamic.add_joint(JointTable::new(100, vec![name(1, 0), name(1, 1), name(2, 0), name(2, 1)]), 1);
        dynamic.add_joint(JointTable::new(200, vec![name(1, 1), name(2, 1), name(3, 0)]), 1);
        let groups = |jobs: &[u32]| dynamic.as_group(&Arc::new(Ranks::of(jobs))).iter().collect::<Vec<_>>();
        assert_eq!(groups(&[0, 1]), [0, 1]);
        assert_eq!(groups(&[103, 100, 101, 102]), [103, 0, 1, 102]);
        assert_eq!(groups(&[200, 201, 202]), [1, 103, 202]);
        let within = |group: &[u32], members: &[u32]| {
            let group = Arc::new(Ranks::of(group));
            dynamic.within(&group, &Ranks::of(members)).iter().collect::<Vec<_>>()
        };
        assert_eq!(within(&[103, 1], &[200, 201, 202]), [201, 200]);
        assert_eq!(within(&[1, 0], &[0, 1]), [1, 0]);
        let one = |group: &[u32]| {
            dynamic.within_one_job(&Arc::new(Ranks::of(group)), 2).map(|g| g.iter().collect::<Vec<_>>())
        };
        assert_eq!(one(&[1, 0]), Some(vec![1, 0]));
        assert_eq!(one(&[1, 103]), Some(vec![101, 103]));
        assert_eq!(one(&[1, 202]), Some(vec![200, 202]));
        assert_eq!(one(&[0, 202]), None);
    }
}
