//! MPI_Neighbor_allgather(v) and MPI_Neighbor_alltoall(v, w): MPI 5.0 sections 8.6 to 8.8. MPI_IN_PLACE has no meaning
//! here. Blocks for MPI_PROC_NULL are neither sent nor changed.
use super::blocks::{BufferArgument, Parts, Spread, receive_access};
use super::buffers::apart;
use super::execute::{Collective, Form};
use super::inter::{Checked, Never};
use super::process::EndpointEntrance;
use crate::abi;
use crate::coll::algorithm::{self, RankBlocks, Team};
use crate::datatype::{BufferAccess, Message, Types};
use crate::error::{Result, fail};
use crate::ffi::args::{Addr, In, Ints};
use crate::ffi::gate;
use crate::topology::Neighbourhood;
use std::sync::Arc;

struct NeighborExchange {
    around: Arc<Neighbourhood>,
    /// The bytes of a block, if short blocks of equal lengths go to the neighbours in a grid: over the board, where the
    /// ranks share one.
    board: Option<usize>,
    from: Outgoing,
    to: Parts,
}

/// What a process sends.
enum Outgoing {
    /// One message for all destinations (allgather).
    Alike(Message),
    /// A block for each destination (alltoall).
    Each(Parts),
}

impl Collective for NeighborExchange {
    fn by_messages(&self) -> bool {
        self.board.is_none()
    }

    fn refresh(&self) {
        match &self.from {
            Outgoing::Alike(message) => message.refresh(),
            Outgoing::Each(parts) => parts.refresh(),
        }
        self.to.refresh();
    }

    async fn run(&self, team: &Team<EndpointEntrance>) {
        let block = |i| match &self.from {
            Outgoing::Alike(message) => message.region,
            Outgoing::Each(parts) => parts.blocks.get(i),
        };
        match self.board {
            Some(each) if team.shares_board() => {
                let alike = matches!(self.from, Outgoing::Alike(_));
                algorithm::neighbours_on_board(team, &self.around, each, alike, block, &self.to.blocks).await;
            }
            _ => algorithm::neighbours(team, &self.around, block, &self.to.blocks).await,
        }
        self.to.deliver();
    }
}

/// Returns the neighbours of this process, or MPI_ERR_TOPOLOGY if the communicator has no topology.
fn neighbourhood(comm: abi::Comm) -> Result<Arc<Neighbourhood>> {
    match &gate::enter().comm(comm)?.topology {
        Some(topology) => Ok(topology.neighbourhood.clone()),
        None => {
            fail(abi::MPI_ERR_TOPOLOGY, "the communicator has no topology, so that its processes have no neighbours")
        }
    }
}

/// Returns the bytes of a block if the exchange goes over the board: on the sending side all ranks of a grid know
/// equal lengths.
fn on_board(around: &Neighbourhood, each: usize, blocks: usize) -> Option<usize> {
    (around.grid && each > 0 && each * blocks <= algorithm::POSTED).then_some(each)
}

/// Returns the receive blocks. Blocks for MPI_PROC_NULL keep their contents, also if all blocks are unpacked at the
/// end.
fn incoming(types: &Types, around: &Neighbourhood, receive: Spread) -> Result<Parts> {
    let keeps = around.sources.contains(&abi::MPI_PROC_NULL);
    receive.parts(types, around.sources.len(), receive_access(keeps))
}

fn allgather(form: impl Form, send: BufferArgument, receive: Spread, comm: abi::Comm) -> Result {
    let around = neighbourhood(comm)?;
    form.run(comm, |s, _| {
        let to = incoming(s.types, &around, receive)?;
        let mine = s.types.outgoing(send.0, send.1, send.2)?;
        for i in 0..around.sources.len() {
            apart(mine.region, to.blocks.get(i))?;
        }
        let board = if receive.even() { on_board(&around, mine.region.len(), 1) } else { None };
        Ok(Checked::<_, Never>::Intra(NeighborExchange { around, board, from: Outgoing::Alike(mine), to }))
    })
}

fn alltoall(form: impl Form, send: Spread, receive: Spread, comm: abi::Comm) -> Result {
    let around = neighbourhood(comm)?;
    form.run(comm, |s, _| {
        let to = incoming(s.types, &around, receive)?;
        let from = send.parts(s.types, around.destinations.len(), BufferAccess::Read)?;
        for i in 0..around.sources.len().min(around.destinations.len()) {
            apart(from.blocks.get(i), to.blocks.get(i))?;
        }
        let board = match from.blocks {
            RankBlocks::Even(_, each) => on_board(&around, each, around.destinations.len()),
            _ => None,
        };
        Ok(Checked::<_, Never>::Intra(NeighborExchange { around, board, from: Outgoing::Each(from), to }))
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
