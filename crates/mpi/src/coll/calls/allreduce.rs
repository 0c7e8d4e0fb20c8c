//! MPI_Allreduce and MPI_Iallreduce: MPI 5.0 sections 6.9.6 and 6.12.10.
use super::buffers::{Lookup, deliver};
use super::execute::{Collective, Form};
use super::inter::{self, Checked};
use super::operand::{Operands, operands};
use super::process::{EndpointEntrance, Membership};
use super::record::Shape;
use crate::abi;
use crate::error::Result;
use crate::ffi::args::Addr;
use clump_coll::{FastPath, ShortRound, Team};

struct Allreduce(Operands);

impl Collective for Allreduce {
    #[inline(always)]
    fn shape(&self) -> Shape {
        Shape::ANY.bytes(self.0.input.region.len()).op(self.0.fold.number())
    }

    #[inline(always)]
    fn is_short(&self, at: &FastPath) -> bool {
        clump_coll::allreduce::is_short(at, self.0.input.region, &self.0.fold)
    }

    #[inline(always)]
    fn begin_short(&self, at: FastPath) -> Option<ShortRound> {
        clump_coll::allreduce::begin_short(at, self.0.input.region)
    }

    #[inline(always)]
    fn end_short(&self, at: FastPath, round: &mut ShortRound) -> std::result::Result<bool, usize> {
        let Operands { input, output, fold } = &self.0;
        let fits = clump_coll::allreduce::end_short(at, round, input.region, output.region, fold)?;
        deliver(output);
        Ok(fits)
    }

    #[inline(always)]
    fn contributed(&self, _: usize) -> usize {
        self.0.input.region.len()
    }

    fn refresh(&self) {
        self.0.refresh();
    }

    async fn run(&self, team: &Team<EndpointEntrance>) {
        let Operands { input, output, fold } = &self.0;
        clump_coll::allreduce(team, input.region, output.region, fold).await;
        deliver(output);
    }
}

fn check(
    s: Lookup,
    place: Membership,
    send: Addr,
    receive: Addr,
    what: (i64, abi::Datatype, abi::Op),
) -> Result<Checked<Allreduce, inter::Allreduce>> {
    let (count, datatype, op) = what;
    if place.remote.is_some() {
        return inter::allreduce(s, send, receive, count, datatype, op).map(Checked::Inter);
    }
    Ok(Checked::Intra(Allreduce(operands(s, send, receive, count, datatype, op)?)))
}

pub fn allreduce(
    form: impl Form,
    sendbuf: Addr,
    recvbuf: Addr,
    count: i64,
    datatype: abi::Datatype,
    op: abi::Op,
    comm: abi::Comm,
) -> Result {
    form.run(comm, |s, place| check(s, place, sendbuf, recvbuf, (count, datatype, op)))
}
