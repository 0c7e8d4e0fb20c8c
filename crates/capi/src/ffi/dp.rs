//! Directed points: `dp.h`. The points themselves are `clump::driver::points`.
use super::answer::{done, give};
use super::clump;
use super::executor;
use super::fiber::{HandlerWait, PointWait};
use super::memory::{region, set};
use super::numbered::Numbered;
use super::process::{self, enter, enter_open, with_endpoint};
use super::tagged::{self, Space};
use crate::CONTEXTS;
use crate::error::{CallError, CallResult, ErrorKind, fail};
use ::clump::driver::handlers::WaitsFor;
use ::clump::driver::points::{
    DirectedPoints, EntryShape, PointError, PointId, PointInvitation, PointUse, USUAL_BUFFER,
};
use ::clump::driver::{Endpoint, Outcome, Region, Select, Waiting};
use std::ffi::{c_int, c_uint, c_void};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// For dp_open and dp_open_light: the point only sends.
pub const DP_SEND_ONLY: c_uint = 1;
/// For dp_open and dp_open_light: the point only receives.
pub const DP_RECEIVE_ONLY: c_uint = 2;

/// A process that shares the point's buffer has not passed an old entry: send again later.
pub const DP_AGAIN: c_int = 1;

/// The points, and the numbers by which C knows them.
struct Table {
    points: DirectedPoints,
    names: Numbered<PointId>,
}

static TABLE: Mutex<Table> =
    Mutex::new(Table { points: DirectedPoints::new(CONTEXTS[1]), names: Numbered::new("directed point") });

/// Returns the table. Lock the process's gate before it.
fn table() -> MutexGuard<'static, Table> {
    TABLE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn why(error: PointError) -> CallError {
    let kind = match error {
        PointError::Unknown => ErrorKind::Stream,
        PointError::Number(_) | PointError::Rank(_) => ErrorKind::Argument,
        PointError::TooLong(_) => ErrorKind::Size,
        _ => ErrorKind::Rule,
    };
    CallError { kind, text: error.to_string() }
}

/// Runs `f` with the endpoint, the points, and the point that C knows by `dp`.
fn with<T>(
    dp: c_int,
    f: impl FnOnce(&mut Endpoint, &mut DirectedPoints, PointId) -> Result<T, PointError>,
) -> CallResult<T> {
    with_endpoint(|endpoint| {
        let table = &mut *table();
        let id = *table.names.get(dp)?;
        f(endpoint, &mut table.points, id).map_err(why)
    })
}

fn use_for(flags: c_uint) -> CallResult<PointUse> {
    match flags {
        0 => Ok(PointUse::Both),
        DP_SEND_ONLY => Ok(PointUse::SendOnly),
        DP_RECEIVE_ONLY => Ok(PointUse::ReceiveOnly),
        _ => fail(ErrorKind::Argument, format!("{flags}: the flags are 0, DP_SEND_ONLY or DP_RECEIVE_ONLY")),
    }
}

fn open(make: impl FnOnce(&mut DirectedPoints) -> Result<PointId, PointError>) -> CallResult<i64> {
    process::place()?;
    let table = &mut *table();
    let id = make(&mut table.points).map_err(why)?;
    Ok(table.names.keep(id).into())
}

/// Joins the job.
#[unsafe(no_mangle)]
pub extern "C" fn dp_init() -> c_int {
    done("dp_init", clump::join(0))
}

/// Leaves the job that dp_init has joined. Close all points first.
#[unsafe(no_mangle)]
pub extern "C" fn dp_end() -> c_int {
    done("dp_end", clump::leave())
}

/// Returns this process's node number.
#[unsafe(no_mangle)]
pub extern "C" fn dp_node() -> c_int {
    give("dp_node", process::place().map(|(rank, _)| rank.into()))
}

/// Returns the number of nodes.
#[unsafe(no_mangle)]
pub extern "C" fn dp_nodes() -> c_int {
    give("dp_nodes", process::place().map(|(_, size)| size.into()))
}

/// Creates a directed point. `number` (below 65536) is what other nodes direct their points at; no two receiving points
/// of a node have one number. `flags` is 0, DP_SEND_ONLY or DP_RECEIVE_ONLY. A point that sends owns a buffer of
/// `buffer` bytes (0: 24 KiB) for what has not left yet. Returns the point's descriptor.
#[unsafe(no_mangle)]
pub extern "C" fn dp_open(number: c_uint, flags: c_uint, buffer: usize) -> c_int {
    let room = if buffer == 0 { USUAL_BUFFER } else { buffer };
    give("dp_open", use_for(flags).and_then(|use_for| open(|points| points.open(number, use_for, room))))
}

/// Creates a lightweight directed point, which owns no buffer: the first of two steps. Before it can send, dp_link
/// links it to a directed point. Returns the point's descriptor.
#[unsafe(no_mangle)]
pub extern "C" fn dp_open_light(number: c_uint, flags: c_uint) -> c_int {
    give("dp_open_light", use_for(flags).and_then(|use_for| open(|points| points.open_light(number, use_for))))
}

/// Links a lightweight point to a directed point, whose buffer it shares from now on: the second step. The lightweight
/// point is then used as any other. What is sent at the directed point also goes to the lightweight point's target.
#[unsafe(no_mangle)]
pub extern "C" fn dp_link(light: c_int, dp: c_int) -> c_int {
    let linked = with_endpoint(|_| {
        let table = &mut *table();
        let (light, dp) = (*table.names.get(light)?, *table.names.get(dp)?);
        table.points.link(light, dp).map_err(why)
    });
    done("dp_link", linked)
}

/// Directs a point at point `number` of node `node`, where its sends go to. A receive-only point receives from that
/// node alone from now on, and `number` is not used.
#[unsafe(no_mangle)]
pub extern "C" fn dp_target(dp: c_int, node: c_uint, number: c_uint) -> c_int {
    done("dp_target", with(dp, |endpoint, points, id| points.direct(id, endpoint.size(), node, number)))
}

/// Returns true if something for the point of this descriptor has arrived, or if there is no such point.
fn has_arrived(endpoint: &mut Endpoint, dp: c_int) -> bool {
    let table = &mut *table();
    let id = table.names.get(dp).copied();
    id.ok().is_none_or(|id| table.points.has_arrival(endpoint, id))
}

/// Waits in a call. While a handler waits, other handlers run.
fn wait(wait: PointWait, select: Select) -> CallResult {
    executor::with(|executor| {
        if let Some(frame) = executor.running() {
            while !with_endpoint(|endpoint| Ok(wait.is_over(endpoint)))? {
                frame.suspend(HandlerWait::Point(wait));
            }
            return Ok(());
        }
        let waits_for = WaitsFor::Tagged { with: select.source, tag: select.tag.unwrap_or(-1) };
        let (waiting, _) = waits_for.to_words();
        enter(|inside| {
            inside.block_until(waiting, &mut |common| {
                common.endpoint.as_mut().is_none_or(|endpoint| wait.is_over(endpoint))
            });
        });
        Ok(())
    })
}

/// Sends `bytes` bytes to the point's target. At a directed point with linked lightweight points the bytes go to all
/// their targets too, and are copied into the shared buffer once; to targets on several other machines they leave once,
/// by multicast, where the network has it. Returns when the program may change the bytes: at once if the buffer has
/// room, otherwise when they have left.
#[unsafe(no_mangle)]
pub extern "C" fn dp_send(dp: c_int, data: *const c_void, bytes: usize) -> c_int {
    let sent = || -> CallResult<i64> {
        let data = region(data, bytes)?;
        let sent = with(dp, |endpoint, points, id| match points.send(endpoint, id, data) {
            Err(PointError::Full) => Ok(None),
            sent => Ok(Some((sent?, points.select(id)))),
        })?;
        let Some((pending, select)) = sent else { return Ok(DP_AGAIN.into()) };
        let select = select.unwrap_or(tagged::any(Space { context: CONTEXTS[1], tag: 0 }));
        for sent in pending {
            wait(PointWait::Sent(sent), select)?;
            with_endpoint(|endpoint| Ok(sent.is_over(endpoint)))?;
        }
        Ok(0)
    };
    give("dp_send", sent())
}

/// Receives the next message that is directed at the point, and waits for it. Sets `node` to the sender, unless it is
/// null. Returns the message's length in bytes; one that is longer than `room` is an error.
#[unsafe(no_mangle)]
pub extern "C" fn dp_receive(dp: c_int, into: *mut c_void, room: usize, node: *mut c_int) -> c_int {
    let received = || {
        let into = region(into, room)?;
        let (select, spans_hosts) = with(dp, |endpoint, points, id| Ok((points.select(id)?, endpoint.spans_hosts())))?;
        // On one machine there is no multicast, so the message may go straight to its destination.
        let outcome = if spans_hosts { next(dp, select, into)? } else { tagged::receive(select, into)? };
        set(node, outcome.source as c_int);
        Ok(outcome.len as i64)
    };
    give("dp_receive", received())
}

/// Receives what comes next for a point: a message or a broadcast.
fn next(dp: c_int, select: Select, into: Region) -> CallResult<Outcome> {
    loop {
        wait(PointWait::Arrival(dp, has_arrived), select)?;
        // Another thread may have taken what had arrived.
        let Some(incoming) = with(dp, |endpoint, points, id| points.receive(endpoint, id, into))? else { continue };
        wait(PointWait::Received(incoming), select)?;
        if let Some(received) = with(dp, |endpoint, points, _| points.receive_end(endpoint, incoming).transpose())? {
            return tagged::whole(received);
        }
    }
}

/// How other processes of the machine find a shared buffer; the program sends these words as they are.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct dp_shared {
    pub words: [u64; 6],
}

/// Gives a directed point a buffer that up to `consumers` other processes of this machine share, with `slots` entries
/// of up to `room` bytes. From now on dp_send at the point also produces an entry there. It returns DP_AGAIN while a
/// consumer that has neither died nor left still needs the room, and an error for more than `room` bytes. Sets `shared`
/// to what dp_open_shared needs.
#[unsafe(no_mangle)]
pub extern "C" fn dp_share(dp: c_int, slots: usize, room: usize, consumers: usize, shared: *mut dp_shared) -> c_int {
    let shape = EntryShape { slots, room, cursors: consumers };
    let made = with(dp, |_, points, id| points.share(id, shape));
    done("dp_share", made.map(|invitation| set(shared, dp_shared { words: invitation.to_words() })))
}

/// Creates a lightweight point that is linked to a directed point of another process of this machine. It retrieves the
/// entries that are produced from now on; dp_forward sends them to its target. Returns the point's descriptor.
#[unsafe(no_mangle)]
pub extern "C" fn dp_open_shared(number: c_uint, shared: *const dp_shared) -> c_int {
    let opened = || {
        // SAFETY: C's contract for an argument that the call reads: the pointer is null, or leads to one value.
        let said = unsafe { shared.as_ref() };
        let Some(invitation) = said.and_then(|said| PointInvitation::from_words(said.words)) else {
            return fail(ErrorKind::Argument, "these words are no shared buffer: send dp_share's as they are");
        };
        let (me, _) = process::place()?;
        open(|points| points.open_shared(number, invitation, me))
    };
    give("dp_open_shared", opened())
}

/// Sends the next entry of a shared buffer to the lightweight point's target, from where it lies. Does not wait.
/// Returns 1 if an entry has left, else 0.
#[unsafe(no_mangle)]
pub extern "C" fn dp_forward(light: c_int) -> c_int {
    let forwarded = enter_open(|inside| {
        inside.advance();
        let table = &mut *table();
        let id = *table.names.get(light)?;
        table.points.forward(inside.common().endpoint(), id).map_err(why)
    });
    give("dp_forward", forwarded.map(i64::from))
}

/// Tells how many bytes of the point's buffer are in use, and how many messages refer to them. Either pointer may be
/// null.
#[unsafe(no_mangle)]
pub extern "C" fn dp_held(dp: c_int, bytes: *mut u64, references: *mut u64) -> c_int {
    let held = with(dp, |endpoint, points, id| points.held(endpoint, id));
    done(
        "dp_held",
        held.map(|(used, sends)| {
            set(bytes, used as u64);
            set(references, sends as u64);
        }),
    )
}

/// Closes a point, after all its messages have left. Close the lightweight points that are linked to a point first.
#[unsafe(no_mangle)]
pub extern "C" fn dp_close(dp: c_int) -> c_int {
    let close = || {
        if !with(dp, |endpoint, points, id| points.close(endpoint, id))? {
            enter(|inside| {
                inside.block_until(Waiting::NOTHING, &mut |common| {
                    let (Some(endpoint), table) = (common.endpoint.as_mut(), &mut *table()) else { return true };
                    let Ok(id) = table.names.get(dp).copied() else { return true };
                    table.points.close(endpoint, id) != Ok(false)
                });
            });
        }
        table().names.take(dp).map(drop)
    };
    done("dp_close", close())
}
