//! The start of a non-blocking collective, and of a round of a persistent one.
use crate::abi;
use crate::error::{Result, fail};
use crate::ffi::gate::Guard;
use crate::objects::coll::schedule::{Course, Started};
use crate::objects::request::{Request, RoundState};
use crate::objects::status::Finished;
use crate::state::State;
use clump::driver::CallKind;

/// Starts a collective on `comm`, which the caller has checked, and returns its request. When this function returns,
/// the call's first messages have been sent and its steps on a board have begun, so that calls on one communicator
/// begin steps in the order of the calls.
pub fn start(s: &mut Guard, comm: abi::Comm, course: Course) -> Result<abi::Request> {
    let context = s.comm(comm)?.context;
    let handle = s.new_request(Request::Operation(comm));
    let schedule = s.coll.schedules.begin(handle, context, course);
    s.carry_on(schedule);
    Ok(handle)
}

/// Begins a round of a persistent collective's request.
pub fn start_round(s: &mut Guard, handle: abi::Request) -> Result {
    let State { common, mpi } = &mut **s;
    let Some(Request::Collective(c)) = mpi.requests.get_mut(handle.0) else {
        return fail(abi::MPI_ERR_REQUEST, "the request is not of a persistent collective");
    };
    if !matches!(c.round, RoundState::Inactive) {
        return fail(abi::MPI_ERR_REQUEST, "the persistent request is started already");
    }
    common.endpoint().count_call(CallKind::Collective, c.bytes);
    match c.rounds.as_mut().map_or(Started::Refused, |rounds| rounds.start(common.endpoint())) {
        Started::Ended => c.round = RoundState::Ended(Finished::EMPTY),
        Started::Posted(()) => c.round = RoundState::Posted,
        Started::Refused => return begin_round(s, handle),
    }
    Ok(())
}

/// Begins a round that has no fast path, as a schedule.
#[inline(never)]
fn begin_round(s: &mut Guard, handle: abi::Request) -> Result {
    let Request::Collective(c) = s.request(handle)? else { return Ok(()) };
    let Some(rounds) = c.rounds.take() else {
        return fail(abi::MPI_ERR_OTHER, "the operation of this persistent collective has thrown an exception before");
    };
    c.round = RoundState::Running;
    let context = c.context;
    let schedule = s.coll.schedules.begin_round(handle, context, rounds);
    s.carry_on(schedule);
    Ok(())
}
