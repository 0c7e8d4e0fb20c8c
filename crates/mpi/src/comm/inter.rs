//! Intercommunicators (MPI 5.0, 7.6): creation from two intracommunicators, and merging into one intracommunicator.
use super::{GroupJoining, JoinRefusal, RootLink};
use crate::abi::{self, MPI_COMM_NULL};
use crate::agreement::{Agreement, Bridge};
use crate::context;
use crate::error::{Call, Result, error, fail};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::objects::comm::Comm;
use crate::state::State;
use clump_coll::Ranks;
use std::sync::Arc;

impl State {
    /// Returns the communicator, or MPI_ERR_COMM if it is not an intercommunicator.
    fn inter(&self, handle: abi::Comm) -> Result<&Comm> {
        let c = self.comm(handle)?;
        if !c.is_inter() {
            return fail(abi::MPI_ERR_COMM, "it is an intracommunicator; this call is for intercommunicators");
        }
        Ok(c)
    }

    /// Returns the connection from this leader to the other leader, or MPI_ERR_COMM, MPI_ERR_RANK or MPI_ERR_TAG.
    fn bridge(&self, call: Call, peer: abi::Comm, leader: i32, tag: i32) -> Result<Bridge> {
        let peer = self.comm(peer)?;
        if tag < 0 {
            return fail(abi::MPI_ERR_TAG, format!("the tag is {tag}; it must not be negative"));
        }
        match u32::try_from(leader) {
            Ok(to) if to < peer.peer_count() => Ok(Bridge::new(call, peer, to, tag)),
            _ => {
                let why =
                    format!("the remote leader is {leader}; the peer communicator has {} ranks", peer.peer_count());
                fail(abi::MPI_ERR_RANK, why)
            }
        }
    }
}

/// Finds out, with the other group, whether the groups are of two jobs, which know no common numbers of their
/// processes. Returns which of the groups is the first; `None` if they are of one job or joint job, or the leader has
/// no connection. `job` is the job of this group.
async fn of_two_jobs(agreement: &Agreement, connection: Option<&Bridge>, job: u64) -> Option<bool> {
    const FOREIGN: u8 = 1;
    const FIRST: u8 = 2;
    let mut found = 0;
    if let Some(bridge) = connection
        && bridge.swap_words(&job.to_ne_bytes()).await != job.to_ne_bytes()
    {
        found = if bridge.is_first() { FOREIGN | FIRST } else { FOREIGN };
    }
    let found = agreement.reduce(&[found], |a, b| a[0] |= b[0]).await[0];
    (found & FOREIGN != 0).then_some(found & FIRST != 0)
}

/// MPI_Intercomm_create
#[allow(clippy::too_many_arguments)]
pub fn intercomm_create(
    call: Call,
    local_comm: abi::Comm,
    local_leader: i32,
    peer_comm: abi::Comm,
    remote_leader: i32,
    tag: i32,
    new: Out<abi::Comm>,
) -> Result {
    let (agreement, rank, local, bridge, job) = {
        let mut s = gate::enter();
        let c = s.intra(local_comm)?;
        let (rank, local) = (c.rank, c.local.clone());
        let Some(leader) = u32::try_from(local_leader).ok().filter(|&l| l < local.len()) else {
            let why =
                format!("the local leader is {local_leader}; the communicator has ranks 0 to {}", local.len() - 1);
            return fail(abi::MPI_ERR_RANK, why);
        };
        // MPI 5.0, 7.6.2: the arguments on the peer communicator are significant only at the leader.
        let bridge = (rank == leader).then(|| s.bridge(call, peer_comm, remote_leader, tag));
        let own = s.endpoint().joints().process_name().job;
        let job = s.dynamic.job_of(local.job(rank), own);
        (Agreement::of(&mut s, call, local_comm)?.under(leader as usize), rank, local, bridge, job)
    };
    let connection = bridge.as_ref().and_then(|b| b.as_ref().ok());
    if let Some(first) = agreement.wait_over(connection, of_two_jobs(&agreement, connection, job))? {
        let roots = bridge.map(|bridge| bridge.map(RootLink::Bridge).map_err(JoinRefusal::from));
        new.set(MPI_COMM_NULL);
        new.set(GroupJoining { agreement, rank, first, roots, until: None }.join(call, local_comm)?);
        return Ok(());
    }
    let met = agreement.wait_over(connection, agreement.meet(&local, connection))?;
    let bridge = bridge.transpose()?;
    let Some((jobs, key)) = met else {
        return fail(
            abi::MPI_ERR_COMM,
            format!("the local leader, rank {local_leader}, gave arguments that are wrong"),
        );
    };
    if let Some(job) = jobs.iter().find(|&&job| local.rank_of(job).is_some()) {
        return fail(abi::MPI_ERR_COMM, format!("process {job} is in both groups, which must have none in common"));
    }
    let agreement = agreement.joined(bridge, key);
    let context = agreement.wait(context::agree(&agreement))??;
    let comm = Comm::inter(context, rank, local, Arc::new(Ranks::of(&jobs)));
    new.set(gate::enter().new_comm(comm, local_comm)?);
    Ok(())
}

/// MPI_Intercomm_merge: the ranks of the group that passes `high` come last. If both groups pass equal values, the
/// group whose first process has the lower job rank comes first.
pub fn intercomm_merge(call: Call, comm: abi::Comm, high: i32, new: Out<abi::Comm>) -> Result {
    let (agreement, first, mine, [local, remote]) = {
        let mut s = gate::enter();
        let c = s.inter(comm)?;
        let groups = [c.local.clone(), c.peers.clone()];
        let (first, mine) = (c.comes_first(), c.local.job(c.rank));
        (Agreement::of(&mut s, call, comm)?, first, mine, groups)
    };
    // Use one bit for each of the four answers: low or high, from the first or from the second group.
    let answer = 1u8 << (2 * u8::from(!first) + u8::from(high != 0));
    let answers = agreement.wait(agreement.reduce(&[answer], |a, b| a[0] |= b[0]))?[0];
    let second_is_low = match answers {
        0b0101 | 0b1010 | 0b1001 => false,
        0b0110 => true,
        _ => return Err(error(abi::MPI_ERR_ARG, "processes of the same group gave different values of high")),
    };
    let context = agreement.wait(context::agree(&agreement))??;
    let (low, up) = if first == second_is_low { (remote, local) } else { (local, remote) };
    let jobs: Vec<u32> = low.iter().chain(up.iter()).collect();
    let members = Arc::new(Ranks::of(&jobs));
    let rank =
        members.rank_of(mine).ok_or_else(|| error(abi::MPI_ERR_INTERN, "this process is in none of the groups"))?;
    new.set(MPI_COMM_NULL);
    new.set(gate::enter().new_comm(Comm::intra(context, rank, members), comm)?);
    Ok(())
}
