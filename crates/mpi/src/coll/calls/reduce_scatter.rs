//! MPI_Reduce_scatter, MPI_Reduce_scatter_block and their non-blocking forms: MPI 5.0 sections 6.10 and 6.12.11.
use super::inter::{self, Either, not_in_place};
use super::operand::{destination, distinct, source};
use super::plan::{Plan, deliver, in_place, later, now};
use super::process::{Place, Process};
use crate::abi;
use crate::coll::algorithm::{self, Blocks, Port};
use crate::datatype::Message;
use crate::error::{Call, Result, fail};
use crate::ffi::args::{Addr, Ints, Out};
use crate::op::Fold;
use crate::state::State;
use clump::Buffer;

struct ReduceScatter {
    input: Message,
    blocks: Blocks,
    output: Message,
    fold: Fold,
}

impl Plan for ReduceScatter {
    async fn run(self, port: &Port<Process>) {
        algorithm::reduce_scatter(port, &self.blocks, self.output.region, &self.fold).await;
        deliver(&self.output);
        // The input had to live until here.
        drop(self.input);
    }
}

/// How many items each rank gets.
#[derive(Clone, Copy)]
enum Counts {
    Each(i64),
    Listed(Ints),
}

fn plan(
    s: &State,
    place: Place,
    send: Addr,
    receive: Addr,
    counts: Counts,
    what: (abi::Datatype, abi::Op),
) -> Result<Either<ReduceScatter, inter::ReduceScatter>> {
    let (datatype, op) = what;
    if place.remote.is_some() {
        not_in_place(send)?;
    }
    if let Counts::Listed(list) = counts {
        list.needed("counts")?;
    }
    let count = |i| match counts {
        Counts::Each(n) => n,
        Counts::Listed(list) => list.get(i),
    };
    let mut total = 0i64;
    for i in 0..place.size {
        let n = count(i);
        if n < 0 {
            return fail(abi::MPI_ERR_COUNT, format!("the count for rank {i} is {n}; it must not be negative"));
        }
        total = total.saturating_add(n);
    }
    let inside = in_place(send);
    let (fold, mut input) = source(s, if inside { receive } else { send }, total, datatype, op)?;
    let output = destination(s, receive, count(place.rank), datatype, &fold)?;
    if inside {
        // The result lands on the first block's place, which others still want to read.
        let copy = Buffer::new(input.region.len());
        copy.region().copy_from(input.region);
        input = Message::owned(copy);
    } else {
        distinct((send, &input), (receive, &output))?;
    }
    if place.remote.is_some() {
        let lens = (0..place.size).map(|i| count(i) as usize * fold.stride()).collect();
        return Ok(Either::Inter(inter::ReduceScatter { input, lens, output, fold }));
    }
    let mut at = 0;
    let block = |i| {
        let len = count(i) as usize * fold.stride();
        at += len;
        input.region.slice(at - len, len)
    };
    let blocks = Blocks::Listed((0..place.size).map(block).collect());
    Ok(Either::Intra(ReduceScatter { input, blocks, output, fold }))
}

pub fn reduce_scatter(
    call: Call,
    sendbuf: Addr,
    recvbuf: Addr,
    recvcounts: Ints,
    datatype: abi::Datatype,
    op: abi::Op,
    comm: abi::Comm,
) -> Result {
    now(call, comm, |s, place| plan(s, place, sendbuf, recvbuf, Counts::Listed(recvcounts), (datatype, op)))
}

#[allow(clippy::too_many_arguments)]
pub fn ireduce_scatter(
    call: Call,
    sendbuf: Addr,
    recvbuf: Addr,
    recvcounts: Ints,
    datatype: abi::Datatype,
    op: abi::Op,
    comm: abi::Comm,
    request: Out<abi::Request>,
) -> Result {
    later(call, comm, request, |s, place| plan(s, place, sendbuf, recvbuf, Counts::Listed(recvcounts), (datatype, op)))
}

pub fn reduce_scatter_block(
    call: Call,
    sendbuf: Addr,
    recvbuf: Addr,
    recvcount: i64,
    datatype: abi::Datatype,
    op: abi::Op,
    comm: abi::Comm,
) -> Result {
    now(call, comm, |s, place| plan(s, place, sendbuf, recvbuf, Counts::Each(recvcount), (datatype, op)))
}

#[allow(clippy::too_many_arguments)]
pub fn ireduce_scatter_block(
    call: Call,
    sendbuf: Addr,
    recvbuf: Addr,
    recvcount: i64,
    datatype: abi::Datatype,
    op: abi::Op,
    comm: abi::Comm,
    request: Out<abi::Request>,
) -> Result {
    later(call, comm, request, |s, place| plan(s, place, sendbuf, recvbuf, Counts::Each(recvcount), (datatype, op)))
}
