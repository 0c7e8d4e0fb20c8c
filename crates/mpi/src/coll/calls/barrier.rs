//! MPI_Barrier and MPI_Ibarrier: MPI 5.0 sections 6.3 and 6.12.1.
use super::plan::{Plan, later, now};
use super::process::Process;
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

pub fn barrier(call: Call, comm: abi::Comm) -> Result {
    now(call, comm, |_, _| Ok(Barrier))
}

pub fn ibarrier(call: Call, comm: abi::Comm, request: Out<abi::Request>) -> Result {
    later(call, comm, request, |_, _| Ok(Barrier))
}
