//! MPI_Allgather, MPI_Allgatherv and their non-blocking forms: MPI 5.0 sections 6.7 and 6.12.5.
use super::blocks::{BufferArgument, Parts, Spread, receive_access};
use super::buffers::{apart, in_place};
use super::execute::{Collective, Form};
use super::inter::{self, Checked};
use super::process::{EndpointEntrance, Membership};
use super::record::Shape;
use crate::abi;
use crate::error::Result;
use crate::ffi::args::{Addr, Ints};
use crate::objects::datatype::{Message, Types};
use clump_coll::{FastPath, ShortRound, Team};

struct Allgather {
    mine: Message,
    parts: Parts,
}

impl Collective for Allgather {
    #[inline(always)]
    fn shape(&self) -> Shape {
        self.parts.shape()
    }

    #[inline(always)]
    fn is_short(&self, at: &FastPath) -> bool {
        clump_coll::allgather::is_short(at, &self.parts.blocks)
    }

    #[inline(always)]
    fn begin_short(&self, at: FastPath) -> Option<ShortRound> {
        clump_coll::allgather::begin_short(at, self.mine.region)
    }

    #[inline(always)]
    fn end_short(&self, at: FastPath, round: &mut ShortRound) -> std::result::Result<bool, usize> {
        let fits = clump_coll::allgather::end_short(at, round, self.mine.region, &self.parts.blocks)?;
        self.parts.deliver();
        Ok(fits)
    }

    #[inline(always)]
    fn contributed(&self, _: usize) -> usize {
        self.mine.region.len()
    }

    fn refresh(&self) {
        self.mine.refresh();
        self.parts.refresh();
    }

    async fn run(&self, team: &Team<EndpointEntrance>) {
        clump_coll::allgather(team, self.mine.region, &self.parts.blocks).await;
        self.parts.deliver();
    }
}

fn check(
    types: &Types,
    place: Membership,
    send: BufferArgument,
    receive: Spread,
) -> Result<Checked<Allgather, inter::Allgather>> {
    if let Some(remote) = place.remote {
        return inter::allgather(types, remote, send, receive).map(Checked::Inter);
    }
    let inside = in_place(send.0);
    let parts = receive.parts(types, place.size, receive_access(inside))?;
    let own = parts.blocks.get(place.rank);
    let mine = if inside { Message::direct(own) } else { types.outgoing(send.0, send.1, send.2)? };
    if !inside {
        apart(mine.region, own)?;
    }
    Ok(Checked::Intra(Allgather { mine, parts }))
}

#[allow(clippy::too_many_arguments)]
pub fn allgather(
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
        check(s.types, place, (sendbuf, sendcount, sendtype), Spread::Even((recvbuf, recvcount, recvtype)))
    })
}

#[allow(clippy::too_many_arguments)]
pub fn allgatherv(
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
    form.run(comm, |s, place| {
        check(s.types, place, (sendbuf, sendcount, sendtype), Spread::Vector(recvbuf, recvcounts, displs, recvtype))
    })
}
