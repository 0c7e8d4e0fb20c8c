//! What communicators know of faults.
use crate::abi;
use crate::error::{Result, error};
use crate::objects::comm::Comm;
use crate::objects::request::Request;
use crate::state::State;
use clump::driver::Revoked;

impl State {
    /// Returns the communicator's name among all that the job or joint job has; `None` if no launcher orders the deaths
    /// of the joint job.
    pub(crate) fn name_of_comm(&self, c: &Comm) -> Option<Revoked> {
        let first = c.everyone().0.job(0);
        if !self.open_endpoint()?.orders_deaths(first) {
            return None;
        }
        let time = self.contexts.time_of(c.context) as u32 & 0x7fff_ffff;
        let rank = first - self.joint_of(first).unwrap_or(0);
        Some(Revoked { pair: c.context / 2, first: rank as u16, time })
    }

    /// Tells the endpoint of a new communicator, so that it can be revoked and its members can fail.
    pub(crate) fn introduce(&mut self, comm: abi::Comm) -> Result {
        let c = self.comm(comm)?;
        let Some(name) = self.name_of_comm(c) else { return Ok(()) };
        let (context, member, senders) = (c.context, c.local.job(c.rank), c.peers.clone());
        self.endpoint().faults().know_communicator(context, name, member, move |job| senders.rank_of(job).is_some());
        self.apply_faults(comm)
    }

    /// Reads the news of the log of faults, and applies them to the communicators.
    pub(crate) fn hear_faults(&mut self) {
        let Some(endpoint) = self.common.endpoint.as_mut() else { return };
        endpoint.hear_faults();
        let heard = endpoint.faults().faults_heard();
        if std::mem::replace(&mut self.mpi.faults_heard, heard) == heard {
            return;
        }
        let all: Vec<usize> = self.comms.iter().map(|(handle, _)| handle).collect();
        for handle in all {
            // The communicator exists.
            let _ = self.apply_faults(abi::Comm(handle));
        }
    }

    fn apply_faults(&mut self, comm: abi::Comm) -> Result {
        let c = self.comm(comm)?;
        let (context, member, peers) = (c.context, c.local.job(c.rank), c.peers.clone());
        let endpoint = self.endpoint();
        let revoked = endpoint.is_revoked(context);
        let dead: Vec<u32> = endpoint.deaths_beside(member).iter().filter_map(|&job| peers.rank_of(job)).collect();
        self.comm_mut(comm)?.suspect(revoked, dead);
        Ok(())
    }

    /// Returns the error class of an operation on a communicator that cannot complete because of process `job`.
    pub(crate) fn class_of_departure(&self, comm: abi::Comm, job: u32) -> i32 {
        let Some(endpoint) = self.open_endpoint() else { return abi::MPI_ERR_PROC_ABORTED };
        match self.comm_of_operation(comm) {
            Some(c) if endpoint.is_revoked(c.context) => abi::MPI_ERR_REVOKED,
            _ if endpoint.has_crashed(job) && endpoint.orders_deaths(job) => abi::MPI_ERR_PROC_FAILED,
            _ => abi::MPI_ERR_PROC_ABORTED,
        }
    }

    /// Returns MPI_ERR_REVOKED if the communicator is known to be revoked.
    pub(crate) fn unless_revoked(&self, comm: abi::Comm) -> Result {
        if self.comm(comm)?.is_revoked() { Err(revoked()) } else { Ok(()) }
    }

    /// Returns the communicators on which the rounds of a communicator's persistent collectives run.
    pub(crate) fn hidden_of(&self, comm: abi::Comm) -> Vec<abi::Comm> {
        let shared = self.comm(comm).ok().and_then(|c| c.coll.shared);
        let of_requests = self.requests.iter().filter_map(|(_, request)| match request {
            Request::Collective(c) if c.comm == comm => Some(c.hidden),
            _ => None,
        });
        of_requests.chain(shared).collect()
    }
}

/// Returns the error of a call on a revoked communicator.
#[cold]
pub(crate) fn revoked() -> Box<crate::error::Error> {
    error(abi::MPI_ERR_REVOKED, "go on with the communicator of the survivors (MPIX_Comm_shrink)")
}
