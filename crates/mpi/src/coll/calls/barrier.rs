//! MPI_Barrier and MPI_Ibarrier: MPI 5.0 sections 6.3 and 6.12.1.
use super::inter::{self, Either};
use super::plan::{Plan, later, now};
use super::process::{Place, Process};
use crate::abi;
use crate::coll::algorithm::{self, Port};
use crate::error::{Call, Result};
use crate::ffi::args::Out;

struct Barrier;
impl Plan for Barrier {
    async fn run(self, port: &Port<Process>) {
        algorithm::barrier(port).await;
    }
}

fn plan(place: Place) -> Result<Either<Barrier, inter::Barrier>> {
    Ok(if place.remote.is_some() { Either::Inter(inter::Barrier) } else { Either::Intra(Barrier) })
}

pub fn barrier(call: Call, comm: abi::Comm) -> Result {
    now(call, comm, |_, place| plan(place))
}

pub fn ibarrier(call: Call, comm: abi::Comm, request: Out<abi::Request>) -> Result {
    later(call, comm, request, |_, place| plan(place))
}
