//! MPI_Reduce_scatter, MPI_Reduce_scatter_block and their non-blocking forms: MPI 5.0 sections 6.10 and 6.12.11.
use super::buffers::{Lookup, deliver, in_place};
use super::execute::{Collective, Form};
use super::inter::{self, Checked, not_in_place};
use super::operand::{destination, distinct, source};
use super::process::{EndpointEntrance, Membership};
use super::record::Shape;
use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::args::{Addr, Ints};
use crate::objects::datatype::Message;
use clump_coll::Fold;
use clump_coll::memory::lent_buffer;
use clump_coll::{RankBlocks, Team};

struct ReduceScatter {
    input: Message,
    /// With MPI_IN_PLACE, the program's buffer, of which the input is a copy.
    source: Option<Message>,
    blocks: RankBlocks,
    output: Message,
    fold: Fold,
}

impl Collective for ReduceScatter {
    #[inline(always)]
    fn shape(&self) -> Shape {
        Shape::ANY.bytes(self.input.region.len()).op(self.fold.number())
    }

    #[inline(always)]
    fn contributed(&self, _: usize) -> usize {
        self.input.region.len()
    }

    fn refresh(&self) {
        self.input.refresh();
        if let Some(source) = &self.source {
            source.refresh();
            self.input.region.copy_from(source.region);
        }
    }

    async fn run(&self, team: &Team<EndpointEntrance>) {
        clump_coll::reduce_scatter(team, self.input.region, &self.blocks, self.output.region, &self.fold).await;
        deliver(&self.output);
    }
}

/// The number of elements that each rank gets.
#[derive(Clone, Copy)]
enum Counts {
    Each(i64),
    Listed(Ints),
}

fn check(
    s: Lookup,
    place: Membership,
    send: Addr,
    receive: Addr,
    counts: Counts,
    what: (abi::Datatype, abi::Op),
) -> Result<Checked<ReduceScatter, inter::ReduceScatter>> {
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
    let mut original = None;
    let (fold, mut input) = source(s, if inside { receive } else { send }, total, datatype, op)?;
    let output = destination(s, receive, count(place.rank), datatype, &fold)?;
    if inside {
        // The result overwrites the first block, which other ranks may still be reading, so send from a copy.
        let copy = lent_buffer(input.region.len());
        copy.region().copy_from(input.region);
        original = Some(std::mem::replace(&mut input, Message::owned(copy)));
    } else {
        distinct((send, &input), (receive, &output))?;
    }
    if place.remote.is_some() {
        let lens = (0..place.size).map(|i| count(i) as usize * fold.stride()).collect();
        return Ok(Checked::Inter(inter::ReduceScatter { input, lens, output, fold }));
    }
    let mut at = 0;
    let block = |i| {
        let len = count(i) as usize * fold.stride();
        at += len;
        input.region.slice(at - len, len)
    };
    let blocks = RankBlocks::Listed((0..place.size).map(block).collect());
    Ok(Checked::Intra(ReduceScatter { input, source: original, blocks, output, fold }))
}

pub fn reduce_scatter(
    form: impl Form,
    sendbuf: Addr,
    recvbuf: Addr,
    recvcounts: Ints,
    datatype: abi::Datatype,
    op: abi::Op,
    comm: abi::Comm,
) -> Result {
    form.run(comm, |s, place| check(s, place, sendbuf, recvbuf, Counts::Listed(recvcounts), (datatype, op)))
}

pub fn reduce_scatter_block(
    form: impl Form,
    sendbuf: Addr,
    recvbuf: Addr,
    recvcount: i64,
    datatype: abi::Datatype,
    op: abi::Op,
    comm: abi::Comm,
) -> Result {
    form.run(comm, |s, place| check(s, place, sendbuf, recvbuf, Counts::Each(recvcount), (datatype, op)))
}
