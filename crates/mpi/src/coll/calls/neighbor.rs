//! MPI_Neighbor_allgather(v) and MPI_Neighbor_alltoall(v, w): MPI 5.0 sections 8.6 to 8.8. MPI_IN_PLACE has no meaning
//! here. Blocks for MPI_PROC_NULL are neither sent nor changed.
use super::blocks::{BufferArgument, Parts, Spread, receive_access};
use super::buffers::apart;
use super::execute::{Collective, Form};
use super::inter::{Checked, Never};
use super::process::EndpointEntrance;
use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::args::{Addr, In, Ints};
use crate::ffi::gate;
use crate::objects::datatype::{BufferAccess, Message, Types};
use crate::objects::topology::object::Topology;
use clump::driver::{Endpoint, Region};
use clump_coll::{FastPath, GridExchange, MessageBatch, RankBlocks, ShortRound, Team};
use std::sync::Arc;

struct NeighborExchange {
    topology: Arc<Topology>,
    short: Option<ShortBlocks>,
    from: Outgoing,
    to: Parts,
}

/// Blocks of equal lengths between neighbours, which go over the boards of machines. All processes know the length.
#[derive(Clone, Copy)]
struct ShortBlocks {
    /// The bytes of a block.
    each: usize,
    /// True in a grid, if a process's blocks together are short enough for a board that all processes share.
    posted: bool,
}

/// The way in which the blocks of `.0` bytes travel.
enum Way {
    /// Over the board that all processes share.
    Board(usize),
    /// Over the boards of machines, and between two machines in one message.
    Packed(usize),
    /// In a message for each neighbour.
    Messages,
}

/// What a process sends.
enum Outgoing {
    /// One message for all destinations (allgather).
    Alike(Message),
    /// A block for each destination (alltoall).
    Each(Parts),
}

impl NeighborExchange {
    /// Returns the block for destination `i`.
    fn block(&self, i: usize) -> Region {
        match &self.from {
            Outgoing::Alike(message) => message.region,
            Outgoing::Each(parts) => parts.blocks.get(i),
        }
    }

    /// Returns true if all neighbours get one block.
    fn alike(&self) -> bool {
        matches!(self.from, Outgoing::Alike(_))
    }

    /// Returns the exchange over the board of blocks of `each` bytes.
    fn on_board(&self, each: usize) -> GridExchange<'_, impl Fn(usize) -> Region> {
        let (around, alike) = (&self.topology.neighbourhood, self.alike());
        GridExchange { around, each, alike, from: |i| self.block(i) }
    }

    /// Returns the bytes of a block.
    fn each(&self) -> usize {
        self.short.map_or(0, |short| short.each)
    }

    /// Returns the way of the blocks; equal on all processes.
    fn way(&self, team: &Team<EndpointEntrance>) -> Way {
        match self.short {
            Some(ShortBlocks { each, posted: true }) if team.shares_board() => Way::Board(each),
            Some(ShortBlocks { each, .. }) if team.facts(0).packs() => Way::Packed(each),
            _ => Way::Messages,
        }
    }
}

impl Collective for NeighborExchange {
    fn by_messages(&self) -> bool {
        self.short.is_none()
    }

    fn is_short(&self, _: &FastPath) -> bool {
        matches!(self.short, Some(ShortBlocks { posted: true, .. }))
    }

    #[inline(always)]
    fn begin_short(&self, at: FastPath) -> Option<ShortRound> {
        self.on_board(self.each()).begin_short(at)
    }

    #[inline(always)]
    fn end_short(&self, at: FastPath, round: &mut ShortRound) -> std::result::Result<bool, usize> {
        let fits = self.on_board(self.each()).end_short(at, round, &self.to.blocks)?;
        self.to.deliver();
        Ok(fits)
    }

    fn is_batch(&self, team: &Team<EndpointEntrance>) -> bool {
        matches!(self.way(team), Way::Messages)
    }

    fn start_batch(&self, team: &Team<EndpointEntrance>, endpoint: &mut Endpoint, batch: &mut MessageBatch) {
        let around = &self.topology.neighbourhood;
        clump_coll::start_neighbours(team, endpoint, batch, around, |i| self.block(i), &self.to.blocks);
    }

    fn end_batch(&self) {
        self.to.deliver();
    }

    #[inline(always)]
    fn contributed(&self, _: usize) -> usize {
        match &self.from {
            Outgoing::Alike(message) => message.region.len(),
            Outgoing::Each(parts) => parts.bytes(),
        }
    }

    fn refresh(&self) {
        match &self.from {
            Outgoing::Alike(message) => message.refresh(),
            Outgoing::Each(parts) => parts.refresh(),
        }
        self.to.refresh();
    }

    async fn run(&self, team: &Team<EndpointEntrance>) {
        let (block, around, alike) = (|i| self.block(i), &self.topology.neighbourhood, self.alike());
        match self.way(team) {
            Way::Board(each) => self.on_board(each).run(team, &self.to.blocks).await,
            Way::Packed(each) => {
                let make = || {
                    let to = |rank| self.topology.destinations(rank);
                    team.levels().packing(team.rank(), alike, to, self.topology.sources())
                };
                let packing = self.topology.packing(alike, make);
                // A few neighbours' blocks fit into posts.
                match clump_coll::fits_packed(packing) {
                    true => {
                        let to = |i| self.to.blocks.get(i);
                        Box::pin(clump_coll::exchange_packed(team, packing, each, block, to)).await;
                    }
                    false => clump_coll::neighbours(team, around, block, &self.to.blocks).await,
                }
            }
            Way::Messages => clump_coll::neighbours(team, around, block, &self.to.blocks).await,
        }
        self.to.deliver();
    }
}

/// Returns the communicator's topology, or MPI_ERR_TOPOLOGY if it has none; and true if the job may have several
/// machines.
fn topology(comm: abi::Comm) -> Result<(Arc<Topology>, bool)> {
    let mut s = gate::enter();
    match &s.comm(comm)?.topology {
        Some(topology) => {
            let topology = topology.clone();
            let spread = s.endpoint().may_span_machines();
            Ok((topology, spread))
        }
        None => {
            fail(abi::MPI_ERR_TOPOLOGY, "the communicator has no topology, so that its processes have no neighbours")
        }
    }
}

/// Returns blocks of equal lengths, of which each process posts `blocks`, if they go over boards: of one machine, or of
/// several (`spread`). `each` is the length of this process's own blocks and of those that it receives.
fn short_blocks(topology: &Topology, spread: bool, each: (usize, usize), blocks: usize) -> Option<ShortBlocks> {
    let around = &topology.neighbourhood;
    let each = if around.destinations.is_empty() { each.1 } else { each.0 };
    let posted = around.grid && each * blocks <= clump_coll::POSTED;
    let packed = spread && topology.knows_all() && each <= clump_coll::PACKED;
    (each > 0 && (posted || packed)).then_some(ShortBlocks { each, posted })
}

/// Returns the receive blocks. Blocks for MPI_PROC_NULL keep their contents, also if all blocks are unpacked at the
/// end.
fn incoming(types: &Types, topology: &Topology, receive: Spread) -> Result<Parts> {
    let sources = &topology.neighbourhood.sources;
    let keeps = sources.contains(&None);
    receive.parts(types, sources.len(), receive_access(keeps))
}

fn allgather(form: impl Form, send: BufferArgument, receive: Spread, comm: abi::Comm) -> Result {
    let (topology, spread) = topology(comm)?;
    form.run(comm, |s, _| {
        let to = incoming(s.types, &topology, receive)?;
        let mine = s.types.outgoing(send.0, send.1, send.2)?;
        for i in 0..topology.neighbourhood.sources.len() {
            apart(mine.region, to.blocks.get(i))?;
        }
        let short = match to.blocks {
            RankBlocks::Even(_, each) => short_blocks(&topology, spread, (mine.region.len(), each), 1),
            _ => None,
        };
        Ok(Checked::<_, Never>::Intra(NeighborExchange { topology, short, from: Outgoing::Alike(mine), to }))
    })
}

fn alltoall(form: impl Form, send: Spread, receive: Spread, comm: abi::Comm) -> Result {
    let (topology, spread) = topology(comm)?;
    form.run(comm, |s, _| {
        let to = incoming(s.types, &topology, receive)?;
        let around = &topology.neighbourhood;
        let from = send.parts(s.types, around.destinations.len(), BufferAccess::Read)?;
        for i in 0..around.sources.len().min(around.destinations.len()) {
            apart(from.blocks.get(i), to.blocks.get(i))?;
        }
        let short = match (&from.blocks, &to.blocks) {
            (&RankBlocks::Even(_, own), &RankBlocks::Even(_, each)) => {
                short_blocks(&topology, spread, (own, each), around.destinations.len())
            }
            _ => None,
        };
        Ok(Checked::<_, Never>::Intra(NeighborExchange { topology, short, from: Outgoing::Each(from), to }))
    })
}

/// MPI_Neighbor_allgather
#[allow(clippy::too_many_arguments)]
pub fn neighbor_allgather(
    form: impl Form,
    sendbuf: Addr,
    sendcount: i64,
    sendtype: abi::Datatype,
    recvbuf: Addr,
    recvcount: i64,
    recvtype: abi::Datatype,
    comm: abi::Comm,
) -> Result {
    allgather(form, (sendbuf, sendcount, sendtype), Spread::Even((recvbuf, recvcount, recvtype)), comm)
}

/// MPI_Neighbor_allgatherv
#[allow(clippy::too_many_arguments)]
pub fn neighbor_allgatherv(
    form: impl Form,
    sendbuf: Addr,
    sendcount: i64,
    sendtype: abi::Datatype,
    recvbuf: Addr,
    recvcounts: Ints,
    displs: Ints,
    recvtype: abi::Datatype,
    comm: abi::Comm,
) -> Result {
    allgather(form, (sendbuf, sendcount, sendtype), Spread::Vector(recvbuf, recvcounts, displs, recvtype), comm)
}

/// MPI_Neighbor_alltoall
#[allow(clippy::too_many_arguments)]
pub fn neighbor_alltoall(
    form: impl Form,
    sendbuf: Addr,
    sendcount: i64,
    sendtype: abi::Datatype,
    recvbuf: Addr,
    recvcount: i64,
    recvtype: abi::Datatype,
    comm: abi::Comm,
) -> Result {
    let send = Spread::Even((sendbuf, sendcount, sendtype));
    alltoall(form, send, Spread::Even((recvbuf, recvcount, recvtype)), comm)
}

/// MPI_Neighbor_alltoallv
#[allow(clippy::too_many_arguments)]
pub fn neighbor_alltoallv(
    form: impl Form,
    sendbuf: Addr,
    sendcounts: Ints,
    sdispls: Ints,
    sendtype: abi::Datatype,
    recvbuf: Addr,
    recvcounts: Ints,
    rdispls: Ints,
    recvtype: abi::Datatype,
    comm: abi::Comm,
) -> Result {
    let send = Spread::Vector(sendbuf, sendcounts, sdispls, sendtype);
    alltoall(form, send, Spread::Vector(recvbuf, recvcounts, rdispls, recvtype), comm)
}

/// MPI_Neighbor_alltoallw, whose displacements are addresses in all forms.
#[allow(clippy::too_many_arguments)]
pub fn neighbor_alltoallw(
    form: impl Form,
    sendbuf: Addr,
    sendcounts: Ints,
    sdispls: In<i64>,
    sendtypes: In<abi::Datatype>,
    recvbuf: Addr,
    recvcounts: Ints,
    rdispls: In<i64>,
    recvtypes: In<abi::Datatype>,
    comm: abi::Comm,
) -> Result {
    let send = Spread::Types(sendbuf, sendcounts, Ints::Wide(sdispls), sendtypes);
    alltoall(form, send, Spread::Types(recvbuf, recvcounts, Ints::Wide(rdispls), recvtypes), comm)
}
