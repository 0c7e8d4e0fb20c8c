//! Generalized requests (MPI 5.0, 13.2): the program says when they are over.
use super::Request;
use crate::abi;
use crate::error::{Call, Result, fail, from_callback};
use crate::ffi::args::{Addr, Out};
use crate::ffi::callback::Callback;
use crate::ffi::gate;
use crate::status::Finished;

/// An operation of the program.
#[derive(Clone, Debug)]
pub struct Generalized {
    pub query: Callback,
    pub free: Callback,
    pub cancel: Callback,
    pub extra: usize,
    pub complete: bool,
    /// MPI_Request_free came first: MPI_Grequest_complete ends it.
    pub freed: bool,
}

impl Generalized {
    /// Asks the program for the status. No guard may be held.
    pub fn query(&self) -> Finished {
        let mut status = Finished::EMPTY.status(abi::MPI_SUCCESS);
        let code = self.query.query(self.extra, &mut status);
        let (source, tag, len, cancelled) = (status.source, status.tag, status.len(), status.cancelled());
        Finished { source, tag, len, cancelled, code }
    }

    /// Tells the program that the request is gone. No guard may be held.
    pub fn free(&self, f: &mut Finished) {
        let code = self.free.free(self.extra);
        if f.code == abi::MPI_SUCCESS {
            f.code = code;
        }
    }
}

/// MPI_Grequest_start
pub fn grequest_start(
    _: Call,
    query: Callback,
    free: Callback,
    cancel: Callback,
    extra: Addr,
    request: Out<abi::Request>,
) -> Result {
    let mut s = gate::enter();
    s.running()?;
    let g = Generalized { query, free, cancel, extra: extra.get(), complete: false, freed: false };
    request.set(s.new_request(Request::Generalized(Box::new(g))));
    Ok(())
}

/// MPI_Grequest_complete
pub fn grequest_complete(_: Call, request: abi::Request) -> Result {
    let mut s = gate::enter();
    match s.request(request)? {
        Request::Generalized(g) => {
            g.complete = true;
            if !g.freed {
                // Another thread may sleep for just this.
                s.endpoint().wake();
                return Ok(());
            }
        }
        _ => return fail(abi::MPI_ERR_REQUEST, "the request is no generalized one"),
    }
    let gone = s.requests.remove(request.0);
    drop(s);
    match gone {
        Some(Request::Generalized(g)) => from_callback(g.free.free(g.extra), "the generalized request's free function"),
        _ => Ok(()),
    }
}
