//! Checks and deliveries of buffers, shared by all calls.
use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::args::Addr;
use crate::objects::datatype::{Message, Types};
use crate::objects::op::Ops;
use clump::driver::Region;

/// The tables in which a call looks up its arguments other than the communicator.
#[derive(Clone, Copy)]
pub struct Lookup<'a> {
    pub types: &'a Types,
    pub ops: &'a Ops,
}

/// Unpacks a completely received message.
pub fn deliver(message: &Message) {
    message.deliver(message.region.len() as u64);
}

pub fn in_place(addr: Addr) -> bool {
    addr.get() == abi::MPI_IN_PLACE
}

/// Returns MPI_ERR_BUFFER if the two regions begin at the same address. A program that wants one buffer must pass
/// MPI_IN_PLACE (MPI 5.0, 6.2 and 2.3).
pub fn apart(send: Region, receive: Region) -> Result {
    if !send.is_empty() && !receive.is_empty() && send.as_ptr() == receive.as_ptr() {
        return fail(abi::MPI_ERR_BUFFER, "send and receive buffer are the same; pass MPI_IN_PLACE instead");
    }
    Ok(())
}
