//! MPI_Scatter, MPI_Scatterv and their non-blocking forms: MPI 5.0 sections 6.6 and 6.12.4.
use super::blocks::{BufferArgument, Parts, Spread};
use super::buffers::{apart, deliver, in_place};
use super::execute::{Collective, Form};
use super::inter::{self, Checked};
use super::process::{EndpointEntrance, Membership};
use super::record::Shape;
use crate::abi;
use crate::error::Result;
use crate::ffi::args::{Addr, Ints};
use crate::objects::datatype::{BufferAccess, Message, Types};
use clump_coll::{FastPath, Team};

struct Scatter {
    parts: Parts,
    mine: Message,
    root: usize,
    /// True if all blocks have equal lengths.
    even: bool,
}

impl Collective for Scatter {
    const AT_ONCE: bool = true;

    #[inline(always)]
    fn at_once(&self, at: FastPath) -> bool {
        let done = clump_coll::scatter::at_once(at, &self.parts.blocks, self.mine.region, self.root, self.even);
        if done {
            deliver(&self.mine);
        }
        done
    }

    #[inline(always)]
    fn shape(&self) -> Shape {
        let shape = Shape::ANY.rooted(self.root);
        if self.even { shape.bytes(self.mine.region.len()) } else { shape }
    }

    #[inline(always)]
    fn contributed(&self, _: usize) -> usize {
        self.parts.bytes()
    }

    fn refresh(&self) {
        self.parts.refresh();
    }

    async fn run(&self, team: &Team<EndpointEntrance>) {
        clump_coll::scatter(team, &self.parts.blocks, self.mine.region, self.root, self.even).await;
        deliver(&self.mine);
    }
}

fn check(
    types: &Types,
    place: Membership,
    send: Spread,
    receive: BufferArgument,
    root: i32,
) -> Result<Checked<Scatter, inter::Scatter>> {
    if let Some(remote) = place.remote {
        return inter::scatter(types, remote, send, receive, root).map(Checked::Inter);
    }
    let root = place.root(root)?;
    let even = send.even();
    if place.rank != root {
        let mine = types.incoming(receive.0, receive.1, receive.2)?;
        return Ok(Checked::Intra(Scatter { parts: Parts::none(), mine, root, even }));
    }
    let parts = send.parts_at_root(types, place.size, BufferAccess::Read)?;
    let mine = if in_place(receive.0) {
        Message::direct(parts.blocks.get(root))
    } else {
        let mine = types.incoming(receive.0, receive.1, receive.2)?;
        apart(parts.blocks.get(root), mine.region)?;
        mine
    };
    Ok(Checked::Intra(Scatter { parts, mine, root, even }))
}

#[allow(clippy::too_many_arguments)]
pub fn scatter(
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
        check(s.types, place, Spread::Even((sendbuf, sendcount, sendtype)), (recvbuf, recvcount, recvtype), root)
    })
}

#[allow(clippy::too_many_arguments)]
pub fn scatterv(
    form: impl Form,
    sendbuf: Addr,
    sendcounts: Ints,
    displs: Ints,
    sendtype: abi::Datatype,
    recvbuf: Addr,
    recvcount: i64,
    recvtype: abi::Datatype,
    root: i32,
    comm: abi::Comm,
) -> Result {
    form.run(comm, |s, place| {
        check(
            s.types,
            place,
            Spread::Vector(sendbuf, sendcounts, displs, sendtype),
            (recvbuf, recvcount, recvtype),
            root,
        )
    })
}
