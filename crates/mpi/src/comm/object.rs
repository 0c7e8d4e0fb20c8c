//! What a communicator is.
use crate::abi;
use crate::coll::PerComm;
use crate::group::Ranks;
use crate::info::Info;
use crate::topology::Cart;
use std::sync::Arc;

/// A communicator. Its collectives use the context above `context`.
#[derive(Debug)]
pub struct Comm {
    pub handle: abi::Comm,
    /// Even: for point-to-point.
    pub context: u16,
    /// This process's rank in the (local) group.
    pub rank: u32,
    /// Processes that messages can go to.
    peer_count: u32,
    /// Ranks of peers are job ranks.
    identity: bool,
    /// Whom messages go to: the remote group of an intercommunicator, else the group.
    pub peers: Arc<Ranks>,
    /// The (local) group.
    pub local: Arc<Ranks>,
    pub errhandler: abi::Errhandler,
    /// As the program gave it, in its own encoding.
    pub name: Vec<u8>,
    pub info: Info,
    /// The grid that the processes form, if any.
    pub topology: Option<Arc<Cart>>,
    /// What the collectives keep for it.
    pub coll: PerComm,
}

impl Comm {
    /// A new intracommunicator; the handle comes with its slot.
    pub fn intra(context: u16, rank: u32, group: Arc<Ranks>) -> Comm {
        Comm {
            handle: abi::MPI_COMM_NULL,
            context,
            rank,
            peer_count: group.len(),
            identity: group.identity(),
            peers: group.clone(),
            local: group,
            errhandler: abi::MPI_ERRORS_ARE_FATAL,
            name: Vec::new(),
            info: Info::new(),
            topology: None,
            coll: Default::default(),
        }
    }

    /// A new intercommunicator between two groups that have no process in common.
    pub fn inter(context: u16, rank: u32, local: Arc<Ranks>, remote: Arc<Ranks>) -> Comm {
        let (peer_count, identity) = (remote.len(), remote.identity());
        Comm { peers: remote, peer_count, identity, ..Comm::intra(context, rank, local) }
    }

    /// Processes in the (local) group.
    pub fn size(&self) -> u32 {
        self.local.len()
    }

    /// Processes that messages can go to.
    #[inline(always)]
    pub fn peer_count(&self) -> u32 {
        self.peer_count
    }

    /// True for an intercommunicator.
    pub fn is_inter(&self) -> bool {
        !Arc::ptr_eq(&self.peers, &self.local)
    }

    /// The job-wide rank of a peer, which must be below `peer_count`.
    #[inline(always)]
    pub fn job_rank(&self, rank: u32) -> u32 {
        if self.identity { rank } else { self.peers.job(rank) }
    }

    /// The peer's rank of a job-wide rank that is known to be a peer.
    #[inline(always)]
    pub fn rank_of(&self, job: u32) -> u32 {
        if self.identity { job } else { self.peers.rank_of(job).unwrap_or(job) }
    }

    /// How to name the source of a message later, when the communicator may be gone.
    #[inline(always)]
    pub fn translation(&self) -> Option<Arc<Ranks>> {
        if self.identity { None } else { Some(self.peers.clone()) }
    }

    /// Does an intercommunicator's local group come before the remote one, where both are counted through? The one
    /// whose first process comes first in the job does, so both say the same.
    pub fn comes_first(&self) -> bool {
        self.local.job(0) < self.peers.job(0)
    }

    /// All processes of both groups, or of the group, and this process's place among them.
    pub fn everyone(&self) -> (Arc<Ranks>, u32) {
        if !self.is_inter() {
            return (self.local.clone(), self.rank);
        }
        let (first, second, before) = match self.comes_first() {
            true => (&self.local, &self.peers, 0),
            false => (&self.peers, &self.local, self.peer_count),
        };
        let jobs: Vec<u32> = first.iter().chain(second.iter()).collect();
        (Arc::new(Ranks::of(&jobs)), before + self.rank)
    }

    /// The context for collectives.
    pub fn collective_context(&self) -> u16 {
        self.context + 1
    }
}
