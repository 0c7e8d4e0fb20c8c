//! The MPI functions on arrays of requests (MPI 5.0, 3.7.5).
use super::complete::{give_up, wait as wait_for};
use super::one::report;
use crate::abi::{self, MPI_REQUEST_NULL};
use crate::error::{Call, On, Result, error};
use crate::ffi::args::Out;
use crate::ffi::gate::{self, Guard};
use crate::objects::request::{Request, SENT};
use crate::objects::status::Finished;
use crate::request::Completed;
use crate::state::State;
use clump::driver::{Departed, Waiting};

/// Converts an array length, or returns MPI_ERR_ARG for a negative length.
pub(super) fn length(count: i32) -> Result<usize> {
    usize::try_from(count).map_err(|_| error(abi::MPI_ERR_ARG, format!("the number of requests is {count}")))
}

/// Checks all handles, before the call changes any request.
fn check(s: &mut Guard, n: usize, requests: Out<abi::Request>) -> Result {
    for i in 0..n {
        let handle = requests.get_at(i);
        if handle != MPI_REQUEST_NULL && handle != SENT {
            s.request(handle)?;
        }
    }
    Ok(())
}

/// Returns true if the request is active: the handle is not MPI_REQUEST_NULL and the request is not inactive.
fn active(s: &State, handle: abi::Request) -> bool {
    handle != MPI_REQUEST_NULL && !s.requests.get(handle.0).is_some_and(Request::inactive)
}

/// Enters the state for a call on these requests, and checks them. Returns `None` if no request is active.
fn enter_with_active(n: usize, requests: Out<abi::Request>) -> Result<Option<Guard>> {
    let mut s = gate::enter();
    check(&mut s, n, requests)?;
    let any = (0..n).any(|i| active(&s, requests.get_at(i)));
    Ok(any.then_some(s))
}

/// Returns the state that `clump run --timeout` shows while a call waits for these requests: the first active
/// request's.
fn waiting(call: Call, s: &State, n: usize, requests: Out<abi::Request>) -> Waiting {
    let first = (0..n).map(|i| requests.get_at(i)).find(|handle| active(s, *handle));
    s.waiting(call, first.unwrap_or(MPI_REQUEST_NULL))
}

/// Takes the outcome of a request if it is complete. [`SENT`], the shared handle of completed sends, needs no look-up.
fn poll(s: &mut State, handle: abi::Request) -> Option<Completed> {
    if handle == SENT { Some(Completed::empty(MPI_REQUEST_NULL)) } else { s.poll(handle) }
}

/// Sets the handles and statuses of completed requests. `at` maps a request's position to its status's position.
/// Returns MPI_ERR_IN_STATUS if a request failed.
fn report_all(
    done: Vec<(usize, Completed)>,
    requests: Out<abi::Request>,
    statuses: Out<abi::Status>,
    packed: bool,
) -> Result {
    let mut failed = None;
    let mut all = Vec::with_capacity(done.len());
    for (i, c) in &done {
        requests.set_at(*i, c.handle);
    }
    let mut left = Unreported(done.into_iter());
    for (i, mut c) in left.0.by_ref() {
        let f = c.conclude(true);
        if f.code != abi::MPI_SUCCESS {
            failed = Some((c.comm, i, c.error(&f)));
        }
        all.push((i, f));
    }
    if !statuses.is_null() {
        for (k, (i, f)) in all.iter().enumerate() {
            let status = statuses.at(if packed { k } else { *i });
            // A call sets the error fields only if it returns MPI_ERR_IN_STATUS.
            if failed.is_some() { f.store_with_error(status) } else { f.store(status) }
        }
    }
    match failed {
        None => Ok(()),
        Some((comm, i, one)) => {
            let mut e = error(abi::MPI_ERR_IN_STATUS, format!("request {i} is one: {}", one.why));
            e.on = match one.on {
                Some(On::File(file)) => Some(On::File(file)),
                _ => (comm != abi::MPI_COMM_NULL).then_some(On::Comm(comm)),
            };
            Err(e)
        }
    }
}

/// Completed requests whose callbacks have not run. If a callback throws, the remaining callbacks still run, because
/// their requests must be freed.
struct Unreported(std::vec::IntoIter<(usize, Completed)>);

impl Drop for Unreported {
    fn drop(&mut self) {
        for (_, mut c) in self.0.by_ref() {
            c.conclude(true);
        }
    }
}

/// Most messages that a call takes in succession before it makes general progress. Larger: other work waits longer.
/// Smaller: more calls of the endpoint.
const TURNS: usize = 64;

/// MPI_Waitall
pub fn waitall(call: Call, count: i32, requests: Out<abi::Request>, statuses: Out<abi::Status>) -> Result {
    let n = length(count)?;
    if (0..n).all(|i| matches!(requests.get_at(i), SENT | MPI_REQUEST_NULL)) {
        for i in 0..n {
            requests.set_at(i, MPI_REQUEST_NULL);
            Finished::EMPTY.store(statuses_at(statuses, i));
        }
        return Ok(());
    }
    // Most calls hold sends and receives without errors, and need no list.
    let mut s = gate::enter();
    check(&mut s, n, requests)?;
    for i in 0..n {
        let handle = requests.get_at(i);
        if handle == SENT {
            requests.set_at(i, MPI_REQUEST_NULL);
            Finished::EMPTY.store(statuses_at(statuses, i));
            continue;
        }
        if i % TURNS == TURNS - 1 {
            s.advance();
        }
        if let Some(f) = received(&mut s, handle) {
            requests.set_at(i, MPI_REQUEST_NULL);
            f.store(statuses_at(statuses, i));
            continue;
        }
        let done = wait_for(call, &mut s, handle)?;
        if done.generalized.is_some() || done.finished.code != abi::MPI_SUCCESS {
            return wait_one_by_one(call, s, n, i, done, requests, statuses);
        }
        requests.set_at(i, done.handle);
        done.finished.store(statuses_at(statuses, i));
    }
    Ok(())
}

/// Takes a received message, after making progress if necessary. Returns `None` if the message has not arrived or the
/// fast path cannot take it.
#[inline(always)]
fn received(s: &mut Guard, handle: abi::Request) -> Option<Finished> {
    s.take_received(handle).or_else(|| if s.advance() { s.take_received(handle) } else { None })
}

fn statuses_at(statuses: Out<abi::Status>, i: usize) -> Out<abi::Status> {
    if statuses.is_null() { statuses } else { statuses.at(i) }
}

/// Waits for all requests from number `i` on, one by one (general path of MPI_Waitall). `done` holds the requests
/// completed so far.
#[cold]
fn wait_one_by_one(
    call: Call,
    mut s: Guard,
    n: usize,
    i: usize,
    done: Completed,
    requests: Out<abi::Request>,
    statuses: Out<abi::Status>,
) -> Result {
    let mut list = vec![(i, done)];
    for k in i + 1..n {
        let handle = requests.get_at(k);
        let done = if handle == SENT { Completed::empty(MPI_REQUEST_NULL) } else { wait_for(call, &mut s, handle)? };
        list.push((k, done));
    }
    drop(s);
    let result = report_all(list, requests, statuses, false);
    if result.is_err() && !statuses.is_null() {
        for k in 0..i {
            let mut status = statuses.get_at(k);
            status.error = abi::MPI_SUCCESS;
            statuses.set_at(k, status);
        }
    }
    result
}

/// MPI_Testall
pub fn testall(
    call: Call,
    count: i32,
    requests: Out<abi::Request>,
    flag: Out<i32>,
    statuses: Out<abi::Status>,
) -> Result {
    let n = length(count)?;
    let mut s = gate::enter();
    check(&mut s, n, requests)?;
    if n > 0 && s.open_endpoint().is_some() {
        s.advance();
    }
    let over = |s: &mut State, h| h == MPI_REQUEST_NULL || h == SENT || s.is_over(h);
    let handles = || (0..n).map(|i| requests.get_at(i));
    let all = handles().all(|h| over(&mut s, h))
        || s.searches_now(|s| waiting(call, s, n, requests))
            && handles().all(|h| over(&mut s, h) || s.departed(h).is_some())
            && !s.advance();
    flag.set(all.into());
    if !all {
        s.leave_empty_handed();
        return Ok(());
    }
    let mut done = Vec::with_capacity(n);
    for i in 0..n {
        let handle = requests.get_at(i);
        let one = match handle {
            MPI_REQUEST_NULL => Completed::empty(handle),
            _ if over(&mut s, handle) => poll(&mut s, handle).unwrap_or_else(|| Completed::empty(handle)),
            _ => give_up(&mut s, handle),
        };
        done.push((i, one));
    }
    drop(s);
    report_all(done, requests, statuses, false)
}

/// Takes the outcome of the first complete request among the active requests, or returns `None`.
fn any(s: &mut State, n: usize, requests: Out<abi::Request>) -> Option<(usize, Completed)> {
    (0..n).find_map(|i| {
        let handle = requests.get_at(i);
        if active(s, handle) { poll(s, handle).map(|c| (i, c)) } else { None }
    })
}

/// Returns the first active request that needs a dead process or whose communicator is revoked; the first active
/// request if all active requests wait for ranks that have left the job; and `None` otherwise.
fn departed_of(s: &mut State, n: usize, requests: Out<abi::Request>) -> Option<(usize, Departed)> {
    let (mut first, mut all) = (None, true);
    for i in 0..n {
        let handle = requests.get_at(i);
        if !active(s, handle) {
            continue;
        }
        let Some(departed) = s.departed(handle) else {
            all = false;
            continue;
        };
        let comm = s.requests.get(handle.0).map_or(abi::MPI_COMM_NULL, Request::comm);
        if s.class_of_departure(comm, departed.0) != abi::MPI_ERR_PROC_ABORTED {
            return Some((i, departed));
        }
        first = first.or(Some((i, departed)));
    }
    first.filter(|_| all)
}

/// Completes the first of these requests, which the program tests in vain, if all of them wait for ranks that have left
/// the job. Looks once in some calls ([`State::searches_now`]).
fn any_in_vain(call: Call, s: &mut Guard, n: usize, requests: Out<abi::Request>) -> Option<(usize, Completed)> {
    if !s.searches_now(|s| waiting(call, s, n, requests)) {
        return None;
    }
    let (i, _) = departed_of(s, n, requests)?;
    if s.advance() {
        return None;
    }
    any(s, n, requests).or_else(|| Some((i, give_up(s, requests.get_at(i)))))
}

/// MPI_Waitany
pub fn waitany(
    call: Call,
    count: i32,
    requests: Out<abi::Request>,
    index: Out<i32>,
    status: Out<abi::Status>,
) -> Result {
    let n = length(count)?;
    let Some(mut s) = enter_with_active(n, requests)? else {
        index.set(abi::MPI_UNDEFINED);
        Finished::EMPTY.store(status);
        return Ok(());
    };
    let shown = waiting(call, &s, n, requests);
    let in_vain = |s: &mut State| departed_of(s, n, requests);
    let (i, done) = match s.block_unless(shown, |s| any(s, n, requests), in_vain) {
        Ok(done) => done,
        Err((i, _)) => (i, give_up(&mut s, requests.get_at(i))),
    };
    drop(s);
    index.set(i as i32);
    report(done, requests.at(i), status)
}

/// MPI_Testany
pub fn testany(
    call: Call,
    count: i32,
    requests: Out<abi::Request>,
    index: Out<i32>,
    flag: Out<i32>,
    status: Out<abi::Status>,
) -> Result {
    let n = length(count)?;
    let Some(mut s) = enter_with_active(n, requests)? else {
        index.set(abi::MPI_UNDEFINED);
        flag.set(1);
        Finished::EMPTY.store(status);
        return Ok(());
    };
    let mut found = any(&mut s, n, requests);
    if found.is_none() {
        s.advance();
        found = any(&mut s, n, requests).or_else(|| any_in_vain(call, &mut s, n, requests));
    }
    flag.set(found.is_some().into());
    match found {
        Some((i, done)) => {
            drop(s);
            index.set(i as i32);
            report(done, requests.at(i), status)
        }
        None => {
            index.set(abi::MPI_UNDEFINED);
            s.leave_empty_handed();
            Ok(())
        }
    }
}

fn some(s: &mut State, n: usize, requests: Out<abi::Request>) -> Vec<(usize, Completed)> {
    let mut done = Vec::new();
    for i in 0..n {
        let handle = requests.get_at(i);
        if active(s, handle)
            && let Some(c) = poll(s, handle)
        {
            done.push((i, c));
        }
    }
    done
}

fn report_some(
    done: Vec<(usize, Completed)>,
    requests: Out<abi::Request>,
    count: Out<i32>,
    indices: Out<i32>,
    statuses: Out<abi::Status>,
) -> Result {
    count.set(done.len() as i32);
    for (k, (i, _)) in done.iter().enumerate() {
        indices.set_at(k, *i as i32);
    }
    report_all(done, requests, statuses, true)
}

/// MPI_Waitsome
pub fn waitsome(
    call: Call,
    incount: i32,
    requests: Out<abi::Request>,
    outcount: Out<i32>,
    indices: Out<i32>,
    statuses: Out<abi::Status>,
) -> Result {
    let n = length(incount)?;
    let Some(mut s) = enter_with_active(n, requests)? else {
        outcount.set(abi::MPI_UNDEFINED);
        return Ok(());
    };
    let shown = waiting(call, &s, n, requests);
    let ended = |s: &mut State| Some(some(s, n, requests)).filter(|d| !d.is_empty());
    let done = match s.block_unless(shown, ended, |s| departed_of(s, n, requests)) {
        Ok(done) => done,
        Err((i, _)) => vec![(i, give_up(&mut s, requests.get_at(i)))],
    };
    drop(s);
    report_some(done, requests, outcount, indices, statuses)
}

/// MPI_Testsome
pub fn testsome(
    call: Call,
    incount: i32,
    requests: Out<abi::Request>,
    outcount: Out<i32>,
    indices: Out<i32>,
    statuses: Out<abi::Status>,
) -> Result {
    let n = length(incount)?;
    let Some(mut s) = enter_with_active(n, requests)? else {
        outcount.set(abi::MPI_UNDEFINED);
        return Ok(());
    };
    s.advance();
    let mut done = some(&mut s, n, requests);
    if done.is_empty() {
        done.extend(any_in_vain(call, &mut s, n, requests));
    }
    if done.is_empty() {
        s.leave_empty_handed();
    } else {
        drop(s);
    }
    report_some(done, requests, outcount, indices, statuses)
}
