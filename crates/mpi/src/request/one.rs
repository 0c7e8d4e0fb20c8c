//! The MPI functions on a single request.
use super::complete::{give_up, give_up_in_vain, wait as wait_for};
use crate::abi;
use crate::error::{Call, Result, fail, from_callback};
use crate::ffi::args::Out;
use crate::ffi::gate;
use crate::objects::request::{PostedReceive, Request, RoundState, SENT};
use crate::objects::status::Finished;
use crate::request::Completed;
use clump::driver::Waiting;
use std::time::{Duration, Instant};

/// Ends a call that completed one request: runs its callbacks, sets handle and status, and returns the request's error.
pub(super) fn report(mut done: Completed, request: Out<abi::Request>, status: Out<abi::Status>) -> Result {
    request.set(done.handle);
    finish(&mut done, status)
}

fn finish(done: &mut Completed, status: Out<abi::Status>) -> Result {
    let f = done.conclude(true);
    f.store(status);
    if f.code == abi::MPI_SUCCESS { Ok(()) } else { Err(done.error(&f)) }
}

/// Ends a call that completed a request of its own. The caller must not hold a guard.
pub fn conclude(mut done: Completed, status: Out<abi::Status>) -> Result {
    finish(&mut done, status)
}

/// MPI_Wait
#[inline]
pub fn wait(call: Call, request: Out<abi::Request>, status: Out<abi::Status>) -> Result {
    if request.get() == SENT {
        request.set(abi::MPI_REQUEST_NULL);
        Finished::EMPTY.store(status);
        return Ok(());
    }
    wait_otherwise(call, request, status)
}

#[inline(never)]
fn wait_otherwise(call: Call, request: Out<abi::Request>, status: Out<abi::Status>) -> Result {
    let done = wait_for(call, &mut gate::enter(), request.get())?;
    report(done, request, status)
}

/// MPI_Test
pub fn test(call: Call, request: Out<abi::Request>, flag: Out<i32>, status: Out<abi::Status>) -> Result {
    let handle = request.get();
    if handle == SENT || handle == abi::MPI_REQUEST_NULL {
        flag.set(1);
        request.set(abi::MPI_REQUEST_NULL);
        Finished::EMPTY.store(status);
        return Ok(());
    }
    let mut s = gate::enter();
    s.request(handle)?;
    let mut done = s.poll(handle);
    if done.is_none() {
        s.advance();
        done = s.poll(handle);
    }
    let done = done.or_else(|| give_up_in_vain(call, &mut s, handle));
    flag.set(done.is_some().into());
    match done {
        Some(done) => {
            drop(s);
            report(done, request, status)
        }
        None => {
            s.leave_empty_handed();
            Ok(())
        }
    }
}

/// MPIX_Wait_for
pub fn wait_for_a_time(
    call: Call,
    request: Out<abi::Request>,
    seconds: f64,
    flag: Out<i32>,
    status: Out<abi::Status>,
) -> Result {
    let handle = request.get();
    if handle == SENT || handle == abi::MPI_REQUEST_NULL || seconds == 0.0 {
        return test(call, request, flag, status);
    }
    let Ok(time) = Duration::try_from_secs_f64(seconds) else {
        return fail(abi::MPI_ERR_ARG, format!("the time to wait is {seconds} s; it must be a number from 0 on"));
    };
    let mut s = gate::enter();
    s.request(handle)?;
    let waiting = s.waiting(call, handle);
    let until = Instant::now() + time.min(LONGEST);
    let end = s.block_until(waiting, until, |s| s.poll(handle), |s| s.departed(handle));
    let done = end.unwrap_or_else(|_| Some(give_up(&mut s, handle)));
    drop(s);
    flag.set(done.is_some().into());
    done.map_or(Ok(()), |done| report(done, request, status))
}

/// The longest wait of MPIX_Wait_for, so that the sum of now and the wait is a time.
const LONGEST: Duration = Duration::from_secs(1 << 30);

/// MPI_Request_free
pub fn free(_: Call, request: Out<abi::Request>) -> Result {
    let handle = request.get();
    let mut s = gate::enter();
    if handle == abi::MPI_REQUEST_NULL {
        return fail(abi::MPI_ERR_REQUEST, "the request is MPI_REQUEST_NULL");
    }
    // An incomplete generalized request stays until MPI_Grequest_complete, which needs the handle.
    if let Request::Generalized(g) = s.request(handle)?
        && !g.complete
    {
        g.freed = true;
        request.set(abi::MPI_REQUEST_NULL);
        return Ok(());
    }
    let running = match s.request(handle)? {
        Request::Collective(c) => matches!(c.round, RoundState::Running | RoundState::Posted),
        Request::Partitioned(p) => p.active,
        _ => false,
    };
    if running {
        return fail(abi::MPI_ERR_REQUEST, "the request is active: wait for its operation first");
    }
    let gone = if handle == SENT { None } else { s.requests.remove(handle.0) };
    request.set(abi::MPI_REQUEST_NULL);
    match gone {
        Some(Request::Generalized(g)) => {
            drop(s);
            from_callback(g.free.free(g.extra), "the generalized request's free function")
        }
        Some(other) => {
            s.abandon(other);
            Ok(())
        }
        None => Ok(()),
    }
}

/// MPI_Cancel
pub fn cancel(call: Call, request: Out<abi::Request>) -> Result {
    let handle = request.get();
    let mut s = gate::enter();
    if handle == abi::MPI_REQUEST_NULL {
        return fail(abi::MPI_ERR_REQUEST, "the request is MPI_REQUEST_NULL");
    }
    let mut inner = s.request(handle)?;
    if let Request::Persistent(p) = inner {
        match &mut p.active {
            Some(active) => inner = active,
            None => {
                return fail(abi::MPI_ERR_REQUEST, "the persistent request has not been started");
            }
        }
    }
    match inner {
        Request::Send { request, .. } | Request::Recv(PostedReceive { request, .. }) => {
            let r = *request;
            // Cancelling takes effect at once, unless another thread of this process is copying a part of any message.
            let waiting = Waiting { call: call.0, peer: -2, tag: -1, context: 0 };
            s.block(waiting, |s| s.endpoint().cancel(r).then_some(()));
        }
        Request::Generalized(g) => {
            let (function, extra, complete) = (g.cancel, g.extra, g.complete);
            drop(s);
            return from_callback(function.cancel(extra, complete), "the generalized request's cancel function");
        }
        Request::Both(_) | Request::Operation(_) | Request::Collective(_) | Request::Partitioned(_) => {
            return fail(abi::MPI_ERR_REQUEST, "this kind of request cannot be cancelled");
        }
        // An operation on a file completes as if it had not been cancelled, and MPI_Test_cancelled says so.
        Request::File(_) | Request::Done(_) | Request::Failed(..) | Request::Persistent(_) => {}
    }
    Ok(())
}
