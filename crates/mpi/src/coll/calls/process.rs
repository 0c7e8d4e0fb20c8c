//! The process's endpoint, as collectives use it, and the process's position in a communicator.
use super::buffers::Lookup;
use crate::abi;
use crate::error::{Call, Result, fail};
use crate::ffi::gate;
use crate::objects::coll::store::{Boards, Sequence};
use crate::state::State;
use clump::driver::{Endpoint, Standard, Waiting};
use clump_coll::Ranks;
use clump_coll::{Entrance, FastPath, Hierarchy, Team};
use std::sync::Arc;

/// Access to the process-wide state, which a collective holds for one step at a time.
#[derive(Clone, Copy)]
pub struct EndpointEntrance;

impl Entrance for EndpointEntrance {
    type Fabric = Standard;

    #[inline(always)]
    fn enter<R>(&self, step: impl FnOnce(&mut Endpoint) -> R) -> R {
        step(gate::enter().endpoint())
    }
    fn others(&self) -> bool {
        // The caller has just polled the endpoint, so only the endpoint's other users still need progress.
        gate::enter().advance_others()
    }
    fn retire_context(&self, collective_context: u16) {
        gate::enter().contexts.retire(collective_context & !1);
    }
    fn others_and_sleep(&self) -> bool {
        gate::enter().advance_others_and_sleep()
    }
    fn tell_before_sleep(&self, late: Option<Waiting>) -> bool {
        gate::enter().tell_before_sleep(late)
    }
}

/// This process's position in a communicator.
#[derive(Clone, Copy)]
pub struct Membership {
    pub rank: usize,
    pub size: usize,
    /// Number of ranks of the remote group; `None` on an intracommunicator.
    pub remote: Option<usize>,
}

impl Membership {
    /// Checks the root argument. Returns MPI_ERR_ROOT for an invalid root.
    pub fn root(self, root: i32) -> Result<usize> {
        match usize::try_from(root) {
            Ok(r) if r < self.size => Ok(r),
            _ => fail(abi::MPI_ERR_ROOT, format!("the root is {root}; ranks here are 0 to {}", self.size - 1)),
        }
    }
}

impl State {
    /// Returns the tables in which calls look up their arguments.
    #[inline(always)]
    pub(crate) fn lookup(&self) -> Lookup<'_> {
        Lookup { types: &self.types, ops: &self.ops }
    }

    /// Returns this process's position in a communicator, or MPI_ERR_COMM for an invalid handle.
    pub(in crate::coll) fn membership(&self, comm: abi::Comm) -> Result<Membership> {
        let c = self.comm(comm)?;
        let remote = c.is_inter().then(|| c.peer_count() as usize);
        Ok(Membership { rank: c.rank as usize, size: c.size() as usize, remote })
    }

    /// Returns the team of the next collective call on a communicator that [`State::membership`] has checked.
    #[inline]
    pub(crate) fn team(&mut self, call: Call, comm: abi::Comm, sequence: Sequence) -> Result<Team<EndpointEntrance>> {
        let oversubscribed = match self.coll.oversubscribed {
            Some(oversubscribed) => oversubscribed,
            None => {
                // Without MPI there is no endpoint.
                self.comm(comm)?;
                let ep = self.endpoint();
                let (oversubscribed, hosts_share_cores) = (ep.size() > ep.cores(), ep.hosts_share_cores());
                self.coll.hosts_share_cores = hosts_share_cores;
                *self.coll.oversubscribed.insert(oversubscribed)
            }
        };
        let boards = match self.comm(comm)?.coll.boards(sequence) {
            Some(boards) => boards,
            None => self.join_group(comm, sequence)?,
        };
        let c = self.comm(comm)?;
        let joint = self.open_endpoint().is_some_and(|endpoint| endpoint.is_of_joint(c.local.job(c.rank)));
        // The processes of two jobs must choose alike, whatever the machines of each.
        let (oversubscribed, share_cores) = match joint {
            true => (true, false),
            false => (oversubscribed, self.coll.hosts_share_cores),
        };
        let apart = boards.all.is_none() && !joint && self.is_apart(comm)?;
        let c = self.comm_mut(comm)?;
        let tag = c.coll.next_tag(sequence);
        let mut team = Team::new(
            EndpointEntrance,
            Ranks::clone(&c.local),
            c.rank as usize,
            c.collective_context(),
            tag,
            call.0,
            oversubscribed,
        );
        if c.is_inter() {
            team.face(c.peers.clone());
        }
        if boards.all.is_none()
            && let Some(levels) = &c.coll.levels
        {
            team.spread(levels.clone(), boards.here);
        }
        // A multicast group numbers broadcasts in the order of calls. Some non-blocking calls broadcast in another
        // order.
        let team = team.with_group(boards.all).with_hosts(share_cores).with_apart(apart);
        Ok(team.with_broadcasts(boards.broadcasts.filter(|_| sequence == Sequence::Blocking)))
    }

    /// Returns true if each of a communicator's several members is on a host of its own.
    fn is_apart(&mut self, comm: abi::Comm) -> Result<bool> {
        let c = self.comm(comm)?;
        if let Some(apart) = c.coll.apart {
            return Ok(apart);
        }
        let local = c.local.clone();
        let endpoint = self.endpoint();
        let apart = Hierarchy::is_apart(&local, |job| endpoint.host_of(job));
        self.comm_mut(comm)?.coll.apart = Some(apart);
        Ok(apart)
    }

    /// Returns the fast path of a communicator's next blocking call; `None` if its ranks share no board, or have not
    /// joined it yet.
    #[inline(always)]
    pub(super) fn fast_path(&mut self, comm: abi::Comm) -> Option<FastPath<'_>> {
        let (oversubscribed, c) = (self.coll.oversubscribed?, self.comm(comm).ok()?);
        let (ranks, rank) = (c.size() as usize, c.rank as usize);
        let number = c.coll.boards(Sequence::Blocking)?.all?;
        Some(FastPath::new(self.endpoint().group(number)?, ranks, rank, oversubscribed))
    }

    /// Counts a blocking call that has ended without a team.
    #[inline(always)]
    pub(super) fn count_call(&mut self, comm: abi::Comm) -> Result {
        self.comm_mut(comm)?.coll.next_tag(Sequence::Blocking);
        Ok(())
    }

    /// Joins the board of the communicator's members, or of this machine's members, before the first call of
    /// a sequence.
    #[cold]
    fn join_group(&mut self, comm: abi::Comm, sequence: Sequence) -> Result<Boards> {
        self.unless_revoked(comm)?;
        let c = self.comm(comm)?;
        let (number, rank, local) = (sequence.group(c.context), c.rank as usize, c.local.clone());
        let start = self.contexts.start(c.context);
        // Boards and multicast groups need non-blocking calls to begin in their order. Calls that are compared first
        // (`--check`) begin when their comparison ends.
        let late = self.coll.checks && sequence == Sequence::Nonblocking;
        let (alone, able) = (c.is_inter() || local.len() == 1, number < clump::driver::GROUPS && !late);
        let ep = self.endpoint();
        let join = |ep: &mut Endpoint, members: &Ranks, place: usize| {
            if let Err(e) = ep.join(number, members.iter(), place, start) {
                // End the job, because the other ranks cannot go on without this rank.
                ep.abort(1, &e.to_string());
            }
        };
        // Boards and multicast groups belong to one job.
        let joint = local.iter().any(|job| ep.is_of_joint(job));
        let levels = Hierarchy::of(&local, rank, |job| ep.host_of(job)).filter(|_| !alone && !joint);
        let here = local.iter().all(|job| ep.host_of(job) == ep.host_of(ep.rank()));
        let boards = Boards {
            // More members would use no board, and each would wake up all others when it joins.
            all: (able && !alone && here && local.len() as usize <= clump_coll::BOARD_RANKS).then_some(number),
            here: (able && levels.is_some()).then_some(number),
            broadcasts: (!alone && !here && !late && !joint).then_some(number as u16),
        };
        if let Some(group) = boards.broadcasts {
            let members: Vec<u32> = levels.as_ref().map_or(&*local, |l| l.leaders()).iter().collect();
            let own = ep.rank();
            if let Some(me) = members.iter().position(|&m| m == own)
                && !ep.broadcasts().open_group(group, start, &members, me)
            {
                ep.abort(1, &format!("group number {group} is open already, although no communicator uses it"));
            }
        }
        match &levels {
            Some(levels) if boards.here.is_some() && levels.here().len() > 1 => join(ep, levels.here(), levels.place()),
            None if boards.all.is_some() => join(ep, &local, rank),
            _ => {}
        }
        let coll = &mut self.comm_mut(comm)?.coll;
        coll.set_boards(sequence, boards);
        if coll.levels.is_none() {
            coll.levels = levels.map(Arc::new);
        }
        Ok(boards)
    }
}
