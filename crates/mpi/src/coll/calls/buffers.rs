//! What all calls check of their buffers, and do with them at the end.
use crate::abi;
use crate::datatype::{Message, Types};
use crate::error::{Result, fail};
use crate::ffi::args::Addr;
use crate::op::Ops;
use clump::Region;

/// What a call looks its arguments up in, beside its communicator.
#[derive(Clone, Copy)]
pub struct Lookup<'a> {
    pub types: &'a Types,
    pub ops: &'a Ops,
}

/// Delivers a whole message.
pub fn deliver(message: &Message) {
    message.deliver(message.region.len() as u64);
}

pub fn in_place(addr: Addr) -> bool {
    addr.get() == abi::MPI_IN_PLACE
}

/// Error MPI_ERR_BUFFER if both name the same bytes: MPI 5.0, 6.2 and 2.3 want MPI_IN_PLACE for that.
pub fn apart(send: Region, receive: Region) -> Result {
    if !send.is_empty() && !receive.is_empty() && send.as_ptr() == receive.as_ptr() {
        return fail(abi::MPI_ERR_BUFFER, "send and receive buffer are the same; pass MPI_IN_PLACE instead");
    }
    Ok(())
}
