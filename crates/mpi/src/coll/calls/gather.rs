//! MPI_Gather, MPI_Gatherv and their non-blocking forms: MPI 5.0 sections 6.5 and 6.12.3.
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
use clump_coll::{FastPath, Team};

struct Gather {
    mine: Message,
    parts: Parts,
    root: usize,
    /// True if all blocks have equal lengths.
    even: bool,
}

impl Collective for Gather {
    const AT_ONCE: bool = true;

    #[inline(always)]
    fn at_once(&self, at: FastPath) -> bool {
        clump_coll::gather::at_once(at, self.mine.region, self.root, self.even)
    }

    #[inline(always)]
    fn shape(&self) -> Shape {
        let shape = Shape::ANY.rooted(self.root);
        if self.even { shape.bytes(self.mine.region.len()) } else { shape }
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
        clump_coll::gather(team, self.mine.region, &self.parts.blocks, self.root, self.even).await;
        self.parts.deliver();
    }
}

fn check(
    types: &Types,
    place: Membership,
    send: BufferArgument,
    receive: Spread,
    root: i32,
) -> Result<Checked<Gather, inter::Gather>> {
    if let Some(remote) = place.remote {
        return inter::gather(types, remote, send, receive, root).map(Checked::Inter);
    }
    let root = place.root(root)?;
    let even = receive.even();
    if place.rank != root {
        let mine = types.outgoing(send.0, send.1, send.2)?;
        return Ok(Checked::Intra(Gather { mine, parts: Parts::none(), root, even }));
    }
    let inside = in_place(send.0);
    let parts = receive.parts_at_root(types, place.size, receive_access(inside))?;
    let mine = if inside {
        Message::direct(parts.blocks.get(root))
    } else {
        let mine = types.outgoing(send.0, send.1, send.2)?;
        apart(mine.region, parts.blocks.get(root))?;
        mine
    };
    Ok(Checked::Intra(Gather { mine, parts, root, even }))
}

#[allow(clippy::too_many_arguments)]
pub fn gather(
    form: impl Form,
    sendbuf: Addr,
    sendcount: i64,
    sendtype: abi::Datatype,
    recvbuf: Addr,
    recvcount: i64,
    recvtype: abi::Datatype,
    root: i32,
    comm: abi::Comm,
) -> Result {
    form.run(comm, |s, place| {
        check(s.types, place, (sendbuf, sendcount, sendtype), Spread::Even((recvbuf, recvcount, recvtype)), root)
    })
}

#[allow(clippy::too_many_arguments)]
pub fn gatherv(
    form: impl Form,
    sendbuf: Addr,
    sendcount: i64,
    sendtype: abi::Datatype,
    recvbuf: Addr,
    recvcounts: Ints,
    displs: Ints,
    recvtype: abi::Datatype,
    root: i32,
    comm: abi::Comm,
) -> Result {
    form.run(comm, |s, place| {
        check(
            s.types,
            place,
            (sendbuf, sendcount, sendtype),
            Spread::Vector(recvbuf, recvcounts, displs, recvtype),
            root,
        )
    })
}
