//! MPI_Barrier and MPI_Ibarrier: MPI 5.0 sections 6.3 and 6.12.1.
use super::execute::{Collective, blocking, nonblocking};
use super::inter::{self, Checked};
use super::process::{EndpointEntrance, Membership};
use crate::abi;
use crate::coll::algorithm::{self, Team};
use crate::error::{Call, Result};
use crate::ffi::args::Out;

struct Barrier;
impl Collective for Barrier {
    async fn run(self, team: &Team<EndpointEntrance>) {
        algorithm::barrier(team).await;
    }
}

fn check(place: Membership) -> Result<Checked<Barrier, inter::Barrier>> {
    Ok(if place.remote.is_some() { Checked::Inter(inter::Barrier) } else { Checked::Intra(Barrier) })
}

pub fn barrier(call: Call, comm: abi::Comm) -> Result {
    blocking(call, comm, |_, place| check(place))
}

pub fn ibarrier(call: Call, comm: abi::Comm, request: Out<abi::Request>) -> Result {
    nonblocking(call, comm, request, |_, place| check(place))
}
