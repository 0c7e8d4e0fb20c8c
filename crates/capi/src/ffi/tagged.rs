//! Tagged messages that do not belong to MPI: those of `clump.h`, and those by which BIP, PM and CLIP send. While a
//! handler waits in such a call, other handlers run.
use super::answer::{done, give};
use super::delivery;
use super::executor::{self, HandlerRunner, known};
use super::fiber::HandlerWait;
use super::memory::{region, set};
use super::process::{enter, with_endpoint};
use crate::CONTEXTS;
use crate::error::{CallResult, ErrorKind, fail};
use clump::driver::handlers::WaitsFor;
use clump::driver::{Endpoint, Mode, Outcome, Region, Request, Select};
use std::collections::HashMap;
use std::ffi::{c_int, c_uint, c_void};
use std::sync::{Mutex, PoisonError};

/// The messages of `clump.h`, or of one layer: their context, and the tag that tells layers apart.
#[derive(Clone, Copy)]
pub struct Space {
    pub context: u16,
    /// The tag of all messages of a layer whose program names no tags.
    pub tag: i32,
}

/// The context of the messages of `clump.h`.
pub const OWN: u16 = CONTEXTS[0];
/// The space of BIP's messages.
pub const BIP: Space = Space { context: CONTEXTS[1], tag: 1 };
/// The space of PM's messages.
pub const PM: Space = Space { context: CONTEXTS[1], tag: 2 };
/// The space of CLIP's messages.
pub const CLIP: Space = Space { context: CONTEXTS[1], tag: 3 };

/// The result of a receive: the message's source, tag and length.
#[repr(C)]
#[derive(Clone, Copy, Default)]
pub struct clump_status {
    pub source: c_int,
    pub tag: c_int,
    pub bytes: u64,
}

/// Starts a send. Returns `None` if the send is complete and the memory is free again, or if the message is dropped.
pub fn start_send(to: u32, space: Space, bytes: Region, mode: Mode) -> CallResult<Option<Request>> {
    with_endpoint(|endpoint| {
        let to = known(to, endpoint)?;
        if delivery::may_drop(bytes.len(), mode) && endpoint.knows_rank(to) {
            delivery::count(endpoint.send_if_room(to, space.context, space.tag, bytes));
            return Ok(None);
        }
        Ok(endpoint.send(to, space.context, space.tag, bytes, mode))
    })
}

pub fn start_receive(select: Select, into: Region) -> CallResult<Request> {
    with_endpoint(|endpoint| {
        if let Some(from) = select.source {
            known(from, endpoint)?;
        }
        Ok(endpoint.recv(select, into))
    })
}

/// Waits until a request is complete, removes it, and returns its outcome. Returns an error if the message was longer
/// than the memory.
pub fn finish(request: Request, select: Select) -> CallResult<Outcome> {
    let mut outcome = None;
    executor::with(|executor| {
        if let Some(frame) = executor.running() {
            while outcome.is_none() {
                outcome = with_endpoint(|endpoint| Ok(endpoint.test(request)))?;
                if outcome.is_none() {
                    frame.suspend(HandlerWait::Request(request));
                }
            }
            return Ok(());
        }
        let waits_for = WaitsFor::Tagged { with: select.source, tag: select.tag.unwrap_or(-1) };
        let (waiting, _) = waits_for.to_words();
        enter(|inside| {
            inside.block_until(waiting, &mut |common| {
                outcome = common.endpoint.as_mut().and_then(|endpoint| endpoint.test(request));
                outcome.is_some()
            });
        });
        Ok(())
    })?;
    whole(outcome.unwrap_or(AT_ONCE))
}

/// Returns an error if the message was longer than the memory.
pub fn whole(outcome: Outcome) -> CallResult<Outcome> {
    match outcome.truncated {
        None => Ok(outcome),
        Some(len) => fail(
            ErrorKind::Truncated,
            format!(
                "a message of {len} bytes from rank {} is longer than the buffer of {}",
                outcome.source, outcome.len
            ),
        ),
    }
}

pub fn send(to: u32, space: Space, bytes: Region, mode: Mode) -> CallResult {
    match start_send(to, space, bytes, mode)? {
        None => Ok(()),
        Some(request) => {
            let select = Select { context: space.context, source: Some(to), tag: Some(space.tag) };
            finish(request, select).map(drop)
        }
    }
}

pub fn receive(select: Select, into: Region) -> CallResult<Outcome> {
    finish(start_receive(select, into)?, select)
}

/// Returns the selection that matches every message of a layer without tags.
pub fn any(space: Space) -> Select {
    Select { context: space.context, source: None, tag: Some(space.tag) }
}

/// The outcome of a send that was complete when it began.
const AT_ONCE: Outcome = Outcome { source: 0, tag: 0, len: 0, cancelled: false, truncated: None };

/// The requests that C has numbers of.
static REQUESTS: Mutex<Option<Table>> = Mutex::new(None);

#[derive(Default)]
struct Table {
    last: u64,
    /// The requests by number; `None` for a request that was complete when it began.
    open: HashMap<u64, (Option<Request>, Select)>,
}

/// Stores a request and returns its number, never 0.
pub fn keep(request: Option<Request>, select: Select) -> u64 {
    let mut requests = REQUESTS.lock().unwrap_or_else(PoisonError::into_inner);
    let table = requests.get_or_insert_default();
    table.last += 1;
    table.open.insert(table.last, (request, select));
    table.last
}

fn take(number: u64) -> CallResult<(Option<Request>, Select)> {
    let mut requests = REQUESTS.lock().unwrap_or_else(PoisonError::into_inner);
    match requests.as_mut().and_then(|table| table.open.remove(&number)) {
        Some(found) => Ok(found),
        None => fail(ErrorKind::Stream, format!("there is no request {number}: it is done, or was never begun")),
    }
}

/// Waits for a request, which C names by number. Returns the request's outcome.
pub fn wait(number: u64) -> CallResult<Outcome> {
    match take(number)? {
        (None, _) => Ok(AT_ONCE),
        (Some(request), select) => finish(request, select),
    }
}

/// Polls once. Returns a request's outcome, or `None` if the request is not complete.
pub fn test(number: u64) -> CallResult<Option<Outcome>> {
    let (request, select) = take(number)?;
    let Some(request) = request else { return Ok(Some(AT_ONCE)) };
    executor::with(HandlerRunner::release_gathered);
    let found = enter(|inside| {
        inside.advance();
        inside.common().endpoint.as_mut().and_then(|endpoint| Endpoint::test(endpoint, request))
    });
    match found {
        Some(outcome) => whole(outcome).map(Some),
        None => {
            let mut requests = REQUESTS.lock().unwrap_or_else(PoisonError::into_inner);
            requests.get_or_insert_default().open.insert(number, (Some(request), select));
            Ok(None)
        }
    }
}

fn own(from: c_int, tag: c_int) -> Select {
    Select { context: OWN, source: u32::try_from(from).ok(), tag: (tag >= 0).then_some(tag) }
}

fn status(outcome: &Outcome) -> clump_status {
    clump_status { source: outcome.source as c_int, tag: outcome.tag, bytes: outcome.len }
}

fn tag_of(tag: c_int) -> CallResult<Space> {
    if tag < 0 {
        return fail(ErrorKind::Argument, format!("{tag} is not a valid tag: tags are 0 or more"));
    }
    Ok(Space { context: OWN, tag })
}

/// Sends a message with a tag (0 or more), and waits until the buffer is free again. MPI's receives never match such a
/// message.
#[unsafe(no_mangle)]
pub extern "C" fn clump_send(buffer: *const c_void, bytes: usize, to: c_uint, tag: c_int) -> c_int {
    let sent = || send(to, tag_of(tag)?, region(buffer, bytes)?, Mode::Standard);
    done("clump_send", sent())
}

/// Receives a message; `from` and `tag` may be CLUMP_ANY. `status` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn clump_recv(
    buffer: *mut c_void,
    bytes: usize,
    from: c_int,
    tag: c_int,
    out: *mut clump_status,
) -> c_int {
    let received = || receive(own(from, tag), region(buffer, bytes)?);
    done("clump_recv", received().map(|outcome| set(out, status(&outcome))))
}

/// Starts a send; clump_wait or clump_test ends it.
#[unsafe(no_mangle)]
pub extern "C" fn clump_isend(buffer: *const c_void, bytes: usize, to: c_uint, tag: c_int, request: *mut u64) -> c_int {
    let begun = || start_send(to, tag_of(tag)?, region(buffer, bytes)?, Mode::Standard);
    done("clump_isend", begun().map(|r| set(request, keep(r, own(to as c_int, tag)))))
}

/// Starts a receive; clump_wait or clump_test ends it.
#[unsafe(no_mangle)]
pub extern "C" fn clump_irecv(buffer: *mut c_void, bytes: usize, from: c_int, tag: c_int, request: *mut u64) -> c_int {
    let begun = || start_receive(own(from, tag), region(buffer, bytes)?);
    done("clump_irecv", begun().map(|r| set(request, keep(Some(r), own(from, tag)))))
}

/// Waits for a request. Runs handlers meanwhile only if the program has asked for that (clump_handlers_in_waits). `out`
/// may be null.
#[unsafe(no_mangle)]
pub extern "C" fn clump_wait(request: u64, out: *mut clump_status) -> c_int {
    done("clump_wait", wait(request).map(|outcome| set(out, status(&outcome))))
}

/// Polls once. Returns 1 if the request is complete, 0 if it is not, or an error. `out` may be null.
#[unsafe(no_mangle)]
pub extern "C" fn clump_test(request: u64, out: *mut clump_status) -> c_int {
    let tested = test(request).map(|outcome| match outcome {
        Some(outcome) => {
            set(out, status(&outcome));
            1
        }
        None => 0,
    });
    give("clump_test", tested)
}
