//! MPI_Bcast, MPI_Gather(v) and MPI_Scatter(v): MPI 5.0 sections 6.4 to 6.6. Only the arguments of the root and of the
//! group without the root are significant.
use super::{Inter, Root, not_in_place, root};
use crate::coll::calls::blocks::{BufferArgument, Parts, Spread};
use crate::coll::calls::buffers::deliver;
use crate::coll::calls::process::EndpointEntrance;
use crate::error::Result;
use crate::objects::datatype::{BufferAccess, Message, Types};
use clump::driver::Region;
use clump_coll::inter::{self, Groups};

pub struct Bcast {
    data: Message,
    root: Root,
}

impl Inter for Bcast {
    fn contributed(&self) -> usize {
        if let Root::Here = self.root { self.data.region.len() } else { 0 }
    }

    fn refresh(&self) {
        self.data.refresh();
    }

    async fn run(&self, groups: &Groups<'_, EndpointEntrance>) {
        inter::bcast(groups, self.data.region, self.root).await;
        if let Root::Far(_) = self.root {
            deliver(&self.data);
        }
    }
}

pub fn bcast(types: &Types, remote: usize, buffer: BufferArgument, at: i32) -> Result<Bcast> {
    let root = root(at, remote)?;
    let data = match root {
        Root::Here => types.outgoing(buffer.0, buffer.1, buffer.2)?,
        Root::Beside => Message::direct(Region::EMPTY),
        Root::Far(_) => types.incoming(buffer.0, buffer.1, buffer.2)?,
    };
    Ok(Bcast { data, root })
}

pub struct Gather {
    mine: Message,
    parts: Parts,
    root: Root,
}

impl Inter for Gather {
    fn contributed(&self) -> usize {
        self.mine.region.len()
    }

    fn refresh(&self) {
        self.mine.refresh();
    }

    async fn run(&self, groups: &Groups<'_, EndpointEntrance>) {
        inter::gather(groups, self.mine.region, &self.parts.blocks, self.root).await;
        self.parts.deliver();
    }
}

pub fn gather(types: &Types, remote: usize, send: BufferArgument, receive: Spread, at: i32) -> Result<Gather> {
    let root = root(at, remote)?;
    let (mut mine, mut parts) = (Message::direct(Region::EMPTY), Parts::none());
    match root {
        Root::Here => parts = receive.parts(types, remote, BufferAccess::Write)?,
        Root::Beside => {}
        Root::Far(_) => {
            not_in_place(send.0)?;
            mine = types.outgoing(send.0, send.1, send.2)?;
        }
    }
    Ok(Gather { mine, parts, root })
}

pub struct Scatter {
    parts: Parts,
    mine: Message,
    root: Root,
}

impl Inter for Scatter {
    fn contributed(&self) -> usize {
        self.parts.bytes()
    }

    fn refresh(&self) {
        self.parts.refresh();
    }

    async fn run(&self, groups: &Groups<'_, EndpointEntrance>) {
        inter::scatter(groups, &self.parts.blocks, self.mine.region, self.root).await;
        deliver(&self.mine);
    }
}

pub fn scatter(types: &Types, remote: usize, send: Spread, receive: BufferArgument, at: i32) -> Result<Scatter> {
    let root = root(at, remote)?;
    let (mut mine, mut parts) = (Message::direct(Region::EMPTY), Parts::none());
    match root {
        Root::Here => parts = send.parts(types, remote, BufferAccess::Read)?,
        Root::Beside => {}
        Root::Far(_) => {
            not_in_place(receive.0)?;
            mine = types.incoming(receive.0, receive.1, receive.2)?;
        }
    }
    Ok(Scatter { parts, mine, root })
}
