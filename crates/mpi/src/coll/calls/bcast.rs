//! MPI_Bcast and MPI_Ibcast: MPI 5.0 sections 6.4 and 6.12.2.
use super::inter::{self, Either};
use super::plan::{Plan, deliver, later, now};
use super::process::{Place, Process};
use crate::abi;
use crate::coll::algorithm::{self, Port};
use crate::datatype::Message;
use crate::error::{Call, Result};
use crate::ffi::args::{Addr, Out};
use crate::state::State;

struct Bcast {
    data: Message,
    root: usize,
}

impl Plan for Bcast {
    async fn run(self, port: &Port<Process>) {
        algorithm::bcast(port, self.data.region, self.root).await;
        if port.rank() != self.root {
            deliver(&self.data);
        }
    }
}

fn plan(
    s: &State,
    place: Place,
    buffer: Addr,
    count: i64,
    datatype: abi::Datatype,
    root: i32,
) -> Result<Either<Bcast, inter::Bcast>> {
    if let Some(remote) = place.remote {
        return inter::bcast(s, remote, (buffer, count, datatype), root).map(Either::Inter);
    }
    let root = place.root(root)?;
    let data =
        if place.rank == root { s.outgoing(buffer, count, datatype)? } else { s.incoming(buffer, count, datatype)? };
    Ok(Either::Intra(Bcast { data, root }))
}

pub fn bcast(call: Call, buffer: Addr, count: i64, datatype: abi::Datatype, root: i32, comm: abi::Comm) -> Result {
    now(call, comm, |s, place| plan(s, place, buffer, count, datatype, root))
}

pub fn ibcast(
    call: Call,
    buffer: Addr,
    count: i64,
    datatype: abi::Datatype,
    root: i32,
    comm: abi::Comm,
    request: Out<abi::Request>,
) -> Result {
    later(call, comm, request, |s, place| plan(s, place, buffer, count, datatype, root))
}
