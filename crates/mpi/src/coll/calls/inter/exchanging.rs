//! MPI_Barrier, MPI_Allgather(v) and MPI_Alltoall(v, w): MPI 5.0 sections 6.3, 6.7 and 6.8. Counts and
//! displacements refer to the ranks of the remote group.
use super::{Inter, not_in_place};
use crate::coll::calls::blocks::{BufferArgument, Parts, Spread};
use crate::coll::calls::buffers::apart;
use crate::coll::calls::process::EndpointEntrance;
use crate::error::Result;
use crate::objects::datatype::{BufferAccess, Message, Types};
use clump_coll::inter::{self, Groups};

pub struct Barrier;

impl Inter for Barrier {
    fn contributed(&self) -> usize {
        0
    }

    fn refresh(&self) {}

    async fn run(&self, groups: &Groups<'_, EndpointEntrance>) {
        inter::barrier(groups).await;
    }
}

pub struct Allgather {
    mine: Message,
    parts: Parts,
}

impl Inter for Allgather {
    fn contributed(&self) -> usize {
        self.mine.region.len()
    }

    fn refresh(&self) {
        self.mine.refresh();
    }

    async fn run(&self, groups: &Groups<'_, EndpointEntrance>) {
        inter::allgather(groups, self.mine.region, &self.parts.blocks).await;
        self.parts.deliver();
    }
}

pub fn allgather(types: &Types, remote: usize, send: BufferArgument, receive: Spread) -> Result<Allgather> {
    not_in_place(send.0)?;
    let parts = receive.parts(types, remote, BufferAccess::Write)?;
    let mine = types.outgoing(send.0, send.1, send.2)?;
    for i in 0..remote {
        apart(mine.region, parts.blocks.get(i))?;
    }
    Ok(Allgather { mine, parts })
}

pub struct Alltoall {
    from: Parts,
    to: Parts,
}

impl Inter for Alltoall {
    fn contributed(&self) -> usize {
        self.from.bytes()
    }

    fn refresh(&self) {
        self.from.refresh();
    }

    async fn run(&self, groups: &Groups<'_, EndpointEntrance>) {
        inter::alltoallv(groups, &self.from.blocks, &self.to.blocks).await;
        self.to.deliver();
    }
}

pub fn alltoall(types: &Types, remote: usize, send: Spread, receive: Spread) -> Result<Alltoall> {
    not_in_place(send.address())?;
    let to = receive.parts(types, remote, BufferAccess::Write)?;
    let from = send.parts(types, remote, BufferAccess::Read)?;
    for i in 0..remote {
        apart(from.blocks.get(i), to.blocks.get(i))?;
    }
    Ok(Alltoall { from, to })
}
