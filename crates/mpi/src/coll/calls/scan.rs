//! MPI_Scan, MPI_Exscan and their non-blocking forms: MPI 5.0 sections 6.11 and 6.12.12 to 6.12.13.
use super::buffers::{Lookup, deliver, in_place};
use super::execute::{Collective, Form};
use super::inter::{Checked, Never};
use super::operand::{Operands, operands, source};
use super::process::{EndpointEntrance, Membership};
use super::record::Shape;
use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::args::Addr;
use crate::objects::datatype::Message;
use clump::driver::Region;
use clump_coll::Team;

struct Scan {
    operands: Operands,
    inclusive: bool,
}

impl Collective for Scan {
    #[inline(always)]
    fn shape(&self) -> Shape {
        Shape::ANY.bytes(self.operands.input.region.len()).op(self.operands.fold.number())
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
        if self.inclusive {
            clump_coll::scan(team, input.region, output.region, fold).await;
            deliver(output);
        } else {
            clump_coll::exscan(team, input.region, output.region, fold).await;
            // Rank 0's receive buffer stays unchanged.
            if team.rank() != 0 {
                deliver(output);
            }
        }
    }
}

fn check(
    s: Lookup,
    place: Membership,
    inclusive: bool,
    send: Addr,
    receive: Addr,
    what: (i64, abi::Datatype, abi::Op),
) -> Result<Checked<Scan, Never>> {
    if place.remote.is_some() {
        return fail(abi::MPI_ERR_COMM, "there is no prefix reduction on intercommunicators (MPI 5.0, 6.11)");
    }
    let (count, datatype, op) = what;
    // Rank 0 of an exclusive scan receives nothing, so its receive buffer may be null.
    let operands = if inclusive || place.rank != 0 || in_place(send) {
        operands(s, send, receive, count, datatype, op)?
    } else {
        let (fold, input) = source(s, send, count, datatype, op)?;
        Operands { input, output: Message::direct(Region::EMPTY), fold }
    };
    Ok(Checked::Intra(Scan { operands, inclusive }))
}

pub fn scan(
    form: impl Form,
    sendbuf: Addr,
    recvbuf: Addr,
    count: i64,
    datatype: abi::Datatype,
    op: abi::Op,
    comm: abi::Comm,
) -> Result {
    form.run(comm, |s, place| check(s, place, true, sendbuf, recvbuf, (count, datatype, op)))
}

pub fn exscan(
    form: impl Form,
    sendbuf: Addr,
    recvbuf: Addr,
    count: i64,
    datatype: abi::Datatype,
    op: abi::Op,
    comm: abi::Comm,
) -> Result {
    form.run(comm, |s, place| check(s, place, false, sendbuf, recvbuf, (count, datatype, op)))
}
