//! MPI_Reduce, MPI_Allreduce and MPI_Reduce_scatter(_block): MPI 5.0 sections 6.9 and 6.10.
use super::{Inter, Root, not_in_place, root};
use crate::abi;
use crate::coll::calls::buffers::{Lookup, deliver};
use crate::coll::calls::operand::{Operands, destination, operands, source};
use crate::coll::calls::process::EndpointEntrance;
use crate::error::Result;
use crate::ffi::args::Addr;
use crate::objects::datatype::Message;
use clump::driver::Region;
use clump_coll::Fold;
use clump_coll::inter::{self, Groups};

pub struct Reduce {
    operands: Operands,
    root: Root,
}

impl Inter for Reduce {
    fn contributed(&self) -> usize {
        self.operands.input.region.len()
    }

    fn refresh(&self) {
        self.operands.refresh();
    }

    async fn run(&self, groups: &Groups<'_, EndpointEntrance>) {
        let Operands { input, output, fold } = &self.operands;
        inter::reduce(groups, input.region, output.region, fold, self.root).await;
        deliver(output);
    }
}

pub fn reduce(
    s: Lookup,
    remote: usize,
    at: i32,
    send: Addr,
    receive: Addr,
    what: (i64, abi::Datatype, abi::Op),
) -> Result<Option<Reduce>> {
    let root = root(at, remote)?;
    let (count, datatype, op) = what;
    let nothing = || Message::direct(Region::EMPTY);
    let operands = match root {
        Root::Here => {
            let fold = s.ops.fold(s.types, op, datatype)?;
            let output = destination(s, receive, count, datatype, &fold)?;
            Operands { input: nothing(), output, fold }
        }
        Root::Beside => return Ok(None),
        Root::Far(_) => {
            not_in_place(send)?;
            let (fold, input) = source(s, send, count, datatype, op)?;
            Operands { input, output: nothing(), fold }
        }
    };
    Ok(Some(Reduce { operands, root }))
}

/// `None` is the call of a process that neither is the root nor contributes data: the process has no arguments.
impl<P: Inter> Inter for Option<P> {
    fn contributed(&self) -> usize {
        self.as_ref().map_or(0, P::contributed)
    }

    fn refresh(&self) {
        if let Some(plan) = self {
            plan.refresh();
        }
    }

    async fn run(&self, groups: &Groups<'_, EndpointEntrance>) {
        if let Some(plan) = self {
            plan.run(groups).await;
        }
    }
}

pub struct Allreduce(Operands);

impl Inter for Allreduce {
    fn contributed(&self) -> usize {
        self.0.input.region.len()
    }

    fn refresh(&self) {
        self.0.refresh();
    }

    async fn run(&self, groups: &Groups<'_, EndpointEntrance>) {
        let Operands { input, output, fold } = &self.0;
        inter::allreduce(groups, input.region, output.region, fold).await;
        deliver(output);
    }
}

pub fn allreduce(
    s: Lookup,
    send: Addr,
    receive: Addr,
    count: i64,
    datatype: abi::Datatype,
    op: abi::Op,
) -> Result<Allreduce> {
    not_in_place(send)?;
    Ok(Allreduce(operands(s, send, receive, count, datatype, op)?))
}

/// A reduce-scatter on an intercommunicator. The counts are the local group's: see [`inter::reduce_scatter`].
pub struct ReduceScatter {
    pub input: Message,
    pub lens: Box<[usize]>,
    pub output: Message,
    pub fold: Fold,
}

impl Inter for ReduceScatter {
    fn contributed(&self) -> usize {
        self.input.region.len()
    }

    fn refresh(&self) {
        self.input.refresh();
    }

    async fn run(&self, groups: &Groups<'_, EndpointEntrance>) {
        inter::reduce_scatter(groups, self.input.region, &self.lens, self.output.region, &self.fold).await;
        deliver(&self.output);
    }
}
