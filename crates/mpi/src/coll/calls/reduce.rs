//! MPI_Reduce and MPI_Ireduce: MPI 5.0 sections 6.9.1 and 6.12.9.
use super::buffers::{Lookup, deliver};
use super::execute::{Collective, Form};
use super::inter::{self, Checked};
use super::operand::{Operands, operands, source};
use super::process::{EndpointEntrance, Membership};
use super::record::Shape;
use crate::abi;
use crate::error::Result;
use crate::ffi::args::Addr;
use crate::objects::datatype::Message;
use clump::driver::Region;
use clump_coll::{FastPath, ShortRound, Team};

struct Reduce {
    operands: Operands,
    root: usize,
}

impl Collective for Reduce {
    #[inline(always)]
    fn shape(&self) -> Shape {
        Shape::ANY.rooted(self.root).bytes(self.operands.input.region.len()).op(self.operands.fold.number())
    }

    #[inline(always)]
    fn is_short(&self, at: &FastPath) -> bool {
        clump_coll::reduce::is_short(at, self.operands.input.region, &self.operands.fold)
    }

    #[inline(always)]
    fn begin_short(&self, at: FastPath) -> Option<ShortRound> {
        clump_coll::reduce::begin_short(at, self.operands.input.region, self.root)
    }

    #[inline(always)]
    fn end_short(&self, at: FastPath, round: &mut ShortRound) -> std::result::Result<bool, usize> {
        let Operands { input, output, fold } = &self.operands;
        let fits = clump_coll::reduce::end_short(at, round, (input.region, output.region), fold, self.root)?;
        deliver(output);
        Ok(fits)
    }

    #[inline(always)]
    fn contributed(&self, _: usize) -> usize {
        self.operands.input.region.len()
    }

    fn refresh(&self) {
        self.operands.refresh();
    }

    async fn run(&self, team: &Team<EndpointEntrance>) {
        let Operands { input, output, fold } = &self.operands;
        clump_coll::reduce(team, input.region, output.region, fold, self.root).await;
        deliver(output);
    }
}

fn check(
    s: Lookup,
    place: Membership,
    root: i32,
    send: Addr,
    receive: Addr,
    what: (i64, abi::Datatype, abi::Op),
) -> Result<Checked<Reduce, Option<inter::Reduce>>> {
    if let Some(remote) = place.remote {
        return inter::reduce(s, remote, root, send, receive, what).map(Checked::Inter);
    }
    let root = place.root(root)?;
    let (count, datatype, op) = what;
    let operands = if place.rank == root {
        operands(s, send, receive, count, datatype, op)?
    } else {
        let (fold, input) = source(s, send, count, datatype, op)?;
        Operands { input, output: Message::direct(Region::EMPTY), fold }
    };
    Ok(Checked::Intra(Reduce { operands, root }))
}

#[allow(clippy::too_many_arguments)]
pub fn reduce(
    form: impl Form,
    sendbuf: Addr,
    recvbuf: Addr,
    count: i64,
    datatype: abi::Datatype,
    op: abi::Op,
    root: i32,
    comm: abi::Comm,
) -> Result {
    form.run(comm, |s, place| check(s, place, root, sendbuf, recvbuf, (count, datatype, op)))
}
