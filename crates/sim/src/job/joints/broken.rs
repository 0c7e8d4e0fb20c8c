//! What the processes of a living job do in a joint job whose other job has died: they wait in vain until they are
//! told, withdraw what they have open, and leave.
use super::joint::{InVain, Joint};
use super::{Group, Process, World};
use clump::driver::{LentBuffer, Mode, Request};
use clump_core::{Rank, Select};
use clump_fabric::sim::lent;

/// A tag that no message has.
const NEVER: i32 = 99;
/// The length of messages that never come, in bytes.
const LENGTH: usize = 40;

impl World {
    /// Takes a process a step nearer to its departure from a joint job whose other job has died. Returns true if the
    /// process has left.
    pub(super) fn leave_dead(&mut self, at: usize, joint: usize) -> Result<bool, String> {
        let rank = self.joints[joint].rank_of(at).unwrap_or(0);
        if !self.joints[joint].in_vain[rank].has_begun {
            self.wait_in_vain(at, joint, rank);
        }
        if !self.joints[joint].in_vain[rank].is_told && !self.is_told(at, joint, rank)? {
            return Ok(false);
        }
        let withdraw =
            |world: &mut World| world.turn(at, Group::Joint(joint), |messages, turn| messages.withdraw(turn));
        withdraw(self)?;
        let Joint { first, in_vain, .. } = &mut self.joints[joint];
        let (endpoint, requests) = (&mut self.processes[at].endpoint, &mut in_vain[rank].requests);
        requests.retain(|&request| !endpoint.cancel(request) || endpoint.test(request).is_none());
        let first = *first;
        if !endpoint.joints().leave(first) {
            return Ok(false);
        }
        // The last receives may have been lost only now.
        let is_over = requests.is_empty();
        let is_over = withdraw(self)? && is_over;
        let Joint { in_vain, .. } = &self.joints[joint];
        if !is_over {
            return Err(format!("process {at} has left the joint job {first} and still waits there"));
        }
        if in_vain[rank].memory.iter().any(|memory| memory.region().to_vec().iter().any(|byte| *byte != 0)) {
            return Err(format!("process {at} has received from the joint job {first} what no process has sent"));
        }
        self.has_left(at, joint).map(|()| true)
    }

    /// Begins to wait for processes that have died: in a receive from one of them, in a receive from any of them, and
    /// in a synchronous send.
    fn wait_in_vain(&mut self, at: usize, joint: usize, rank: usize) {
        let Joint { first, context, jobs, processes, in_vain, .. } = &mut self.joints[joint];
        let (first, context, living) = (*first, *context, self.processes[at].job);
        let is_dead =
            |other: &usize| jobs.contains(&self.processes[*other].job) && self.processes[*other].job != living;
        let dead: Vec<Rank> = processes.iter().zip(first..).filter(|(p, _)| is_dead(p)).map(|(_, n)| n).collect();
        let (from, to) = (dead[self.run.rng.usize(..dead.len())], dead[self.run.rng.usize(..dead.len())]);
        let endpoint = &mut self.processes[at].endpoint;
        endpoint.joints().set_senders(context, dead);
        let memory: Vec<LentBuffer> = (0..3).map(|_| lent(LENGTH)).collect();
        let select = |source| Select { context, source, tag: Some(NEVER) };
        let mut requests: Vec<Request> = Vec::new();
        requests.push(endpoint.recv(select(Some(from)), memory[0].region()));
        requests.push(endpoint.recv(select(None), memory[1].region()));
        requests.extend(endpoint.send(to, context, NEVER, memory[2].region(), Mode::Synchronous));
        in_vain[rank] = InVain { requests, memory, has_begun: true, is_told: false };
        self.run.note(|| format!("process {at} waits in vain for {from} and {to}"));
    }

    /// Returns true if the process knows that all it waits for has died.
    fn is_told(&mut self, at: usize, joint: usize, rank: usize) -> Result<bool, String> {
        let Joint { first, in_vain, crashed, .. } = &mut self.joints[joint];
        let Process { endpoint, .. } = &mut self.processes[at];
        let told = in_vain[rank].requests.iter().all(|&request| endpoint.departed(request).is_some())
            && crashed.iter().all(|&rank| endpoint.has_crashed(*first + rank));
        in_vain[rank].is_told = told;
        Ok(told)
    }
}
