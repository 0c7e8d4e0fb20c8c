//! Requests (MPI 5.0, 3.7 to 3.9): operations in flight, and persistent requests.
mod complete;
mod generalized;
mod many;
mod one;
mod status;
pub use complete::{Completed, wait as wait_for};
pub use generalized::*;
pub use many::*;
pub use one::*;
pub use status::*;

use crate::abi;
use crate::error::{Result, error, fail};
use crate::objects::datatype::Message;
use crate::objects::request::{PostedReceive, Request, SENT};
use crate::objects::status::Finished;
use crate::state::State;
use clump_coll::Ranks;
use std::sync::Arc;

impl State {
    /// Reserves the slot of the handle [`SENT`].
    pub fn reserve_sent(&mut self) {
        if self.requests.get(SENT.0).is_none() {
            let handle = self.requests.insert(Request::Done(Finished::EMPTY));
            assert_eq!(handle, SENT.0, "the first request is the shared one");
        }
    }

    /// Returns the request behind a handle other than MPI_REQUEST_NULL, or MPI_ERR_REQUEST.
    #[inline]
    pub fn request(&mut self, handle: abi::Request) -> Result<&mut Request> {
        match self.requests.get_mut(handle.0) {
            Some(r) => Ok(r),
            None => fail(abi::MPI_ERR_REQUEST, format!("{:#x} is no request (complete already?)", handle.0)),
        }
    }

    #[inline]
    pub fn new_request(&mut self, request: Request) -> abi::Request {
        abi::Request(self.requests.insert(request))
    }

    /// Adds a receive straight into the program's memory, in as few instructions as possible, and returns its
    /// handle.
    #[inline(always)]
    pub fn new_receive(
        &mut self,
        request: clump::driver::Request,
        region: clump::driver::Region,
        ranks: Option<Arc<Ranks>>,
        comm: abi::Comm,
    ) -> abi::Request {
        let slot = self.requests.vacant();
        let message = Message::direct(region);
        abi::Request(slot.fill(Request::Recv(PostedReceive { request, message, ranks, comm })))
    }
}

/// Returns the error for an outcome that [`Finished::departed`] has made.
#[cold]
pub fn departed(f: &Finished) -> Box<crate::error::Error> {
    let what = match f.tag {
        abi::MPI_ANY_TAG => "what the call waits for".into(),
        tag => format!("this message with tag {tag}"),
    };
    let why = match f.code {
        abi::MPI_ERR_REVOKED => return crate::known_faults::revoked(),
        abi::MPI_ERR_PROC_FAILED => format!("rank {} has died, so that {what} never completes", f.source),
        abi::MPI_ERR_PROC_FAILED_PENDING => format!(
            "rank {} has died, from which {what} may have been to come; acknowledge that (MPIX_Comm_failure_ack) and \
             wait again, or cancel the receive",
            f.source
        ),
        _ => format!("rank {} has left the job (it has called MPI_Finalize), so that {what} never completes", f.source),
    };
    error(f.code, why)
}

/// Returns the error of a failed request.
pub fn error_of(f: &Finished, comm: abi::Comm) -> Box<crate::error::Error> {
    let mut e = match f.code {
        _ if f.is_departed() => departed(f),
        abi::MPI_ERR_TRUNCATE if f.source >= 0 => {
            error(f.code, format!("a message from rank {} with tag {} was cut to {} bytes", f.source, f.tag, f.len))
        }
        _ => error(f.code, "the operation that the request stands for has failed"),
    };
    e.on = Some(crate::error::On::Comm(comm));
    e
}
