//! Generalized requests (MPI 5.0, 13.2), which are complete when the program says so.
use crate::abi;
use crate::error::{Call, Result, fail, from_callback};
use crate::ffi::args::{Addr, Out};
use crate::ffi::callback::Callback;
use crate::ffi::gate;
use crate::objects::request::{Generalized, Request};

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
                // Wake up the threads that sleep, because some of them may be waiting for this request.
                s.endpoint().wake();
                return Ok(());
            }
        }
        _ => return fail(abi::MPI_ERR_REQUEST, "the request is not a generalized request"),
    }
    let gone = s.requests.remove(request.0);
    drop(s);
    match gone {
        Some(Request::Generalized(g)) => from_callback(g.free.free(g.extra), "the generalized request's free function"),
        _ => Ok(()),
    }
}
