//! MPI_Alltoall, its v and w forms, and their non-blocking forms: MPI 5.0 sections 6.8 and 6.12.6 to 6.12.8.
use super::blocks::{Parts, Spread, receive_access};
use super::buffers::{apart, in_place};
use super::execute::{Collective, Form};
use super::inter::{self, Checked};
use super::process::{EndpointEntrance, Membership};
use super::record::Shape;
use crate::abi;
use crate::error::Result;
use crate::ffi::args::{Addr, In, Ints};
use crate::objects::datatype::{BufferAccess, Types};
use clump::driver::LentBuffer;
use clump_coll::memory::lent_buffer;
use clump_coll::{FastPath, RankBlocks, ShortRound, Team};

struct Alltoall {
    from: Parts,
    to: Parts,
    size: usize,
    in_place: bool,
}

impl Collective for Alltoall {
    #[inline(always)]
    fn shape(&self) -> Shape {
        self.to.shape()
    }

    #[inline(always)]
    fn is_short(&self, at: &FastPath) -> bool {
        !self.in_place && clump_coll::alltoall::is_short(at, &self.from.blocks, &self.to.blocks)
    }

    #[inline(always)]
    fn begin_short(&self, at: FastPath) -> Option<ShortRound> {
        clump_coll::alltoall::begin_short(at, &self.from.blocks)
    }

    #[inline(always)]
    fn end_short(&self, at: FastPath, round: &mut ShortRound) -> std::result::Result<bool, usize> {
        let fits = clump_coll::alltoall::end_short(at, round, &self.from.blocks, &self.to.blocks)?;
        self.to.deliver();
        Ok(fits)
    }

    #[inline(always)]
    fn contributed(&self, _: usize) -> usize {
        if self.in_place { self.to.bytes() } else { self.from.bytes() }
    }

    fn refresh(&self) {
        self.from.refresh();
        self.to.refresh();
    }

    async fn run(&self, team: &Team<EndpointEntrance>) {
        let &Alltoall { ref from, ref to, size, in_place } = self;
        // With MPI_IN_PLACE, send from a copy, because the received blocks overwrite the sent blocks.
        let copy = lent_buffer(if in_place { to.blocks.total(size) } else { 0 });
        let source = if in_place { packed(&to.blocks, size, &copy) } else { from.blocks.clone() };
        clump_coll::alltoall(team, &source, &to.blocks).await;
        to.deliver();
    }
}

/// Copies all blocks into `copy`, keeping their shape.
fn packed(blocks: &RankBlocks, n: usize, copy: &LentBuffer) -> RankBlocks {
    if let RankBlocks::Even(all, each) = *blocks {
        copy.region().copy_from(all);
        return RankBlocks::Even(copy.region(), each);
    }
    let mut at = 0;
    let place = |i| {
        let block = blocks.get(i);
        let part = copy.region().slice(at, block.len());
        part.copy_from(block);
        at += block.len();
        part
    };
    RankBlocks::Listed((0..n).map(place).collect())
}

fn check(
    types: &Types,
    place: Membership,
    send: Spread,
    receive: Spread,
) -> Result<Checked<Alltoall, inter::Alltoall>> {
    if let Some(remote) = place.remote {
        return inter::alltoall(types, remote, send, receive).map(Checked::Inter);
    }
    let in_place = in_place(send.address());
    let to = receive.parts(types, place.size, receive_access(in_place))?;
    let from = if in_place { Parts::none() } else { send.parts(types, place.size, BufferAccess::Read)? };
    if !in_place {
        for i in 0..place.size {
            apart(from.blocks.get(i), to.blocks.get(i))?;
        }
    }
    Ok(Checked::Intra(Alltoall { from, to, size: place.size, in_place }))
}

#[allow(clippy::too_many_arguments)]
pub fn alltoall(
    form: impl Form,
    sendbuf: Addr,
    sendcount: i64,
    sendtype: abi::Datatype,
    recvbuf: Addr,
    recvcount: i64,
    recvtype: abi::Datatype,
    comm: abi::Comm,
) -> Result {
    form.run(comm, |s, place| {
        check(
            s.types,
            place,
            Spread::Even((sendbuf, sendcount, sendtype)),
            Spread::Even((recvbuf, recvcount, recvtype)),
        )
    })
}

#[allow(clippy::too_many_arguments)]
pub fn alltoallv(
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
    form.run(comm, |s, place| {
        check(
            s.types,
            place,
            Spread::Vector(sendbuf, sendcounts, sdispls, sendtype),
            Spread::Vector(recvbuf, recvcounts, rdispls, recvtype),
        )
    })
}

#[allow(clippy::too_many_arguments)]
pub fn alltoallw(
    form: impl Form,
    sendbuf: Addr,
    sendcounts: Ints,
    sdispls: Ints,
    sendtypes: In<abi::Datatype>,
    recvbuf: Addr,
    recvcounts: Ints,
    rdispls: Ints,
    recvtypes: In<abi::Datatype>,
    comm: abi::Comm,
) -> Result {
    form.run(comm, |s, place| {
        check(
            s.types,
            place,
            Spread::Types(sendbuf, sendcounts, sdispls, sendtypes),
            Spread::Types(recvbuf, recvcounts, rdispls, recvtypes),
        )
    })
}
