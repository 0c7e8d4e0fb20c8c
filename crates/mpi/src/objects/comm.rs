//! The communicator object.
use crate::abi;
use crate::objects::coll::PerComm;
use crate::objects::info::object::Info;
use crate::objects::topology::object::Topology;
use crate::objects::traced;
use clump_coll::Ranks;
use std::sync::Arc;

/// A communicator. Its collectives use the context `context + 1`.
#[derive(Debug)]
pub struct Comm {
    pub handle: abi::Comm,
    /// The context for point-to-point messages, an even number.
    pub context: u16,
    /// This process's rank in the group (on an intercommunicator, in the local group).
    pub rank: u32,
    /// Number of processes to which this process can send messages (see `peers`); 0 once anything is known against the
    /// communicator or one of them, and where calls are traced, so that calls look closer.
    plain_peers: u32,
    /// True if the communicator is revoked, as far as this process knows.
    revoked: bool,
    /// The peers' ranks that have died, as far as this process knows.
    dead: Vec<u32>,
    /// True if each peer's rank is its job-wide rank.
    identity: bool,
    /// The processes to which this process can send messages: on an intercommunicator the remote group, otherwise the
    /// communicator's group.
    pub peers: Arc<Ranks>,
    /// The communicator's group (on an intercommunicator, the local group).
    pub local: Arc<Ranks>,
    pub errhandler: abi::Errhandler,
    /// The session from which the communicator comes, or MPI_SESSION_NULL if it comes from MPI_COMM_WORLD or
    /// MPI_COMM_SELF.
    pub session: abi::Session,
    /// The name in the program's own encoding.
    pub name: Vec<u8>,
    pub info: Info,
    /// The topology of the processes; `None` if the communicator has none.
    pub topology: Option<Arc<Topology>>,
    /// The collectives' state of this communicator.
    pub coll: PerComm,
}

impl Comm {
    /// Returns a new intracommunicator, without a handle.
    pub fn intra(context: u16, rank: u32, group: Arc<Ranks>) -> Comm {
        Comm {
            handle: abi::MPI_COMM_NULL,
            context,
            rank,
            plain_peers: plain(group.len()),
            revoked: false,
            dead: Vec::new(),
            identity: group.identity(),
            peers: group.clone(),
            local: group,
            errhandler: abi::MPI_ERRORS_ARE_FATAL,
            session: abi::MPI_SESSION_NULL,
            name: Vec::new(),
            info: Info::new(),
            topology: None,
            coll: Default::default(),
        }
    }

    /// Returns a new intercommunicator between two groups that share no process.
    pub fn inter(context: u16, rank: u32, local: Arc<Ranks>, remote: Arc<Ranks>) -> Comm {
        let (plain_peers, identity) = (plain(remote.len()), remote.identity());
        Comm { peers: remote, plain_peers, identity, ..Comm::intra(context, rank, local) }
    }

    /// Returns the number of processes in the group (on an intercommunicator, in the local group).
    pub fn size(&self) -> u32 {
        self.local.len()
    }

    /// Returns the number of processes to which this process can send messages.
    pub fn peer_count(&self) -> u32 {
        self.peers.len()
    }

    /// Returns the number of processes to which this process can send messages, or 0 if a call must first ask
    /// [`Comm::is_revoked`], [`Comm::has_lost`] and whether it is traced.
    #[inline(always)]
    pub fn plain_peers(&self) -> u32 {
        self.plain_peers
    }

    /// Returns true if the communicator is revoked, as far as this process knows.
    pub fn is_revoked(&self) -> bool {
        self.revoked
    }

    /// Returns true if a peer has died, as far as this process knows.
    pub fn has_lost(&self, peer: u32) -> bool {
        self.dead.contains(&peer)
    }

    /// Notes whether the communicator is revoked, and which peers have died.
    pub fn suspect(&mut self, revoked: bool, dead: Vec<u32>) {
        self.plain_peers = if revoked || !dead.is_empty() { 0 } else { plain(self.peers.len()) };
        (self.revoked, self.dead) = (revoked, dead);
        if revoked {
            // Calls without boards ask whether the communicator is revoked.
            self.coll.forget_boards();
        }
    }

    /// Returns true if this is an intercommunicator.
    pub fn is_inter(&self) -> bool {
        !Arc::ptr_eq(&self.peers, &self.local)
    }

    /// Returns the job-wide rank of a peer; `rank` must be below `peer_count`.
    #[inline(always)]
    pub fn job_rank(&self, rank: u32) -> u32 {
        if self.identity { rank } else { self.peers.job(rank) }
    }

    /// Returns a peer's rank from its job-wide rank, which must belong to a peer.
    #[inline(always)]
    pub fn rank_of(&self, job: u32) -> u32 {
        if self.identity { job } else { self.peers.rank_of(job).unwrap_or(job) }
    }

    /// Returns the table that translates a message's source after the program may have freed the communicator, or
    /// `None` if peers' ranks are their job-wide ranks.
    #[inline(always)]
    pub fn translation(&self) -> Option<Arc<Ranks>> {
        if self.identity { None } else { Some(self.peers.clone()) }
    }

    /// Returns true if an intercommunicator's local group comes before the remote group in [`Comm::everyone`]. The
    /// group whose first process has the lower job rank comes first, so both groups agree.
    pub fn comes_first(&self) -> bool {
        self.local.job(0) < self.peers.job(0)
    }

    /// Returns all processes of the group (on an intercommunicator, of both groups), and this process's position among
    /// them.
    pub fn everyone(&self) -> (Arc<Ranks>, u32) {
        if !self.is_inter() {
            return (self.local.clone(), self.rank);
        }
        let (first, second, before) = match self.comes_first() {
            true => (&self.local, &self.peers, 0),
            false => (&self.peers, &self.local, self.peer_count()),
        };
        let jobs: Vec<u32> = first.iter().chain(second.iter()).collect();
        (Arc::new(Ranks::of(&jobs)), before + self.rank)
    }

    /// Returns the context for collectives.
    pub fn collective_context(&self) -> u16 {
        self.context + 1
    }
}

/// Returns the number of plain peers of a communicator with this many peers, of which nothing bad is known.
fn plain(peers: u32) -> u32 {
    if traced::is_on() { 0 } else { peers }
}
