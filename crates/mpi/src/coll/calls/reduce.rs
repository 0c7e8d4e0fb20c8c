//! MPI_Reduce and MPI_Ireduce: MPI 5.0 sections 6.9.1 and 6.12.9.
use super::inter::{self, Either};
use super::operand::{Operands, operands, source};
use super::plan::{Plan, deliver, later, now};
use super::process::{Place, Process};
use crate::abi;
use crate::coll::algorithm::{self, Port};
use crate::datatype::Message;
use crate::error::{Call, Result};
use crate::ffi::args::{Addr, Out};
use crate::state::State;
use clump::Region;

struct Reduce {
    operands: Operands,
    root: usize,
}

impl Plan for Reduce {
    async fn run(self, port: &Port<Process>) {
        let Operands { input, output, fold } = self.operands;
        algorithm::reduce(port, input.region, output.region, &fold, self.root).await;
        deliver(&output);
    }
}

fn plan(
    s: &State,
    place: Place,
    root: i32,
    send: Addr,
    receive: Addr,
    what: (i64, abi::Datatype, abi::Op),
) -> Result<Either<Reduce, Option<inter::Reduce>>> {
    if let Some(remote) = place.remote {
        return inter::reduce(s, remote, root, send, receive, what).map(Either::Inter);
    }
    let root = place.root(root)?;
    let (count, datatype, op) = what;
    let operands = if place.rank == root {
        operands(s, send, receive, count, datatype, op)?
    } else {
        let (fold, input) = source(s, send, count, datatype, op)?;
        Operands { input, output: Message::direct(Region::EMPTY), fold }
    };
    Ok(Either::Intra(Reduce { operands, root }))
}

#[allow(clippy::too_many_arguments)]
pub fn reduce(
    call: Call,
    sendbuf: Addr,
    recvbuf: Addr,
    count: i64,
    datatype: abi::Datatype,
    op: abi::Op,
    root: i32,
    comm: abi::Comm,
) -> Result {
    now(call, comm, |s, place| plan(s, place, root, sendbuf, recvbuf, (count, datatype, op)))
}

#[allow(clippy::too_many_arguments)]
pub fn ireduce(
    call: Call,
    sendbuf: Addr,
    recvbuf: Addr,
    count: i64,
    datatype: abi::Datatype,
    op: abi::Op,
    root: i32,
    comm: abi::Comm,
    request: Out<abi::Request>,
) -> Result {
    later(call, comm, request, |s, place| plan(s, place, root, sendbuf, recvbuf, (count, datatype, op)))
}
