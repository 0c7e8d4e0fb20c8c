//! MPI_Allreduce and MPI_Iallreduce: MPI 5.0 sections 6.9.6 and 6.12.10.
use super::inter::{self, Either};
use super::operand::{Operands, operands};
use super::plan::{Plan, deliver, later, now};
use super::process::{Place, Process};
use crate::abi;
use crate::coll::algorithm::{self, Port};
use crate::error::{Call, Result};
use crate::ffi::args::{Addr, Out};
use crate::state::State;

struct Allreduce(Operands);

impl Plan for Allreduce {
    async fn run(self, port: &Port<Process>) {
        let Operands { input, output, fold } = self.0;
        algorithm::allreduce(port, input.region, output.region, &fold).await;
        deliver(&output);
    }
}

fn plan(
    s: &State,
    place: Place,
    send: Addr,
    receive: Addr,
    what: (i64, abi::Datatype, abi::Op),
) -> Result<Either<Allreduce, inter::Allreduce>> {
    let (count, datatype, op) = what;
    if place.remote.is_some() {
        return inter::allreduce(s, send, receive, count, datatype, op).map(Either::Inter);
    }
    Ok(Either::Intra(Allreduce(operands(s, send, receive, count, datatype, op)?)))
}

pub fn allreduce(
    call: Call,
    sendbuf: Addr,
    recvbuf: Addr,
    count: i64,
    datatype: abi::Datatype,
    op: abi::Op,
    comm: abi::Comm,
) -> Result {
    now(call, comm, |s, place| plan(s, place, sendbuf, recvbuf, (count, datatype, op)))
}

#[allow(clippy::too_many_arguments)]
pub fn iallreduce(
    call: Call,
    sendbuf: Addr,
    recvbuf: Addr,
    count: i64,
    datatype: abi::Datatype,
    op: abi::Op,
    comm: abi::Comm,
    request: Out<abi::Request>,
) -> Result {
    later(call, comm, request, |s, place| plan(s, place, sendbuf, recvbuf, (count, datatype, op)))
}
